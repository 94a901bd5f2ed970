"""Figures of covert missions: their chances, how far they reach, what towers add to a defense."""

import operator
from typing import Annotated

from pydantic import Field

from engine.module.sections import Data
from engine.packs.cohorts.content.acting import Whole


class CovertRules(Data):
    """What the missions of spies, thieves and assassins are reckoned with (`cohorts.covert.*`).

    A mission succeeds with `base_percent` and `percent_per_heroic_level` of its skill, less the
    defense of its target, and reaches `range_per_heroic_level` provinces for each heroic level of
    the best covert skill. Who fails gets away with `escape_percent` and a percent for each level
    of stealth, less the same defense. Each watch tower in whose view the target lies adds
    `tower_defense`. Stealing what somebody wears is harder by `equipped_percent`, and easier by
    as much if there is a second one among the possessions.

    For each heroic level of a thief troops lose `morale_percent` of their morale. Fortifications
    are weaker by `sabotaged_walls` levels, and a city in strife has `strife_actions` less.

    Carrying somebody off is harder by `kidnap_percent`, and by that many percent points for each
    level of the victim (`kidnap_level`) and of the highest military unit with it (`kidnap_guard`,
    by its encounter level) (`cohorts.covert.kidnapping`).
    """

    base_percent: Whole
    percent_per_heroic_level: Whole
    range_per_heroic_level: Whole
    escape_percent: Whole
    tower_defense: Whole
    equipped_percent: Whole
    morale_percent: Whole
    sabotaged_walls: Whole
    strife_actions: Whole
    kidnap_percent: Annotated[Whole, Field(exclude_if=operator.not_)] = 0
    kidnap_level: Annotated[Whole, Field(exclude_if=operator.not_)] = 0
    kidnap_guard: Annotated[Whole, Field(exclude_if=operator.not_)] = 0
