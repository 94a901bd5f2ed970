"""`/standings`: how all sides stood at the end of every production, as all the world knows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.faces.cards.card import Box, PanelCard, Row, made_of
from bot.faces.cards.trend import Course, Trend
from bot.faces.leads import Lead
from bot.faces.panels import Look, Panel, PanelMade
from bot.faces.words.names import Names
from bot.faces.words.text import escaped, listed
from engine.campaign import Faction, Now, Player
from engine.ending import Reckoning, Standing, Tally
from engine.names import ordinal
from engine.world import Place, World

NONE_YET: Final = (
    "Nothing is told of the standings yet. They come with the production that ends a turn."
)
HIDDEN: Final = "The standings of this campaign are a secret until its end."
NONE_HERE: Final = "Nobody keeps standings in this campaign."


MOST: Final = 12
"""Sides that are drawn; the words tell of all."""
SEATS: Final = 8
"""Seats of a side that are told one by one."""


@dataclass(frozen=True, slots=True)
class SideFacts:
    """One side among those that stand."""

    name: str
    faction: Faction | None
    """That it is, or to which its player belongs; None for one that the view does not hold."""
    who: Place
    own: bool
    rank: int
    points: int
    change: int
    """Of its points since the production before; 0 for its first."""
    made_of: tuple[Tally, ...]
    was: tuple[Tally, ...]
    """Of what its points were made at the production before."""
    course: tuple[tuple[int, int], ...]
    """Its points as (turn, points), the earliest first."""


@dataclass(frozen=True, slots=True)
class StandingsFacts:
    """The standings as all the world knows them."""

    turn: int
    """The present one."""
    sides: tuple[SideFacts, ...]
    """The best first; none before the first production."""

    @property
    def told(self) -> int:
        """The last turn of which there is something to tell; 0 for none."""
        return max((turn for side in self.sides for turn, _ in side.course), default=0)


def standings_facts(view: World, faction: int = 0, player: int = 0) -> StandingsFacts:
    """How all stand on that faction's view; `faction` 0 for nobody in particular.

    A turn that was taken back is told as it went the last time.
    """
    now = view.find(Now, 1)
    turn = now.turn if now else 0
    told = {each.turn: each for each in view.all(Reckoning)}
    latest = told[max(told)] if told else None
    sides = tuple(
        _side(view, standing, faction, player, [told[turn] for turn in sorted(told)])
        for standing in (latest.standings if latest else ())
    )
    return StandingsFacts(max(turn, max(told, default=0)), sides)


def _side(
    view: World, standing: Standing, faction: int, player: int, told: Iterable[Reckoning]
) -> SideFacts:
    who = view.at(standing.who)
    side = view.find(Faction, who.faction) if isinstance(who, Player) else who
    past = [(each.turn, one) for each in told for one in each.standings if one.who == standing.who]
    course = tuple((turn, one.points) for turn, one in past)
    return SideFacts(
        name=who.name if isinstance(who, Faction | Player) else standing.who.kind,
        faction=side if isinstance(side, Faction) else None,
        who=standing.who,
        own=standing.who in (Place(Faction.kind, faction), Place(Player.kind, player)),
        rank=standing.rank,
        points=standing.points,
        change=course[-1][1] - course[-2][1] if len(course) > 1 else 0,
        made_of=standing.made_of,
        was=past[-2][1].made_of if len(past) > 1 else (),
        course=course,
    )


def why_none(look: Look) -> str:
    """Why there is nothing to tell of the standings."""
    if look.rules.standing is None:
        return NONE_HERE
    return HIDDEN if look.rules.module.victory.standings == "secret" else NONE_YET


def _make(look: Look, _: str) -> PanelMade:
    facts = standings_facts(look.view, look.faction, look.player)
    seats = seats_of(look.view, look.history.holders())
    hint = "As the last production left them"
    card = standings_card(facts, look.faces.names(look.view), seats, why_none(look))
    return made_of(card, look.view, hint if facts.sides else "")


_GOAL: Final = (Lead(label="How this campaign is won", emoji="🏁", panel=("goal", "")),)


def seats_of(view: World, holders: Mapping[int, int]) -> dict[Place, list[str]]:
    """By side, and by player, who holds its seats, in the order of the seats; fit for Discord."""
    found: dict[Place, list[str]] = {}
    for player in view.all(Player):
        name = escaped(player.name)
        held = holders.get(player.id)
        if held is None:
            seat = f"{name} (free)"
        elif held == 0:
            seat = f"{name} (computer)"
        else:
            seat = f"{name} (<@{held}>)" if held > 0 else f"{name} (a former player)"
        for place in (Place(Faction.kind, player.faction), player.place):
            found.setdefault(place, []).append(seat)
    return found


def _played_by(seats: Sequence[str]) -> str:
    more = len(seats) - SEATS
    return ", ".join([*seats[:SEATS], *([f"{more} more"] if more > 0 else [])])


def standings_card(
    facts: StandingsFacts,
    names: Names,
    seats: Mapping[Place, Sequence[str]] | None = None,
    none: str = NONE_YET,
) -> PanelCard:
    """The points of all sides and how they went; `none` says why there are none."""
    boxes = [Box("Standings", (Row(none),), leads=_GOAL, drawn=False)]
    if facts.sides:
        rows = tuple(_side_row(facts, side, names, seats or {}) for side in facts.sides)
        note = f"after turn {facts.told}"
        boxes = [
            Box(
                "Points",
                rows,
                note,
                wide=True,
                leads=_GOAL,
                most=MOST,
                trend=trend_of(facts.sides, names.figure),
            ),
            Box("The points", tuple(_course(facts, names)), tab="Turn by turn", drawn=False),
        ]
    return PanelCard("standings", "Standings", "", facts.turn, boxes=tuple(boxes))


def trend_of(sides: Sequence[SideFacts], figure: Callable[[int], str]) -> Trend | None:
    """The points of the best sides, and of the own, over the turns; None for one turn alone."""
    if len({turn for side in sides for turn, _ in side.course}) < 2:
        return None
    shown = [side for place, side in enumerate(sides) if place < MOST or side.own]
    courses = (Course(each.name, each.course, side=each.faction, own=each.own) for each in shown)
    return Trend(tuple(courses), tall=640, figure=figure)


def _side_row(
    facts: StandingsFacts, side: SideFacts, names: Names, seats: Mapping[Place, Sequence[str]]
) -> Row:
    most = max(1, *(each.points for each in facts.sides))
    made_of = (said for each in side.made_of if (said := names.counted(each)))
    return Row(
        f"{side.rank}. {side.name}" + " (you)" * side.own,
        names.points(side.points),
        changed(side.change, names),
        share=max(side.points, 0) / most,
        side=side.faction,
        told=", ".join(made_of),
        played=_played_by(seats.get(side.who, ())),
    )


def changed(change: int, names: Names) -> str:
    """How points have changed: "2 more than before", or nothing."""
    more = "more" if change > 0 else "fewer"
    return f"{names.figure(abs(change))} {more} than before" if change else ""


def place_of(facts: StandingsFacts, names: Names) -> str:
    """How the reader's side stands among the others, without a full stop; empty without one."""
    own = next((side for side in facts.sides if side.own), None)
    if own is None:
        return ""
    first = [side for side in facts.sides if side.rank == 1]
    equals = [escaped(s.name) for s in facts.sides if s.rank == own.rank and s is not own]
    others = [side for side in facts.sides if side.rank > 1] if own in first else first
    if own in first:
        told = f"**You share the lead with {listed(equals)}**" if equals else "**You lead**"
        gap, side = (own.points - others[0].points, "ahead of") if others else (0, "")
        others = others[:1]
    else:
        told = f"**You stand {ordinal(own.rank)} of {len(facts.sides)}**"
        told += f", equal with {listed(equals)}" if equals else ""
        gap, side = first[0].points - own.points, "behind"
    told += f" with {names.points(own.points)}"
    if not others:
        return told
    them = listed(escaped(each.name) for each in others)
    if gap:
        return f"{told}, {names.points(gap)} {side} {them}"
    return f"{told}, as many as {them}: what else counts decides"


def then_and_now(side: SideFacts) -> Iterator[tuple[str, Tally, Tally]]:
    """What a side's points are made of: how much a production before, and how much now."""
    was = {each.what: each for each in side.was}
    now = {each.what: each for each in side.made_of}
    for what in dict.fromkeys((*now, *was)):
        nothing = Tally(what=what, count=0, points=0)
        yield what, was.get(what, nothing), now.get(what, nothing)


def _course(facts: StandingsFacts, names: Names) -> Iterator[Row]:
    by_turn: dict[int, list[str]] = {}
    for side in facts.sides:
        for turn, points in side.course:
            by_turn.setdefault(turn, []).append(f"{side.name} {names.figure(points)}")
    for turn in sorted(by_turn, reverse=True):
        yield Row(f"Turn {turn}", ", ".join(by_turn[turn]))


PANEL: Final = Panel(
    name="standings",
    help="Who leads, and how all have fared turn by turn",
    make=_make,
    by_itself=True,
)
