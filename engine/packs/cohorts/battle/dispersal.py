"""Where the beaten go: attackers fall back, defenders are scattered, possessions stay behind.

Sources: cohorts.battle.attacker-defeated, cohorts.battle.defender-defeated,
cohorts.battle.possessions-lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.battle import REPEL, SIEGE, Clash
from engine.packs.cohorts.battle.muster import Band
from engine.packs.cohorts.battle.slots import ATTACKER
from engine.packs.cohorts.battle.told import ForceBeaten
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.movement import rates
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.possessions import move_all
from engine.packs.cohorts.pieces.records import Character, City, Map, Piece, Province, Stack, Unit
from engine.packs.cohorts.stacks.activation import note_deactivated
from engine.packs.cohorts.worth.levels import bars, stack_level
from engine.state import State
from engine.world import Place


def give_way(
    state: State,
    clash: Clash,
    sides: tuple[tuple[Band, ...], tuple[Band, ...]],
    winner: int,
) -> None:
    """The beaten leave: attackers to where they came from, defenders to wherever they are driven.

    Intruders whom a garrison has beaten are moved by that rule instead, and a garrison beaten at a
    siege goes back inside (cohorts.order.repel-intruders, cohorts.order.siege-barony).
    """
    for host in sides[1 - winner]:
        if host.place.kind == City.kind and (winner != ATTACKER or clash.trigger == SIEGE):
            continue
        lost: dict[str, int] = {}
        if host.place.kind == Stack.kind:
            lost = move_all(state.world, host.place, Place(Province.kind, clash.ground))
        if winner == ATTACKER and clash.trigger != REPEL:
            _scatter(state, clash, host, lost)
        else:
            _fall_back(state, clash, host, lost)
        _deactivate_empty(state, host)


def _fall_back(state: State, clash: Clash, host: Band, lost: dict[str, int]) -> None:
    """A beaten stack stays together and returns to where it came from, if it had moved."""
    world = state.world
    if host.place.kind != Stack.kind:
        return
    stack = world.get(Stack, host.place.id)
    if clash.origin and stack.place == clash.attackers[0]:
        stack = stack.replace(province=clash.origin.id)
        world.put(stack)
    pieces = tuple(pieces_in(world, host.place))
    _tell(state, clash, host, pieces, lost, to=stack.province, scattered=False)


def _scatter(state: State, clash: Clash, host: Band, lost: dict[str, int]) -> None:
    """The units of a host are driven into a random province, loose."""
    world = state.world
    pieces = tuple(_of(state, host))
    spots = refuges(state, clash.ground, pieces) if pieces else []
    if not spots:
        _tell(state, clash, host, pieces, lost, to=clash.ground, scattered=False)
        return
    spot = state.stream(f"{host.place.kind}:{host.place.id}", "displacement").pick(spots)
    for piece in pieces:
        world.put(piece.replace(holder=Place(Province.kind, spot), ship=0))
    _tell(state, clash, host, pieces, lost, to=spot, scattered=True)


def _of(state: State, host: Band) -> list[Piece]:
    pieces = list(pieces_in(state.world, host.place))
    if host.place.kind == Province.kind:
        return [each for each in pieces if faction_of(state.world, each) == host.faction]
    return pieces


def refuges(state: State, province: int, pieces: Sequence[Piece]) -> list[int]:
    """The provinces into which beaten pieces may be driven, by row and column.

    They are 3 away; if none will do, 2, then 1, then ever farther. Source:
    cohorts.battle.defender-defeated.
    """
    content = state.module.content(Content)
    grid = state.world.get(Map, 1).grid
    centre = grid.at(province - 1)
    first = content.battle.displaced
    realm = grid.realms[centre.realm]
    farthest = realm.width + realm.height
    for away in (*range(first, 0, -1), *range(first + 1, farthest)):
        spots = [
            index + 1
            for index, hex_ in enumerate(grid.hexes())
            if grid.distance(centre, hex_) == away
        ]
        found = [spot for spot in spots if may_stand(state, content, spot, pieces)]
        if found:
            return found
    return []


def may_stand(state: State, content: Content, spot: int, pieces: Sequence[Piece]) -> bool:
    """Whether all can be in a province: ships on water alone, others there if they swim or fly."""
    world = state.world
    province = world.get(Province, spot)
    if bars(province, stack_level(pieces)):
        return False
    water = content.terrains[province.terrain].is_water
    if any(isinstance(piece, Unit) and piece.arm == "ship" for piece in pieces):
        return water
    return not water or all(
        any(rates.by_itself(world, content, piece, mode) for mode in ("water", "air"))
        for piece in pieces
        if isinstance(piece, Character | Unit)
    )


def _deactivate_empty(state: State, host: Band) -> None:
    """A stack of which nothing is left comes off the map."""
    world = state.world
    stack = world.find(Stack, host.place.id) if host.place.kind == Stack.kind else None
    if stack is None or any(True for _ in pieces_in(world, stack.place)):
        return
    if stack.player:
        note_deactivated(world, stack.player, stack.name)
    world.remove(stack)


def _tell(
    state: State,
    clash: Clash,
    host: Band,
    pieces: Sequence[Piece],
    lost: dict[str, int],
    *,
    to: int,
    scattered: bool,
) -> None:
    event = ForceBeaten(
        force=host.place,
        name=host.name,
        province=clash.ground,
        to=to,
        scattered=scattered,
        pieces=tuple(piece.name for piece in pieces),
        lost=lost,
    )
    state.emit_to(event, own=(host.faction,))
