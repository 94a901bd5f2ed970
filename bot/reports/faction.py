"""A faction's report of a tick as sections: its orders, what its faces show apart, other news.

It uses only what the faction learned (`Entry.for_`) and its view after the tick. Pages, channels
and keys are not here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.faces.face import Faces
from bot.faces.sections import Learned, Part
from bot.faces.words.names import Names
from bot.faces.words.pages import Section
from bot.faces.words.telling import tell
from bot.faces.words.text import number
from engine.events import Entry, Event, OrderFailed
from engine.orders import Queued
from engine.packs import Phase, Rules
from engine.sheet import line_of

DONE, FAILED = "✓", "✗"


def learned(entries: Iterable[Entry], faction: int, players: Mapping[int, object]) -> list[Learned]:
    """What the faction with these players learned, in order."""
    found: list[Learned] = []
    for entry in entries:
        event = entry.for_(faction)
        if event is not None:
            own = entry.player in players
            found.append(Learned(event, entry.player if own else 0, entry.order if own else ""))
    return found


def what_happened(
    faces: Faces,
    names: Names,
    faction: int,
    told: Sequence[Learned],
    orders: Mapping[int, Sequence[Queued]],
) -> list[Section]:
    """What a reader looks for first; `orders` are those of the faction's players who ran."""
    placed = _events(faces.sections.values())
    rest = [each for each in told if not each.player and not isinstance(each.event, placed)]
    return [
        *_turns(faces, names, told, orders),
        *(
            _section(part, names, faction, told)
            for part in faces.sections.values()
            if not part.late
        ),
        Section("News", _lines(rest, names)),
    ]


def details(faces: Faces, names: Names, faction: int, told: Sequence[Learned]) -> list[Section]:
    """What stands last, such as what a production did one by one."""
    return [_section(part, names, faction, told) for part in faces.sections.values() if part.late]


def _section(part: Part, names: Names, faction: int, told: Sequence[Learned]) -> Section:
    """A section of its own, of what belongs there."""
    its = [
        each
        for each in told
        if isinstance(each.event, part.events) and (part.apart or not each.player)
    ]
    if part.table:
        return Section(part.title, table=part.table(names, faction, its))
    return Section(part.title, _lines(its, names))


def _events(parts: Iterable[Part]) -> tuple[type[Event], ...]:
    """The classes of events for which there are these sections."""
    return tuple(event for part in parts for event in part.events)


def _lines(told: Iterable[Learned], names: Names) -> tuple[str, ...]:
    """A line for each event; the same line is not told twice."""
    return tuple(dict.fromkeys(f"• {tell(each.event, names)}" for each in told))


# ---------------------------------------------------------------- orders


def _turns(
    faces: Faces, names: Names, told: Sequence[Learned], orders: Mapping[int, Sequence[Queued]]
) -> Iterator[Section]:
    """The orders of each player who ran, in the order in which they ran."""
    apart = _events(part for part in faces.sections.values() if part.apart)
    ran = dict.fromkeys(each.player for each in told if each.player)
    for player in dict.fromkeys([*ran, *orders]):
        outcomes: dict[str, list[Event]] = {
            queued.key: [] for queued in _as_run(faces.rules, orders.get(player, ()))
        }
        for each in told:
            if each.player == player and not isinstance(each.event, apart):
                outcomes.setdefault(each.order, []).append(each.event)
        queued = {each.key: each for each in orders.get(player, ())}
        lines = [_outcome(events, queued.get(key), names) for key, events in outcomes.items()]
        failed = sum(line.startswith(FAILED) for line in lines)
        count = number(len(lines) - failed, "order") + " done"
        if failed:
            count += f", {failed} failed"
        yield Section(f"{names.player(player)}: {count}", tuple(lines))


def _as_run(rules: Rules, orders: Sequence[Queued]) -> Iterator[Queued]:
    """A player's orders phase by phase, as a turn carries them out."""
    for part in rules.turn:
        if isinstance(part, Phase):
            yield from (queued for queued in orders if queued.runs_in == part.name)


def _outcome(events: Sequence[Event], queued: Queued | None, names: Names) -> str:
    """What became of one order, on one line."""
    # The order by the names that its players know; the event was made where more is known.
    order = line_of(queued.order, names.world) if queued else ""
    failed = next((event for event in events if isinstance(event, OrderFailed)), None)
    if failed:
        return f"{FAILED} {tell(failed.replace(line=order or failed.line), names)}"
    told = " ".join(tell(event, names) for event in events)
    return f"{DONE} {told or names.show(order)}"
