"""A map in words, for those who read by ear: what lies where, by distance and direction.

Made from the same chart as the picture and of the same part of it; it tells all that the picture
tells, own pieces first. No drawing code is needed for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import atan2, pi
from typing import Any, Final, NamedTuple

from bot.faces.map.alt_layers import layer_lists, leads_to
from bot.faces.map.chart import Cell, Chart, Focus, Stack
from bot.faces.words.tabs import paged
from bot.faces.words.text import escaped, number
from engine.hexes import DIRECTIONS, Grid, Hex

Spot = tuple[int, int]

_WAYS: Final = (
    "east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east",
)  # fmt: skip
_RANKS: Final = ("capital", "city", "burgh", "town", "village")
_MET: Final = 6  # places where two realms meet, of each pair
_LISTED: Final = 25  # of a layer's own lists


class _Found(NamedTuple):
    """Something to be told, with where it lies."""

    x: int
    y: int
    says: str


def map_words(chart: Chart, focus: Focus) -> tuple[str, ...]:
    """The part of a chart that a picture would show, in pages of at most 1,900 characters."""
    return paged(_Teller(chart, focus).lines())


class _Teller:
    """A chart being told from one place on it."""

    def __init__(self, chart: Chart, focus: Focus) -> None:
        self.chart, self.focus, self.layer = chart, focus, focus.layer
        self.grid = Grid(max(chart.width, 4), max(chart.height, 4), chart.wrap)
        self.cells = {(cell.x, cell.y): cell for cell in chart.cells if self.shows(cell.x, cell.y)}
        self.names = {each.key: each.name for each in chart.factions}
        self.centre, self.here = self._centre()

    def _centre(self) -> tuple[Spot, str]:
        """From where everything is told, and what that place is called."""
        chart = self.chart
        named = {(each.x, each.y): each.name for each in chart.settlements if each.name}
        if self.focus.centre and self.shows(*self.focus.centre):
            return self.focus.centre, named.get(self.focus.centre, "")
        own = [each for each in self.seen(chart.settlements) if each.owner == chart.own]
        own.sort(key=lambda each: _RANKS.index(each.kind))
        if own and chart.own:
            return (own[0].x, own[0].y), own[0].name
        if self.focus.frame:
            return self.focus.frame.middle(chart.width), ""
        return (chart.width // 2, chart.height // 2), ""

    def shows(self, x: int, y: int) -> bool:
        """Whether a hex lies in the part that is shown."""
        if self.focus.kind == "window" and self.focus.frame:
            return self.focus.frame.holds(x, y, self.chart.width)
        if self.focus.kind == "zoom" and self.focus.centre:
            return self.grid.distance(Hex(*self.focus.centre), Hex(x, y)) <= self.focus.radius
        return True

    def seen(self, things: Iterable[Any]) -> list[Any]:
        """Those of the things that lie on known land of the part, in their order."""
        return [each for each in things if (each.x, each.y) in self.cells]

    # ------------------------------------------------------------------ the lines

    def lines(self) -> Iterator[str]:
        """Everything, the reader's own first."""
        called = f"{escaped(self.here)} " if self.here else ""
        yield f"Told from {called}{self.centre[0]},{self.centre[1]}."
        yield self._known()
        for heading, found in self._sections():
            lines = [f"- {each.says}: {self.where(each.x, each.y)}" for each in self.near(found)]
            if lines:
                yield f"**{heading}**"
                yield from lines
        yield from self._reach()
        yield from self._routes()
        yield from self._borders()
        for heading, items in layer_lists(self._part(), self.layer):
            if items:
                more = len(items) - _LISTED
                rest = f" and {more} more" if more > 0 else ""
                yield f"**{escaped(heading)}**"
                yield f"{escaped(', '.join(items[:_LISTED]))}{rest}."
        yield from self._land()

    def _part(self) -> Chart:
        """The chart with what layers tell of the part alone."""
        chart = self.chart
        return replace(
            chart,
            cells=tuple(self.cells.values()),
            settlements=tuple(self.seen(chart.settlements)),
            resources=tuple(self.seen(chart.resources)),
            links=tuple(self.seen(chart.links)),
            sites=tuple(self.seen(chart.sites)),
            overlays=tuple(
                replace(each, spots=tuple(self.seen(each.spots))) for each in chart.overlays
            ),
        )

    def _known(self) -> str:
        heard = sum(1 for cell in self.cells.values() if cell.heard)
        remembered = sum(1 for cell in self.cells.values() if cell.age and not cell.heard)
        fresh = sum(1 for cell in self.cells.values() if cell.fresh)
        hexes = self.chart.terms.hexes
        in_view = len(self.cells) - remembered - heard
        told = f"{in_view} {hexes} are in view and {remembered} remembered."
        told += f" Of {heard} you know the land alone." if heard else ""
        return f"{told} {fresh} were seen for the first time this turn." if fresh else told

    def _sections(self) -> Iterator[tuple[str, Iterable[_Found]]]:
        chart, terms = self.chart, self.chart.terms
        stacks = self.seen(chart.stacks) if self.layer.forces else []
        places = self.seen(chart.settlements)
        mine = [each for each in places if each.owner == chart.own and chart.own]
        yield (
            f"Your {terms.forces}",
            (
                _Found(each.x, each.y, self.stack(each))
                for each in stacks
                if each.owner == chart.own
            ),
        )
        yield (
            f"Your {terms.settlements}",
            (
                _Found(each.x, each.y, f"{escaped(each.name)}, {terms.kind(each.kind)}")
                for each in mine
            ),
        )
        if self.layer.forces:
            yield (
                "Battles",
                (
                    _Found(each.x, each.y, f"{escaped(each.told) or 'Battle'}{_ago(each.ago)}")
                    for each in self.seen(chart.battles)
                ),
            )
            yield (
                "Fallen",
                (
                    _Found(each.x, each.y, f"{escaped(each.name)}{_ago(each.ago)}")
                    for each in self.seen(chart.fallen)
                ),
            )
        yield (
            f"Others' {terms.forces}",
            (
                _Found(each.x, each.y, f"{self.stack(each)} of {self.whose(each.owner)}")
                for each in stacks
                if each.owner != chart.own
            ),
        )
        yield (
            f"Others' {terms.settlements}",
            (
                _Found(
                    each.x,
                    each.y,
                    f"{escaped(each.name)}, {terms.kind(each.kind)} of {self.whose(each.owner)}",
                )
                for each in places
                if each not in mine
            ),
        )
        yield (
            "Places of note",
            (
                _Found(each.x, each.y, f"{escaped(each.name) or 'Gate'}{leads_to(each)}")
                for each in self.seen(chart.sites)
            ),
        )
        yield (
            terms.strongholds.capitalize(),
            (
                _Found(
                    each.x,
                    each.y,
                    f"{terms.kind(each.kind).capitalize()} of {self.whose(each.owner)}",
                )
                for each in self.seen(chart.towers)
            ),
        )
        yield (
            "Waters",
            (
                _Found(each.x, each.y, escaped(each.name))
                for each in chart.waters
                if self.shows(each.x, each.y)
            ),
        )

    def stack(self, each: Stack) -> str:
        """A stack by its name, with how many it is and what ails it."""
        notes: list[str] = []
        if each.state == "bodies":
            notes.append("the dead")
        elif each.state == "empty":
            notes.append("empty")
        elif each.counted:
            notes.append(str(each.count) if each.count is not None else "how many is not known")
        if each.fleet:
            notes.append("fleet")
        if each.idle:
            notes.append("has no orders")
        if each.age:
            notes.append(f"seen {_turns(each.age)} ago")
        return f"{escaped(each.name)} ({', '.join(notes)})" if notes else escaped(each.name)

    def whose(self, owner: str | None) -> str:
        """A faction by its name."""
        return escaped(self.names.get(owner or "", "nobody that you know of"))

    def _reach(self) -> Iterator[str]:
        chart = self.chart
        if chart.strides:
            yield f"**{escaped(chart.steps_are)}**"
        for step, name in enumerate(chart.steps):
            spots = [f"{each.x},{each.y}" for each in self.seen(chart.strides) if each.step == step]
            if spots:
                more = len(spots) - _LISTED
                rest = f" and {more} more" if more > 0 else ""
                yield f"- {escaped(name)}: {', '.join(spots[:_LISTED])}{rest}"

    def _routes(self) -> Iterator[str]:
        for route in self.chart.routes if self.layer.routes else ():
            if len(route.hexes) > 1:
                last = len(route.hexes) - 1
                turns = len({end for end in route.turn_ends if 0 < end < last}) + route.first_turn
                way = " → ".join(f"{x},{y}" for x, y in route.hexes)
                yield f"**Your route**, {number(turns, self.chart.terms.step)}: {way}."

    def _borders(self) -> Iterator[str]:
        """Where realms meet, those of the reader first."""
        if not (self.layer.realms or self.layer.holdings):
            return
        met: dict[tuple[str, str], dict[Spot, None]] = {}
        for spot, cell in self.cells.items():
            if cell.owner is None:
                continue
            for other in self._around(spot):
                if other.owner and other.owner != cell.owner:
                    pair = cell.owner, other.owner
                    if pair[::-1] not in met or pair[0] == self.chart.own:
                        met.setdefault(pair, {})[spot] = None
        if not met:
            return
        yield "**Borders**"
        order = sorted(met, key=lambda pair: (pair[0] != self.chart.own, pair))
        for one, other in order:
            if (other, one) in met and other == self.chart.own:
                continue
            spots = sorted(met[one, other], key=self.far)
            shown = ", ".join(f"{x},{y}" for x, y in spots[:_MET])
            more = f" and {len(spots) - _MET} more" if len(spots) > _MET else ""
            yield f"- {self.whose(one)} meets {self.whose(other)} at {shown}{more}"

    def _around(self, spot: Spot) -> Iterator[Cell]:
        for direction in DIRECTIONS:
            there = self.grid.neighbour(Hex(*spot), direction)
            if there and there.spot in self.cells:
                yield self.cells[there.spot]

    def _land(self) -> Iterator[str]:
        """The land in each direction, what there is most of first."""
        labels = {land.key: land.label.lower() for land in self.chart.every_land()}
        by_way: dict[str, dict[str, int]] = {}
        for spot, cell in self.cells.items():
            if spot != self.centre:
                lands = by_way.setdefault(self.way(*spot), {})
                lands[labels[cell.terrain]] = lands.get(labels[cell.terrain], 0) + 1
        if by_way:
            yield "**Land**"
        for way in _WAYS:
            lands = sorted((-count, land) for land, count in by_way.get(way, {}).items())
            if lands:
                told = ", ".join(f"{-count} {land}" for count, land in lands[:_MET])
                yield f"- {way.capitalize()}: {told}"

    # ------------------------------------------------------------------ where things lie

    def near(self, found: Iterable[_Found]) -> list[_Found]:
        """The nearest first."""
        return sorted(found, key=lambda each: (self.far((each.x, each.y)), each))

    def far(self, spot: Spot) -> int:
        """Hexes from the centre."""
        return self.grid.distance(Hex(*self.centre), Hex(*spot))

    def where(self, x: int, y: int) -> str:
        """How far and which way from the centre a place lies, with its coordinates."""
        far = self.far((x, y))
        return f"here, {x},{y}" if not far else f"{far} {self.way(x, y)}, {x},{y}"

    def way(self, x: int, y: int) -> str:
        """The direction from the centre, the short way around the world."""
        from_x, from_y = self.centre
        across = (x + 0.5 * (y & 1)) - (from_x + 0.5 * (from_y & 1))
        if self.chart.wrap:
            half = self.chart.width / 2
            across = (across + half) % self.chart.width - half
        up = (from_y - y) * _ROW
        return _WAYS[round(atan2(up, across) / (pi / 4)) % len(_WAYS)]


_ROW: Final = 3**0.5 / 2  # hex widths from one row to the next


def _ago(turns: int) -> str:
    return f", {_turns(turns)} ago" if turns else ", this turn"


def _turns(count: int) -> str:
    return number(count, "turn")
