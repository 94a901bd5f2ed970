"""The symbols of the terrains, two to four variants each, as drawings in units of a hex's width."""

from collections.abc import Callable
from functools import cache
from typing import Final

from bot.faces.map.geometry import noise_at
from bot.faces.paint.looks import PLAIN
from bot.faces.paint.shapes import (
    Part,
    Path,
    circle,
    closed,
    curve,
    line,
    mirrored,
    moved,
    poly,
    together,
    upended,
)

Drawing = tuple[Part, ...]
Place = tuple[float, float]

VARIANTS: Final = 3

_RIDGE: Final = (
    (-0.33, -0.20),
    (-0.20, -0.02),
    (-0.15, 0.03),
    (-0.04, 0.27),
    (0.03, 0.20),
    (0.09, 0.12),
    (0.17, -0.01),
    (0.33, -0.20),
)
_LEE: Final = (*_RIDGE[3:], (0.05, -0.20), (-0.03, -0.06), (0.02, 0.05))
_SNOW: Final = (
    (-0.118, 0.10),
    *_RIDGE[3:6],
    (0.105, 0.095),
    (0.05, 0.13),
    (0.02, 0.085),
    (-0.025, 0.14),
    (-0.06, 0.09),
)


def _spread(places: tuple[tuple[float, float], ...], variant: int, by: float) -> list[Place]:
    """The places, each moved a little, the northernmost first so that the nearer covers it."""
    moves = [
        (
            x + (noise_at(number, variant, 71) - 0.5) * by,
            y + (noise_at(number, variant, 72) - 0.5) * by,
        )
        for number, (x, y) in enumerate(places)
    ]
    return sorted(moves, key=lambda place: -place[1])


def _mountain(x: float, y: float, scale: float, body: str, lee: str, *, flip: bool) -> Drawing:
    def put(path: Path) -> Path:
        return moved(mirrored(path) if flip else path, x, y, scale)

    return (
        Part(put(poly(*_RIDGE)), body),
        Part(put(poly(*_LEE)), lee),
        Part(put(poly(*_SNOW)), "#F8F4EA"),
        Part(put(line(*_RIDGE)), line="#443B32", width=0.022),
    )


def _mountains(variant: int) -> Drawing:
    side = (0.17, -0.17, 0.15)[variant]
    flip = variant == 1
    return (
        *_mountain(side, 0.07, 0.62, "#B5A894", "#8B7F70", flip=flip),
        *_mountain(-side * 0.35, -0.03, 0.92, "#A3957F", "#6F6456", flip=flip),
    )


def _crags(variant: int) -> Drawing:
    spikes = (
        ((-0.17, -0.20, 0.30), (0.17, -0.18, 0.34), (0.0, -0.24, 0.50)),
        ((0.19, -0.18, 0.28), (-0.15, -0.19, 0.40), (0.05, -0.24, 0.46)),
        ((-0.20, -0.16, 0.26), (0.02, -0.17, 0.46), (0.15, -0.24, 0.38)),
    )[variant]
    bodies: list[Path] = []
    lees: list[Path] = []
    snows: list[Path] = []
    lines: list[Path] = []
    for x, base, tall in spikes:
        half = 0.055 + tall * 0.14
        left, bend, top = (x - half, base), (x - half * 0.42, base + tall * 0.5), (x, base + tall)
        right, crook = (x + half, base), (x + half * 0.5, base + tall * 0.45)
        bodies.append(poly(left, bend, top, crook, right))
        lees.append(poly(top, crook, right, (x + half * 0.1, base), (x + 0.015, base + tall * 0.5)))
        cap = base + tall * 0.76
        snows.append(poly((x - half * 0.2, cap), top, (x + half * 0.24, cap), (x, cap - 0.02)))
        lines.append(line(left, bend, top, crook, right))
    return (
        Part(together(*bodies), "#94887B"),
        Part(together(*lees), "#635A50"),
        Part(together(*snows), "#EDE8DD"),
        Part(together(*lines), line="#443B32", width=0.02),
    )


