"""Whom a king makes war on, which land of theirs comes first, and where hosts gather for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.orders import Ref
from engine.packs.kingdoms.crowns.relations import kin, truce_between
from engine.packs.kingdoms.crowns.rivals.errands import Errand
from engine.packs.kingdoms.crowns.rivals.hands import Hand
from engine.packs.kingdoms.crowns.rivals.realm import KingsView
from engine.packs.kingdoms.crowns.rivals.reckoning import needed
from engine.packs.kingdoms.pieces.records import Army, Holding
from engine.rivals import Reason

_HEMMED_IN: Final = 6
"""By so much more a king would break with a friend if there is nobody else to make war on."""
_TOO_LARGE: Final = 2
"""Kingdoms with this many times as much land are better left in peace."""
_MARCH: Final = 2
"""What it is worth to come to where a host gathers."""
_LEAST: Final = 2
"""Number of armies worth a separate general where nobody need be fought."""


@dataclass(frozen=True, slots=True)
class WarGoal:
    """What a war is about."""

    prey: int
    """The kingdom."""
    goal: int
    """The province that is wanted first; 0 if none of theirs lies beside the own land."""
    muster: int = 0
    """The own province beside it where hosts gather."""
    host: int = _LEAST
    """As many armies are needed to take the goal."""


def war_of(realm: KingsView) -> WarGoal | None:
    """The war that a king fights, if any; it is thought of once a turn."""
    about = ("war",)
    if about not in realm.reckoned:
        realm.reckoned[about] = _war(realm)
    return realm.reckoned[about]


def _war(realm: KingsView) -> WarGoal | None:
    prey = _prey(realm)
    if not prey:
        return None
    found = [
        (_wanted(realm, there) * (1 + _gathered(realm, here) / 4), -there, -here)
        for here in realm.land
        for there in realm.near(here)
        if realm.owner(there) == prey and not realm.sea(here) and not realm.sea(there)
    ]
    if not found:
        return WarGoal(prey, 0)
    _, goal, muster = max(found)
    return WarGoal(prey, -goal, -muster, max(_LEAST, needed(realm, -goal)))


def _prey(realm: KingsView) -> int:
    """The neighbour that a king makes war on, once there is no other land; 0: none.

    Those with whom there is no treaty come first, of them the weakest. Friends are left alone by
    kings who care more for peace than for war, unless surrounded by them; so are those far too
    strong.
    """
    nature, me = realm.mind.nature, realm.crown.id
    if free_land(realm):
        return 0
    others = [each for each in realm.others if each.id in realm.neighbours]
    hemmed = all(realm.friendly(each.id) for each in others)
    found: list[tuple[bool, int, int]] = []
    for other in others:
        size = realm.reach_of[other.id]
        if not size or kin(realm.view, me, other.id):
            continue
        truce = truce_between(realm.view, me, other.id)
        cause = (len(realm.land) > 2 * size) + _HEMMED_IN * hemmed
        eager = nature.wants("war") - nature.wants("peace")
        if (truce and eager + cause <= 0) or (eager < 0 and size > _TOO_LARGE * len(realm.land)):
            continue
        found.append((truce is not None, size, other.id))
    return min(found, default=(False, 0, 0))[2]


def free_land(realm: KingsView) -> bool:
    """Whether there is land nearby that no kingdom owns."""
    return any(
        not realm.owner(there) and not realm.sea(there)
        for here in realm.land
        for there in realm.near(here)
    )


def _wanted(realm: KingsView, goal: int) -> float:
    """What land of the enemy is worth for the armies that stand in the way."""
    border = sum(1 for there in realm.near(goal) if there in realm.land)
    worth = (realm.tax(goal) + 1) * (1 + border / 6)
    return worth / (1 + realm.foes(goal).number)


def _gathered(realm: KingsView, here: int) -> int:
    """How many armies that march stand in a province already."""
    types = realm.armies.army_types
    armies = realm.view.by(Army, "holding", here)
    return sum(
        1
        for army in armies
        if army.crown == realm.crown.id and not types[army.type].sails and army.leader
    )


def gatherings(hand: Hand) -> Iterator[Errand]:
    """The way to where the host gathers, for a force that can take nothing by itself."""
    realm = hand.realm
    war = war_of(realm)
    if war is None or not war.muster or not hand.force or hand.sails:
        return
    away = walks(realm, war.muster)
    here = away.get(hand.at)
    if not here:
        return
    near = [
        (away[goal], len(way), goal)
        for goal, way in hand.ways(today=True).items()
        if way and away.get(goal, here) < here and goal in realm.land
    ]
    if near:
        _, _, goal = min(near)
        place = Ref(Holding.kind, war.goal).place
        reason = Reason("gather", (place,), war.host)
        yield Errand("", hand.ways(today=True)[goal], 0, _MARCH * len(hand.force), reason)


def walks(realm: KingsView, start: int) -> dict[int, int]:
    """How far one walks from a province of the own land to all of it, and to that of friends."""
    about = ("walks", start)
    if about not in realm.reckoned:
        realm.reckoned[about] = dict(_spread(realm, start))
    return realm.reckoned[about]


def island(realm: KingsView, holding: int) -> bool:
    """Whether those who walk from an own province find nothing to take, and no war either."""
    if holding not in realm.land or realm.sea(holding):
        return False
    war, ours = war_of(realm), walks(realm, holding)
    if war is not None and war.muster in ours:
        return False
    beside = (there for here in ours for there in realm.near(here))
    return all(there in ours or realm.sea(there) for there in beside)


def _spread(realm: KingsView, start: int) -> Iterator[tuple[int, int]]:
    found, waiting = {start: 0}, [start]
    for here in waiting:
        yield here, found[here]
        for there in realm.near(here):
            open_to = there in realm.land or realm.friendly(realm.owner(there))
            if there not in found and open_to and not realm.sea(there):
                found[there] = found[here] + 1
                waiting.append(there)
