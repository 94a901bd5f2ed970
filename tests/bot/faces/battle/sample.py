"""Battles for tests of accounts and pictures: fought by the real systems, of any size."""

from collections.abc import Sequence
from dataclasses import replace

from bot.faces.battle.scene import Setting, Side
from bot.faces.cohorts.looks import looks_of
from data import FOLDER
from engine.battle import BattleRecord
from engine.dice import SeededDice
from engine.module import load
from engine.packs.cohorts.battle.combatant import Attack, Combatant, Detachment, Special
from engine.packs.cohorts.battle.combatant import BattleSide as Army
from engine.packs.cohorts.battle.system import CohortsBattles
from engine.packs.cohorts.content import Content
from engine.packs.warlords.battle.cards import Company, FighterCard, SideName
from engine.packs.warlords.battle.cards import Field as Ground
from engine.packs.warlords.system import WarlordsBattles
from engine.world import Place
from tests.rules.adapters.battle_field import AT_SEA, FIELD, hero, unit
from tests.rules.scene import SEED, clash_at

CLASH = clash_at(Place("province", 1), [Place("stack", 1)], [Place("stack", 2)])
SETTING = Setting(
    title="Battle of Aldermere",
    subtitle="Aldermere 12,5, hills",
    turn=14,
    sides=(
        Side("House Ashmark", 1, "lion", own=True, role="Attacker"),
        Side("Salt Ports", 4, "anchor", role="Defender"),
    ),
    looks=looks_of(load("cohorts", [FOLDER / "modules"]).content(Content)),
)
_RACES = ("human", "elf", "dwarf", "orc")


def fought(
    units: Sequence[Combatant], *, seed: int = 1, terrain: str = "hills", walls: int = 0
) -> BattleRecord:
    """These units in battle; side 0 attacks."""
    naval = terrain in ("sea", "ocean", "shoals")
    field = replace(AT_SEA if naval else FIELD, terrain=terrain, fortification=walls)
    names = ("Iron Guard", "Host of Salt")
    sides = [
        Army((Detachment(Place("stack", n + 1), names[n], n + 1, _of(units, n)),)) for n in (0, 1)
    ]
    dice = SeededDice(SEED, seed).stream("sample", "battle")
    return CohortsBattles().fight(field, tuple(sides), dice, CLASH)


def _of(units: Sequence[Combatant], side: int) -> tuple[Combatant, ...]:
    return tuple(
        replace(one, player=side + 1, force=Place("stack", side + 1))
        for one in units
        if one.side == side
    )


def army(size: int, side: int, *, soldiers: int = 120) -> list[Combatant]:
    """That many of all kinds over all slots: every fifth a hero, every third a shooter."""
    units: list[Combatant] = []
    for number in range(size):
        maker = hero if number % 5 == 4 else unit
        kind = {"type": "mage" if side else "warrior"} if maker is hero else {"arm": "soldier"}
        crowd = 1 if maker is hero else soldiers + 17 * number % 90
        units.append(
            maker(
                100 * side + number + 1,
                side,
                name=("Ysolde", "Aldric", "Ivo")[number % 3] if maker is hero else f"Unit {number}",
                slot=number % 10 + 1,
                soldiers=crowd,
                hp=100.0 if maker is hero else 10.0 * crowd,
                dex=10.0 + number % 4,
                level=3 if maker is hero else 1,
                race=_RACES[number % len(_RACES)],
                melee=Attack(1.0, power=5),
                missile=Attack(0.8, power=4) if number % 3 == 0 else None,
                specials=(Special("fire", 3, 4),) if number == 1 else (),
                res=3.0,
                df=4.0,
                **kind,
            )
        )
    return units


def armies(mine: int, theirs: int) -> list[Combatant]:
    """Both sides of a battle."""
    return [*army(mine, 0), *army(theirs, 1)]


def fleets() -> list[Combatant]:
    """Two ships a side, with troops and a hero aboard, and artillery."""
    units: list[Combatant] = []
    for side in (0, 1):
        for number in (0, 1):
            ship = Place("unit", 100 * side + 10 * number + 1)
            units.append(
                unit(
                    ship.id,
                    side,
                    name=f"Ship {number}",
                    arm="ship",
                    type="galley",
                    slot=3 + number,
                    soldiers=40,
                    hp=600.0,
                    artillery=1 - number,
                    melee=Attack(0.5, power=3),
                )
            )
            for at in (2, 3):
                maker = hero if at == 3 else unit
                units.append(
                    maker(
                        ship.id + at,
                        side,
                        name="Ivo" if maker is hero else f"Marines {number}",
                        arm="" if maker is hero else "soldier",
                        type="mage" if maker is hero else "soldiers",
                        slot=3 + number,
                        ship=ship,
                        melee=Attack(1.2, power=5),
                        df=2.0,
                    )
                )
    return units


# ---------------------------------------------------------------- Warlords


def fighter(id: int, *, hero: bool = False, **values: object) -> FighterCard:
    """A unit of strength 4 and 2 hits, unless it is said otherwise."""
    usual = {"name": f"Unit {id}", "type": "Knights", "strength": 4, "hits": 2, "abilities": {}}
    place = Place("character" if hero else "unit", id)
    return FighterCard(piece=place, hero=hero, **{**usual, "terrain": {}, **values})  # type: ignore[arg-type]


def line(size: int, side: SideName) -> tuple[Company, ...]:
    """Companies of at most eight, some with abilities."""
    gifts = ({"acid": 3}, {"missile": 2}, {"curse": 5}, {"leadership": 1}, {"lightning": 2}, {})
    first = 1000 * (side == "defender")
    units = [
        fighter(
            first + n + 1,
            hero=n % 8 == 7,
            name="Ser Aldric the Long-Remembered of the Marches" if n % 8 == 7 else f"Knights {n}",
            strength=3 + n % 4,
            hits=1 + n % 3,
            abilities=gifts[n % len(gifts)],
        )
        for n in range(size)
    ]
    return tuple(
        Company(side=side, number=at // 8 + 1, fighters=tuple(units[at : at + 8]))
        for at in range(0, size, 8)
    )


def duelled(mine: int, theirs: int, *, seed: int = 1) -> BattleRecord:
    """Two sides by the rules of Warlords."""
    dice = SeededDice(SEED, seed).stream("sample", "battle")
    ground = Ground(terrains=("city", "hills"), fortification=2)
    return WarlordsBattles().fight(
        ground, (line(mine, "attacker"), line(theirs, "defender")), dice, CLASH
    )
