"""What is brewed in a Cohorts module: potions, poisons, antidotes and healing draughts.

Recipes, and what each does when it is drunk or put on a weapon. Making them stands in
`guilds.brewing`; drinking and poisoning weapons with the characters who do it.
"""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from engine.module.art import IconOrNone
from engine.module.sections import Data, Named
from engine.packs.cohorts.content.bonus import Words
from engine.packs.cohorts.content.items import Count, WeaponClass
from engine.packs.cohorts.content.land import ResourceKey
from engine.packs.cohorts.content.peoples import Keyword
from engine.packs.cohorts.content.statuses import Status

Positive = Annotated[int, Field(ge=1)]


class Poisoning(Data):
    """How many vials one can use at a time, and how many weapons each is enough for."""

    vials: Positive
    weapons: Positive


class Brewing(Data):
    """All that is brewed has a quality, from 1, and each has a name (`cohorts.skill.potions`).

    Every heroic level of the maker gives one quality more. `poisoning` is by the heroic level of
    an assassin, from 1; the last holds for all above (`cohorts.order.make-poison-weapons`).
    """

    qualities: Annotated[tuple[str, ...], Field(min_length=1, max_length=9)]
    poisoning: Annotated[tuple[Poisoning, ...], Field(min_length=1)]

    def quality_at(self, heroic_level: int) -> int:
        """The quality that a maker of this heroic level gives, from 1."""
        return min(heroic_level, len(self.qualities))

    def poisoning_at(self, heroic_level: int) -> Poisoning:
        """What an assassin of this heroic level, 1 or more, does at a time."""
        return self.poisoning[min(heroic_level, len(self.poisoning)) - 1]

    def name_of(self, quality: int) -> str:
        """What people call a quality, such as "Standard"."""
        return self.qualities[quality - 1]


class Coating(Data):
    """A poison on a weapon (`cohorts.action.poison-recipes`): the special attack that it gives.

    `damage` and `value` count once for each point of quality; `classes` are the weapons that
    accept it.
    """

    classes: Annotated[tuple[WeaponClass, ...], Field(min_length=1)]
    type: str
    damage: Count = 0
    value: Count = 0


class Potion(Named):
    """Something brewed (`cohorts.action.potion-recipes` and the like), in its recipe and effects.

    `keyword` says which skill or guild makes it, `least_quality` the least that it can be made at.
    Once for each point of its quality the drinker regains `mana`, is changed by `modifiers` until
    the monthly production, gains a character shell of strength `shell` and heals `heals` wounds;
    what it `cures` must be of a level below `severity`, and what it `inflicts` is of that level,
    each times the quality. `wounds` and `action_points` are as they stand, whatever the quality.
    """

    keyword: Keyword
    item_level: Count = 0
    ingredients: Annotated[Mapping[ResourceKey, Positive], Field(min_length=1)]
    least_quality: Positive = 1
    weight: Annotated[float, Field(ge=0)]
    mana: Count = 0
    modifiers: Words
    shell: Count = 0
    heals: Count = 0
    cures: tuple[Status, ...] = ()
    inflicts: Status | None = None
    severity: Count = 0
    wounds: Count = 0
    action_points: Count = 0
    coating: Coating | None = None
    icon: IconOrNone = None
