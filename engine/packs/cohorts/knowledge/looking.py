"""A faction's view: everything that it knows of the map and of the pieces on it.

Source: cohorts.knowledge.view.
"""

from __future__ import annotations

from typing import Any

from engine.campaign import Faction, Now, Player
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.lands import links, provinces, realms
from engine.packs.cohorts.knowledge.memories import Member, Sighting
from engine.packs.cohorts.knowledge.views import (
    in_view,
    is_guest,
    present,
    tells_of_guests,
)
from engine.packs.cohorts.pieces.contents import PIECES, pieces_in
from engine.packs.cohorts.pieces.ownership import Relation, allies_of, imprisoned
from engine.packs.cohorts.pieces.positions import Position
from engine.packs.cohorts.pieces.records import (
    Agent,
    Character,
    City,
    Map,
    Possession,
    Province,
    Stack,
    Unit,
)
from engine.world import Place, World

_PLAYER = ("id", "faction", "name", "active", "idle")
_STACK = ("id", "name", "player", "province", "banner", "message")
_PIECE = ("id", "name", "player", "holder", "race", "job", "arm", "type", "soldiers", "message")
_PRISONER = (*_PIECE, "captor", "dead", "wounds", "statuses", "equipment")
"""Guards of a prisoner know its state and its weight."""
_TOLD_OF_ALL = ("id", "name", "player", "holder", "race", "message")
_TOLD = {
    Character.kind: (*_TOLD_OF_ALL, "job"),
    Unit.kind: (*_TOLD_OF_ALL, "arm", "type", "soldiers"),
    Agent.kind: (*_TOLD_OF_ALL, "type"),
}
"""What a sighting tells of those who were there, by their kind; there are thousands in a view."""


def look(rules: Rules, world: World, faction: int, seen: World) -> None:
    """Fill a view with everything the faction knows of the map and the pieces on it."""
    now = world.get(Now, 1)
    for record in (now, world.get(Map, 1)):
        seen.put(record)
    for cls in (Faction, Relation):
        seen.share(cls, world)
    players = world.all(Player)
    seen.fill(Player, (p if p.faction == faction else p.only(_PLAYER) for p in players))
    view = in_view(world, rules.module.content(Content), faction)
    provinces(world, faction, view, seen, now.turn)
    links(world, faction, seen)
    realms(world, seen)
    _own_pieces(world, faction, seen)
    _others(world, faction, seen)


def _own_pieces(world: World, faction: int, seen: World) -> None:
    """Everything of the faction's players, what it holds, its prisoners and its guests.

    Its captured people are in `captives`.
    """
    own = {player.id for player in world.by(Player, "faction", faction)}
    bearers: list[Place] = []
    for cls in (Position, Stack, *PIECES):
        mine = [each for each in world.among(cls, "player", sorted(own)) if not imprisoned(each)]
        seen.fill(cls, mine)
        bearers += [each.place for each in mine]
    seen.fill(Possession, world.among(Possession, "holder", bearers))
    for kind in (Character, Unit):
        for prisoner in world.among(kind, "held_by", sorted(own)):
            if seen.find(kind, prisoner.id) is None:
                seen.put(prisoner.only(_PRISONER))
                seen.put_all(world.by(Possession, "holder", prisoner.place))
    cities = [city for city in seen.all(City) if city.knows("population")]
    if len(allies_of(world, faction)) > 1:  # who has no allies has no guests to look for
        hosts = [stack for player in sorted(own) for stack in world.by(Stack, "player", player)]
        for host in (*hosts, *cities):
            for guest in pieces_in(world, host.place):
                if guest.player not in own and is_guest(world, faction, guest):
                    seen.put(guest)
                    seen.put_all(world.by(Possession, "holder", guest.place))
    for city in cities:
        seen.put_all(world.by(Possession, "holder", city.place))


def _others(world: World, faction: int, seen: World) -> None:
    """Foreign stacks and loose pieces: with an own piece as they are, else as last sighted."""
    for province in present(world, faction):
        # A cache is known to who has a piece there (cohorts.world.caches).
        seen.put_all(world.by(Possession, "holder", Place("province", province)))
        for stack in world.by(Stack, "province", province):
            if seen.find(Stack, stack.id) is None:
                seen.put(stack.only(_STACK))
                _show_pieces(world, stack.place, seen)
        _show_pieces(world, Place("province", province), seen)
    # The newest first: who was learned of elsewhere since, is shown there.
    sightings = sorted(world.by(Sighting, "faction", faction), key=lambda each: -each.tick)
    stacks: dict[Place, Stack] = {}
    pieces: dict[Place, tuple[Any, ...]] = {}
    for sighting in sightings:
        subject = sighting.subject
        if subject.kind == "stack" and subject not in stacks and seen.at(subject) is None:
            stacks[subject] = Stack.partly(
                id=subject.id,
                name=sighting.name,
                player=sighting.player,
                province=sighting.province,
                banner=sighting.banner,
                message=sighting.message,
            )
        guests = [kind for kind in _TOLD if tells_of_guests(world, faction, sighting, kind)]
        for member in sighting.members:
            place = member.place
            if place not in pieces and place.kind not in guests and seen.at(place) is None:
                pieces[place] = _member(sighting, member)
    seen.fill(Sighting, sightings)
    seen.fill(Stack, stacks.values())
    for cls in PIECES:
        told = (values for place, values in pieces.items() if place.kind == cls.kind)
        seen.fill(cls, cls.partly_all(_TOLD[cls.kind], told))


def _show_pieces(world: World, place: Place, seen: World) -> None:
    for piece in pieces_in(world, place):
        # Of those who lie in the open, who is dead is plain to see.
        if seen.at(piece.place) is None:
            seen.put(piece.only((*_PIECE, "dead") if place.kind == Province.kind else _PIECE))


def _member(sighting: Sighting, member: Member) -> tuple[Any, ...]:
    """A piece as a sighting told of it: the fields that `_TOLD` names."""
    loose = sighting.subject == member.place
    told = (
        member.place.id,
        member.name,
        member.player or sighting.player,
        Place("province", sighting.province) if loose else sighting.subject,
        member.race,
        member.message,
    )
    match member.place.kind:
        case Character.kind:
            return *told, member.type
        case Unit.kind:
            return *told, member.arm, member.type, member.soldiers
        case _:
            return *told, member.type
