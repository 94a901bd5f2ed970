"""What the sides of a campaign strive for, in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.faces.choices.asking import Asking


@dataclass(frozen=True, slots=True)
class Goal:
    """What counts by the rules of a pack, and how a campaign ends by them."""

    counts: Callable[[Asking], str]
    """What one gets points for, and what decides between equals, in a sentence or two."""
    ends: Callable[[Asking], str] = lambda _: ""
    """How the campaign may end before its last turn, in a sentence; empty if it may not."""
    rule: str = ""
    """The id of the rule to read about it."""