def _plateaus(variant: int) -> Drawing:
    places = (((-0.10, 0.10, 0.75), (0.05, -0.10, 1.0)), ((0.10, 0.09, 0.7), (-0.03, -0.10, 1.05)))
    parts: list[Part] = []
    for x, y, scale in places[variant % 2]:
        flat = ((-0.20, 0.06), (-0.14, 0.11), (0.15, 0.11), (0.21, 0.05), (0.02, 0.03))
        cliff = ((-0.20, 0.06), (-0.25, -0.12), (0.27, -0.12), (0.21, 0.05), (0.02, 0.03))
        lee = ((0.02, 0.03), (0.05, -0.12), (0.27, -0.12), (0.21, 0.05))
        cracks = together(line((-0.10, 0.0), (-0.11, -0.08)), line((-0.03, 0.0), (-0.03, -0.06)))
        parts += (
            Part(moved(poly(*cliff), x, y, scale), "#B0976B"),
            Part(moved(poly(*lee), x, y, scale), "#8C7651"),
            Part(moved(poly(*flat), x, y, scale), "#E2D2AD"),
            Part(moved(cracks, x, y, scale), line="#7C6746", width=0.016),
            Part(moved(line(*cliff[:2]), x, y, scale), line="#5D4C33", width=0.02),
            Part(moved(line(cliff[2], *flat[:-1][::-1]), x, y, scale), line="#5D4C33", width=0.02),
        )
    return tuple(parts)


def _hills(variant: int) -> Drawing:
    humps = (
        ((-0.12, 0.02, 0.19), (0.12, -0.10, 0.24)),
        ((0.0, 0.07, 0.19), (-0.15, -0.10, 0.20), (0.15, -0.10, 0.21)),
        ((0.13, 0.02, 0.19), (-0.10, -0.10, 0.24)),
    )[variant]
    parts: list[Part] = []
    for x, y, half in humps:
        tall = half * 0.92
        left, right, top = (x - half, y), (x + half, y), (x, y + tall)
        rise = ((x - half * 0.62, y + tall * 0.55), (x - half * 0.42, y + tall), top)
        fall = ((x + half * 0.42, y + tall), (x + half * 0.62, y + tall * 0.55), right)
        arch = curve(left, rise, fall)
        lee = curve(
            (x + half * 0.18, y + tall * 0.97),
            ((x + half * 0.5, y + tall * 0.9), (x + half * 0.66, y + tall * 0.5), right),
            ((x + half * 0.5, y), (x + half * 0.42, y)),
            ((x + half * 0.5, y + tall * 0.55), (x + half * 0.18, y + tall * 0.97)),
        )
        parts += (
            Part(closed(arch), "#D8D092"),
            Part(closed(lee), "#A59A58"),
            Part(arch, line="#6E6534", width=0.022),
        )
    return tuple(parts)


def _round_trees(
    places: tuple[Place, ...], variant: int, radius: float, crown: str, light: str
) -> Drawing:
    trees = _spread(places, variant, 0.06)
    parts: list[Part] = []
    half = (len(trees) + 1) // 2
    for row in (trees[:half], trees[half:]):
        trunks = [
            poly((x - 0.012, y - radius * 1.75), (x + 0.012, y - radius * 1.75), (x, y))
            for x, y in row
        ]
        parts += (
            Part(together(*trunks), "#4A3B28", "#4A3B28", 0.012),
            Part(together(*(circle(x, y, radius) for x, y in row)), crown),
            Part(
                together(
                    *(circle(x - radius * 0.25, y + radius * 0.27, radius * 0.52) for x, y in row)
                ),
                light,
            ),
        )
    return tuple(parts)


def _forest(variant: int) -> Drawing:
    places = (
        (-0.22, 0.17),
        (0.04, 0.24),
        (0.24, 0.11),
        (-0.10, -0.02),
        (0.15, -0.12),
        (-0.20, -0.17),
    )
    return _round_trees(places, variant, 0.09, "#4F8148", "#79A862")


