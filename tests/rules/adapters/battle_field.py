"""What adapters of battles share: the words of a case as combatants, dice and a fight."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from engine.dice import Draw, Percent, Pick, Real100, ScriptedDice, Whole
from engine.facts import Tagged
from engine.packs.cohorts.battle import turns
from engine.packs.cohorts.battle.arming import Stance, armed
from engine.packs.cohorts.battle.combatant import Attack, Combatant, Special, joined
from engine.packs.cohorts.battle.fight import BattleSetting, Fight
from engine.packs.cohorts.battle.fighter import Fighter
from engine.packs.cohorts.battle.record import Attacked
from engine.packs.cohorts.battle.slots import ATTACKER, hex_named
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.bonus import Bonus
from engine.packs.cohorts.content.combat import KEYWORDS
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.world import Place
from tests.rules.scene import SOURCE, Scene, changed, module
from tests.rules.words import key

T = TypeVar("T")
E = TypeVar("E", bound=Tagged)
CONTENT = changed(module().content(Content), SOURCE)
FIELD = BattleSetting(CONTENT.battle, CONTENT.battle_statuses, CONTENT.damage_types)
AT_SEA = replace(FIELD, naval=True)
UNLUCKY = [Real100(99.999999)] * 99
"""Percent draws of which none makes anything happen."""
STEADFAST = 1e6
"""A morale that nothing shakes."""


def script(given: Mapping[str, Any]) -> list[Draw]:
    """The stream of a case."""
    made: list[Draw] = []
    for draw in given.get("stream", []):
        ((kind, value),) = draw.items()
        made.append({"d20": Whole, "pct": Real100, "pick": Pick}[kind](value))
    return made


def unit(id: int = 1, side: int = 0, **values: Any) -> Combatant:
    """A military unit of 100 soldiers and 1000 HP in slot 3, unless it is said otherwise."""
    usual: dict[str, Any] = {"slot": 3, "soldiers": 100, "hp": 1000.0, "name": f"Unit {id}"}
    place = Place("unit", id)
    return Combatant(**{"place": place, "side": side, "character": False, **usual, **values})


def hero(id: int = 1, side: int = 0, **values: Any) -> Combatant:
    """A character of 100 hit points in slot 3, unless it is said otherwise."""
    usual: dict[str, Any] = {"slot": 3, "soldiers": 1, "hp": 100.0, "name": f"Hero {id}"}
    place = Place("character", id)
    return Combatant(**{"place": place, "side": side, "character": True, **usual, **values})


RATINGS = (
    *("hp", "soldiers", "wounds", "level", "el", "dex", "con", "df", "df_percent", "res"),
    *("mar", "sar", "mad", "sad", "sar_vs", "lasting", "morale", "mult", "af", "pow"),
    *(f"sar_{type_}" for type_ in CONTENT.damage_types),
    *("undead", "lycanthrope", "possession", "religious", "keyword", "keywords"),
)
"""What a case may say of a unit in a battle, beside who it is (cohorts.battle.unit-record)."""
_SAME = ("soldiers", "wounds", "level", "dex", "con", "df", "df_percent", "res", "mar", "sar")
_OTHERWISE = {"mad": "mar", "sad": "sar", "lasting": "morale", "morale": "morale"}


def figures(given: Mapping[str, Any]) -> dict[str, Any]:
    """The figures that a case gives of a unit, as a combatant has them."""
    made: dict[str, Any] = {name: given[name] for name in _SAME if name in given}
    made |= {field: given[name] for name, field in _OTHERWISE.items() if name in given}
    if "hp" in given:
        made["hp"] = float(given["hp"])
    if "el" in given:
        made["encounter_level"] = given["el"]
    against = dict(given.get("sar_vs", {}))
    for type_ in CONTENT.damage_types:
        if f"sar_{type_}" in given:
            against[type_] = given[f"sar_{type_}"]
    words = [*given.get("keywords", ()), given.get("keyword", "")]
    words += [word for word in KEYWORDS if given.get(word)]
    if against:
        made["sar_against"] = {key(type_): value for type_, value in against.items()}
    if any(words):
        made["keywords"] = tuple(key(word) for word in words if word)
    if "pow" in given or "af" in given or "mult" in given:
        made["melee"] = Attack(
            given.get("mult", 1.0), given.get("af", 1.0), power=given.get("pow", 0.0)
        )
    return made


def some(
    given: Mapping[str, Any], id: int = 1, side: int = 0, *, usual: str = "", **values: Any
) -> Combatant:
    """A unit as a case tells of it, or of the `usual` kind.

    Where neither says it, what has no soldiers is a character.
    """
    kind = given.get("kind", usual or ("mu" if "soldiers" in given else "character"))
    return (hero if key(kind) == "character" else unit)(id, side, **{**values, **figures(given)})


def going(
    scene: Scene, piece: Character | Unit, side: int = ATTACKER, slot: int = 3, **place: Any
) -> Combatant:
    """A piece of a world as it goes into battle, with all its effects."""
    now, stance = scene.now(piece), Stance(side, place.get("terrain", "grassland"))
    return armed(scene.world, scene.content, now, stance, slot=slot, force=now.holder)


def boons(*bonuses: Bonus) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Talents of a module that give these bonuses, one each, and their names."""
    plain = next(iter(CONTENT.talents.values())).model_copy(
        update={"guilds": {}, "terrain": None, "terrain_cost_percent": 0}
    )
    names = tuple(f"boon_{number}" for number, _ in enumerate(bonuses))
    made = {
        name: plain.model_copy(update={"key": name, "name": name, "bonuses": (bonus,)})
        for name, bonus in zip(names, bonuses, strict=True)
    }
    return {"talents": made}, names


