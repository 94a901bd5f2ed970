"""`/show growth`: a city's turns under the faction.

It reads the truth of the past, and `Pasts.held` sees to it that only the faction's own turns are
told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.faces.cards.card import Box, PanelCard, Row, made_of
from bot.faces.cards.trend import Course, Trend
from bot.faces.cohorts.choosing import about_city
from bot.faces.cohorts.growth.past import Pasts, PastStates, Point, points_of, turn_ends
from bot.faces.panels import Look, Panel, PanelMade
from engine.campaign import Player
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Character, City, Guild, Possession


def card_of(
    names: Mapping[str, str], city: str, faction: int, turn: int, points: Sequence[Point]
) -> PanelCard:
    """The sheet of a city's growth; `names` are the races' by key."""
    if not points:
        none = Row("It has been yours in no turn so far, so there is nothing to tell", tone="faint")
        return PanelCard(
            "growth", city, "", turn, faction, boxes=(Box("Growth", (none,), drawn=False),)
        )
    first, last = points[0].turn, points[-1].turn
    span = f"turns {first} to {last}" if last > first else f"turn {first}"
    boxes = tuple(_boxes(city, names, points))
    return PanelCard("growth", city, span, turn, faction, boxes=boxes)


def _boxes(city: str, names: Mapping[str, str], points: Sequence[Point]) -> Iterator[Box]:
    """People, recruits and guilds: the first figures and the last, drawn turn by turn."""
    last = points[-1]
    free = [
        _course(name, points, [p.free.get(race, 0) for p in points]) for race, name in names.items()
    ]
    slaves = [
        _course(f"{name}, slaves", points, [p.slaves.get(race, 0) for p in points], hatched=True)
        for race, name in names.items()
    ]
    bands = tuple(each for each in (*free, *slaves) if any(count for _, count in each.counts))
    total = _course("In all", points, [p.people for p in points])
    rows = tuple(_change(each) for each in (total, *bands))
    trend = Trend(bands or (total,), stacked=True, tall=480)
    yield Box("People", rows, f"{last.people:,}", wide=True, trend=trend)
    recruits = _course("", points, [p.recruits for p in points])
    waiting = (_change(recruits, "Waiting"),)
    yield Box(
        "Recruits waiting", waiting, f"{last.recruits:,}", wide=True, trend=Trend((recruits,))
    )
    guilds = dict.fromkeys(name for point in points for name in point.guilds)
    levels = tuple(
        Course(
            name.removeprefix(f"{city} "),  # which is the card's title
            tuple((p.turn, p.guilds[name]) for p in points if name in p.guilds),
        )
        for name in guilds
    )
    if levels:
        rows = tuple(_change(each) for each in levels)
        yield Box("Guild levels", rows, wide=True, trend=Trend(levels))
    turns = tuple(
        Row(f"Turn {p.turn}", f"{p.people:,}", f"recruits {p.recruits:,}") for p in points
    )
    yield Box("People by turn", turns, drawn=False)


def _course(
    name: str, points: Sequence[Point], counts: Sequence[int], *, hatched: bool = False
) -> Course:
    turns = (point.turn for point in points)
    return Course(name, tuple(zip(turns, counts, strict=True)), hatched)


def _change(course: Course, name: str = "") -> Row:
    """From the first count to the last."""
    (_, first), (_, last) = course.counts[0], course.counts[-1]
    return Row(name or course.name, f"{first:,} to {last:,}")


def _make(look: Look, about: str) -> PanelMade:
    city = look.view.get(City, int(about))
    turns = turn_ends(look.history.turns(), look.tick)
    points = points_of(look.faction, turns, _pasts(look, city.id))
    races = look.rules.module.content(Content).races
    latest = points[-1] if points else None

    def size(race: str) -> int:
        return -(latest.free.get(race, 0) + latest.slaves.get(race, 0)) if latest else 0

    known = {race for point in points for race in (*point.free, *point.slaves)}
    names = {race: races[race].plural for race in sorted(sorted(known), key=size)}
    card = card_of(names, city.name, look.faction, max(turns, default=0), points)
    return made_of(card, look.view, "Turns in which it was yours")


def people_of_late(look: Look, city: int, most: int) -> tuple[tuple[int, int], ...]:
    """How many lived in a city in the last turns in which it was the faction's: (turn, people)."""
    turns = turn_ends(look.history.turns(), look.tick)
    last = {turn: turns[turn] for turn in sorted(turns)[-most:]}
    found = points_of(look.faction, last, _pasts(look, city))
    return tuple((point.turn, point.people) for point in found)


def _pasts(look: Look, city: int) -> Pasts:
    states = look.history.states
    rows = states(City, "$.id", city)
    barons = {City.load(body).baron for _, _, body in rows if body is not None}
    return Pasts(
        city=PastStates(City, rows),
        guilds=PastStates(Guild, states(Guild, "$.city", city)),
        possessions=PastStates(
            Possession, states(Possession, "$.holder", f'["{City.kind}",{city}]')
        ),
        barons={
            baron: PastStates(Character, states(Character, "$.id", baron))
            for baron in sorted(barons)
            if baron
        },
        players={player.id: player for player in look.view.all(Player)},
    )


PANEL: Final = Panel(
    name="growth",
    help="How a city grew under your faction, turn by turn",
    make=_make,
    about=about_city("city"),
)
