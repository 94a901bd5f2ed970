"""The guilds of a Cohorts module: what each type needs, teaches and makes, and how guilds grow."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from engine.module.art import IconOrNone
from engine.module.sections import Data, Named
from engine.packs.cohorts.content.cities import Positive
from engine.packs.cohorts.content.land import Alternative, Needs, Percent
from engine.packs.cohorts.content.peoples import ClassKey, Keyword


class Several(Data):
    """A need for a number of different resources of a list."""

    count: Positive
    among: Annotated[tuple[Alternative, ...], Field(min_length=1)]


class GuildType(Named):
    """A type of guild (`cohorts.order.build-guild`); its key is one of the six kinds.

    A city with at least `least_people` people and access to what is needed builds it with a
    founder of the class `founder`, or of any class if there is none. It teaches the trained
    skills of `teaches` and its agents have that class's skills and are called `agent`
    (`cohorts.order.guild-train-character`, `cohorts.order.guild-summon-agent`); it brews the
    potions of the keywords in `brews`. Each level of the guild adds `teaching_percent` to its
    chance to teach.
    """

    founder: ClassKey | None = None
    needs: Needs = ()
    several: Several | None = None
    least_people: Annotated[int, Field(ge=0)] = 0
    teaches: ClassKey
    agent: str
    teaching_percent: Annotated[int, Field(ge=0)] = 1
    brews: tuple[Keyword, ...] = ()
    holds_mana: bool = False
    icon: IconOrNone = None


class GuildRules(Data):
    """Figures that hold for every guild (`cohorts.guild.*`).

    An order raises a guild with a chance of (`sure_to_level` - its level) * `percent_per_level`,
    and each week it may do so by itself, at most to `most_level`. A founder needs `founder_level`;
    breaking trade costs a `broken_trade_part` of the level. An agent trades goods of equal `worth`
    with `equal_worth_factor` percent a level. A month gives 1 mana for each `levels_per_mana`. Each
    level of the guild above the skill that it teaches adds `teaching_percent_per_difference`. An
    agent's stealth is a `stealth_part` of the guild's level. `hunt_percent` is a knave guild's
    chance to kill an agent of the same level. For each of its levels a church heals
    `healing_percent` points of wounds, of a character of its deity `healing_percent_faithful`. A
    hit in a bombardment costs a guild `bombarded_percent` of its level for each point of damage
    (`cohorts.bombard.effects`).
    """

    founder_level: Positive
    sure_to_level: Positive
    percent_per_level: Positive
    spontaneous_percent: Percent
    most_level: Positive
    actions: Positive
    broken_trade_part: Positive
    equal_worth_factor: Positive
    worth: Mapping[Literal["common", "uncommon", "rare"], int]
    levels_per_potion: Positive
    levels_per_mana: Positive
    teaching_percent_per_difference: Annotated[int, Field(ge=0)]
    stealth_part: Positive
    healing_percent: Positive
    healing_percent_faithful: Positive
    hunt_percent: Percent
    bombarded_percent: Percent


class TrainingGain(Data):
    """The share of the XP to the next level that a training of at least `total` gives."""

    total: int
    percent: Annotated[int, Field(ge=0)]


class Drill(Data):
    """The roll that trains a unit (`cohorts.unit.training-roll`).

    One die with `sides` for each of at most `most_targets`, on all of them
    `per_further_target` for each target beyond the first. A natural 1 costs `worst_percent`
    of the XP to the next level, the highest roll adds `best_percent`. `gains` go upwards.
    """

    sides: Annotated[int, Field(ge=2)]
    most_targets: Positive
    per_further_target: int
    worst_percent: Percent
    best_percent: Percent
    gains: Annotated[tuple[TrainingGain, ...], Field(min_length=1)]

    def percent(self, roll: int, total: int) -> int:
        """The share of the XP to the next level that a roll gives, or takes if below 0."""
        if roll == 1:
            return -self.worst_percent
        reached = max((gain.percent for gain in self.gains if gain.total <= total), default=0)
        return reached + (self.best_percent if roll == self.sides else 0)
