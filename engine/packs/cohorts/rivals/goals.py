"""What a stack may go for: where, what it does there, and what that is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.orders import Order
from engine.rivals import Reason


@dataclass(frozen=True, slots=True)
class Goal:
    """Something a stack may go for."""

    key: str
    """No two stacks go for the same."""
    worth: float
    spots: tuple[int, ...]
    """Provinces from which it is done, the best first."""
    reason: Reason
    order: type[Order] | None = None
    values: tuple[tuple[str, Any], ...] = ()
    stays: bool = False
    """Whether it is followed by standing there."""
    within: int = 0
    """Provinces within which the far is as good as the near."""
    city: int = 0
    """The city to storm; 0 for none."""
    dared: int = 0
    """The chance in percent below which it is not stormed after all."""
