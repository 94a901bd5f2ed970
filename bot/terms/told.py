"""The terms of a campaign in words: what is set, and what a change of them changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from bot.campaign.status import runs_on
from bot.faces.words.text import listed, number
from engine.calendar import Calendar, Weekday
from engine.module import Module
from engine.module.terms import Terms

_ORDER = list(Weekday)


def calendar_told(calendar: Calendar) -> str:
    """When turns run and how many there are, in a sentence or two."""
    if calendar.weeks > 1:
        pace = f"One turn in {calendar.weeks} weeks"
    else:
        count = len(calendar.week_starts)
        pace = "A turn a day" if count == 7 else f"{number(count, 'turn')} a week"
    productions = sorted(calendar.production_days, key=_ORDER.index)
    days = (
        "every day"
        if len(productions) == 7
        else f"on {listed((day.value.capitalize() for day in productions), 7)}"
    )
    runs = "Runs are on every day" if len(calendar.run_days) == 7 else runs_on(calendar)
    return (
        f"{pace}. {runs}, productions {days}, at {calendar.cut_off:%H:%M} "
        f"({calendar.time_zone.key})."
    )


def lines_of(terms: Terms, module: Module) -> dict[str, str]:
    """Everything that is set, by what it is called, in words."""
    calendar, victory = terms.calendar, terms.victory
    told = {
        "Calendar": calendar_told(calendar),
        "Reminders": f"{number(calendar.reminder_hours, 'hour')} before a week's last cut-off",
        "Extensions": f"{calendar.extensions} a month for each faction, "
        f"of {number(calendar.extension_hours, 'hour')}",
        "Idle": f"after {number(calendar.idle_after, 'week')} missed in a row",
        "Early runs": f"at least {number(calendar.early_hours, 'hour')} after the run before",
        "Runs that wait": f"are looked at again after {number(calendar.wait_hours, 'hour')}",
        "Last turn": str(victory.turns)
        if victory.turns
        else "none: it goes on until somebody wins",
        "Standings": "open to all" if victory.standings == "open" else "secret until the end",
    }
    for key, faction in module.factions.items():
        seats = terms.seats.get(key)
        told[f"Seats of {faction.name}"] = "any number" if seats is None else str(seats)
    for plain in terms.winning.values():
        for path, value in flat(plain):
            told[f"Winning: {path.replace('_', ' ').replace('.', ', ')}"] = _said(value)
    return told


def changes_between(before: Terms, after: Terms, module: Module) -> list[str]:
    """What is otherwise, a line each, with what it was and what it becomes."""
    was, becomes = lines_of(before, module), lines_of(after, module)
    names = [*becomes, *(name for name in was if name not in becomes)]
    found = [
        f"**{name}**: {was.get(name, 'nothing')} → {becomes.get(name, 'nothing')}"
        for name in names
        if was.get(name) != becomes.get(name)
    ]
    if not found and before != after:
        found.append("**Calendar**: smaller things of it")
    return found


def flat(plain: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of a section of tables, with its path."""
    for key, value in plain.items():
        if isinstance(value, dict):
            yield from flat(cast("Mapping[str, Any]", value), f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def _said(value: object) -> str:
    if value is None:
        return "nothing"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
