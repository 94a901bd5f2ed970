"""Figures of covert missions: their chances, how far they reach, what towers add to a defense."""

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
