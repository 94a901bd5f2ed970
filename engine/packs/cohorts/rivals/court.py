"""What a player decides for its side: whom to fight, whom to court, and when to have enough."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.campaign import Faction, Player
from engine.orders import Order
from engine.packs.cohorts.diplomacy.orders import (
    BreakAlliance,
    DeclareAlliance,
    DeclareWar,
    RescindVotes,
    SueForPeace,
)
from engine.packs.cohorts.diplomacy.votes import Matter, Vote, vote_of
from engine.packs.cohorts.knowledge.memories import Memory
from engine.packs.cohorts.pieces.ownership import cities_of
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.rivals.desk import Desk, ref
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.cohorts.rivals.reckoning import Reckoner
from engine.packs.cohorts.rivals.wars import Wars
from engine.rivals import Reason

_FRIENDLY: Final = 6
_ORDERS: Final[Mapping[Matter, type[Order]]] = {
    "war": DeclareWar,
    "peace": SueForPeace,
    "alliance": DeclareAlliance,
    "breaking": BreakAlliance,
}


@dataclass(frozen=True, slots=True)
class _Wish:
    """What a player is for about another faction, and why."""

    matter: Matter
    why: str
    over: City | None = None
    """The city that a war is about."""


def decisions(realm: RivalView, reckon: Reckoner, desk: Desk) -> None:
    """Vote about the other factions, and take back votes that are no longer meant."""
    wanted = _wanted(realm, reckon)
    for faction, wish in wanted.items():
        _vote(realm, desk, faction, wish)
    for vote in list(realm.world.by(Vote, "player", realm.player)):
        if vote.target not in wanted:
            about = realm.world.get(Faction, vote.target)
            desk.give(RescindVotes, Reason("no_war", (about.place,)), {"faction": ref(about)})


def _wanted(realm: RivalView, reckon: Reckoner) -> dict[int, _Wish]:
    """By faction what the player is for now."""
    wars = Wars(realm, reckon)
    wanted = {each: _Wish("peace", why) for each in wars.fought if (why := wars.over(each))}
    cause = wars.cause()
    if cause:
        wanted[cause.faction] = _Wish("war", cause.why or "with_us", cause.city)
    known, friends = _known(realm), 0
    for each in realm.rivals:
        if realm.stands(each) == "allied":
            friends += 1
            if wars.betrays(each):
                wanted[each] = _Wish("breaking", "in_the_way")
    for place, faction in enumerate(known):
        neutral = realm.stands(faction) == "neutral" and faction not in wanted
        if not (neutral and not friends and _helpful(realm, faction)):
            continue
        if _courts(realm, last=place == len(known) - 1):
            wanted[faction] = _Wish("alliance", "friend")
    return wanted


def _helpful(realm: RivalView, faction: int) -> bool:
    """Whether all who lead a faction are there: who stays away helps nobody, and is prey.

    Source: cohorts.turn.missed-turn.
    """
    return not any(each.idle for each in realm.world.by(Player, "faction", faction))


def _courts(realm: RivalView, *, last: bool) -> bool:
    """Whether to befriend a neighbour, or the faction that lives furthest away."""
    if last:
        return max(realm.wants("peace"), realm.wants("guile")) >= _FRIENDLY
    return realm.wants("peace") > _FRIENDLY


def _vote(realm: RivalView, desk: Desk, faction: int, wish: _Wish) -> None:
    vote = vote_of(realm.world, realm.player, faction)
    if vote and vote.matter == wish.matter:
        return
    about = realm.world.get(Faction, faction)
    values: dict[str, Any] = {"faction": ref(about)}
    things = [about.place]
    if wish.over:
        values["over"] = ref(wish.over)
        things = [wish.over.place, about.place]
    desk.give(_ORDERS[wish.matter], Reason(wish.why, tuple(things)), values)


def _known(realm: RivalView) -> list[int]:
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
