"""The hex map: pointy-top hexes in odd-r offset coordinates, in one realm or several.

Says where a hex lies, what is next to it, how far it is and what is in range. Knows nothing of
terrain, costs or what stands on the map: for ways across it see `engine.paths`. Gates, which lead
from one realm to another, are left to the code that moves pieces.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

# cohorts.world.hex-directions: 0 is north-east, then clockwise.
NE, E, SE, SW, W, NW = range(6)
DIRECTIONS: Final = (NE, E, SE, SW, W, NW)
DIRECTION_NAMES: Final = (
    "north-east",
    "east",
    "south-east",
    "south-west",
    "west",
    "north-west",
)

# The same six steps in doubled coordinates: columns count half hexes, so that a step no longer
# depends on the parity of the row.
_DOUBLED_STEPS: Final = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))

LEAST_SIZE: Final = 4  # cohorts.world.map-shape
APART: Final = 1 << 30
"""The distance between provinces of different realms: beyond every range there can be."""


class Hex(NamedTuple):
    """A province's location: column `x` from the west and row `y` from the north, from 0.

    `realm` is the number of the realm that it lies in, 0 for the first.
    """

    x: int
    y: int
    realm: int = 0

    @property
    def spot(self) -> tuple[int, int]:
        """Column and row alone, for readers who know the realm."""
        return self[0], self[1]


def located(x: int, y: int, realm: str = "") -> str:
    """A location as people write it: `12,3`, or `12,3 in the Underhall` where there are realms."""
    return f"{x},{y} in {realm}" if realm else f"{x},{y}"


class OffMapError(ValueError):
    """A hex was named that is not on the map."""

    def __init__(self, hex_: "tuple[int, int] | Hex", grid: "Grid") -> None:
        super().__init__(hex_, grid)
        self.hex = hex_
        self.grid = grid

    def __str__(self) -> str:
        (x, y, *_), grid = self.hex, self.grid
        number = self.hex.realm if isinstance(self.hex, Hex) else 0
        if not 0 <= number < len(grid.realms):
            return f"there is no realm {number}: there are {len(grid.realms)}"
        realm = grid.realms[number]
        return (
            f"({x}, {y}) is not on a map of {realm.width} by {realm.height}: "
            f"x goes from 0 to {realm.width - 1} and y from 0 to {realm.height - 1}"
        )


def opposite(direction: int) -> int:
    """The direction back (`cohorts.world.hex-directions`)."""
    return (direction + 3) % 6


def _doubled(x: int, y: int) -> int:
    """The column counted in half hexes."""
    return 2 * x + (y & 1)


@dataclass(frozen=True, slots=True)
class Grid:
    """A map of `width` columns and `height` rows, each at least 4.

    It wraps around from east to west unless `wraps` is False. What lies `beyond` are the maps
    of further realms, each a grid of one realm, with numbers from 1 in their order; hexes of
    different realms are never next to each other nor in reach of each other.
    Hexes given to a method must be on the map: `distance` is too hot to check, the others raise
    `OffMapError`. Equal grids share their tables, so a grid costs nothing to make or pickle.
    Sources: `cohorts.world.map-shape`, `cohorts.world.hex-distance`.
    """

    width: int
    height: int
    wraps: bool = True
    beyond: tuple["Grid", ...] = ()
    _tables: "_Tables" = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.width < LEAST_SIZE or self.height < LEAST_SIZE:
            raise ValueError(
                f"a map of {self.width} by {self.height} is too small: "
                f"both must be at least {LEAST_SIZE}"
            )
        if any(grid.beyond for grid in self.beyond):
            raise ValueError("a further realm has no realms of its own")
        shapes = tuple((grid.width, grid.height, grid.wraps) for grid in self.beyond)
        tables = _tables_of(((self.width, self.height, self.wraps), *shapes))
        object.__setattr__(self, "_tables", tables)

    def __reduce__(self) -> tuple[Any, ...]:
        return Grid, (self.width, self.height, self.wraps, self.beyond)

    def __len__(self) -> int:
        return len(self._tables.hexes)

    def __iter__(self) -> Iterator[Hex]:
        """Every hex, realm by realm, row by row from the north-west."""
        return iter(self._tables.hexes)

    def __contains__(self, hex_: tuple[int, int] | Hex) -> bool:
        """Whether the coordinates are on the map as they stand, without wrapping.

        Bare ones are those of the first realm.
        """
        number = hex_.realm if isinstance(hex_, Hex) else 0
        if not 0 <= number <= len(self.beyond):
            return False
        width, height, _ = self._tables.shapes[number]
        return 0 <= hex_[0] < width and 0 <= hex_[1] < height

    @property
    def realms(self) -> tuple["Grid", ...]:
        """The grid of each realm alone, by its number."""
        return (grid_of(self._tables.shapes[0]), *self.beyond)

    def wrap(self, x: int, y: int, realm: int = 0) -> Hex | None:
        """The hex at these coordinates of a realm, x taken modulo the width where that wraps.

        None beyond an edge.
        """
        width, height, wraps = self._tables.shapes[realm]
        if not 0 <= y < height:
            return None
        if wraps:
            return Hex(x % width, y, realm)
        return Hex(x, y, realm) if 0 <= x < width else None

    def index(self, hex_: Hex) -> int:
        """The hex's number, realm by realm, row by row from the north-west, from 0.

        Raises:
            OffMapError: it is on no map of the grid.
        """
        x, y, number = hex_
        tables = self._tables
        if 0 <= number < len(tables.shapes):
            width, height, _ = tables.shapes[number]
            if 0 <= x < width and 0 <= y < height:
                return tables.first[number] + y * width + x
        raise OffMapError(hex_, self)

    def at(self, index: int) -> Hex:
        """The hex of that number.

        Raises:
            IndexError: there is none.
        """
        if index < 0:
            raise IndexError(f"a hex's index cannot be negative: {index}")
        return self._tables.hexes[index]

    def neighbours(self, hex_: Hex) -> tuple[Hex | None, ...]:
        """The six hexes around, by direction; None beyond an edge.

        Raises:
            OffMapError: the hex itself is on no map of the grid.
        """
        try:
            return self._tables.neighbours[hex_]
        except KeyError:
            raise OffMapError(hex_, self) from None

    def adjacency(self) -> Sequence[tuple[int, ...]]:
        """For each index those of the six neighbours, by direction, -1 beyond an edge.

        One shared table, for searches that are too hot for hexes.
        """
        return self._tables.adjacency

    def hexes(self) -> Sequence[Hex]:
        """Every hex by its index, as one shared table."""
        return self._tables.hexes

    def neighbour(self, hex_: Hex, direction: int) -> Hex | None:
        """The hex next to it in that direction, None beyond an edge."""
        return self.neighbours(hex_)[direction]

    def direction_between(self, start: Hex, goal: Hex) -> int | None:
        """The direction from a hex to one next to it, None if they are not adjacent."""
        around = self.neighbours(start)
        return around.index(goal) if goal in around else None

    def distance(self, start: Hex, goal: Hex) -> int:
        """The least number of steps, counting the wrap (`cohorts.world.hex-distance`).

        `APART` between different realms.
        """
        number = start[2]
        if number != goal[2]:
            return APART
        rows = abs(goal[1] - start[1])
        half_columns = abs(2 * (goal[0] - start[0]) + (goal[1] & 1) - (start[1] & 1))
        width, _, wraps = self._tables.shapes[number]
        if wraps and half_columns > width:
            half_columns = 2 * width - half_columns
        return rows + (half_columns - rows) // 2 if half_columns > rows else rows

    def ring(self, centre: Hex, radius: int) -> list[Hex]:
        """The hexes at exactly that distance, clockwise from the north-eastern corner.

        A ring of radius 1 is the neighbours in the order of their directions. Where a large ring
        meets itself around the world, a hex comes once, and only if it is not nearer the other way.
        """
        self._check_disc(centre, radius)
        if radius == 0:
            return [centre]
        column, row = _doubled(centre.x, centre.y) + radius, centre.y - radius
        found: dict[Hex, None] = {}
        for side in DIRECTIONS:
            # From the corner in one direction one walks to the next in the direction two further.
            step_column, step_row = _DOUBLED_STEPS[(side + 2) % 6]
            for _ in range(radius):
                hex_ = self.wrap(column >> 1, row, centre.realm)
                if hex_ is not None and self.distance(centre, hex_) == radius:
                    found[hex_] = None
                column, row = column + step_column, row + step_row
        return list(found)

    def within(self, centre: Hex, radius: int) -> list[Hex]:
        """The hexes at that distance or less, the centre included, in the order of their index.

        This is "within n hexes" and "range n" of `cohorts.world.hex-distance`.
        """
        hexes = self._tables.hexes
        return [hexes[index] for index in self.indexes_within(centre, radius)]

    def indexes_within(self, centre: Hex, radius: int) -> list[int]:
        """The indexes of the hexes at that distance or less, in order."""
        self._check_disc(centre, radius)
        width, height, wraps = self._tables.shapes[centre.realm]
        before = self._tables.first[centre.realm]
        middle = _doubled(centre.x, centre.y)
        found: list[int] = []
        for y in range(max(0, centre.y - radius), min(height, centre.y + radius + 1)):
            reach = 2 * radius - abs(y - centre.y)
            first, last = (middle - reach) >> 1, (middle + reach) >> 1
            row = range(before + y * width, before + (y + 1) * width)
            if last - first + 1 >= width and wraps:
                found += row
            elif not wraps:
                found += row[max(0, first) : last + 1]
            elif first < 0 or last >= width:
                found += row[: last % width + 1]
                found += row[first % width :]
            else:
                found += row[first : last + 1]
        return found

    def line(self, start: Hex, goal: Hex) -> list[Hex]:
        """A straight line from start to goal, both included, the shorter way around the world.

        It takes `distance` steps. Where it runs along a border, the hex on one and the same side
        is taken all the way. Computed in integers, so that it is the same everywhere.

        Raises:
            OffMapError: an end is on no map of the grid.
            ValueError: the ends lie in different realms.
        """
        for end in (start, goal):
            if end not in self:
                raise OffMapError(end, self)
        if start.realm != goal.realm:
            raise ValueError("no line leads from one realm to another")
        steps = self.distance(start, goal)
        if steps == 0:
            return [start]
        width, _, wraps = self._tables.shapes[start.realm]
        column = _doubled(start.x, start.y)
        columns = _doubled(goal.x, goal.y) - column
        if wraps:
            columns -= 2 * width * ((columns + width) // (2 * width))
        rows = goal.y - start.y
        line: list[Hex] = []
        # Cube coordinates in 1 / unit of a hex. The nudge keeps points off the borders; it is
        # smaller than any distance to a border that is not zero.
        unit = 16 * steps
        for step in range(steps + 1):
            doubled_q = (column - start.y) * steps + (columns - rows) * step
            q = 8 * doubled_q + 1
            r = 16 * (start.y * steps + rows * step) + 2
            hex_q, hex_r = _round_cube(q, r, unit)
            x = (2 * hex_q + hex_r) >> 1
            if not wraps:  # along the edge the line would weave in and out
                x = min(max(x, 0), width - 1)
            hex_ = self.wrap(x, hex_r, start.realm)
            assert hex_ is not None, "a line stays on the map"
            line.append(hex_)
        return line

    def _check_disc(self, centre: Hex, radius: int) -> None:
        if radius < 0:
            raise ValueError(f"a radius cannot be negative: {radius}")
        if centre not in self:
            raise OffMapError(centre, self)


Shape = tuple[int, int, bool]
"""Width, height and whether it wraps, of one realm."""


@lru_cache(maxsize=16)
def grid_of(first: Shape, *others: Shape) -> Grid:
    """The grid of realms of these shapes, always the same one."""
    return Grid(*first, tuple(Grid(*shape) for shape in others))


class _Tables:
    """What equal grids share: their hexes by index, and what lies next to each."""

    def __init__(self, shapes: tuple[Shape, ...]) -> None:
        self.shapes = shapes
        self.hexes = tuple(
            Hex(x, y, realm)
            for realm, (width, height, _) in enumerate(shapes)
            for y in range(height)
            for x in range(width)
        )
        first = [0]
        for width, height, _ in shapes:
            first.append(first[-1] + width * height)
        self.first = tuple(first)
        """The index of each realm's first hex, and after the last one how many hexes there are."""

    @cached_property
    def adjacency(self) -> tuple[tuple[int, ...], ...]:
        indexes = list(range(len(self.hexes)))  # so that equal numbers are one object

        def neighbour(hex_: Hex, direction: int) -> int:
            step_column, step_row = _DOUBLED_STEPS[direction]
            width, height, wraps = self.shapes[hex_.realm]
            y = hex_.y + step_row
            x = (_doubled(hex_.x, hex_.y) + step_column) >> 1
            if not 0 <= y < height or not (wraps or 0 <= x < width):
                return -1
            return indexes[self.first[hex_.realm] + y * width + x % width]

        return tuple(
            tuple(neighbour(hex_, direction) for direction in DIRECTIONS) for hex_ in self.hexes
        )

    @cached_property
    def neighbours(self) -> dict[Hex, tuple[Hex | None, ...]]:
        hexes = self.hexes
        return {
            hex_: tuple(hexes[index] if index >= 0 else None for index in around)
            for hex_, around in zip(hexes, self.adjacency, strict=True)
        }


@lru_cache(maxsize=16)
def _tables_of(shapes: tuple[Shape, ...]) -> _Tables:
    return _Tables(shapes)


def _round_cube(q: int, r: int, unit: int) -> tuple[int, int]:
    """The hex that holds the point (q / unit, r / unit), in axial coordinates."""
    s = -q - r
    half = unit // 2
    hex_q, hex_r, hex_s = (q + half) // unit, (r + half) // unit, (s + half) // unit
    off_q, off_r, off_s = abs(hex_q * unit - q), abs(hex_r * unit - r), abs(hex_s * unit - s)
    if off_q > off_r and off_q > off_s:
        return -hex_r - hex_s, hex_r
    if off_r > off_s:
        return hex_q, -hex_q - hex_s
    return hex_q, hex_r
