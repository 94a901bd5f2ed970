"""What a module says of spells: which there are, what they are cast on, and their figures.

The figures of the spells of encounters stand with the encounters; here is what all spells share,
and what the action spells do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal

from pydantic import Field

from engine.module.sections import Data, Named, Sections, Table, declare
from engine.packs.kingdoms.pieces.alignment import is_undead

Magic = Literal["WH", "PS", "IL", "EL", "NE"]
"""A magical ability (kingdoms.ability.list)."""
Aim = Literal["", "province", "character", "feature"]
"""What an action spell is cast on; empty: nothing but the caster's own province."""
Reach = Literal["here", "near", "anywhere"]
"""How far: the caster's province, that or an adjacent one, the whole world."""

Kind = Literal["action", "combat"]
"""Whether a spell is cast as an action, or by an encounter plan."""
CHARM: Final = "CH"

Percent = Annotated[int, Field(ge=0, le=100)]
Count = Annotated[int, Field(ge=0, le=9)]
_ALL: Final = 100
Limits = Annotated[tuple[Count, ...], Field(min_length=6, max_length=6)]


class Art(Named):
    """A spell (kingdoms.magic.schools). Its key of two letters stands for it in encounter plans.

    `enemy` says that it can be cast only on an enemy province (kingdoms.magic.targets).
    """

    ability: Magic
    action: bool = False
    combat: bool = False
    aim: Aim = ""
    reach: Reach = "here"
    enemy: bool = False
    help: str

    def ability_of(self, alignment: str) -> Magic:
        """The ability with which a character of that alignment casts it.

        An Undead one casts Charm by Necromancy (kingdoms.spell.charm).
        """
        return "NE" if self.key == CHARM and is_undead(alignment) else self.ability


class CastingFigures(Data):
    """How often and how well spells are cast.

    The limits are for skill levels 0 to 5 (kingdoms.magic.casting-limits). A chance is a base and
    as much for each level (kingdoms.magic.success-chance); the Order of Magicians adds `order`.
    Items cast at `item_level` (kingdoms.item.casting).
    """

    action_limits: Limits
    combat_limits: Limits
    action: Percent
    combat: Percent
    level: Percent
    order: Percent
    item_level: Count

    def limit(self, kind: Kind, level: int) -> int:
        """How many spells of an ability may be tried in a turn, or in an encounter.

        Levels above the table count as its last (kingdoms.magic.casting-limits).
        """
        limits = self.action_limits if kind == "action" else self.combat_limits
        return limits[min(level, len(limits) - 1)]

    def chance(self, kind: Kind, level: int, *, order: bool = False) -> int:
        """The chance in percent that a spell succeeds, at most 100.

        `order` is whether the Order of Magicians helps. Source: kingdoms.magic.success-chance.
        """
        base = self.action if kind == "action" else self.combat
        return min(_ALL, base + self.level * level + (self.order if order else 0))

    def item_chance(self, kind: Kind) -> int:
        """The chance in percent of a spell that an item casts (kingdoms.item.casting)."""
        return self.chance(kind, self.item_level)

    def allows(self, art: Art, by: Magic, level: int, cast: Sequence[tuple[str, Magic]]) -> bool:
        """Whether the limits let a character cast a combat spell by an ability in an encounter.

        `cast` are the spells tried in it, each with the ability used; the same one comes but once
        (kingdoms.magic.casting-limits).
        """
        tried = sum(1 for _, other in cast if other == by)
        again = any(key == art.key for key, _ in cast)
        return art.combat and not again and tried < self.limit("combat", level)


def magicians_help(king: str, caster: str, ability: Magic) -> bool:
    """Whether the Order of Magicians aids a caster (kingdoms.alignment.order-of-magicians).

    `king` is the alignment of the character's kingdom.
    """
    return king == caster == "Pagan" and ability != "WH"


class Workings(Data):
    """What action spells do, in percent but for `advanced` and `steps`; by rules `kingdoms.spell`.

    `advanced` is the skill level from which a hero resists Charm, `steps` the most steps that the
    alignment of such a one moves. What ends in `_level` counts for each level of the caster.
    """

    bless_graves: Percent
    bless_graves_level: Percent
    advanced: Count
    steps: Count
    illusion_ends: Percent
    hiding_ends: Percent
    tornado_level: Percent
    coma: Percent
    plague: Percent
    plague_level: Percent
    plague_spreads: Percent


class ArtsContent(Sections):
    """The sections of the arts, by the names of their tables in a module's files."""

    arts: Table[Art]
    casting: CastingFigures
    workings: Workings


declare("kingdoms.arts", ArtsContent)
