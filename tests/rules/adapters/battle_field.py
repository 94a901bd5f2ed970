"""What adapters of battles share: the words of a case as combatants, dice and a fight."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.dice import Draw, Pick, Real100, ScriptedDice, Whole
from engine.facts import Tagged
from engine.packs.cohorts.battle.combatant import Attack, Combatant, Special
from engine.packs.cohorts.battle.fight import Field, Fight
from engine.packs.cohorts.battle.fighter import Fighter
from engine.packs.cohorts.battle.slots import hex_named
from engine.packs.cohorts.content import Content
from engine.world import Place
from tests.rules.scene import module

CONTENT = module().content(Content)
FIELD = Field(CONTENT.battle, CONTENT.battle_statuses, CONTENT.damage_types)
AT_SEA = replace(FIELD, naval=True)
UNLUCKY = [Real100(99.999999)] * 99
"""Percent draws of which none makes anything happen."""


def script(given: Mapping[str, Any]) -> list[Draw]:
    """The stream of a case."""
    made: list[Draw] = []
    for draw in given.get("stream", []):
        ((kind, value),) = draw.items()
        made.append({"d20": Whole, "pct": Real100, "pick": Pick}[kind](value))
    return made


def key(name: str) -> str:
    """A name as the module spells it."""
    return re.sub(r"[\s-]+", "_", name.strip()).casefold()


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


def figures(given: Mapping[str, Any]) -> dict[str, Any]:
    """The figures that a case gives of a unit, as a combatant has them."""
    same = ("soldiers", "wounds", "level", "dex", "con", "df", "res", "mar", "sar")
    made: dict[str, Any] = {name: given[name] for name in same if name in given}
    if "hp" in given:
        made["hp"] = float(given["hp"])
    if "el" in given:
        made["encounter_level"] = given["el"]
    for name, field in (("mad", "mar"), ("sad", "sar"), ("lasting", "morale")):
        if name in given:
            made[field] = given[name]
    if "pow" in given or "af" in given or "mult" in given:
        made["melee"] = Attack(
            given.get("mult", 1.0), given.get("af", 1.0), power=given.get("pow", 0.0)
        )
    return made


class Battle:
    """A fight that is not begun, with scripted dice."""

    def __init__(
        self,
        units: Iterable[Combatant],
        given: Mapping[str, Any] | None = None,
        field: Field = FIELD,
        draws: Sequence[Draw] | None = None,
    ) -> None:
        self.log: list[Tagged] = []
        self.dice = ScriptedDice(script(given or {}) if draws is None else draws)
        self.fight = Fight(field, units, self.dice, self.log)

    def __getitem__(self, place: Combatant | Place) -> Fighter:
        wanted = place.place if isinstance(place, Combatant) else place
        return next(one for one in self.fight.roster if one.unit.place == wanted)

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


def special(type: str, damage: float, quality: float | None = None) -> Special:
    """A special attack; one figure is both damage value and quality."""
    return Special(type, damage, damage if quality is None else quality)
