"""Friends who part: people in a stack or city of the other side go out into the open.

Nobody could command those who stay, or see where they are. Source: cohorts.order.break-alliance.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from engine.campaign import Player
from engine.distance_rings import rings
from engine.events import Event, Level
from engine.facts import facts
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.contents import PIECES
from engine.packs.cohorts.pieces.ownership import faction_of, imprisoned
from engine.packs.cohorts.pieces.records import City, Map, Piece, Province, Stack
from engine.state import State
from engine.world import Place


@facts
class FriendParted(Event):
    """Somebody went out of a stack or city of those who are no allies any more."""

    piece: Annotated[Place, Level.OWN]
    name: str
    start: str
    """The stack or city, by name."""
    faction: int
    """Whose that is."""
    province: int
    """Where it now stands."""


def part(state: State, one: int, other: int) -> None:
    """Let the people of two factions leave each other's stacks and cities, prisoners apart."""
    for side, host in ((one, other), (other, one)):
        for piece in list(_among(state, side, host)):
            holder = state.world.at(piece.holder)
            assert isinstance(holder, Stack | City)
            spot = _land(state, holder.province)
            state.world.put(piece.replace(holder=Place(Province.kind, spot), ship=0))
            event = FriendParted(
                piece=piece.place, name=piece.name, start=holder.name, faction=host, province=spot
            )
            state.emit_to(event, own=[side], sighted=[host])


def _among(state: State, side: int, host: int) -> Iterator[Piece]:
    """The free people of a side in stacks and cities of the other."""
    world = state.world
    for player in world.by(Player, "faction", side):
        for cls in PIECES:
            for piece in world.by(cls, "player", player.id):
                holder = world.at(piece.holder)
                within = isinstance(holder, Stack | City) and faction_of(world, holder) == host
                if within and not imprisoned(piece):
                    yield piece


def _land(state: State, start: int) -> int:
    """The province itself, or the nearest land to water."""
    world, terrains = state.world, state.module.content(Content).terrains
    for _, ring in rings(world.get(Map, 1).grid, start):
        for spot in ring:
            if not terrains[world.get(Province, spot).terrain].is_water:
                return spot
    return start