def _ancient(variant: int) -> Drawing:
    places = (
        (-0.20, 0.20),
        (0.02, 0.25),
        (0.23, 0.17),
        (-0.09, 0.06),
        (0.14, 0.02),
        (-0.23, -0.09),
        (0.02, -0.14),
    )
    return _round_trees(places, variant, 0.135, "#27482F", "#3E6A40")


def _heavy(variant: int) -> Drawing:
    places = (
        (-0.15, 0.25),
        (0.08, 0.28),
        (0.24, 0.18),
        (-0.28, 0.10),
        (-0.04, 0.13),
        (0.13, 0.07),
        (0.31, 0.0),
        (-0.19, -0.04),
        (0.02, -0.06),
        (0.19, -0.13),
        (-0.08, -0.20),
    )
    trees = _spread(places, variant, 0.05)
    r = 0.085
    trunks: list[Path] = []
    darks: list[Path] = []
    lights: list[Path] = []
    for x, y in trees:
        trunks.append(
            poly((x - 0.014, y - 0.13), (x + 0.014, y - 0.13), (x + 0.014, y), (x - 0.014, y))
        )
        lower, middle, upper = y - r * 1.1, y - r * 0.1, y + r * 1.55
        right = ((x + r * 0.92, lower), (x + r * 0.42, middle), (x + r * 0.62, middle), (x, upper))
        left = ((x - r * 0.62, middle), (x - r * 0.42, middle), (x - r * 0.92, lower))
        darks.append(poly(*right, *left))
        lights.append(poly((x - r * 0.1, lower), (x, upper), *left))
    return (
        Part(together(*trunks), "#4A3524"),
        Part(together(*darks), "#2F5B3C"),
        Part(together(*lights), "#457A4C"),
    )


def _wetland(wetness: int) -> Callable[[int], Drawing]:
    places = (
        (-0.20, 0.14),
        (0.14, 0.20),
        (0.22, -0.06),
        (-0.06, -0.04),
        (-0.22, -0.19),
        (0.08, -0.24),
    )

    def drawing(variant: int) -> Drawing:
        spots = _spread(places, variant, 0.08)
        tufts = [
            line((x + lean, y), (x + lean * tip, y + tall))
            for x, y in spots[: 5 - wetness]
            for lean, tip, tall in ((-0.03, 2.2, 0.085), (0.0, 1.0, 0.12), (0.03, 2.2, 0.085))
        ]
        dashes = [line((x - 0.09, y - 0.035), (x + 0.09, y - 0.035)) for x, y in spots]
        dashes += [
            line((x + 0.03, y - 0.085), (x + 0.13, y - 0.085)) for x, y in spots[: 2 * wetness]
        ]
        return (
            Part(together(*dashes), line="#4C86A0", width=0.024),
            Part(together(*tufts), line="#3E5A41", width=0.022),
        )

    return drawing


def _desert(variant: int) -> Drawing:
    places = (
        ((-0.10, 0.10), (0.13, -0.08)),
        ((0.10, 0.09), (-0.14, -0.08)),
        ((0.02, 0.12), (0.10, -0.12)),
    )
    back: list[Path] = []
    crest: list[Path] = []
    for x, y in places[variant]:
        ends = (x - 0.16, y - 0.03), (x + 0.16, y - 0.05)
        ridge = curve(ends[0], ((x - 0.06, y + 0.10), (x + 0.07, y + 0.08), ends[1]))
        crest.append(ridge)
        back.append(
            closed(
                curve(
                    ends[0],
                    ((x - 0.06, y + 0.10), (x + 0.07, y + 0.08), ends[1]),
                    ((x + 0.06, y + 0.035), (x - 0.04, y + 0.05), ends[0]),
                )
            )
        )
    return (
        Part(together(*back), "#D3B573"),
        Part(together(*crest), line="#B08F52", width=0.024),
    )


def _dots(places: tuple[Place, ...], paint: str, radius: float) -> Callable[[int], Drawing]:
    def drawing(variant: int) -> Drawing:
        spots = _spread(places, variant, 0.12)
        return (Part(together(*(circle(x, y, radius) for x, y in spots)), paint),)

    return drawing


