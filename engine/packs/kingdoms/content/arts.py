"""What a module says of spells: which there are, what they are cast on, and their figures.

The figures of the spells of encounters stand with the encounters; here is what all spells share,
and what the action spells do.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.module.sections import Data, Named

Magic = Literal["WH", "PS", "IL", "EL", "NE"]
"""A magical ability (kingdoms.ability.list)."""
Aim = Literal["", "province", "character", "feature"]
"""What an action spell is cast on; empty: nothing but the caster's own province."""
Reach = Literal["here", "near", "anywhere"]
"""How far: the caster's province, that or an adjacent one, the whole world."""

Percent = Annotated[int, Field(ge=0, le=100)]
Count = Annotated[int, Field(ge=0, le=9)]
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


class Casting(Data):
    """How often and how well spells are cast.

    The limits are for skill levels 0 to 5 (kingdoms.magic.casting-limits). A chance is a base and
    as much for each level (kingdoms.magic.success-chance); the Order of Magicians adds `order`.
    """

    action_limits: Limits
    combat_limits: Limits
    action: Percent
    combat: Percent
    level: Percent
    order: Percent


class Workings(Data):
    """What action spells do, in percent but for `advanced` and `steps`; by rules `kingdoms.spell`.

    `advanced` is the skill level from which a hero resists Charm, `steps` the most steps that the
    alignment of such a one moves. What ends in `_level` counts for each level of the caster.
    """

    bless: Percent
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
