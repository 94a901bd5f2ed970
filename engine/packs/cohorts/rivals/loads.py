"""What keeps a stack from moving is put down: the dead, prisoners, and loose things.

Nobody in a stack helps to carry what lies in it (cohorts.stack.possessions-and-burden).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.packs.cohorts.movement.burden import carried, item_weight
from engine.packs.cohorts.movement.rates import by_itself, pace
from engine.packs.cohorts.pieces.contents import pieces_in, stack_type
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import Character, City, Province, Stack, Unit
from engine.packs.cohorts.rivals.desk import Desk, ref
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.cohorts.stacks.transfers import (
    TransferCharacter,
    TransferItems,
    TransferMilitaryUnit,
)
from engine.rivals import Reason
from engine.world import Place


def home(realm: RivalView, stack: Stack) -> City | None:
    """The own city where a stack is."""
    return next((each for each in realm.cities() if each.province == stack.province), None)


def lighten(realm: RivalView, desk: Desk) -> None:
    """Let stacks put down what they cannot carry."""
    for stack in realm.stacks():
        if realm.fighters(stack) and _stands(realm, stack):
            _let_go(realm, desk, stack)
            if _stands(realm, stack):
                _unload(realm, desk, stack)


def _stands(realm: RivalView, stack: Stack) -> bool:
    """Whether a stack ashore cannot move at all."""
    ashore = stack_type(realm.world, stack.place) != "fleet"
    return ashore and not pace(realm.state, stack, "land").rate


def _let_go(realm: RivalView, desk: Desk, stack: Stack) -> None:
    """Leave the dead and prisoners in the city, or on the land."""
    reason, target = Reason("unburdened", (stack.place,)), _below(realm, stack)
    for piece in list(pieces_in(realm.world, stack.place)):
        if not carried(realm.content, piece):
            continue
        if isinstance(piece, Unit):
            values = {"unit": ref(piece), "target": target}
            desk.give(TransferMilitaryUnit, reason, values)
        else:
            values = {"character": ref(piece), "target": target}
            desk.give(TransferCharacter, reason, values)


def _unload(realm: RivalView, desk: Desk, stack: Stack) -> None:
    """Give loose things to the city, to characters who can carry them, or leave them there."""
    reason, target = Reason("unburdened", (stack.place,)), _below(realm, stack)
    for each in list(held(realm.world, stack.place)):
        gift = {"sponsor": ref(stack), "item": each.item}
        left = each.count
        for hero, room in _bearers(realm, stack, each.item) if not home(realm, stack) else ():
            count = min(left, room)
            values = {**gift, "target": ref(hero), "count": count}
            if count and desk.give(TransferItems, reason, values):
                left -= count
        if left:
            desk.give(TransferItems, reason, {**gift, "target": target, "count": left})


def _below(realm: RivalView, stack: Stack) -> str:
    """Where a stack leaves things: the own city it is in, else the land."""
    city = home(realm, stack)
    kind, id = city.place if city else Place(Province.kind, stack.province)
    return f"{kind}:{id}"


def _bearers(realm: RivalView, stack: Stack, item: str) -> Iterator[tuple[Character, int]]:
    """The characters of a stack, with how many of an item each can carry and still go as fast."""
    weight = item_weight(realm.content, item)
    for piece in realm.fighters(stack):
        goes = by_itself(realm.world, realm.content, piece, "land")
        if isinstance(piece, Character) and goes and weight:
            yield piece, max(0, int((goes.capacity - goes.load) / weight))
