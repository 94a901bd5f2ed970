"""How armies stand and what they are told: brigades, places, directives, boldness.

An army is what a stack or a garrison holds. Units with a place keep it, the others get the best
that is left, as the engine itself would line them up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from engine.packs.cohorts.pieces.records import City, Province, Stack, Unit
from engine.packs.cohorts.rivals.desk import Desk, ref
from engine.packs.cohorts.rivals.naming import next_name
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.warmaster.battle.brigades import LARGEST
from engine.packs.warmaster.battle.deployment import in_zone, lined_up
from engine.packs.warmaster.battle.figures import Arm, arm_of
from engine.packs.warmaster.battle.ground import may_enter
from engine.packs.warmaster.battle.values import ATTACKER, DEFENDER, Spot, Troop
from engine.packs.warmaster.fielding import figures_of_unit
from engine.packs.warmaster.muster import terrain_of
from engine.packs.warmaster.orders.deploying import PARTS, DeployUnit, placed
from engine.packs.warmaster.orders.directing import (
    DissolveBrigade,
    FormBrigade,
    GiveDirective,
    Told,
)
from engine.packs.warmaster.orders.doctrine import SetBoldness, SetKeepLine
from engine.packs.warmaster.standing import Brigade, doctrine, members, unit_post
from engine.rivals import Reason
from engine.world import Place

_FLANKS: Final[tuple[Told, Told]] = ("flank-left", "flank-right")
_HOST: Final = 6
"""Number of units of an army that sends one round a flank."""
_BOLD: Final = 7
"""Who wants war so much tries orders that may well fail ..."""
_BOLDNESS: Final = (6, 5, 4)
"""The boldness of who wants little of war, of most, and of those."""
_CAREFUL: Final = 3
_HEADLONG: Final = 9
"""Love of war from which an army goes as far as it can."""


def array(realm: RivalView, desk: Desk) -> None:
    """Array all armies of a player, and say how bold they are."""
    _doctrine(realm, desk)
    _apart(realm, desk)
    for place, units in _armies(realm):
        if len(units) > 1:
            _brigades(realm, desk, place, units)
            _directives(realm, desk, place, units)
            _places(realm, desk, place, units)


def _armies(realm: RivalView) -> Iterator[tuple[Place, list[Unit]]]:
    """The units of each own stack and garrison, by id."""
    units = sorted(realm.units(), key=lambda each: (each.holder, each.id))
    for place, held in groupby(units, key=lambda each: each.holder):
        if place.kind in (Stack.kind, City.kind):
            yield place, list(held)


def _doctrine(realm: RivalView, desk: Desk) -> None:
    wants, told = realm.wants("war"), doctrine(realm.world, realm.player)
    bold = _BOLDNESS[2 if wants >= _BOLD else 0 if wants <= _CAREFUL else 1]
    if told.boldness != bold:
        desk.give(SetBoldness, Reason("boldness"), {"value": bold})
    in_line = wants < _HEADLONG
    if told.keep_line != in_line:
        desk.give(SetKeepLine, Reason("line"), {"on": in_line})


# ---------------------------------------------------------------- brigades


def _apart(realm: RivalView, desk: Desk) -> None:
    """Dissolve brigades of which the units are no longer together, or only one is left."""
    for brigade in list(realm.world.by(Brigade, "player", realm.player)):
        units = members(realm.world, brigade.id)
        if len(units) < 2 or len({each.holder for each in units}) > 1:
            about = tuple(each.place for each in units[:1])
            desk.give(DissolveBrigade, Reason("apart", about), {"brigade": ref(brigade)})


def _brigades(realm: RivalView, desk: Desk, place: Place, units: Sequence[Unit]) -> None:
    """Put units of one arm together that are in no brigade yet."""
    free: dict[Arm, list[Unit]] = {}
    home = realm.world.get(City if place.kind == City.kind else Stack, place.id).name
    for unit in units:
        if not unit_post(realm.world, unit).brigade:
            free.setdefault(arm_of(figures_of_unit(realm.state, unit)), []).append(unit)
    for arm, alike in free.items():
        for first in range(0, len(alike), LARGEST):
            together = alike[first : first + LARGEST]
            if len(together) > 1:
                own = {each.name for each in realm.world.by(Brigade, "player", realm.player)}
                values = {
                    "units": tuple(ref(each) for each in together),
                    "name": next_name(f"{arm.capitalize()} of {home}", own),
                }
                desk.give(FormBrigade, Reason("brigade", (together[0].place,)), values)


# ---------------------------------------------------------------- directives


def _directives(realm: RivalView, desk: Desk, place: Place, units: Sequence[Unit]) -> None:
    """Foot hold walls, the last lances of a host go round a flank; all others do what is usual."""
    walled = place.kind == City.kind and _walls(realm, place) > 0
    lances = [each for each in units if _arm(realm, each) == "horse" and not _shoots(realm, each)]
    outer = lances[-1:] if place.kind == Stack.kind and len(units) >= _HOST else []
    for unit in units:
        told, reason = _told(realm, unit, walled=walled, outer=unit in outer)
        if (unit_post(realm.world, unit).directive or "usual") != told:
            desk.give(GiveDirective, reason, {"unit": ref(unit), "directive": told})


def _told(realm: RivalView, unit: Unit, *, walled: bool, outer: bool) -> tuple[Told, Reason]:
    if walled and _arm(realm, unit) in ("foot", "shooters"):
        return "hold", Reason("on_walls", (unit.place,))
    if outer:
        return _FLANKS[unit.id % len(_FLANKS)], Reason("round_flank", (unit.place,))
    return "usual", Reason("as_usual", (unit.place,))


def _arm(realm: RivalView, unit: Unit) -> Arm:
    return arm_of(figures_of_unit(realm.state, unit))


def _shoots(realm: RivalView, unit: Unit) -> bool:
    return figures_of_unit(realm.state, unit).shots > 0


def _walls(realm: RivalView, place: Place) -> int:
    home = realm.world.at(place)
    if not isinstance(home, City):
        return 0
    return realm.world.get(Province, home.province).fortification


# ---------------------------------------------------------------- places


def _places(realm: RivalView, desk: Desk, place: Place, units: Sequence[Unit]) -> None:
    """Give a hex to a unit without one, or with one that another of the army has already."""
    if place.kind == Stack.kind:
        _line_up(realm, desk, units, ATTACKER, 0)
    _line_up(realm, desk, units, DEFENDER, _walls(realm, place))


def _line_up(realm: RivalView, desk: Desk, units: Sequence[Unit], side: int, walls: int) -> None:
    taken: dict[Spot, None] = {}
    left: list[Unit] = []
    for unit in units:
        spot = placed(unit_post(realm.world, unit), PARTS[side])
        if spot and spot not in taken:
            taken[spot] = None
        else:
            left.append(unit)

    def free(troop: Troop, spot: Spot) -> bool:
        flies = "flyer" in troop.special
        enters = may_enter(troop.kind, terrain_of(spot, walls), flyer=flies)
        return spot not in taken and in_zone(side, spot) and enters

    try:
        spots = lined_up([_in_brigade(realm, each) for each in left], side, free)
    except LookupError:  # more units than the zone has hexes: the engine takes the first
        return
    for unit, spot in zip(left, spots, strict=True):
        values = {"unit": ref(unit), "hex": f"{spot[0]},{spot[1]}"}
        desk.give(DeployUnit, Reason("place", (unit.place,)), values)


def _in_brigade(realm: RivalView, unit: Unit) -> Troop:
    brigade = unit_post(realm.world, unit).brigade
    return figures_of_unit(realm.state, unit).replace(brigade=brigade)
