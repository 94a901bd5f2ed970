"""What a strong computer player would do next in a player's place, for lines of Your turn.

Suggestions are its judgement, so that there is one. Words and subjects are the faces' own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.faces.agenda import Desk
from bot.faces.choices.filling import of_values
from bot.faces.leads import Lead, label
from bot.faces.words.names import Names
from bot.faces.words.telling import news_of
from engine.dice import EdgeDice, ForeseeDice
from engine.orders import Order, Ref, parameters
from engine.state import State
from engine.suggesting import brought_by, refusal_of
from engine.world import Place

PROMISING: Final = 20
"""Percent from which on an attempt is worth the time that it takes: taste, not a rule."""


@dataclass(frozen=True, slots=True)
class Advice:
    """An order that would be accepted after the draft, and why a computer player gives it."""

    order: Order
    because: str


def advice_of(desk: Desk) -> Iterator[Advice]:
    """What is left to do when the draft is given, in the order in which it would be done."""
    drafted = Counter(_deed(each.order) for each in desk.orders)
    names = desk.faces.names(desk.view, str, planned=True, reader=desk.faction)
    for each in desk.advice:
        order = each.queued.order
        if drafted[_deed(order)] > 0:
            drafted[_deed(order)] -= 1
        elif refusal_of(desk.state, order) is None and serves(desk.state, order, names):
            yield Advice(order, desk.faces.because(each.reason, names))


def serves(state: State, order: Order, names: Names) -> bool:
    """Whether an order is worth giving: not in vain whatever the dice, nor all but surely.

    A computer player tries things for variety that no person needs to be told of. What cannot be
    foreseen may serve.
    """
    vain = [_vain(state, order, names, high=high) for high in (False, True)]
    if not any(vain):
        return True
    dice = ForeseeDice()
    brought_by(state, order, dice)
    chance = next((each.chance for each in dice.foreseen if each.chance is not None), None)
    return not all(vain) and (chance is None or chance >= PROMISING)


def _vain(state: State, order: Order, names: Names, *, high: bool) -> bool:
    """Whether an order would come to nothing with dice as low, or as high, as can be."""
    brought = brought_by(state, order, EdgeDice(high=high))
    return any(news_of(each.event, names).vain for each in brought or ())


def _deed(order: Order) -> tuple[tuple[str, str], Ref | None]:
    """What is done by whom, however it is done."""
    return order.path, next(iter(order.refs().values()), None)


def actor_of(order: Order, thing: Place) -> str:
    """The parameter of an order that names a thing; empty if none does."""
    return next((name for name, ref in order.refs().items() if ref.place == thing), "")


def lead_to(order: Order, says: str, because: str = "") -> Lead:
    """A lead to an order with all its values filled in."""
    values = {each.name: getattr(order, each.name) for each in parameters(type(order))}
    filled = of_values(type(order), values).values
    given = tuple((name, each.value) for name, picked in filled for each in picked)
    return Lead(label=label(says), note=label(because), order=order.path, given=given)
