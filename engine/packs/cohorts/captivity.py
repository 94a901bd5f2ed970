"""Prisoners: how somebody comes into a captor's hands, and who holds him from then on.

Battles, failed missions and kidnappers take them; how they get free stands in `covert.prisoners`,
and what befalls them otherwise with each rule. Source: cohorts.covert.prisoners.
"""

from __future__ import annotations

from engine.campaign import Player
from engine.packs.cohorts.ownership import faction_of, imprisoned, player_of, province_of, relation
from engine.packs.cohorts.records import Character, City, Province, Stack, Unit
from engine.packs.cohorts.stacks.ships import leave_ship
from engine.packs.cohorts.stacks.transfers import PrisonerReleased
from engine.state import State
from engine.world import Place, World


def put_away(world: World, piece: Character | Unit, holder: Place, captor: int = 0) -> None:
    """Bring a piece into another stack, city or province: a prisoner of a player, or free (0).

    Places on ships are given up; equipment and possessions go along.
    """
    leave_ship(world, piece)
    world.put(piece.replace(holder=holder, captor=captor, ship=0))


def settle(state: State) -> None:
    """At the end of a tick: a prisoner is the prisoner of whoever has the container it is in.

    With a container that passes to others it passes too, and is free among its own; one that no
    player's container holds any more is free, loose in the province.
    """
    for cls in (Character, Unit):
        for piece in state.world.all(cls):
            if imprisoned(piece):
                _settle(state, piece)


def _settle(state: State, piece: Character | Unit) -> None:
    world = state.world
    holder = world.at(piece.holder)
    if not isinstance(holder, Stack | City) or player_of(world, holder) == piece.captor:
        return
    player, province = player_of(world, holder), province_of(world, piece.place)
    if not player:
        put_away(world, piece, Place(Province.kind, province))
    else:
        friends = relation(world, faction_of(world, holder), faction_of(world, piece)) == "allied"
        put_away(world, piece, piece.holder, 0 if friends else player)
    if not imprisoned(world.get(type(piece), piece.id)):
        captor = world.find(Player, piece.captor)
        freed = PrisonerReleased(
            piece=piece.place, name=piece.name, province=province, captor=piece.captor
        )
        state.emit_to(freed, own=(faction_of(world, piece), captor.faction if captor else 0))
