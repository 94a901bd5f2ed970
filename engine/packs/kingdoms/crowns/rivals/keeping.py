"""What a caretaker may give in Kingdoms: hirings, training and finds on the kingdom's own land."""

from __future__ import annotations

from typing import Final

from engine.orders import Order
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.pieces.records import Crown, Holding
from engine.rivals import Keeping, Mind

PRODUCTION: Final = frozenset(
    {
        ("character", "hire"),
        ("character", "practice"),
        ("character", "recruit"),
        ("character", "wait"),
        ("kingdom", "heir-skills"),
    }
)
"""What makes the kingdom richer in people."""
CARE: Final = frozenset(
    {
        ("character", "assign-item"),
        ("character", "battle-order"),
        ("character", "drink"),
        ("character", "explore"),
        ("character", "leave"),
        ("character", "pick-up"),
        ("character", "plan"),
        ("character", "search"),
    }
)
"""What looks after people, armies and land; nothing of it is against anybody, or changes how
kingdoms stand to each other."""


def keeps(mind: Mind, order: Order, keeping: Keeping) -> bool:
    """Whether a caretaker may give the order: nobody leaves the kingdom's own provinces."""
    if order.path in PRODUCTION:
        return True
    if keeping == "production":
        return False
    if isinstance(order, Move):
        crown = mind.view.first(Crown, "player", mind.player)
        goal = mind.view.find(Holding, order.to.id)
        if crown is None or goal is None or not goal.knows("owner"):
            return False
        return goal.owner == crown.id
    return order.path in CARE
