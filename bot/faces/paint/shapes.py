"""Shapes in units of one hex's width, centre (0, 0), y upwards, and how they come to a canvas.

A drawing is a tuple of parts, painted in their order. What the drawings depict is said in
`terrain`, `buildings` and `markers`.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path as File
from typing import Final

import numpy as np
from matplotlib.path import Path
from numpy.typing import NDArray

import data
from bot.faces.paint.canvas import Canvas, Floats
from engine.module.art import emblem_icon

_ICONS: Final = File(data.__file__).parent / "art" / "icons.json"
_ICON_CODES: Final = {
    "M": (Path.MOVETO,),
    "L": (Path.LINETO,),
    "Q": (Path.CURVE3,) * 2,
    "C": (Path.CURVE4,) * 3,
    "Z": (Path.CLOSEPOLY,),
}
_NOWHERE: Final = np.zeros(2)  # what closes a path stands at no place
_ROUND: Final = 0.5523  # how far the controls of a quarter circle lie from its ends

Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A path filled with a paint, stroked with a line, or both.

    A paint is a # RRGGBB colour or a role such as "roof", given its colour by the caller.
    """

    path: Path
    paint: str | None = None
    line: str | None = None
    width: float = 0.03  # of the line, in hex widths


def poly(*points: tuple[float, float]) -> Path:
    """A closed polygon."""
    codes = [Path.MOVETO, *[Path.LINETO] * (len(points) - 1), Path.CLOSEPOLY]
    return Path([*points, points[0]], codes)


def line(*points: tuple[float, float]) -> Path:
    """An open line."""
    return Path(points, [Path.MOVETO, *[Path.LINETO] * (len(points) - 1)])


def box(left: float, bottom: float, right: float, top: float) -> Path:
    """A rectangle."""
    return poly((left, bottom), (right, bottom), (right, top), (left, top))


def curve(start: tuple[float, float], *pieces: Points) -> Path:
    """An open line of curves: each piece is one or two controls and its end."""
    vertices, codes = [start], [Path.MOVETO]
    for piece in pieces:
        vertices += piece
        codes += [Path.CURVE4 if len(piece) == 3 else Path.CURVE3] * len(piece)
    return Path(vertices, codes)


def corners(path: Path) -> Floats:
    """The points of a path, controls of curves included, (n, 2)."""
    return np.asarray(path.vertices, dtype=float)


def _codes(path: Path) -> NDArray[np.uint8]:
    return np.asarray(path.codes, dtype=np.uint8)


def closed(path: Path) -> Path:
    """The path with its end joined to its start."""
    points = corners(path)
    return Path([*points, points[0]], [*_codes(path), Path.CLOSEPOLY])


def circle(x: float, y: float, across: float, tall: float | None = None) -> Path:
    """A circle of that radius, or an ellipse."""
    a, b = across, across if tall is None else tall
    c, d = a * _ROUND, b * _ROUND
    return closed(
        curve(
            (x + a, y),
            ((x + a, y + d), (x + c, y + b), (x, y + b)),
            ((x - c, y + b), (x - a, y + d), (x - a, y)),
            ((x - a, y - d), (x - c, y - b), (x, y - b)),
            ((x + c, y - b), (x + a, y - d), (x + a, y)),
        )
    )


def moved(path: Path, x: float, y: float, scale: float = 1.0) -> Path:
    """The path scaled about the centre, then moved."""
    return Path(corners(path) * scale + np.array((x, y)), path.codes)


def mirrored(path: Path) -> Path:
    """The path with left and right exchanged."""
    return Path(corners(path) * np.array((-1, 1)), path.codes)


def upended(path: Path) -> Path:
    """The path with top and bottom exchanged."""
    return Path(corners(path) * np.array((1, -1)), path.codes)


def together(*paths: Path) -> Path:
    """Several paths as one."""
    points = np.concatenate([corners(path) for path in paths])
    return Path(points, np.concatenate([_codes(path) for path in paths]))


@cache
def _icons() -> dict[str, Path]:
    table = json.loads(_ICONS.read_text(encoding="utf-8"))
    unit = table.pop("unit")
    icons: dict[str, Path] = {}
    for name, entry in table.items():
        points = iter(np.array(entry["points"], dtype=float).reshape(-1, 2) / unit)
        vertices: list[Floats] = []
        codes: list[np.uint8] = []
        for command in entry["commands"]:
            steps = _ICON_CODES[command]
            codes += steps
            vertices += [_NOWHERE] if command == "Z" else [next(points) for _ in steps]
        icons[name] = Path(vertices, codes)
    return icons


def icon(name: str) -> Path | None:
    """An icon's outline, its longest side one unit long; None if there is none of that name."""
    return _icons().get(name)


def emblem(name: str) -> str | None:
    """The icon of an emblem as modules name it, such as "bull's horns"; None if there is none."""
    return emblem_icon(name)


def stamped(path: Path, centres: Floats, scale: float) -> Path:
    """The shape drawn at each of the centres (pixels), as one path."""
    shape = corners(path) * np.array((scale, -scale))
    points = (centres[:, None] + shape).reshape(-1, 2)
    return Path(points, np.tile(_codes(path), len(centres)))


def draw(
    canvas: Canvas,
    parts: tuple[Part, ...],
    centres: Floats,
    scale: float,
    paints: dict[str, str] | None = None,
    least_line: float = 0.9,
) -> None:
    """Draw the parts at each of the centres; lines are at least `least_line` pixels wide."""
    paints = paints or {}
    placing = None
    if len(centres) == 1:
        x, y = centres[0]
        placing = canvas.placing(float(x), float(y), scale)
    for part in parts:
        path = part.path if placing else stamped(part.path, centres, scale)
        if part.paint:
            canvas.fill(path, paints.get(part.paint, part.paint), placing=placing)
        if part.line:
            width = max(part.width * scale, least_line)
            canvas.stroke(path, paints.get(part.line, part.line), width, placing=placing)