_SCATTERED: Final = (
    (-0.24, 0.18), (-0.05, 0.26), (0.15, 0.19), (0.30, 0.06), (-0.31, -0.02), (-0.12, 0.05),
    (0.08, 0.0), (0.24, -0.16), (-0.20, -0.20), (0.0, -0.16), (0.10, -0.32), (-0.08, -0.36),
)  # fmt: skip


def _moors(variant: int) -> Drawing:
    spots = _spread(_SCATTERED[::2], variant, 0.14)
    sprigs = [
        line((x + lean * 0.6, y - 0.045), (x + lean, y)) for x, y in spots for lean in (-0.03, 0.03)
    ]
    heads = [circle(x + lean, y + 0.012, 0.021) for x, y in spots for lean in (-0.03, 0.0, 0.03)]
    return (
        Part(together(*sprigs), line="#7F8654", width=0.016),
        Part(together(*heads), "#7D6C86"),
    )


def _badlands(variant: int) -> Drawing:
    cracks = (
        line((-0.30, 0.10), (-0.15, 0.06), (-0.05, 0.14), (0.09, 0.09), (0.27, 0.15)),
        line((-0.15, 0.06), (-0.18, -0.06)),
        line((0.09, 0.09), (0.13, 0.0), (0.25, -0.03)),
        line((-0.23, -0.17), (-0.06, -0.12), (0.05, -0.20), (0.19, -0.16)),
        line((-0.06, -0.12), (-0.02, -0.03)),
    )
    drawing = together(*cracks)
    if variant == 1:
        drawing = mirrored(drawing)
    elif variant == 2:
        drawing = upended(drawing)
    return (Part(drawing, line="#8A5A35", width=0.02),)


def _grassland(variant: int) -> Drawing:
    spots = _spread(((-0.20, 0.13), (0.16, 0.20), (0.05, -0.12), (-0.16, -0.23)), variant, 0.16)
    blades = [
        line((x - 0.04, y + 0.035), (x, y - 0.03), (x + 0.04, y + 0.035))
        for x, y in spots[: 3 + variant % 2]
    ]
    return (Part(together(*blades), line="#7F9A4D", width=0.022),)


def _sea(variant: int) -> Drawing:
    if variant == 2:
        return ()
    waves: list[Path] = []
    for x, y in (((-0.08, 0.06), (0.10, -0.07)), ((0.05, 0.0),))[variant]:
        half = 0.09
        waves.append(
            curve(
                (x - 2 * half, y),
                ((x - half, y + 0.06), (x, y)),
                ((x + half, y + 0.06), (x + 2 * half, y)),
            )
        )
    return (Part(together(*waves), line="#86B4CB", width=0.024),)


DRAWERS: Final[dict[str, Callable[[int], Drawing]]] = {
    "sea": _sea,
    "ocean": _sea,
    "shoals": _dots(_SCATTERED, "#CFE8E6", 0.018),
    "grassland": _grassland,
    "moors": _moors,
    "hills": _hills,
    "forest": _forest,
    "heavy_forest": _heavy,
    "ancient_forest": _ancient,
    "swamp": _wetland(0),
    "fen": _wetland(1),
    "marsh": _wetland(2),
    "desert": _desert,
    "arid": _dots(_SCATTERED[:9], "#9A8648", 0.02),
    "badlands": _badlands,
    "mountains": _mountains,
    "plateaus": _plateaus,
    "crags": _crags,
}
"""Every symbol by its name in `data/art/symbols.json`."""


@cache
def symbol(name: str, variant: int) -> Drawing:
    """The drawing of a symbol, in one of its `VARIANTS`; of one that is none, of plain land."""
    return DRAWERS.get(name, DRAWERS[PLAIN])(variant)


@cache
def mist() -> Drawing:
    """The curl of mist on a hex that was never seen."""
    curl = curve(
        (-0.17, -0.04),
        ((-0.02, -0.05), (0.06, -0.06), (0.11, -0.02)),
        ((0.17, 0.04), (0.10, 0.11), (0.05, 0.09)),
        ((0.01, 0.07), (0.02, 0.02), (0.05, 0.02)),
    )
    return (Part(curl, line="mist", width=0.03),)
