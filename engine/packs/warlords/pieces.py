"""What Warlords adds to military units and characters: cards, state, relics worn, spells kept up.

How they fight stands in `battle`, how their cards are made up in `cards`.
"""

from __future__ import annotations

from dataclasses import field
from typing import Annotated

from engine.facts import Facts, facts
from engine.fields import LEVEL
from engine.module.schema import Module
from engine.module.sections import Key
from engine.numbers import Exact
from engine.packs.cohorts.pieces.extension import Extension
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.warlords.battle.condition import HEALTHY, Condition
from engine.packs.warlords.content import HeroType, UnitType, WarContent

SPEED_PER_MOVE = 2  # warlords.map.movement
_PARALYSIS = 5  # warlords.precombat.paralysis


def slowed(speed: int, *, paralysed: bool) -> int:
    """A speed on the map, 0 for none at all, under paralysis (warlords.precombat.paralysis).

    One movement point of a card is 2 points of speed (warlords.map.movement).
    """
    if not (speed and paralysed):
        return speed
    return max(SPEED_PER_MOVE, speed - SPEED_PER_MOVE * _PARALYSIS)


@facts
class Troop(Extension, pack="warlords"):
    """A military unit by the roster (warlords.map.military-unit)."""

    type: Annotated[str, Key(("unit_types",), also=("",))] = ""
    """The key of its card; empty for a unit that has none (warlords.map.conversion)."""
    level: Annotated[int, LEVEL] = 0
    """What it counts as (warlords.map.experience)."""
    move: Annotated[int, LEVEL] = 0
    """Of the card; 0 without one."""
    flies: bool = False
    sails: bool = False
    condition: Condition = HEALTHY

    @classmethod
    def of(cls, card: UnitType, *, sails: bool = False) -> Troop:
        """A new unit of a type: no medals, no blessing."""
        return cls(
            type=card.key,
            level=card.level,
            move=card.move,
            flies="flying" in card.abilities,
            sails=sails,
        )

    def counts_as(self, wounds: Exact) -> int | None:
        return self.level if self.type else None

    def called(self, module: Module) -> str:
        card = module.content(WarContent).unit_types.get(self.type)
        return card.name if card else ""

    def rate(self, mode: str, base: int) -> int:
        slow = self.condition.paralysed
        if not self.type:
            return slowed(base, paralysed=slow)
        able = {"land": not self.sails, "air": self.flies, "water": self.sails}
        return slowed(SPEED_PER_MOVE * self.move if able.get(mode) else 0, paralysed=slow)


@facts
class Upheld(Facts):
    """A spell that a hero keeps up, and the stack it works on (warlords.spell.rules)."""

    spell: Annotated[str, Key(("war_spells",))]
    stack: int


@facts
class Hero(Extension, pack="warlords"):
    """A character as a hero (warlords.hero.types)."""

    type: Annotated[str, Key(("hero_types",))]
    """The key of its type."""
    chosen: bool = False
    """Whether its player chose the type."""
    move: Annotated[int, LEVEL]
    """Of the type."""
    condition: Condition = HEALTHY
    worn: dict[str, str] = field(default_factory=dict[str, str])
    """Relics by place (warlords.hero.equipment)."""
    spells: tuple[Upheld, ...] = ()
    """Oldest first."""

    @classmethod
    def of(cls, kind: HeroType, *, chosen: bool = False) -> Hero:
        """A new hero of a type."""
        return cls(type=kind.key, chosen=chosen, move=kind.move)

    def rate(self, mode: str, base: int) -> int:
        own = max(base, SPEED_PER_MOVE * self.move) if mode == "land" else base
        return slowed(own, paralysed=self.condition.paralysed)


def troop_of(content: WarContent, unit: Unit) -> Troop:
    """What Warlords knows of a unit.

    Engines and ships of the base game have their cards, and so have the beings of quests that name
    one. Sources: warlords.roster.ships, warlords.map.artillery, warlords.map.conversion.
    """
    if isinstance(unit.ext, Troop):
        return unit.ext
    if unit.arm == "soldier":
        named = content.unit_types.get(unit.type)
        return Troop.of(named) if named else Troop()
    for card in content.unit_types.values():
        if unit.type in card.bodies:
            return Troop.of(card, sails=unit.arm == "ship")
    return Troop()


def hero_of(content: WarContent, character: Character) -> Hero:
    """What Warlords knows of a character; the first type of its class if none was chosen.

    A class for which a module lists no type fights as the first of all. Source:
    warlords.hero.types.
    """
    if isinstance(character.ext, Hero):
        return character.ext
    first = next(iter(content.hero_types.values()))
    return Hero.of(content.hero_of(character.job) or first)


def condition_of(content: WarContent, piece: Character | Unit) -> Condition:
    """The state of a unit or hero."""
    if isinstance(piece, Unit):
        return troop_of(content, piece).condition
    return hero_of(content, piece).condition


def with_condition(
    content: WarContent, piece: Character | Unit, condition: Condition
) -> Character | Unit:
    """The piece in another state."""
    if isinstance(piece, Unit):
        return piece.replace(ext=troop_of(content, piece).replace(condition=condition))
    return piece.replace(ext=hero_of(content, piece).replace(condition=condition))
