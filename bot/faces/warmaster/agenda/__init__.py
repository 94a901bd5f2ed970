"""Your turn in Warmaster, beside what Cohorts has a player look at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from bot.faces.agenda import AgendaEntry, Block, Desk, Line
from bot.faces.warmaster.agenda import armies
from bot.faces.warmaster.pitched.panel import received
from engine.packs.warmaster.pitched.records import Challenge, waiting


def _challenges(desk: Desk) -> Iterator[Line]:
    """A line for each challenge to the player that the draft does not answer."""
    for challenge in waiting(desk.state.world, "challenged", desk.player):
        yield partial(_entry, desk, challenge)


def _entry(desk: Desk, challenge: Challenge) -> AgendaEntry:
    shown = received(desk, challenge)
    return AgendaEntry(text=shown.line, leads=shown.leads)


BLOCKS: Final = (
    Block(name="Challenges", place=12, lines=_challenges),
    Block(name="Armies to see to", place=58, lines=armies.lines),
)
"""Between those of Cohorts, by their places."""
