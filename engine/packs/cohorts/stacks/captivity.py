"""Prisoners: how somebody comes into a captor's hands, and who holds them from then on.

Battles, failed missions and kidnappers take them; how they get free stands in `covert.prisoners`,
and what befalls them otherwise with each rule. Source: cohorts.covert.prisoners.
"""

from __future__ import annotations

from engine.campaign import Player
from engine.packs.cohorts.knowledge import captives
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.ownership import (
    faction_of,
    imprisoned,
    player_of,
    prisoners,
    province_of,
    relation,
)
from engine.packs.cohorts.pieces.records import Character, City, Province, Stack, Unit
from engine.packs.cohorts.stacks.ships import leave_ship
from engine.packs.cohorts.stacks.transfers import PrisonerReleased
from engine.state import State
from engine.world import Place, World


def put_away(
    world: World, piece: Character | Unit, holder: Place, captor: int = 0, seized: int = 0
) -> None:
    """Bring a piece into another stack, city or province: a prisoner of a player, or free (0).

    Places on ships are given up; equipment and possessions go along. `seized` is the province from
    which a character was carried off unseen, so that its own side does not learn where to. What
    becomes of who is a prisoner already, its side does not see (cohorts.knowledge.view).
    """
    leave_ship(world, piece)
    away = piece.replace(holder=holder, captor=captor, ship=0)
    if isinstance(away, Character):
        away = away.replace(seized=seized)
    world.put(away)
    if captor and (seized or not imprisoned(piece)):
        captives.remember(world, away)


def settle(state: State) -> None:
    """At the end of a tick: a prisoner belongs to the owner of its container.

    With a container that passes to others it passes too, and is free among its own; one that no
    player's container holds any more, or whose guards have all left the stack, is free, loose in
    the province.
    """
    for piece in prisoners(state.world):
        _settle(state, piece)
    for hero in state.world.all(Character):
        if hero.seized and not hero.captor:
            state.world.put(hero.replace(seized=0))  # free people know where they were


def _guarded(world: World, stack: Stack) -> bool:
    """Whether anybody is in a stack, apart from its prisoners and the dead."""
    return any(
        not imprisoned(piece) and not (isinstance(piece, Character) and piece.dead)
        for piece in pieces_in(world, stack.place)
    )


def _settle(state: State, piece: Character | Unit) -> None:
    world = state.world
    holder = world.at(piece.holder)
    if not isinstance(holder, Stack | City):
        return
    player, province = player_of(world, holder), province_of(world, piece.place)
    if isinstance(holder, Stack) and _guarded(state.before, holder) and not _guarded(world, holder):
        player = 0
    if player == piece.captor:
        return
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
