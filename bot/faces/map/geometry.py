"""Where hexes lie in pixels: corners, wiggled sides, bands along borders, and own noise.

Pixels have y down, as rows do. Which hex is next to which is asked of `engine.hexes`; all else
here is about pictures and works on numpy arrays of many hexes at once.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.faces.paint.canvas import Floats
from bot.faces.paint.palette import WIGGLE_W
from engine.hexes import DIRECTIONS, Grid, Hex

Integers = NDArray[np.int64]

ROOT3: Final = 3**0.5
RADIUS_W: Final = 1 / ROOT3  # from the centre to a corner, and the length of a side
ROW_W: Final = ROOT3 / 2  # from one row to the next
DIAGONAL: Final = 2 / ROOT3  # how far along a side or diagonal a band of depth 1 reaches

# Side d runs from corner d to corner d + 1, clockwise from the top: it faces direction d.
CORNERS_W: Final = np.array(
    [
        (0, -RADIUS_W),
        (0.5, -RADIUS_W / 2),
        (0.5, RADIUS_W / 2),
        (0, RADIUS_W),
        (-0.5, RADIUS_W / 2),
        (-0.5, -RADIUS_W / 2),
    ]
)
MIDDLES_W: Final = (CORNERS_W + np.roll(CORNERS_W, -1, axis=0)) / 2  # of the sides


def _steps() -> Integers:
    """The engine's column and row steps by parity of the row and by direction, (2, 6, 2)."""
    grid, steps = Grid(8, 8), np.zeros((2, 6, 2), dtype=np.int64)
    for parity in (0, 1):
        start = Hex(4, 4 + parity)
        for direction in DIRECTIONS:
            goal = grid.neighbour(start, direction)
            assert goal is not None
            steps[parity, direction] = goal.x - start.x, goal.y - start.y
    return steps


STEPS: Final = _steps()


def noise(x: Integers, y: Integers, salt: int) -> Floats:
    """A number from 0 to below 1 for each place, the same on every machine."""
    with np.errstate(over="ignore"):
        mixed = (
            x.astype(np.uint32) * np.uint32(0x9E3779B1)
            ^ y.astype(np.uint32) * np.uint32(0x85EBCA77)
            ^ np.uint32((salt * 0xC2B2AE3D) & 0xFFFFFFFF)
        )
        for shift, factor in ((15, 0x2C1B3C6D), (12, 0x297A2D39)):
            mixed = (mixed ^ (mixed >> np.uint32(shift))) * np.uint32(factor)
        mixed ^= mixed >> np.uint32(15)
    return mixed.astype(np.float64) / 2**32


def noise_at(x: int, y: int, salt: int) -> float:
    """`noise` for one place."""
    return float(noise(np.array([x]), np.array([y]), salt)[0])


def hexagon(w: float) -> Floats:
    """A hexagon's corners about the centre, `w` wide."""
    angles = np.arange(6) * np.pi / 3
    return np.stack((np.sin(angles), -np.cos(angles)), axis=1) * w * RADIUS_W


def straight_sides(centres: Floats, w: float) -> Floats:
    """The two ends of each hex's six sides, (n, 6, 2, 2)."""
    corners = centres[:, None] + CORNERS_W * w
    return np.stack((corners, np.roll(corners, -1, axis=1)), axis=2)


def wiggled_sides(centres: Floats, x: Integers, y: Integers, width: int, w: float) -> Floats:
    """Five points along each hex's six sides, (n, 6, 5, 2), the inner three moved a little.

    Both hexes of a side get the same points: they come from the hex that has the side in its
    eastern half. The columns count modulo `width`.
    """
    ends = straight_sides(centres, w)
    start, end = ends[:, :, :1], ends[:, :, 1:]
    along = np.array((0.0, 0.25, 0.5, 0.75, 1.0))[:, None]
    points = start + (end - start) * along
    outward = (MIDDLES_W / np.hypot(*MIDDLES_W.T)[:, None])[None]
    for direction in DIRECTIONS:
        owner_x, owner_y = x, y
        eastern = direction < 3
        if not eastern:
            moves = STEPS[y & 1, direction]
            owner_x, owner_y = x + moves[:, 0], y + moves[:, 1]
        side = direction if eastern else direction - 3
        for inner in (1, 2, 3):
            salt = side * 4 + (inner if eastern else 4 - inner)
            shift = (noise(owner_x % width, owner_y, salt) * 2 - 1) * WIGGLE_W * RADIUS_W * w
            normal = outward[:, direction] * (1 if eastern else -1)
            points[:, direction, inner] += shift[:, None] * normal
    return points


def bands(sides: Floats, centres: Floats, chosen: NDArray[np.bool_], depth: float) -> Floats:
    """The band inside each chosen side, (m, 2, k, 2): its outer line and its inner line.

    The inner line is parallel to the side. It ends on the hex's diagonal where the next side is
    chosen too and else on that next side, both times equally far from the corner, so that bands
    meet exactly inside one hex and across hexes.
    """
    hexes, directions = np.nonzero(chosen)
    outer = sides[hexes, directions]
    corners = sides[:, :, 0]
    start, end = outer[:, :1], outer[:, -1:]
    radius = np.hypot(*(corners[:1, 0] - centres[:1])[0]) if len(hexes) else 1.0
    reach = depth * DIAGONAL / radius

    def inner_end(corner: Floats, beside: Integers, beyond: Integers) -> Floats:
        goal = np.where(chosen[hexes, beside][:, None], centres[hexes], corners[hexes, beyond])
        return corner + (goal[:, None] - corner) * reach

    before, after = (directions - 1) % 6, (directions + 1) % 6
    inner_start = inner_end(start, before, before)
    inner_stop = inner_end(end, after, (directions + 2) % 6)
    along = np.linspace(0, 1, outer.shape[1])[:, None]
    wiggle = outer - (start + (end - start) * along)
    inner = inner_start + (inner_stop - inner_start) * along + wiggle
    return np.stack((outer, inner), axis=1)


def on_bands(band: Floats, along: Floats, across: Floats) -> Floats:
    """Points on each band, (m, p, 2): `along` the side from 0 to 1, `across` from 0 (outside)."""
    pieces = band.shape[2] - 1
    place = np.clip(along, 0, 1) * pieces
    first = np.minimum(place.astype(np.int64), pieces - 1)
    part = (place - first)[:, None]
    outer, inner = (
        line[:, first] * (1 - part) + line[:, first + 1] * part for line in (band[:, 0], band[:, 1])
    )
    return outer * (1 - across[:, None]) + inner * across[:, None]


def band_polygons(band: Floats) -> Floats:
    """The bands as closed polygons, (m, 2k, 2)."""
    return np.concatenate((band[:, 0], band[:, 1, ::-1]), axis=1)
