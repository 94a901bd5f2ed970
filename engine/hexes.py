"""The hex map: pointy-top hexes in odd-r offset coordinates that wrap east to west.

Says where a hex lies, what is next to it, how far it is and what is in range. Knows nothing of
terrain, costs or what stands on the map: for ways across it see ``engine.paths``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

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


class Hex(NamedTuple):
    """A province's location: column ``x`` from the west and row ``y`` from the north, from 0."""

    x: int
    y: int


class OffMapError(ValueError):
    """A hex was named that is not on the map."""

    def __init__(self, hex_: tuple[int, int], grid: "Grid") -> None:
        super().__init__(hex_, grid)
        self.hex = hex_
        self.grid = grid

    def __str__(self) -> str:
        (x, y), grid = self.hex, self.grid
        return (
            f"({x}, {y}) is not on a map of {grid.width} by {grid.height}: "
            f"x goes from 0 to {grid.width - 1} and y from 0 to {grid.height - 1}"
        )


def opposite(direction: int) -> int:
    """The direction back (``cohorts.world.hex-directions``)."""
    return (direction + 3) % 6


def _doubled(x: int, y: int) -> int:
    """The column counted in half hexes."""
    return 2 * x + (y & 1)


@dataclass(frozen=True, slots=True)
class Grid:
    """A map of ``width`` columns and ``height`` rows, each at least 4.

    Hexes given to a method must be on the map: ``distance`` is too hot to check, the others raise
    ``OffMapError``. Equal grids share their tables, so a grid costs nothing to make or pickle.
    Source: ``cohorts.world.map-shape``.
    """

    width: int
    height: int

    def __post_init__(self) -> None:
        if self.width < LEAST_SIZE or self.height < LEAST_SIZE:
            raise ValueError(
                f"a map of {self.width} by {self.height} is too small: "
                f"both must be at least {LEAST_SIZE}"
            )

    def __len__(self) -> int:
        return self.width * self.height

    def __iter__(self) -> Iterator[Hex]:
        """Every hex, row by row from the north-west."""
        return iter(_hexes(self.width, self.height))

    def __contains__(self, hex_: tuple[int, int]) -> bool:
        """Whether the coordinates are on the map as they stand, without wrapping."""
        return 0 <= hex_[0] < self.width and 0 <= hex_[1] < self.height

    def wrap(self, x: int, y: int) -> Hex | None:
        """The hex at these coordinates with x taken modulo the width, None north or south of it."""
        return Hex(x % self.width, y) if 0 <= y < self.height else None

    def index(self, hex_: Hex) -> int:
        """The hex's number, row by row from the north-west, from 0."""
        if hex_ not in self:
            raise OffMapError(hex_, self)
        return hex_.y * self.width + hex_.x

    def at(self, index: int) -> Hex:
        """The hex of that number; IndexError if there is none."""
        if index < 0:
            raise IndexError(f"a hex's index cannot be negative: {index}")
        return _hexes(self.width, self.height)[index]

    def neighbours(self, hex_: Hex) -> tuple[Hex | None, ...]:
        """The six hexes around, by direction; None beyond the north and the south edge."""
        try:
            return _neighbours(self.width, self.height)[hex_]
        except KeyError:
            raise OffMapError(hex_, self) from None

    def adjacency(self) -> Sequence[tuple[int, ...]]:
        """For each index those of the six neighbours, by direction, -1 beyond an edge.

        One shared table, for searches that are too hot for hexes.
        """
        return _adjacency(self.width, self.height)

    def hexes(self) -> Sequence[Hex]:
        """Every hex by its index, as one shared table."""
        return _hexes(self.width, self.height)

    def neighbour(self, hex_: Hex, direction: int) -> Hex | None:
        """The hex next to it in that direction, None beyond the north and the south edge."""
        return self.neighbours(hex_)[direction]

    def direction_between(self, start: Hex, goal: Hex) -> int | None:
        """The direction from a hex to one next to it, None if they are not adjacent."""
        around = self.neighbours(start)
        return around.index(goal) if goal in around else None

    def distance(self, start: Hex, goal: Hex) -> int:
        """The least number of steps, counting the wrap (``cohorts.world.hex-distance``)."""
        rows = abs(goal[1] - start[1])
        half_columns = abs(_doubled(*goal) - _doubled(*start))
        half_columns = min(half_columns, 2 * self.width - half_columns)
        return rows + max(0, half_columns - rows) // 2

    def ring(self, centre: Hex, radius: int) -> list[Hex]:
        """The hexes at exactly that distance, clockwise from the north-eastern corner.

        A ring of radius 1 is the neighbours in the order of their directions. Where a large ring
        meets itself around the world, a hex comes once, and only if it is not nearer the other way.
        """
        self._check_disc(centre, radius)
        if radius == 0:
            return [centre]
        column, row = _doubled(*centre) + radius, centre.y - radius
        found: dict[Hex, None] = {}
        for side in DIRECTIONS:
            # From the corner in one direction one walks to the next in the direction two further.
            step_column, step_row = _DOUBLED_STEPS[(side + 2) % 6]
            for _ in range(radius):
                hex_ = self.wrap(column >> 1, row)
                if hex_ is not None and self.distance(centre, hex_) == radius:
                    found[hex_] = None
                column, row = column + step_column, row + step_row
        return list(found)

    def within(self, centre: Hex, radius: int) -> list[Hex]:
        """The hexes at that distance or less, the centre included, in the order of their index.

        This is "within n hexes" and "range n" of ``cohorts.world.hex-distance``.
        """
        hexes = _hexes(self.width, self.height)
        return [hexes[index] for index in self.indexes_within(centre, radius)]

    def indexes_within(self, centre: Hex, radius: int) -> list[int]:
        """The indexes of the hexes at that distance or less, in order."""
        self._check_disc(centre, radius)
        width = self.width
        found: list[int] = []
        for y in range(max(0, centre.y - radius), min(self.height, centre.y + radius + 1)):
            reach = 2 * radius - abs(y - centre.y)
            first = (_doubled(*centre) - reach) >> 1
            last = (_doubled(*centre) + reach) >> 1
            row = range(y * width, (y + 1) * width)
            if last - first + 1 >= width:
                found += row
            elif first < 0 or last >= width:
                found += row[: last % width + 1]
                found += row[first % width :]
            else:
                found += row[first : last + 1]
        return found

    def line(self, start: Hex, goal: Hex) -> list[Hex]:
        """A straight line from start to goal, both included, the shorter way around the world.

        It takes ``distance`` steps. Where it runs along a border, the hex on one and the same side
        is taken all the way. Computed in integers, so that it is the same everywhere.
        """
        steps = self.distance(start, goal)
        for end in (start, goal):
            if end not in self:
                raise OffMapError(end, self)
        if steps == 0:
            return [start]
        column, columns = _doubled(*start), _doubled(*goal) - _doubled(*start)
        columns -= 2 * self.width * ((columns + self.width) // (2 * self.width))
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
            hex_ = self.wrap((2 * hex_q + hex_r) >> 1, hex_r)
            assert hex_ is not None, "a line stays between the rows of its ends"
            line.append(hex_)
        return line

    def _check_disc(self, centre: Hex, radius: int) -> None:
        if radius < 0:
            raise ValueError(f"a radius cannot be negative: {radius}")
        if centre not in self:
            raise OffMapError(centre, self)


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


@lru_cache(maxsize=16)
def _hexes(width: int, height: int) -> tuple[Hex, ...]:
    return tuple(Hex(x, y) for y in range(height) for x in range(width))


@lru_cache(maxsize=16)
def _adjacency(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    def neighbour(hex_: Hex, direction: int) -> int:
        step_column, step_row = _DOUBLED_STEPS[direction]
        y = hex_.y + step_row
        if not 0 <= y < height:
            return -1
        return indexes[y * width + ((_doubled(*hex_) + step_column) >> 1) % width]

    indexes = list(range(width * height))  # so that equal numbers are one object
    return tuple(
        tuple(neighbour(hex_, direction) for direction in DIRECTIONS)
        for hex_ in _hexes(width, height)
    )


@lru_cache(maxsize=16)
def _neighbours(width: int, height: int) -> dict[Hex, tuple[Hex | None, ...]]:
    hexes = _hexes(width, height)
    return {
        hex_: tuple(hexes[index] if index >= 0 else None for index in around)
        for hex_, around in zip(hexes, _adjacency(width, height), strict=True)
    }
