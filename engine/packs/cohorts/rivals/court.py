"""What a player decides for its side: whom to fight, whom to court, and when to have enough."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.campaign import Faction
from engine.orders import Order
from engine.packs.cohorts.diplomacy.orders import (
    BreakAlliance,
    DeclareAlliance,
    DeclareWar,
    RescindVotes,
    SueForPeace,
)
from engine.packs.cohorts.diplomacy.votes import Matter, Vote, counter, vote_of
from engine.packs.cohorts.knowledge.memories import Memory
from engine.packs.cohorts.pieces.ownership import cities_of
from engine.packs.cohorts.rivals.desk import Desk, ref
from engine.packs.cohorts.rivals.realm import Realm
from engine.rivals import Reason

_READY: Final = 6
"""The first turn in which somebody may want a war."""
_WARLIKE: Final = 8
"""From this on somebody wants one: the wish for it, and the longer the peace, the more."""
_TURNS_A_STEP: Final = 6
_MOST_STEPS: Final = 6
_FRIENDLY: Final = 6
_VOTES: Final[Mapping[Matter, tuple[type[Order], Reason]]] = {
    "war": (DeclareWar, Reason("prey")),
    "peace": (SueForPeace, Reason("enough")),
    "alliance": (DeclareAlliance, Reason("friend")),
    "breaking": (BreakAlliance, Reason("in_the_way")),
}
"""By what is voted for the order, and why it is given."""


def decisions(realm: Realm, desk: Desk) -> None:
    """Vote about the other factions, and take back votes that are no longer meant."""
    wanted = _wanted(realm)
    for faction, matter in wanted.items():
        _vote(realm, desk, faction, matter)
    for vote in list(realm.world.by(Vote, "player", realm.player)):
        if vote.target not in wanted:
            about = realm.world.get(Faction, vote.target)
            desk.give(RescindVotes, Reason("no_war", (about.place,)), {"faction": ref(about)})


def _wanted(realm: Realm) -> dict[int, Matter]:
    """By faction what the player is for now."""
    known = _known(realm)
    wars = [each for each in realm.rivals if realm.stands(each) == "at_war"]
    wanted: dict[int, Matter] = {each: "peace" for each in wars if _had_enough(realm, each)}
    for place, faction in enumerate(known):
        stands = realm.stands(faction)
        if place == 0 and not wars and _warlike(realm):
            wanted[faction] = "breaking" if stands == "allied" else "war"
        elif stands == "neutral" and _courts(realm, last=place == len(known) - 1):
            wanted[faction] = "alliance"
    return wanted


def _warlike(realm: Realm) -> bool:
    steps = min(realm.turn // _TURNS_A_STEP, _MOST_STEPS)
    return realm.turn >= _READY and realm.wants("war") + steps >= _WARLIKE


def _courts(realm: Realm, *, last: bool) -> bool:
    """Whether a neighbour, or who lives furthest away, is to be a friend."""
    if last:
        return max(realm.wants("peace"), realm.wants("guile")) >= _FRIENDLY
    return realm.wants("peace") > _FRIENDLY


def _had_enough(realm: Realm, foe: int) -> bool:
    """Whether a war is to end: who wants peace asks for it, others when they have lost much."""
    held = len(cities_of(realm.world, realm.faction))
    offered = counter(realm.world, foe, realm.faction, "peace") is not None
    return realm.wants("peace") > realm.wants("war") + 1 or held <= 1 or offered


def _vote(realm: Realm, desk: Desk, faction: int, matter: Matter) -> None:
    vote = vote_of(realm.world, realm.player, faction)
    if vote and vote.matter == matter:
        return
    order, reason = _VOTES[matter]
    about = realm.world.get(Faction, faction)
    desk.give(order, replace(reason, things=(about.place,)), {"faction": ref(about)})


def _known(realm: Realm) -> list[int]:
    """The other factions whose land was seen, the nearest to the own cities first.

    Teammates come to the same, for they know the same.
    """
    own = cities_of(realm.world, realm.faction)
    if not own:
        return []
    nearest: dict[int, int] = {}
    for memory in realm.world.all(Memory):
        if memory.owner in realm.rivals:
            far = min(realm.far(city.province, memory.province) for city in own)
            nearest[memory.owner] = min(far, nearest.get(memory.owner, far))
    return sorted(nearest, key=lambda faction: (nearest[faction], faction))
