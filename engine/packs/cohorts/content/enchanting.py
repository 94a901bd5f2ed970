"""Enchantments of a Cohorts module: what each level gives, and what can be bestowed.

Which kinds an item is of, and what an enchanted one grants its bearer, says `enchantments`.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from engine.module.sections import Data, Named
from engine.packs.cohorts.content.battle import SpecialAttack
from engine.packs.cohorts.content.bonus import Words
from engine.packs.cohorts.content.cities import Positive
from engine.packs.cohorts.content.items import WeaponClass
from engine.packs.cohorts.content.land import Needs, Percent

Kind = (
    WeaponClass
    | Literal["weapon", "melee", "missile", "armor", "head", "back", "hand", "finger", "foot"]
)
"""What an item is: a class of weapons, a weapon (no shield) with a melee or missile attack, armor,
or gear by where it is worn."""


class EnchantingRules(Data):
    """What colleges do with items (`cohorts.order.college-enchant-item` and its neighbours).

    Research succeeds with `research_percent` and `research_percent_per_level` for each heroic
    level of the guild above the item's. A guild enchants `items_per_level` items for each of its
    levels, shared by the level that they have; a character `items_per_skill` for each level of
    the skill, and to one level for each `skill_per_level` (`cohorts.skill.enchantments`).
    `levels` is what one enchantment level gives (`cohorts.table.enchantment-levels`).
    """

    research_percent: Percent
    research_percent_per_level: Percent
    items_per_level: Positive
    items_per_skill: Positive
    skill_per_level: Positive
    enchantable: tuple[Kind, ...]
    convertible: tuple[Kind, ...]
    levels: Mapping[Kind, Words]


class Enchantment(Named):
    """What a college can bestow on a unique item (`cohorts.table.bestowed-enchantments`).

    It goes on items of a kind in `fits`, of any if that is empty, and takes a guild of the heroic
    level `level`. One that grants a spell is of that spell's level.
    """

    fits: tuple[Kind, ...] = ()
    level: Annotated[int, Field(ge=0)] = 0
    needs: Needs = ()
    modifiers: Words
    special: SpecialAttack | None = None
    grants_spell: bool = False
