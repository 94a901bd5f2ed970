"""How long votes of a majority must stand before a relation changes."""

from engine.module.sections import Data
from engine.packs.cohorts.content.cities import Positive


class Diplomacy(Data):
    """Weekly productions from a majority to the change it wants (``cohorts.diplomacy.counters``).

    An alliance has none: it begins when both majorities stand.
    """

    war: Positive
    peace: Positive
    breaking: Positive
