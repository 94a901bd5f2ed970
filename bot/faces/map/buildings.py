"""Settlements and towers: pale walls with a shaded right side, roofs in the owner's colour.

Drawings in units of a hex's width, standing a little below its middle. The paints "roof" and
"roof_shade" are the owner's.
"""

from functools import cache
from typing import Final

from bot.faces.map.chart import SettlementKind, TowerKind
from bot.faces.paint.palette import INK, WALL, WALL_DARK, WALL_SHADE
from bot.faces.paint.shapes import Part, Path, box, line, mirrored, moved, poly

Drawing = tuple[Part, ...]

_EDGE: Final = 0.034


def _edged(path: Path, paint: str) -> Part:
    return Part(path, paint, INK, _EDGE)


def _placed(drawing: Drawing, x: float, y: float, scale: float = 1.0) -> Drawing:
    return tuple(
        Part(moved(part.path, x, y, scale), part.paint, part.line, part.width) for part in drawing
    )


def _house() -> Drawing:
    """A gable end: walls 0.28 wide standing on y = -0.16."""
    return (
        _edged(poly((-0.14, -0.16), (0.14, -0.16), (0.14, 0.02), (0, 0.14), (-0.14, 0.02)), WALL),
        Part(poly((0.04, -0.145), (0.125, -0.145), (0.125, 0.02), (0.04, 0.09)), WALL_SHADE),
        _edged(
            poly(
                (-0.215, -0.015),
                (0, 0.20),
                (0.215, -0.015),
                (0.16, -0.06),
                (0, 0.095),
                (-0.16, -0.06),
            ),
            "roof",
        ),
    )


def _long_house() -> Drawing:
    """A house seen from its long side, 0.28 wide standing on y = -0.16."""
    return (
        _edged(box(-0.14, -0.16, 0.14, -0.03), WALL),
        Part(box(0.03, -0.145, 0.127, -0.05), WALL_SHADE),
        Part(box(-0.03, -0.16, 0.03, -0.075), WALL_DARK),
        _edged(poly((-0.185, -0.035), (-0.115, 0.12), (0.115, 0.12), (0.185, -0.035)), "roof"),
        Part(poly((0.05, -0.02), (0.05, 0.105), (0.108, 0.105), (0.165, -0.02)), "roof_shade"),
    )


def _crenels(
    left: float, right: float, top: float, teeth: int, tall: float = 0.045
) -> list[tuple[float, float]]:
    """The upper edge of a battlement from right to left."""
    step = (right - left) / (2 * teeth - 1)
    points: list[tuple[float, float]] = []
    for number in range(teeth):
        edge = right - 2 * number * step
        points += [(edge, top), (edge - step, top)]
        if number < teeth - 1:
            points += [(edge - step, top - tall), (edge - 2 * step, top - tall)]
    return points


def _wall(left: float, right: float, bottom: float, top: float, teeth: int) -> Drawing:
    """A stretch of wall or a round tower, with battlements."""
    width = right - left
    edge = _crenels(left, right, top, teeth)
    return (
        _edged(poly((left, bottom), (right, bottom), *edge), WALL),
        Part(box(right - width * 0.34, bottom + 0.014, right - 0.014, top - 0.058), WALL_SHADE),
    )


def _spire(x: float, half: float, bottom: float, top: float, tip: float) -> Drawing:
    """A tower with a pointed roof."""
    over = half + 0.035
    return (
        _edged(box(x - half, bottom, x + half, top), WALL),
        Part(box(x + half * 0.25, bottom, x + half - 0.014, top), WALL_SHADE),
        _edged(poly((x - over, top - 0.01), (x, tip), (x + over, top - 0.01)), "roof"),
        Part(
            poly((x + 0.012, tip - 0.07), (x + over - 0.025, top + 0.005), (x + 0.02, top + 0.005)),
            "roof_shade",
        ),
    )


def _gate(half: float, bottom: float, top: float) -> Drawing:
    arch = poly(
        (-half, bottom),
        (half, bottom),
        (half, top - half * 0.9),
        (half * 0.6, top - half * 0.15),
        (0, top),
        (-half * 0.6, top - half * 0.15),
        (-half, top - half * 0.9),
    )
    return (Part(arch, WALL_DARK),)


