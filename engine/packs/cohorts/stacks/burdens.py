"""What keeps a stack from moving, and the orders that put it down.

Nobody in a stack helps to carry what lies in it (cohorts.stack.possessions-and-burden).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from engine.orders import Order, Ref
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.movement.burden import carried, item_weight
from engine.packs.cohorts.movement.rates import by_itself, item_travel, pace
from engine.packs.cohorts.pieces.contents import pieces_in, stack_type
from engine.packs.cohorts.pieces.ownership import of_player
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import Character, City, Possession, Province, Stack, Unit
from engine.packs.cohorts.stacks.transfers import (
    TransferCharacter,
    TransferItems,
    TransferMilitaryUnit,
)
from engine.state import State


def stuck(state: State, stack: Stack) -> bool:
    """Whether a stack ashore cannot move because of what it should carry."""
    if stack_type(state.world, stack.place) == "fleet" or pace(state, stack, "land").rate:
        return False
    return any(True for _ in put_down(state, stack))


def put_down(state: State, stack: Stack) -> Iterator[Order]:
    """The orders that leave the dead, prisoners and what is too much for a stack's carriers.

    They go to the player's city there. Elsewhere characters take what they can carry on foot,
    and the rest is left on the land.
    """
    content = state.module.content(Content)
    target = _ground(state, stack)
    for piece in pieces_in(state.world, stack.place):
        if not carried(content, piece):
            continue
        if isinstance(piece, Unit):
            yield TransferMilitaryUnit(unit=Ref(*piece.place), target=target)
        else:
            yield TransferCharacter(character=Ref(*piece.place), target=target)
    rooms = _rooms(state, stack) if target.kind == Province.kind else {}
    for each in _too_much(state, stack):
        left, weight = each.count, item_weight(content, each.item)
        for hero, room in rooms.items():
            count = min(left, int(room / weight)) if weight else 0
            if count > 0:
                rooms[hero] -= count * weight
                left -= count
                yield _gift(stack, each, hero, count)
        if left:
            yield _gift(stack, each, target, left)


def _gift(stack: Stack, what: Possession, target: Ref, count: int) -> TransferItems:
    return TransferItems(sponsor=Ref(*stack.place), target=target, item=what.item, count=count)


def _ground(state: State, stack: Stack) -> Ref:
    """Where a stack leaves things: the player's city there, else the land."""
    for city in state.world.by(City, "province", stack.province):
        if of_player(state.world, city, state.player):
            return Ref(*city.place)
    return Ref(Province.kind, stack.province)


def _rooms(state: State, stack: Stack) -> dict[Ref, Fraction]:
    """What each character of a stack can carry in addition without going slower."""
    rooms: dict[Ref, Fraction] = {}
    content = state.module.content(Content)
    for piece in pieces_in(state.world, stack.place):
        if isinstance(piece, Character) and not carried(content, piece):
            goes = by_itself(state.world, content, piece, "land")
            if goes:
                rooms[Ref(*piece.place)] = goes.capacity - goes.load
    return rooms


def _too_much(state: State, stack: Stack) -> Iterator[Possession]:
    """The loose things that a stack's carriers cannot carry, the heaviest first."""
    content = state.module.content(Content)
    loads: list[tuple[Fraction, Possession]] = []
    room = Fraction(0)
    for each in held(state.world, stack.place):
        rate, bears = item_travel(content, each.item, "land")
        if rate:
            room += each.count * bears
        else:
            loads.append((each.count * item_weight(content, each.item), each))
    left = sum((weight for weight, _ in loads), Fraction(0))
    for weight, each in sorted(loads, key=lambda load: (-load[0], load[1].item)):
        if left <= room:
            return
        left -= weight
        yield each
