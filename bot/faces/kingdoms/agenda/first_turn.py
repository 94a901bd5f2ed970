"""The steps of a player's first turn: the King seen, everybody busy, an army raised."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from bot.faces.agenda import Desk, FirstStep
from bot.faces.kingdoms.agenda.own import (
    days,
    ref,
    rulers_of,
    to_order,
    to_panel,
)
from bot.faces.kingdoms.agenda.time import fill, fits, holding_of, idle, unexplored
from bot.faces.kingdoms.days import DayFacts
from bot.faces.kingdoms.timetable.idling import promising
from bot.faces.leads import Lead
from engine.packs.kingdoms.crowns.ventures.acting import Venture
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.crowns.ventures.recruiting import Recruit
from engine.packs.kingdoms.crowns.ventures.working import Explore, Practice
from engine.packs.kingdoms.pieces.abilities import NAMES
from engine.packs.kingdoms.pieces.records import Holding

_KING: Final = "character"
"""The panel of a character."""


def _look(desk: Desk) -> Iterator[Lead]:
    for king in rulers_of(desk):
        if king.royal:
            yield to_panel(desk, _KING, king, f"Look at {king.name}")


def _each(
    desk: Desk,
    order: type[Venture],
    words: str,
    fit: Callable[[Desk, DayFacts], bool] | None = None,
) -> Iterator[Lead]:
    """The same for everybody who has the time for it, and for whom it is fit."""
    for day in days(desk):
        if day.able and fits(desk, day, order) and (fit is None or fit(desk, day)):
            yield to_order(order, f"{day.ruler.name}: {words}", character=ref(day.ruler))


def _explore(desk: Desk) -> Iterator[Lead]:
    yield from _each(desk, Move, "move", lambda _, day: not day.ruler.royal)
    yield from _each(desk, Explore, "explore", unexplored)


def _recruit(desk: Desk) -> Iterator[Lead]:
    yield from _each(desk, Recruit, "recruit", _at_home)


def _at_home(desk: Desk, day: DayFacts) -> bool:
    """Whether somebody will be in a province of the kingdom's own."""
    holding = desk.view.find(Holding, holding_of(desk, day.ruler))
    return bool(holding and holding.knows("owner") and holding.owner == day.ruler.crown)


def _fill(desk: Desk) -> Iterator[Lead]:
    """To work for all at once, then to what each is likeliest to learn."""
    if who := idle(desk):
        yield replace(fill(who), button=False)
    for day in days(desk):
        if day.able and fits(desk, day, Practice) and (best := promising(desk.state, day.ruler)):
            says = f"{day.ruler.name}: practise {NAMES[best[1]]} ({best[0]}%)"
            yield to_order(Practice, says, character=ref(day.ruler), ability=NAMES[best[1]])


def _full(desk: Desk) -> bool:
    """Whether everybody who takes orders has all six phases filled."""
    able = [day for day in days(desk) if day.able]
    return bool(able) and not any(day.free for day in able)


STEPS: Final = (
    FirstStep(name="Look at your King", done=lambda desk: _KING in desk.looked, leads=_look),
    FirstStep(
        name="Send a hero to a province beside yours, or have it explored",
        done=lambda desk: desk.gives(Explore, Move),
        leads=_explore,
    ),
    FirstStep(name="Recruit an army", done=lambda desk: desk.gives(Recruit), leads=_recruit),
    FirstStep(name="Fill everybody's six phases", done=_full, leads=_fill),
    FirstStep(name="Submit your turn", done=lambda desk: desk.submitted, leads=lambda _: ()),
)
