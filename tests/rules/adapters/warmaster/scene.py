"""A battle as cases write it down, and the field that it is fought on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, get_args

from engine.dice import ScriptedDice, Whole
from engine.packs.warmaster.battle import combat, command, fight, shooting
from engine.packs.warmaster.battle.deployment import deploy
from engine.packs.warmaster.battle.grid import AROUND, cell_of, distances, line, on_field, spot_of
from engine.packs.warmaster.battle.ground import COVER, may_enter
from engine.packs.warmaster.battle.happenings import Ended, Withdrew
from engine.packs.warmaster.battle.lore import Lore
from engine.packs.warmaster.battle.making import made
from engine.packs.warmaster.battle.posts import post
from engine.packs.warmaster.battle.state import Battle
from engine.packs.warmaster.battle.values import (
    ATTACKER,
    DEFENDER,
    SIDES,
    Army,
    AttachedStand,
    Captain,
    Field,
    Ground,
    SideName,
    Spot,
    Terrain,
    Troop,
)
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.content.lists import ArmyList, Role, UnitType
from tests.rules.harness import Given, Result, folded, rule
from tests.rules.scene import MODULES, module

DATA = MODULES / "warmaster"


CONTENT = module("warmaster").content(WarmasterContent)
LISTS = CONTENT.army_lists
FIELDS = CONTENT.battlefields
LORE = Lore(spells=CONTENT.war_spells, items=CONTENT.magic_items)

UNIT_KEYS = (
    "type",
    "at",
    "directive",
    "stands",
    "item",
    "brigade",
    "attached",
    "confused",
    "charged",
    "effects",
)
CHARACTER_KEYS = ("role", "with", "item", "directive", "command", "spellbound")


def script(draws: str) -> ScriptedDice:
    """Six-sided dice that fall as a case lists them; all of them must be thrown."""
    return ScriptedDice(Whole(int(die), 6) for die in draws)


# ---------------------------------------------------------------- the armies of a case


def list_of(name: str) -> ArmyList:
    """The army list of that name or key."""
    return next(each for each in LISTS.values() if folded(name) in map(folded, _names(each)))


def _names(record: ArmyList | UnitType) -> tuple[str, str]:
    return record.key, record.name


def type_of(name: str, army_list: ArmyList | None = None) -> UnitType:
    """The unit type of that name, of that list or of any."""
    lists = [army_list] if army_list else LISTS.values()
    types = (each for one in lists for each in one.units.values())
    return next(each for each in types if folded(name) in map(folded, _names(each)))


def troop_of(kind: UnitType, **changes: Any) -> Troop:
    """A full unit of a type, under attack, with what a case says otherwise."""
    stand = kind.attached
    attached = changes.pop("attached", False)
    return Troop(
        name=kind.name,
        type=kind.key,
        kind=kind.kind,
        attacks=kind.attacks,
        hits=kind.hits,
        armour=kind.armour,
        full_stands=kind.stands,
        stands=kind.stands,
        pace=kind.pace,
        shots=kind.shots,
        range=kind.range,
        points=kind.points,
        special=kind.special,
        directive="attack",
        attached=AttachedStand(
            attacks=stand.attacks,
            hits=stand.hits,
            armour=stand.armour,
            shots=stand.shots,
            range=stand.range,
        )
        if attached and stand
        else None,
    ).replace(**changes)


def _troop(given: Given, army_list: ArmyList | None) -> Troop:
    given.takes(*UNIT_KEYS)
    changes = {key: given[key] for key in ("directive", "stands", "brigade") if key in given}
    return troop_of(
        type_of(given["type"], army_list),
        at=tuple(given["at"]),
        item=key_of_item(given.get("item")),
        attached=given.get("attached", False),
        **changes,
    )


def key_of_item(name: str | None) -> str:
    """The key of an item as a case names it; empty for none."""
    return (name or "").lower().replace(" ", "-")


def key_of_spell(name: str) -> str:
    """The key of a spell as a case names it."""
    return next(
        each.key
        for each in LORE.spells.values()
        if folded(name) in map(folded, (each.key, each.name))
    )


def _captain(given: Given, army_list: ArmyList) -> Captain:
    given.takes(*CHARACTER_KEYS)
    role = given["role"]
    leads = army_list.characters[role]
    return Captain(
        name=role.capitalize(),
        role=role,
        command=given.get("command", leads.command),
        bonus=leads.bonus,
        with_=given["with"],
        stance=given.get("directive", "lead" if role == "hero" else "stay"),
        item=key_of_item(given.get("item")),
        spells=army_list.spells if role == "wizard" else (),
    )


def army_of(given: Given, side: SideName) -> Army:
    """A side of a case."""
    army_list = list_of(given[f"{side}_list"]) if f"{side}_list" in given else None
    captains = given.get(f"{side}_characters", ())
    if captains:
        assert army_list, f"{given.where} names no list for its characters"
        captains = [_captain(each, army_list) for each in captains]
    return Army(
        side=side,
        list=army_list.key if army_list else "",
        troops=tuple(_troop(each, army_list) for each in given.get(side, ())),
        captains=tuple(captains),
        boldness=given.get(f"{side}_boldness", 5),
        keep_line=given.get(f"{side}_keep_line", given.get("keep_line", True)),
    )


def field_of(terrain: Mapping[str, Sequence[Sequence[int]]]) -> Field:
    """A field on which all is open but what a case lists."""
    kinds: dict[int, Terrain] = {}
    for kind in get_args(Terrain):
        if kind in terrain:
            kinds.update({cell_of((column, row)): kind for column, row in terrain[kind]})
    return Field(
        grounds=tuple(Ground(at=spot_of(cell), terrain=kinds[cell]) for cell in sorted(kinds))
    )


# ---------------------------------------------------------------- battles made for a rule


def captain(role: Role, with_: int = 0, **changes: Any) -> Captain:
    """A character of the Crown Marches, with what is said otherwise."""
    leads = LISTS["crown-marches"].characters[role]
    stance = "lead" if role == "hero" else "stay"
    made = Captain(role=role, command=leads.command, bonus=leads.bonus, with_=with_, stance=stance)
    return made.replace(**changes)


def army(side: int, *troops: Troop, captains: Sequence[Captain] = (), **changes: Any) -> Army:
    """A side of these."""
    made = Army(side=SIDES[side], troops=troops, captains=tuple(captains))
    return made.replace(**changes)


def fought_by(*armies: Army, field: Field | None = None, draws: str = "") -> Battle:
    """A battle of these, with nobody on the field yet; the enemy is nobody if it is not given."""
    given = {each.side: each for each in armies}
    both = [given.get(side) or army(number) for number, side in enumerate(SIDES)]
    return Battle(field or Field(), (both[0], both[1]), script(draws), LORE)


def set_out(battle: Battle) -> Battle:
    """Everybody where their troop says, in whichever part of the field."""
    for side in (ATTACKER, DEFENDER):
        for unit in battle.units[side]:
            assert unit.troop.at, "everybody has a place"
            assert on_field(unit.troop.at), f"{unit.troop.at} is not on the field"
            battle.place(unit, cell_of(unit.troop.at))
        post(battle, side)
    return battle


def hexes(spots: Iterable[Spot]) -> list[list[int]]:
    """Hexes as cases list them."""
    return [list(spot) for spot in spots]


# ---------------------------------------------------------------- the battle of a case


def battle_of(given: Given, dice: ScriptedDice) -> Battle:
    """The battle as a case gives it, at the start of its phase or turn."""
    armies = army_of(given, "attacker"), army_of(given, "defender")
    battle = Battle(field_of(given.get("terrain", {})), armies, dice, LORE)
    battle.active = SIDES.index(given.get("active", "attacker"))
    battle.round = given.get("round", 1)
    for side, name in enumerate(SIDES):
        for unit, one in zip(battle.units[side], given.get(name, ()), strict=True):
            assert unit.troop.at, "every unit of a case has its place"
            assert on_field(unit.troop.at), f"{one.where}: {unit.troop.at} is not on the field"
            battle.place(unit, cell_of(unit.troop.at))
            unit.confused = one.get("confused", False)
            unit.charged = one.get("charged", False)
            unit.effects = tuple(key_of_spell(name) for name in one.get("effects", ()))
        listed = given.get(f"{name}_characters", ())
        for character, one in zip(battle.characters[side], listed, strict=True):
            character.unit = battle.units[side][character.captain.with_ - 1]
            character.spellbound = int(one.get("spellbound", False))
    return battle


def run(battle: Battle, phase: str) -> Ended | None:
    """Play a phase, a turn or a whole battle."""
    if phase == "command":
        command.phase(battle)
        return None
    if phase in ("shooting", "combat"):
        {"shooting": shooting, "combat": combat}[phase].phase(battle)
        return None
    return fight.turn(battle) if phase == "turn" else fight.play(battle)


def played(given: Given) -> Result:
    """Play what a case names, and tell who stands where."""
    with script(given.get("draws", "")) as dice:
        battle = battle_of(given, dice)
        ended = run(battle, given["phase"])
    found = dict(told(battle))
    if ended and given["phase"] == "battle":
        found |= {"winner": ended.winner, "reason": ended.reason, "round": ended.round}
    withdrew = [each.side for each in battle.events if isinstance(each, Withdrew)]
    return {**found, "withdraws": withdrew[0] if withdrew else None}


def told(battle: Battle) -> Iterator[tuple[str, object]]:
    """Every unit and character of both sides, as cases expect them."""
    for side, name in enumerate(SIDES):
        yield (
            name,
            [
                {"lost": True}
                if not unit.alive
                else {
                    "at": list(spot_of(unit.cell)),
                    "stands": unit.stands,
                    **({"confused": True} if unit.confused else {}),
                }
                for unit in battle.units[side]
            ],
        )
        yield (
            f"{name}_characters",
            [
                {"with": each.unit.number} if each.unit else {"lost": True}
                for each in battle.characters[side]
            ],
        )


def spot(pair: Sequence[int]) -> Spot:
    column, row = pair
    return column, row


@rule("warmaster.field.hexes")
def distance_and_neighbours(given: Given) -> Result:
    found: dict[str, object] = {}
    if "from" in given:
        found["distance"] = distances(cell_of(spot(given["from"])))[cell_of(spot(given["to"]))]
    if "hex" in given:
        around = AROUND[cell_of(spot(given["hex"]))]
        found["neighbours"] = hexes(spot_of(cell) for cell in around if cell >= 0)
    return found


@rule("warmaster.field.terrain")
def terrain(given: Given) -> Result:
    ground = given["terrain"]
    enters = may_enter(given.get("kind", "infantry"), ground, flyer=given.get("flyer", False))
    return {"may_enter": enters, "cover": COVER.get(ground, 0)}


@rule("warmaster.field.generation")
def features(given: Given) -> Result:
    names = {folded(given["terrain"]), *(folded(word) for word in given["terrain"].split())}
    base = next(key for key in FIELDS if folded(key) in names)
    with script(given["draws"]) as dice:
        field = made(base, FIELDS[base], given.get("walls", 0), dice)
    found: dict[str, list[list[int]]] = {}
    for ground in field.grounds:
        found.setdefault(ground.terrain, []).append(list(ground.at))
    return {"features": found}


@rule("warmaster.field.sight")
def sight(given: Given) -> Result:
    with script("") as dice:
        battle = battle_of(given, dice)
    ends = spot(given["from"]), spot(given["to"])
    return {"line": hexes(line(*ends)), "sees": battle.sees(cell_of(ends[0]), cell_of(ends[1]))}


# ---------------------------------------------------------------- deployment


@rule("warmaster.deploy.zones")
def zones(given: Given) -> Result:
    side = SIDES.index(given["side"])
    where = spot(given["hex"])
    # Somebody else stands where the engine would put a unit that may not stand there.
    first = troop_of(type_of("Halberdiers"), at=(8, 11 if side == ATTACKER else 2))
    battle = fought_by(army(side, first, first.replace(at=where)))
    deploy(battle)
    return {"legal": spot_of(battle.units[side][1].cell) == where}


@rule("warmaster.deploy.auto")
def automatic(given: Given) -> Result:
    side = SIDES.index(given.get("side", "attacker"))
    units = 18 if given.get("columns") else given["units"]
    types = ["Halberdiers"] * units if isinstance(units, int) else units
    brigades = given.get("brigades", [0] * len(types))
    troops = [
        troop_of(type_of(name)).replace(brigade=brigade)
        for name, brigade in zip(types, brigades, strict=True)
    ]
    captains = (captain("general"), *[captain("hero")] * 4)
    with script("") as dice:
        field = made("grassland", (), given.get("walls", 0), dice)
    battle = fought_by(army(side, *troops, captains=captains), field=field)
    deploy(battle)
    spots = [spot_of(unit.cell) for unit in battle.units[side]]
    general, *heroes = (each.unit for each in battle.characters[side])
    return {
        "order": [column for column, _ in spots],
        "at": hexes(spots),
        "general_with": general.number if general else None,
        "heroes_with": [unit.number for unit in heroes if unit],
    }
