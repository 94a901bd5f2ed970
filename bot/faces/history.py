"""The chapters of a faction's history: which events belong together, and which of them weigh most.

What belongs to no chapter is everyday matter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.events import Event
from engine.world import World

Spot = Callable[[World, Event], str]
"""Where something happened, as the option `centre` of `/map` takes it and as far as the faction
knows it; empty for nowhere. Takes the faction's view and what it learned."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the history; of those of a campaign the first weighs most."""

    name: str
    """In at most 60 characters."""
    sign: str
    """An emoji that stands before its lines."""
    events: tuple[type[Event], ...]
    rule: str = ""
    """The id of the rule to read about it."""
    battles: bool = False
    """Whether battles belong to it of which the faction has the account."""
    daily: bool = False
    """Whether it matters in its turn alone, so that no chronicle tells it."""
