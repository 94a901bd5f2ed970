"""The picture of a rehearsal: growth turn by turn, victories and battles of every faction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.faces.overview.chart import MOST, Figure, colours_of, draw_courses, height_of, livery_of
from bot.faces.overview.standings import SideFacts
from bot.faces.paint import palette
from bot.faces.paint.card import Heading
from bot.faces.paint.picture import Picture
from bot.faces.paint.sprites import shield
from bot.faces.sheet.sheet import GAP, HEAD, LEFT, PAD, RIGHT, TOP, Sheet, alt_text
from bot.faces.words.text import listed, number

_ROW: Final = 66
_NAME: Final = LEFT + PAD + 64
_COLUMNS: Final = (490.0, 805.0, 1056.0)  # the left edges of shares, victories and battles
_BAR: Final = 220.0  # the width of a whole bar of shares
_WON_BAR: Final = 160.0


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


def draw_rehearsal(facts: Rehearsed, figure: Figure) -> Picture:
    """The picture; there must be a side to draw. `figure` writes points as the rules count them."""
    sides = facts.sides[:MOST]
    courses = [each.side for each in sides]
    tall = height_of(courses)
    below = TOP + tall + GAP
    rows = HEAD + 34 + len(sides) * _ROW + PAD / 2
    sheet = Sheet(round(below + rows + GAP))
    draw_courses(sheet, courses, figure, tall)
    sheet.panel((LEFT, below, RIGHT, below + rows), "Who gained, who won, who fought")
    for left, head in zip(_COLUMNS, ("share of all points", "games won", "battles"), strict=True):
        sheet.write(head, left, below + HEAD + 14, 25, palette.COORDINATE, face="italic")
    for place, each in enumerate(sides):
        _draw_row(sheet, facts, each, below + HEAD + 34 + (place + 0.5) * _ROW)
    games = number(facts.games, "game")
    heading = Heading("Rehearsal", f"{facts.title} · mean of {games}", facts.turns)
    return sheet.picture(heading, f"rehearsal-{facts.title}.png", _alt(facts, figure))


def _draw_row(sheet: Sheet, facts: Rehearsed, each: RehearsedSide, y: float) -> None:
    sheet.put(shield(livery_of(each.side), False, 40.0), LEFT + PAD + 28, y)
    sheet.write(each.side.name, _NAME, y, 28, palette.PARCHMENT, width=_COLUMNS[0] - _NAME - 16)
    colour, edge = colours_of(each.side)
    left, _, _ = _COLUMNS
    whole = max(2 * facts.fair, *(one.share for one in facts.sides))
    _bar(sheet, (left, y, _BAR), each.share / whole, colour, edge)
    fair = left + _BAR * facts.fair / whole
    sheet.line([(fair, y - 22), (fair, y + 22)], palette.WHITE, 3.0)
    mark = "!" if each.surely else ""
    sheet.write(f"{each.share:.0%}{mark}", left + _BAR + 14, y, 27, palette.WHITE, width=60)
    _bar(sheet, (_COLUMNS[1], y, _WON_BAR), each.won / facts.games, colour, edge)
    sheet.write(_games(each.won), _COLUMNS[1] + _WON_BAR + 14, y, 27, palette.WHITE, width=54)
    fought = f"{each.battles:.1f}".removesuffix(".0")
    sheet.write(fought, _COLUMNS[2], y, 27, palette.WHITE, width=RIGHT - PAD - _COLUMNS[2])


def _bar(
    sheet: Sheet, at: tuple[float, float, float], share: float, colour: str, edge: str
) -> None:
    left, y, width = at
    sheet.box((left, y - 14, left + width, y + 14), palette.TROUGH)
    end = left + width * min(1.0, share)
    if end - left > 4:
        sheet.box((left, y - 14, end, y + 14), edge)
        sheet.box((left + 2, y - 12, end - 2, y + 12), colour)


def _games(won: float) -> str:
    return f"{won:.1f}".removesuffix(".0")


def told_of(each: RehearsedSide, facts: Rehearsed) -> str:
    """A faction in a line of words."""
    fought = f"{each.battles:.1f}".removesuffix(".0")
    line = (
        f"{each.side.name}: {each.share:.0%} of all points, won {_games(each.won)} of "
        f"{number(facts.games, 'game')}, {fought} battles a game"
    )
    if each.battles:
        line += f" ({each.battles_won:.0%} won)"
    if each.foes:
        line += ", against " + listed(
            f"{name} in {number(games, 'game')}" for name, games in each.foes
        )
    return line + "."


def _alt(facts: Rehearsed, figure: Figure) -> str:
    games, turns = number(facts.games, "game"), number(facts.turns, "turn")
    parts = [f"Rehearsal of {facts.title}: the mean of {games} of {turns}."]
    parts += [told_of(each, facts) for each in facts.sides]
    parts += _growth([each.side for each in facts.sides], figure)
    return alt_text(parts)


def _growth(sides: Sequence[SideFacts], figure: Figure) -> list[str]:
    return [
        f"{side.name} from turn {side.course[0][0]} on: "
        + ", ".join(figure(points) for _, points in side.course[-12:])
        + "."
        for side in sides
        if len(side.course) > 1
    ]