class Unlucky:
    """Dice with which nothing happens that need not; they count how often they were asked."""

    def __init__(self) -> None:
        self.used = 0

    def whole(self, sides: int, *, chance: Percent | None = None) -> int:
        self.used += 1
        return 1

    def real100(self, *, chance: Percent | None = None) -> float:
        self.used += 1
        return 99.999999

    def pick(self, options: Sequence[T]) -> T:
        self.used += 1
        return options[0]


class Lucky(Unlucky):
    """Dice with which all happens that may."""

    def real100(self, *, chance: Percent | None = None) -> float:
        self.used += 1
        return 0.0


class Battle:
    """A fight that is not begun, with scripted dice; without a script nothing happens by chance."""

    def __init__(
        self,
        units: Iterable[Combatant],
        given: Mapping[str, Any] | None = None,
        field: BattleSetting = FIELD,
        draws: Sequence[Draw] | None = None,
        dice: ScriptedDice | Unlucky | None = None,
    ) -> None:
        self.log: list[Tagged] = []
        if draws is None and given and "stream" in given:
            draws = script(given)
        self.dice = dice or (Unlucky() if draws is None else ScriptedDice(draws))
        self.fight = Fight(field, units, self.dice, self.log)

    def __getitem__(self, place: Combatant | Place) -> Fighter:
        wanted = place.place if isinstance(place, Combatant) else place
        return next(one for one in self.fight.roster if one.unit.place == wanted)

    def events(self, cls: type[E]) -> list[E]:
        """What happened of one kind, in order."""
        return [event for event in self.log if isinstance(event, cls)]

    def strike(
        self, one: Combatant, *foes: Combatant, missile: bool = False, charging: bool = False
    ) -> Attacked:
        """One attack with a weapon on all of these, and what it did."""
        struck = [self[foe] for foe in foes]
        turns.strike(self.fight, self[one], struck, missile=missile, charging=charging)
        return self.events(Attacked)[-1]

    def put(self, one: Combatant, hex_: str) -> Fighter:
        """Stand a unit in a hex by its name."""
        fighter = self[one]
        fighter.hex = hex_named(hex_)
        return fighter

    def give(self, one: Combatant, *statuses: str, heroic: int = 0) -> Fighter:
        """Give a unit battle statuses, without what they do at once."""
        fighter = self[one]
        for each in statuses:
            self.fight.afflict(fighter, key(each), heroic)
        return fighter


def whole(value: float) -> float:
    """A number as a case writes it: without a fraction where it has none."""
    value = round(value, 6)
    return int(value) if value == int(value) else value


def of_types(sources: Iterable[Mapping[str, Any]]) -> tuple[Special, ...]:
    """The special attacks of several sources, which may give one figure for both values."""
    found = [
        (key(s["type"]), s.get("damage", s.get("strength")), s.get("quality", s.get("strength")))
        for s in sources
    ]
    return joined(found, CONTENT.damage_types)


def special(type: str, damage: float, quality: float | None = None) -> Special:
    """A special attack; one figure is both damage value and quality."""
    return Special(type, damage, damage if quality is None else quality)
