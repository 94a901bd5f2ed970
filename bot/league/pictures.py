"""Pictures of many games: how factions grew, and who won, by all that tells players apart.

Colours are those of Okabe and Ito, which the colour-blind tell apart; lines also have marks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Any, Final

from matplotlib.figure import Figure

from bot.league.games import Played

_COLOURS: Final = (
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442",
)  # fmt: skip
_MARKS: Final = "os^DvPX*"
_MARKED: Final = 10
"""Turns from one mark of a line to the next."""
_PANELS: Final = 2
"""As many of the first figures of a pack are drawn beside the points."""
_WIDE, _HIGH = 5.5, 4.0
"""Inches of a panel."""
Lines = Mapping[str, Sequence[float]]
"""By name how something stood after every turn, the mean of the games that went so far."""


def draw(games: Sequence[Played], folder: Path) -> tuple[Path, ...]:
    """Draw the pictures into a folder that is there; none without a turn that was played.

    Raises:
        OSError: they cannot be written.
    """
    played = [game for game in games if game.figures]
    if not played:
        return ()
    grown = {"points": _points(played)}
    names = dict.fromkeys(name for each in played[0].figures[-1].values() for name in each)
    for name in list(names)[:_PANELS]:
        grown[name] = _grown(played, name)
    files = folder / "growth.png", folder / "victories.png"
    for picture, file in zip((_growth(grown), _victories(played)), files, strict=True):
        _save(picture, file)
    return files


def _save(picture: Any, file: Path) -> None:
    """Write a picture; matplotlib's own types are incomplete here."""
    picture.savefig(file)


def _points(games: Sequence[Played]) -> Lines:
    return {name: list(_means(games, name)) for name in _factions(games)}


def _means(games: Sequence[Played], faction: str) -> Iterator[float]:
    for turn in range(max(len(game.course) for game in games)):
        yield mean(game.course[turn].get(faction, 0) for game in games if turn < len(game.course))


def _grown(games: Sequence[Played], figure: str) -> Lines:
    """Of each faction a figure of its players together."""
    lines: dict[str, list[float]] = {name: [] for name in _factions(games)}
    for turn in range(max(len(game.figures) for game in games)):
        there = [game for game in games if turn < len(game.figures)]
        for name, line in lines.items():
            sums = (
                sum(
                    game.figures[turn].get(seat.player, {}).get(figure, 0)
                    for seat in game.seats
                    if seat.faction == name
                )
                for game in there
            )
            line.append(mean(sums))
    return lines


def _factions(games: Sequence[Played]) -> list[str]:
    return list(dict.fromkeys(seat.faction for game in games for seat in game.seats))


def _growth(grown: Mapping[str, Lines]) -> Figure:
    picture = Figure(figsize=(_WIDE * len(grown), _HIGH), layout="constrained")
    for place, (name, lines) in enumerate(grown.items(), start=1):
        axes: Any = picture.add_subplot(1, len(grown), place)
        for number, (faction, line) in enumerate(lines.items()):
            axes.plot(
                range(1, len(line) + 1),
                line,
                label=faction,
                color=_COLOURS[number % len(_COLOURS)],
                marker=_MARKS[number % len(_MARKS)],
                markevery=(number, _MARKED),
            )
        axes.set_title(name.capitalize())
        axes.set_xlabel("turn")
        axes.set_ylim(bottom=min(0.0, axes.get_ylim()[0]))
        if place == 1:
            axes.legend()
    return picture


def _victories(games: Sequence[Played]) -> Figure:
    """Bars of the share of their seats that won, with how many seats there were."""
    seats, won = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for game in games:
        for seat in game.seats:
            sorts = tuple(seat.sorts().items())
            seats.update(sorts)
            won.update(sorts if seat.player in game.winners else ())
    kinds = list(dict.fromkeys(kind for kind, _ in seats))
    picture = Figure(figsize=(_WIDE * len(kinds), _HIGH), layout="constrained")
    for place, kind in enumerate(kinds, start=1):
        of = {sort: (won[sort], seats[sort]) for sort in sorted(seats) if sort[0] == kind}
        _bars(picture.add_subplot(1, len(kinds), place), kind, of)
    return picture


def _bars(axes: Any, kind: str, of: Mapping[tuple[str, str], tuple[int, int]]) -> None:
    names = [name for _, name in of]
    bars = axes.barh(names, [100 * won / seats for won, seats in of.values()], color=_COLOURS[0])
    axes.bar_label(bars, [f"{won} of {seats}" for won, seats in of.values()], padding=3)
    axes.set_xlim(0, 115)
    axes.invert_yaxis()
    axes.set_title(f"Victories by {kind}")
    axes.set_xlabel("percent of their seats")
