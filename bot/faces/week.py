"""The card of a week: how a faction stands, what it won and lost, who came near, what is next.

A face counts what its factions have, and tells who came near; the standings and their reasons are
the same for every system.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.faces.cards.card import Box, PanelCard, Row, Tone
from bot.faces.overview.standings import SideFacts, standings_facts, then_and_now
from bot.faces.words.names import Names
from engine.campaign import Faction, Now
from engine.events import Event
from engine.world import World

if TYPE_CHECKING:
    from bot.faces.face import Faces

FEW: Final = 4
"""Lines of a box that are told; a phone shows no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Week:
    """What a system has on the card."""

    counted: Callable[[World, int], Mapping[str, int]]
    """What a faction has on its view, by what it is called, such as "Cities"."""
    came_near: Callable[[World, Names, Sequence[Event]], Sequence[str]]
    """Which strangers were seen this week, a line each, the nearest first."""
    sightings: tuple[type[Event], ...] = ()
    """The events that it is told of, of this week and the one before."""
    standing: Callable[[Names, Sequence[tuple[int, Event]]], WeekStanding] | None = None
    """How the reader's side stands where no points are told; the events come with their age."""


@dataclass(frozen=True, slots=True)
class WeekStanding:
    """How a side stands."""

    head: Sequence[Row] = ()
    box: Box | None = None
    """What that is made of, and what moved in the week."""


def week_card(
    faces: Faces,
    view: World,
    before: World | None,
    faction: int,
    sightings: Sequence[tuple[int, Event]],
    new: Sequence[str],
    ideas: Sequence[str],
) -> PanelCard:
    """The card of the week that a production ended.

    `before` is what the faction knew a week ago, None in the first week; `sightings` are of this
    week (0) or the one before (1); `new` is what it came to know, `ideas` are what to do next, the
    best first.
    """
    names = faces.names(view, str, reader=faction)
    side = view.get(Faction, faction)
    turn = view.get(Now, 1).turn - 1  # the production has begun the next
    facts = standings_facts(view, faction)
    own = next((each for each in facts.sides if each.own), None)
    points = tuple(_points(own, names))
    moved = any(row.tone for row in points)
    stands = WeekStanding(tuple(_rank(own, facts.sides, names)))
    if own is None and faces.week and faces.week.standing:
        stands = faces.week.standing(names, sightings)
    seen = [event for ago, event in sightings if not ago]
    shown = [
        *([stands.box] if stands.box else []),
        Box("Why points moved" if moved else "Where points come from", points),
        Box("What you hold", tuple(_counted(faces, view, before, faction))),
        Box("Who came near", tuple(_near(faces, view, names, seen))),
        Box("New in reach", tuple(_by_kind(new[:FEW])), wide=True),
        Box("Next week", tuple(_split(idea) for idea in ideas[:FEW]), wide=True),
    ]
    return PanelCard(
        "week",
        side.name,
        "The week",
        facts.told or turn,
        faction,
        head=tuple(stands.head),
        boxes=tuple(box for box in shown if box.rows),
    )


def _rank(own: SideFacts | None, sides: Sequence[SideFacts], names: Names) -> Iterator[Row]:
    """How the faction stands, and how far the next is; nothing where standings are a secret."""
    if own is None:
        return
    level = [each.name for each in sides if each.rank == own.rank and each is not own]
    place = f"{own.rank} of {len(sides)}" + (f", level with {level[0]}" if level else "")
    yield Row("Rank", place)
    change = f"{_signed(own.change, names)} this week" if own.change else "as the week before"
    told = change if len(own.course) > 1 else ""
    most = max(each.points for each in sides)
    share = own.points / most if most > 0 else None
    yield Row("Points", names.figure(own.points), told, share, _tone(own.change))
    above = [each for each in sides if each.rank < own.rank]
    below = [each for each in sides if each.rank > own.rank]
    if above:
        yield Row("Behind", above[-1].name, _by(above[-1].points - own.points, names))
    elif below:
        yield Row("Ahead of", below[0].name, _by(own.points - below[0].points, names))


def _by(gap: int, names: Names) -> str:
    return f"by {names.points(gap)}" if gap else "by what else counts"


def _points(own: SideFacts | None, names: Names) -> Iterator[Row]:
    """What the points are made of, what moved first."""
    if own is None:
        return
    rows = [
        (after.points - before.points if own.was else 0, before.count, after)
        for _, before, after in then_and_now(own)
    ]
    for change, was, each in sorted(rows, key=lambda row: (-abs(row[0]), -row[2].points)):
        if each.count or change:
            value = names.figure(each.points) + f" ({_signed(change, names)})" * bool(change)
            what = names.tally(each.what)
            name = f"{what[:1].upper()}{what[1:]}"
            count = f"{was:,} → " * (own.was != () and was != each.count) + f"{each.count:,}"
            yield Row(name, value, count, tone=_tone(change))


def _counted(faces: Faces, view: World, before: World | None, faction: int) -> Iterator[Row]:
    if faces.week is None:
        return
    was: Mapping[str, int] = faces.week.counted(before, faction) if before else {}
    for what, count in faces.week.counted(view, faction).items():
        change = count - was.get(what, count)
        if count or change:
            note = f"{abs(change):,} {'more' if change > 0 else 'fewer'}" if change else ""
            yield Row(what, f"{count:,}", note, tone=_tone(change))


def _near(faces: Faces, view: World, names: Names, sightings: Sequence[Event]) -> Iterator[Row]:
    if faces.week is None:
        return
    lines = list(dict.fromkeys(faces.week.came_near(view, names, sightings)))
    yield from map(_split, lines[:FEW])
    if len(lines) > FEW:
        yield Row(f"and {len(lines) - FEW} more", tone="faint")


def _by_kind(lines: Sequence[str]) -> Iterator[Row]:
    """Lines such as "Stack: Iron Guard at 3,4", those of one kind together."""
    found: dict[str, list[str]] = {}
    for row in map(_split, lines):
        found.setdefault(row.name, []).append(row.text)
    for kind, texts in found.items():
        yield Row(kind, text=" · ".join(texts))


def _split(line: str) -> Row:
    """A line such as "Iron Guard, party of the Elderwood: Harrowford" with its end below."""
    head, _, rest = line.partition(": ")
    return Row(head, text=rest[:1].upper() + rest[1:])


def _tone(change: int) -> Tone:
    return "good" if change > 0 else "bad" if change < 0 else ""


def _signed(change: int, names: Names) -> str:
    return f"{'+' if change > 0 else '−'}{names.figure(abs(change))}"