def _flag(x: float, bottom: float, top: float) -> Drawing:
    return (
        Part(line((x, bottom), (x, top)), line=INK, width=0.028),
        _edged(poly((x, top), (x + 0.13, top - 0.045), (x, top - 0.09)), "roof"),
    )


def _ramparts() -> Drawing:
    """A town wall between two towers, with its gate."""
    left = _wall(-0.41, -0.25, -0.20, 0.06, 3)
    right = _wall(0.25, 0.41, -0.20, 0.06, 3)
    return (
        *_wall(-0.28, 0.28, -0.20, -0.01, 6)[:1],
        *_gate(0.07, -0.19, -0.065),
        *left,
        *right,
    )


def _town() -> Drawing:
    return (*_placed(_long_house(), -0.13, -0.01, 1.05), *_placed(_house(), 0.17, -0.03, 0.88))


def _burgh() -> Drawing:
    wing = _placed(_long_house(), -0.17, -0.04, 1.05)
    return (*_placed(_house(), 0, 0.07, 0.95), *wing, *_placed(_long_house(), 0.17, -0.04, 1.05))


def _city() -> Drawing:
    return (
        *_spire(0.13, 0.075, -0.06, 0.17, 0.38),
        *_placed(_house(), -0.10, 0.08, 1.0),
        *_ramparts(),
    )


def _capital() -> Drawing:
    return (
        *_spire(-0.20, 0.08, -0.06, 0.15, 0.36),
        *_spire(0.20, 0.08, -0.06, 0.15, 0.36),
        *_spire(0.0, 0.10, -0.06, 0.24, 0.52),
        *_ramparts(),
    )


def _watch() -> Drawing:
    return (
        _edged(poly((-0.09, -0.22), (0.09, -0.22), (0.055, 0.0), (-0.055, 0.0)), WALL),
        Part(poly((0.02, -0.205), (0.075, -0.205), (0.045, 0.0), (0.015, 0.0)), WALL_SHADE),
        _edged(box(-0.11, -0.02, 0.11, 0.10), WALL),
        Part(box(-0.07, 0.015, -0.02, 0.085), WALL_DARK),
        Part(box(0.02, 0.015, 0.07, 0.085), WALL_DARK),
        _edged(poly((-0.16, 0.09), (0, 0.25), (0.16, 0.09)), "roof"),
    )


def _guard() -> Drawing:
    return (
        *_flag(0.0, 0.08, 0.36),
        *_wall(-0.115, 0.115, -0.22, 0.14, 3),
        Part(box(-0.035, -0.21, 0.035, -0.11), WALL_DARK),
        Part(box(-0.02, -0.02, 0.02, 0.05), WALL_DARK),
    )


def _wizard() -> Drawing:
    return (
        *_spire(0.0, 0.075, -0.22, 0.08, 0.42),
        Part(box(-0.035, -0.21, 0.03, -0.12), WALL_DARK),
        Part(box(-0.03, -0.03, 0.015, 0.04), WALL_DARK),
    )


def _castle() -> Drawing:
    left = _wall(-0.30, -0.12, -0.20, 0.13, 3)
    right = tuple(Part(mirrored(part.path), part.paint, part.line, part.width) for part in left[:1])
    shade = Part(box(0.24, -0.186, 0.286, 0.072), WALL_SHADE)
    return (
        *_flag(-0.21, 0.1, 0.33),
        *_wall(-0.16, 0.16, -0.20, 0.04, 4)[:1],
        *_gate(0.06, -0.19, -0.06),
        *left,
        *right,
        shade,
    )


_SETTLEMENTS: Final = {
    "village": _house,
    "town": _town,
    "burgh": _burgh,
    "city": _city,
    "capital": _capital,
}
_TOWERS: Final = {"watch": _watch, "guard": _guard, "wizard": _wizard, "castle": _castle}


@cache
def rampart(level: int) -> Drawing:
    """A stretch of fortifications, wider and with more merlons at each level."""
    half = 0.19 + 0.05 * level
    edge = _crenels(-half, half, 0.08, 2 * level + 1, 0.05)
    shade = Part(box(half * 0.5, -0.065, half - 0.014, 0.02), WALL_SHADE)
    return (_edged(poly((-half, -0.08), (half, -0.08), *edge), WALL), shade)


@cache
def building(kind: SettlementKind | TowerKind) -> Drawing:
    """The drawing of a settlement or tower."""
    drawer = _SETTLEMENTS.get(kind) or _TOWERS[kind]
    return drawer()
