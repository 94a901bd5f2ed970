"""The picture of a rehearsal: growth turn by turn, victories and battles of every faction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.faces.cards.card import Box, PanelCard, Row
from bot.faces.overview.standings import MOST, SideFacts, trend_of
from bot.faces.words.text import listed, number


@dataclass(frozen=True, slots=True)
class RehearsedSide:
    """How a faction fared in the games of a rehearsal."""

    side: SideFacts
    """With its points turn by turn, the mean of the games."""
    share: float
    """Of all points at the end."""
    error: float
    """Of that share, either way; infinite where it cannot be told."""
    surely: bool
    """Whether it lies off its fair share by more than chance."""
    won: float
    """Games, those that it shares in parts."""
    battles: float
    """In a game, on average."""
    battles_won: float
    """Of them, as a share."""
    foes: tuple[tuple[str, int], ...]
    """Whom it fought, with the number of games in which it did."""


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """What a rehearsal showed."""

    title: str
    games: int
    turns: int
    whole: int | None
    """Turns of a whole campaign; None if only its rules end it."""
    fair: float
    sides: tuple[RehearsedSide, ...]


def rehearsal_card(facts: Rehearsed, figure: Callable[[int], str]) -> PanelCard:
    """What it showed; there must be a side. `figure` writes points as the rules count them."""
    games = number(facts.games, "game")
    trend = trend_of([each.side for each in facts.sides], figure)
    points = tuple(Row(each.side.name, figure(each.side.points)) for each in facts.sides)
    boxes = (
        *((Box("Points", points, "", wide=True, trend=trend),) if trend else ()),
        shares_box(facts),
        Box(
            "Games won", tuple(_won(facts, each) for each in facts.sides), f"of {games}", most=MOST
        ),
        Box("Battles a game", tuple(map(_fought, facts.sides)), wide=True, columns=2, most=MOST),
    )
    subtitle = f"{facts.title} · mean of {games}"
    return PanelCard("rehearsal", "Rehearsal", subtitle, facts.turns, boxes=boxes)


def shares_box(facts: Rehearsed) -> Box:
    """Who gained how much, with a line at what would be fair; its words tell all of a faction."""
    whole = max(2 * facts.fair, *(one.share for one in facts.sides))

    def row(each: RehearsedSide) -> Row:
        games = number(facts.games, "game")
        foes = listed(f"{name} in {number(met, 'game')}" for name, met in each.foes)
        told = f"Won {_brief(each.won)} of {games}, {_brief(each.battles)} battles a game"
        told += f" ({each.battles_won:.0%} won)" if each.battles else ""
        return Row(
            each.side.name,
            f"{each.share:.0%}",
            "more than chance" if each.surely else "",
            share=each.share / whole,
            side=each.side.faction,
            fair=facts.fair / whole,
            told=f"{told}, against {foes}" if foes else told,
        )

    rows = tuple(map(row, facts.sides))
    return Box("Share of all points", rows, f"{facts.fair:.0%} is fair", most=MOST)


def _won(facts: Rehearsed, each: RehearsedSide) -> Row:
    share = each.won / facts.games
    return Row(each.side.name, _brief(each.won), share=share, side=each.side.faction)


def _fought(each: RehearsedSide) -> Row:
    won = f"{each.battles_won:.0%} won" if each.battles else ""
    return Row(each.side.name, _brief(each.battles), won, side=each.side.faction)


def _brief(count: float) -> str:
    return f"{count:.1f}".removesuffix(".0")
