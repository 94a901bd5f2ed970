"""Your turn in Warmaster, beside what Cohorts has a player look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from bot.faces.agenda import AgendaEntry, Block, Desk, Line
from bot.faces.warmaster.agenda import armies
from bot.faces.warmaster.pitched.challenges import gathered, received
from engine.packs.warmaster.pitched.records import Challenge, waiting


def _challenges(desk: Desk) -> Iterator[Line]:
    """One line for the challenges to the player that the draft does not answer."""
    found = list(waiting(desk.state.world, "challenged", desk.player))
    if len(found) == 1:
        yield partial(_entry, desk, found[0])
    elif found:
        yield partial(_gathered, desk, found)


def _entry(desk: Desk, challenge: Challenge) -> AgendaEntry:
    shown = received(desk, challenge)
    return AgendaEntry(text=shown.line, leads=shown.leads)


def _gathered(desk: Desk, challenges: Sequence[Challenge]) -> AgendaEntry:
    """Several challenges, with the way to where each is answered."""
    told = gathered(desk, challenges)
    return AgendaEntry(text=told.line, leads=told.leads)


BLOCKS: Final = (
    Block(name="Challenges", place=12, lines=_challenges),
    Block(name="Armies to see to", place=58, lines=armies.lines),
)
"""Between those of Cohorts, by their places."""
