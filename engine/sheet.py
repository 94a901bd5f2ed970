"""Orders as lines of text."""

from __future__ import annotations

from engine.orders import Order, parameters
from engine.world import World


def line_of(order: Order, world: World) -> str:
    """The order as its player would write it."""
    given = [f"{p.name}:{getattr(order, p.name)}" for p in parameters(type(order))]
    return " ".join((*order.path, *given))
