"""What many games of computer players show, as a table in plain text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from bot.faces.words.text import number
from bot.league.games import Played
from engine.rivals import STRENGTHS, Strength

_EVERY: Final = 5  # turns from one line of figures to the next
_MOST: Final = 12  # lines of a list of what was refused


def table(games: Sequence[Played]) -> Iterator[str]:
    """The lines: victories by everything that tells players apart, figures, orders, events."""
    if not games:
        yield "No game was played."
        return
    turns = sum(game.turns for game in games)
    faults = sum(len(game.faults) for game in games)
    yield f"{number(len(games), 'game')}, {number(turns, 'turn')}, {number(faults, 'fault')}."
    yield from _victories(games)
    yield from _matches(games)
    yield from _idle(games)
    yield from _sources(games)
    yield from _figures(games)
    for title, counts in (
        ("Orders", [game.orders for game in games]),
        ("Reasons", [game.reasons for game in games]),
        ("Events", [game.events for game in games]),
        ("Refused by the truth", [game.failed for game in games]),
    ):
        yield ""
        yield f"{title}, in a game:"
        summed = sum(counts, Counter[str]())
        for name, count in summed.most_common(_MOST if title.startswith("Ref") else None):
            yield f"  {name:36}{count / len(games):10.1f}"


def _victories(games: Sequence[Played]) -> Iterator[str]:
    played, won, points = (
        Counter[tuple[str, str]](),
        Counter[tuple[str, str]](),
        Counter[tuple[str, str]](),
    )
    ended: dict[tuple[str, str], Counter[str]] = {}
    for game in games:
        for seat in game.seats:
            last = (
                Counter[str](game.figures[-1].get(seat.player)) if game.figures else Counter[str]()
            )
            for sort in seat.sorts().items():
                played[sort] += 1
                points[sort] += game.points.get(seat.player, 0)
                ended.setdefault(sort, Counter()).update(last)
                if seat.player in game.winners:
                    won[sort] += 1
    names = list(dict.fromkeys(name for game in games for name in _names(game)))
    figures = "".join(f"{name:>13}" for name in names)
    heading = ""
    for sort in sorted(played):
        if sort[0] != heading:
            heading = sort[0]
            yield ""
            yield f"{'By ' + heading:24}{'seats':>8}{'won':>6}{'share':>8}{'points':>10}{figures}"
        share = f"{won[sort] / played[sort]:.0%}"
        mean = f"{points[sort] / played[sort]:.1f}"
        row = "".join(f"{ended[sort][name] / played[sort]:13.1f}" for name in names)
        yield f"  {sort[1]:22}{played[sort]:8}{won[sort]:6}{share:>8}{mean:>10}{row}"


def _matches(games: Sequence[Played]) -> Iterator[str]:
    """Of each two strengths, in how many worlds one had more points than the other.

    That is the sum over the games of a world, in which they change sides.
    """
    worlds: dict[int, Counter[Strength]] = {}
    played = Counter(game.world for game in games)
    for game in games:
        points = worlds.setdefault(game.world, Counter())
        for seat in game.seats:
            points[seat.strength] += game.points.get(seat.player, 0)
    for low, high in combinations(STRENGTHS, 2):
        met = [each for each in worlds.items() if {low, high} <= each[1].keys()]
        whole = [points for world, points in met if played[world] == len(points)]
        if whole:
            won = sum(points[high] > points[low] for points in whole)
            lost = sum(points[high] < points[low] for points in whole)
            yield ""
            yield f"{high} against {low}: {won} worlds won, {lost} lost, of {len(whole)}"


def _idle(games: Sequence[Played]) -> Iterator[str]:
    """Of every player who gave nothing the turn in which it had less than after the first.

    That is by the first figure of the pack, such as its cities.
    """
    for game in (each for each in games if _names(each)):
        for seat in (each for each in game.seats if each.idle):
            what = _names(game)[0]
            had = [figures[seat.player].get(what, 0) for figures in game.figures]
            lost = next((turn for turn, now in enumerate(had, 1) if now < had[0]), 0)
            told = f"had fewer {what} in turn {lost}" if lost else f"kept its {what}"
            yield f"Game {game.number}: {seat.name} of {seat.faction}, who gave nothing, {told}."


def _sources(games: Sequence[Played]) -> Iterator[str]:
    """Of what the points of each sort of player are made, the mean over its seats."""
    made: dict[tuple[str, str], Counter[str]] = {}
    seats = Counter[tuple[str, str]]()
    for game in games:
        for seat in game.seats:
            for sort in seat.sorts().items():
                seats[sort] += 1
                made.setdefault(sort, Counter()).update(game.made.get(seat.player, {}))
    names = list(dict.fromkeys(name for counts in made.values() for name in counts))
    if not names:
        return
    yield ""
    yield f"{'Points of':24}" + "".join(f"{name:>13}" for name in names)
    for sort in sorted(made):
        row = "".join(f"{made[sort][name] / seats[sort]:13.1f}" for name in names)
        yield f"  {sort[1]:22}" + row


def _figures(games: Sequence[Played]) -> Iterator[str]:
    """The mean of each figure over all players of the games that went so far."""
    longest = max(game.turns for game in games)
    names = list(dict.fromkeys(name for game in games for name in _names(game)))
    if not names:
        return
    yield ""
    yield f"{'After turn':12}" + "".join(f"{name:>13}" for name in names)
    for turn in sorted({1, *range(_EVERY, longest + 1, _EVERY), longest}):
        rows = [
            figures
            for game in games
            if len(game.figures) >= turn
            for figures in game.figures[turn - 1].values()
        ]
        means = [sum(row.get(name, 0) for row in rows) / len(rows) for name in names]
        yield f"{turn:<12}" + "".join(f"{mean:13.1f}" for mean in means)


def _names(game: Played) -> list[str]:
    return [name for figures in game.figures[-1:] for each in figures.values() for name in each]
