"""The year of Kingdoms: five turns (kingdoms.turn.calendar)."""

from __future__ import annotations

from typing import NamedTuple

from engine.packs.kingdoms.content.rulers import Turns


class Season(NamedTuple):
    """When a turn is: the year from 1, and the season's name."""

    year: int
    name: str


def season_of(turns: Turns, turn: int) -> Season:
    """The season of a turn, counted from 1."""
    year, place = divmod(turn - 1, len(turns.seasons))
    return Season(year + 1, turns.seasons[place])
