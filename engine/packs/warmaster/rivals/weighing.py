"""What units of army lists are worth to computer players: their points, as far as they stand."""

from __future__ import annotations

from typing import Final

from engine.packs.cohorts.pieces.records import Unit
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.cohorts.rivals.reckoning import Weighing
from engine.packs.cohorts.worth.levels import encounter_level
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.pieces import regiment_of, stands_of
from engine.packs.warmaster.usual import WarmasterUsual

_A_LEVEL: Final = 20
"""What a level is worth of a unit that is of no type."""


def _usual(realm: RivalView) -> WarmasterUsual:
    war = realm.mind.rules.module.content(WarmasterContent)
    return WarmasterUsual(realm.mind.view, realm.content, war, realm.faction)


def _points(realm: RivalView, unit: Unit) -> float:
    war = realm.mind.rules.module.content(WarmasterContent)
    own = regiment_of(war, realm.content, unit)
    if not own.type:
        return float(_A_LEVEL * encounter_level(unit))
    return own.points * stands_of(own.stands, unit.wounds) / own.stands


WEIGHING: Final = Weighing(usual=_usual, unit=_points)
"""How forces are weighed in a Warmaster campaign."""
