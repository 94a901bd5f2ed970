"""How a campaign of Cohorts is won: what factions get points for, and what ends it early.

Its last turn is a matter of `[victory]` (`engine.ending`).
"""

import operator
from typing import Annotated

from pydantic import Field

from engine.module.sections import Data
from engine.packs.cohorts.content.quests import TitleKey

Worth = Annotated[int, Field(ge=0, le=1000)]


class Points(Data):
    """What a faction gets for each thing that its players hold (cohorts.campaign.points).

    What is not named counts nothing. `people` are points for every full thousand.
    """

    city: Worth = 0
    territory_capital: Worth = 0
    kingdom_capital: Worth = 0
    people: Worth = 0
    guild_level: Worth = 0
    castle: Worth = 0
    title: Worth = 0
    task: Worth = 0
    """For a quest or adventure completed."""


class CityShare(Data):
    """A share of all cities, in percent, at a number of weekly productions in a row."""

    percent: Annotated[int, Field(ge=1, le=100)]
    productions: Annotated[int, Field(ge=1, le=1000)]


class Winning(Data):
    """What counts, and what ends a campaign before its last turn (cohorts.campaign.end)."""

    points: Points = Points(city=1)
    last_standing: bool = False
    """Whether it ends when one faction alone is not out."""
    share: Annotated[CityShare | None, Field(exclude_if=operator.not_)] = None
    title: Annotated[TitleKey | None, Field(exclude_if=operator.not_)] = None
    """Whose faction has a living character with it wins."""
    allies_together: bool = False
    """Whether allied factions hold shares together and win together."""
