"""What the host does for people as orders of a system: leaving, excusing, giving another name.

Joining has a separate form; what these orders do and refuse is their pack's matter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.orders import Order


@dataclass(frozen=True, slots=True)
class NewName:
    """Another name for what a player has named."""

    kind: str
    """What it is, one of those that may be renamed."""
    called: str
    """Its name as it is now."""
    name: str
    """Its new name."""
    player: int = 0
    """Whose it is; 0 where that is not said."""


@dataclass(frozen=True, slots=True)
class Renaming:
    """What moderators may give another name, and the order that does it."""

    kinds: tuple[str, ...]
    order: Callable[[NewName], Order]


@dataclass(frozen=True, slots=True, kw_only=True)
class HostOrders:
    """The acts of a system; None for one that it does not know."""

    leave: Callable[[int], Order] | None = None
    """A player, by id, gives up the place. Without it only the person leaves."""
    succeed: Callable[[int, str], Order] | None = None
    """Somebody of that name takes a player's place over. Without it only the person changes."""
    excuse: Callable[[int], Order] | None = None
    """A player's week passes without a run, as on a vacation (cohorts.turn.missed-turn)."""
    renaming: Renaming | None = None
