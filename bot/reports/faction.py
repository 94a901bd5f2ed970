"""A faction's report of a tick as sections: its orders, what it saw, its cities, other news.

It uses only what the faction learned (`Entry.for_`) and its view after the tick. Pages, channels
and keys are not here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.faces.words.names import Names
from bot.faces.words.pages import Section, Table
from bot.faces.words.telling import tell
from bot.faces.words.text import clean, number
from engine.events import Entry, Event, OrderFailed
from engine.orders import Queued
from engine.packs import Phase, Rules
from engine.packs.cohorts.cities.acting import PeopleAttracted
from engine.packs.cohorts.knowledge.sighting import StackSighted
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.people import head_count
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.production.weekly import PopulationGrew, RecruitsRaised
from engine.packs.cohorts.worth.healing import Recovered
from engine.packs.cohorts.worth.mana import ManaRegained
from engine.sheet import line_of
from engine.world import World

DONE, FAILED = "✓", "✗"
_SIGHTINGS: Final = (StackSighted,)
_DETAILS: Final = (PopulationGrew, RecruitsRaised, PeopleAttracted, ManaRegained, Recovered)
"""What a production does of itself to everyone: told last, the cities' part also as a table."""


@dataclass(frozen=True, slots=True)
class Learned:
    """What a faction learned in a tick: an event, and which of its own orders brought it about."""

    event: Event
    player: int
    """0 if no order of its own players did."""
    order: str


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
    rules: Rules,
    names: Names,
    faction: int,
    told: Sequence[Learned],
    orders: Mapping[int, Sequence[Queued]],
) -> list[Section]:
    """What a reader looks for first; `orders` are those of the faction's players who ran."""
    sections = list(_turns(rules, names, told, orders))
    seen = [each.event for each in told if isinstance(each.event, _SIGHTINGS)]
    sections.append(Section("Sighted", _lines(seen, names)))
    sections.append(Section("Cities", table=_cities(names, faction, told)))
    rest = [each.event for each in told if not each.player and not _has_its_place(each.event)]
    sections.append(Section("News", _lines(rest, names)))
    return sections


def details(names: Names, told: Sequence[Learned]) -> list[Section]:
    """What a production did, one by one."""
    each = [one.event for one in told if not one.player and isinstance(one.event, _DETAILS)]
    return [Section("In detail", _lines(each, names))]


def _has_its_place(event: Event) -> bool:
    return isinstance(event, _SIGHTINGS + _DETAILS)


def _lines(events: Iterable[Event], names: Names) -> tuple[str, ...]:
    """A line for each event; the same line is not told twice."""
    return tuple(dict.fromkeys(f"• {tell(event, names)}" for event in events))


# ---------------------------------------------------------------- orders


def _turns(
    rules: Rules, names: Names, told: Sequence[Learned], orders: Mapping[int, Sequence[Queued]]
) -> Iterator[Section]:
    """The orders of each player who ran, in the order in which they ran."""
    ran = dict.fromkeys(each.player for each in told if each.player)
    for player in dict.fromkeys([*ran, *orders]):
        outcomes: dict[str, list[Event]] = {
            queued.key: [] for queued in _as_run(rules, orders.get(player, ()))
        }
        for each in told:
            if each.player == player and not isinstance(each.event, _SIGHTINGS):
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


# ---------------------------------------------------------------- cities


def _cities(names: Names, faction: int, told: Sequence[Learned]) -> Table | None:
    """What a production did in the faction's cities; None if there was none."""
    grown: dict[int, int] = {}
    raised: dict[int, int] = {}
    for each in told:
        match each:
            case Learned(PopulationGrew() | PeopleAttracted() as event, 0):
                grown[event.city] = grown.get(event.city, 0) + sum(event.growth.values())
            case Learned(RecruitsRaised() as event, 0):
                raised[event.city] = raised.get(event.city, 0) + sum(event.recruits.values())
            case _:
                continue
    if not grown and not raised:
        return None
    return Table(
        ("City", "People", "Grown", "Recruits", "Actions"),
        tuple(
            (clean(c.name), head_count(c), grown.get(c.id, 0), raised.get(c.id, 0), c.actions)
            for c in own_cities(names.world, faction)
        ),
    )


def own_cities(view: World, faction: int) -> list[City]:
    """The faction's cities; of those of others a view need not know who holds them."""
    return [
        city for city in view.all(City) if city.knows("baron") and faction_of(view, city) == faction
    ]
