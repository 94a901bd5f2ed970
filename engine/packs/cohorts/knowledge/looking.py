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
    Piece,
    Possession,
    Province,
    Stack,
    Unit,
)
from engine.world import Place, Record, World

_PLAYER = ("id", "faction", "name", "active", "idle")
_STACK = ("id", "name", "player", "province", "banner", "message")
_PIECE = ("id", "name", "player", "holder", "race", "job", "arm", "type", "soldiers", "message")
_PRISONER = (*_PIECE, "captor", "dead", "wounds", "statuses", "equipment")
"""Guards of a prisoner know its state and its weight."""


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
    told: dict[Place, Record] = {}
    for sighting in sightings:
        subject = sighting.subject
        if subject.kind == "stack" and subject not in told and seen.at(subject) is None:
            told[subject] = Stack.partly(
                id=subject.id,
                name=sighting.name,
                player=sighting.player,
                province=sighting.province,
                banner=sighting.banner,
                message=sighting.message,
            )
        for member in sighting.members:
            if member.place in told or seen.at(member.place) is not None:
                continue
            if not tells_of_guests(world, faction, sighting, member.place.kind):
                told[member.place] = _member(sighting, member)
    seen.fill(Sighting, sightings)
    for cls in (Stack, *PIECES):
        seen.fill(cls, [each for each in told.values() if isinstance(each, cls)])


def _show_pieces(world: World, place: Place, seen: World) -> None:
    for piece in pieces_in(world, place):
        # Of those who lie in the open, who is dead is plain to see.
        if seen.at(piece.place) is None:
            seen.put(piece.only((*_PIECE, "dead") if place.kind == Province.kind else _PIECE))


def _member(sighting: Sighting, member: Member) -> Piece:
    """A piece as a sighting told of it."""
    loose = sighting.subject == member.place
    told: dict[str, Any] = {
        "id": member.place.id,
        "name": member.name,
        "player": member.player or sighting.player,
        "holder": Place("province", sighting.province) if loose else sighting.subject,
        "race": member.race,
        "message": member.message,
    }
    match member.place.kind:
        case Character.kind:
            return Character.partly(**told, job=member.type)
        case Unit.kind:
            return Unit.partly(**told, arm=member.arm, type=member.type, soldiers=member.soldiers)
        case _:
            return Agent.partly(**told, type=member.type)
