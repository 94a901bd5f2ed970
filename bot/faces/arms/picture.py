"""Drawing a coat of arms: the field and its division, cut to a shield, the charge, and a rim.

The shapes of divisions are in parts of the shield's width, centre (0, 0), y upwards.
"""

import io
from typing import Final

import numpy as np
from PIL import Image

from bot.faces.arms.coat import Arms, Division, Tincture
from bot.faces.paint import palette
from bot.faces.paint.canvas import Canvas
from bot.faces.paint.picture import Picture
from bot.faces.paint.shapes import Part, Path, box, closed, curve, draw, icon, moved, poly, together

SIDE: Final = 320  # pixels of the square picture
_SCALE: Final = 250.0  # pixels to the shield's width
_HALF: Final = 0.5
_TALL: Final = 0.62  # from the middle to the top edge and to the point

COLOURS: Final[dict[Tincture, str]] = {
    "gold": "#E9B93A",
    "silver": "#F1EEE4",
    "red": "#B3202C",
    "blue": "#1D5FA8",
    "green": "#2C7A43",
    "purple": "#6A3C8F",
    "black": "#23252E",
    "orange": "#DE7A1F",
}

_SHIELD: Final = closed(
    curve(
        (-_HALF, 0.58),
        ((-0.2, 0.58), (0.2, 0.58), (_HALF, 0.58)),
        ((_HALF, 0.3), (_HALF, 0.1), (0.47, -0.06)),
        ((0.41, -0.34), (0.2, -0.52), (0.0, -_TALL)),
        ((-0.2, -0.52), (-0.41, -0.34), (-0.47, -0.06)),
        ((-_HALF, 0.1), (-_HALF, 0.3), (-_HALF, 0.58)),
    )
)


def _rays() -> Path:
    angles = np.arange(12) * np.pi / 6
    points = [(float(np.sin(a)) * 2, float(np.cos(a)) * 2) for a in angles]
    return together(*(poly((0, 0), points[n], points[n + 1]) for n in range(0, 12, 2)))


def _checks() -> Path:
    side = 0.25
    places = [(column, row) for column in range(-2, 2) for row in range(-3, 3)]
    return together(
        *(
            box(column * side, row * side, (column + 1) * side, (row + 1) * side)
            for column, row in places
            if (column + row) % 2
        )
    )


_DIVISIONS: Final[dict[Division, Path | None]] = {  # what the second colour covers
    "plain": None,
    "halves": box(0, -1, 1, 1),
    "bars": box(-1, -1, 1, 0.02),
    "bend": poly((-0.72, -1), (0.9, -1), (0.9, -0.8), (-0.6, 0.7), (-0.72, 0.7)),
    "quarters": together(box(0, 0.02, 1, 1), box(-1, -1, 0, 0.02)),
    "saltire": together(
        poly((-0.64, 0.58), (-0.44, 0.7), (0.64, -0.54), (0.44, -0.7)),
        poly((0.64, 0.58), (0.44, 0.7), (-0.64, -0.54), (-0.44, -0.7)),
    ),
    "chevron": poly((0, 0.2), (0.6, -0.32), (0.6, -0.58), (0, -0.06), (-0.6, -0.58), (-0.6, -0.32)),
    "chief": box(-1, 0.28, 1, 1),
    "pale": box(-0.17, -1, 0.17, 1),
    "fess": box(-1, -0.14, 1, 0.2),
    "cross": together(box(-0.1, -1, 0.1, 1), box(-1, 0.0, -0.1, 0.2), box(0.1, 0.0, 1, 0.2)),
    "stripes": together(*(box(x, -1, x + 0.167, 1) for x in (-0.333, 0.0, 0.333))),
    "checks": _checks(),
    "rays": _rays(),
    "border": None,  # drawn as a smaller shield of the field on one of the second colour
}


def draw_arms(arms: Arms) -> Picture:
    """The arms as a PNG with a clear ground; the same arms give the same bytes."""
    field, second = COLOURS[arms.field], COLOURS[arms.second]
    whole = box(-1, -1, 1, 1)
    ground = [Part(whole, field)]
    over = _DIVISIONS[arms.division]
    if arms.division == "border":
        ground = [Part(whole, second), Part(moved(_SHIELD, 0, 0.01, 0.76), field)]
    elif over is not None:
        ground.append(Part(over, second))
    image = _painted(ground)
    image.putalpha(_painted([Part(_SHIELD, palette.WHITE)]).getchannel("A"))
    charge = icon(arms.charge)
    if charge is not None:
        dark = arms.tincture in ("black", "blue", "purple", "green", "red")
        edge = COLOURS["silver"] if dark else COLOURS["black"]
        placed = moved(charge, 0, 0.03, 0.58)
        # The line keeps any colour apart from any other.
        outline = Part(placed, line=edge, width=0.035)
        image.alpha_composite(_painted([outline, Part(placed, COLOURS[arms.tincture])]))
    rim = [
        Part(_SHIELD, line=palette.INK, width=0.05),
        Part(_SHIELD, line=palette.BRASS, width=0.026),
    ]
    image.alpha_composite(_painted(rim))
    return Picture(_png(image), f"A coat of arms: {arms.words}.", "arms.png", SIDE, SIDE)


def _painted(parts: list[Part]) -> Image.Image:
    canvas = Canvas(SIDE, SIDE)
    middle = np.array([(SIDE / 2, SIDE / 2)], dtype=float)
    draw(canvas, tuple(parts), middle, _SCALE)
    return canvas.image().copy()


def _png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=6)
    return buffer.getvalue()
