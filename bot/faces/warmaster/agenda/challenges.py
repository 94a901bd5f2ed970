"""Challenges to pitched battles that wait for the player's answer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bot.faces.agenda import AgendaEntry, Desk, Line
from bot.faces.warmaster.pitched.panel import received
from engine.packs.warmaster.pitched.records import Challenge, waiting


def lines(desk: Desk) -> Iterator[Line]:
    """A line for each challenge to the player that the draft does not answer."""
    for challenge in waiting(desk.state.world, "challenged", desk.player):
        yield partial(_entry, desk, challenge)


def _entry(desk: Desk, challenge: Challenge) -> AgendaEntry:
    shown = received(desk, challenge)
    return AgendaEntry(text=shown.line, leads=shown.leads)
