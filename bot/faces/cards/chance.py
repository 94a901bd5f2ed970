"""The chance of one side against another, with how open it is, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from engine.campaign import Faction


@dataclass(frozen=True, slots=True)
class SideChance:
    """A bar of two sides, and a band from the worst case to the best."""

    names: tuple[str, str]
    """One's own side, and the other."""
    owners: tuple[Faction | None, Faction | None]
    low: float
    likely: float
    high: float
    """The chances of the own side, 0 to 1."""
    exact: bool
    """Whether there is no band."""
    words: str
    """How sure it is."""
