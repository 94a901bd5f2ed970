"""What cities train: the arm of which an army has too little, for the recruits that wait."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from engine.module.natures import USUAL
from engine.numbers import total
from engine.packs.cohorts.cities.training import waiting_in
from engine.packs.cohorts.pieces.records import Character, City, Unit
from engine.packs.cohorts.rivals.cities import Work
from engine.packs.cohorts.rivals.naming import unit_name
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.cohorts.rivals.reckoning import Weighing
from engine.packs.cohorts.worth.levels import encounter_level
from engine.packs.warmaster.battle.arms import Arm, arm_of
from engine.packs.warmaster.content import UnitType, WarmasterContent
from engine.packs.warmaster.fielding import figures_of_unit, troop_of_type
from engine.packs.warmaster.leading import figures_of
from engine.packs.warmaster.pieces import list_of, regiment_of, stands_of
from engine.packs.warmaster.training import TrainRegiments, lacking, recruits_of, types_of
from engine.packs.warmaster.usual import WarmasterUsual
from engine.rivals import Reason

_A_LEVEL: Final = 20
"""What a level is worth of a unit that is of no type."""


def _usual(realm: RivalView) -> WarmasterUsual:
    war = realm.mind.rules.module.content(WarmasterContent)
    return WarmasterUsual(realm.mind.view, realm.content, war, realm.faction)


def _points(realm: RivalView, piece: Character | Unit) -> float:
    war = realm.mind.rules.module.content(WarmasterContent)
    if isinstance(piece, Character):
        return float(figures_of(list_of(war, piece.race), "hero").points)
    own = regiment_of(war, realm.content, piece)
    if not own.type:
        return float(_A_LEVEL * encounter_level(piece))
    return own.points * stands_of(own.stands, piece.wounds) / own.stands


def _army(realm: RivalView, pieces: Sequence[Character | Unit]) -> float:
    """What an army costs by its lists, each who leads it as a Hero."""
    return total(_points(realm, each) for each in pieces)


WEIGHING: Final = Weighing(usual=_usual, force=_army, young=True)
"""How forces are weighed in a Warmaster campaign."""


_MIX: Final[Mapping[Arm, int]] = {
    "foot": 45,
    "shooters": 15,
    "machines": 8,
    "horse": 27,
    "flyers": 5,
}
"""Of a hundred points of an army, how many are to be of each arm."""
_FEW: Final = 4
"""Number of units below which an army grows before anything else."""
_UNGUARDED: Final = 30
"""How much more soldiers are worth to a city that has none."""


def levies(realm: RivalView, city: City) -> Iterator[Work]:
    """For each race of recruits the type of its list of which the army has too little."""
    war = realm.mind.rules.module.content(WarmasterContent)
    units = realm.units()
    for race, waiting in waiting_in(realm.state, city):
        army = list_of(war, race.key)
        kinds = [
            kind
            for kind in types_of(war, iter((race.key,)))
            if recruits_of(kind, attached=False) <= waiting
            and not lacking(realm.world, realm.content, war, kind, city)
        ]
        if army is None or not kinds:
            continue
        kind = min(kinds, key=lambda each: (*_plenty(realm, each), each.key))
        attached = kind.attached is not None and recruits_of(kind, attached=True) <= waiting // 2
        number = min(waiting // recruits_of(kind, attached=attached), war.warmaster.trained_at_once)
        more = 2 + 3 * bool(realm.sighted) + 4 * (len(units) < _FEW)
        if not realm.garrison(city) and city.actions > 1:
            more += _UNGUARDED
        weight = (realm.worth(TrainRegiments) + more) * (1 + realm.wants("war")) / (1 + USUAL)
        values = {
            "type": kind.key,
            "race": race.key,
            "quantity": number,
            "attached": attached,
            "name": unit_name(realm, city, kind.name),
        }
        yield Work(weight, TrainRegiments, Reason("mixed_arms", (city.place,)), values)


def _plenty(realm: RivalView, kind: UnitType) -> tuple[Fraction, int]:
    """How much of its arm an army has of what it is to have, and then of the type itself."""
    war = realm.mind.rules.module.content(WarmasterContent)
    arm, of_arm, of_type, every = arm_of(troop_of_type(kind)), 0, 0, 1
    for unit in realm.units():
        own = regiment_of(war, realm.content, unit)
        every += own.points
        of_arm += own.points * (arm_of(figures_of_unit(realm.state, unit)) == arm)
        of_type += own.points * (own.type == kind.key)
    return Fraction(of_arm, every * _MIX[arm]), of_type
