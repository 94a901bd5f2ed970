"""Distances in words."""

from __future__ import annotations

from engine.hexes import APART


def how_far(away: int) -> str:
    """A distance in provinces, in words (cohorts.world.hex-distance)."""
    if away == APART:
        return "in another realm"
    return f"{away} province{'' if away == 1 else 's'} away"
