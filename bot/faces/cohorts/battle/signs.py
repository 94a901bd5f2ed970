"""The signs of a battle in slots, as the legend below its picture explains them."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import partial
from typing import Final

import numpy as np
from PIL import Image

from bot.faces.battle.arrows import Style
from bot.faces.battle.layout import SPENT, Scale
from bot.faces.battle.legend import LegendSign, Sketch, bar, pasted
from bot.faces.cohorts.battle.arrows import STYLES, bent
from bot.faces.cohorts.battle.counters import fate_mark
from bot.faces.cohorts.battle.layout import MORALE
from bot.faces.map import markers
from bot.faces.paint import palette
from bot.faces.paint.canvas import Canvas


def signs_of(kinds: Container[str]) -> Iterator[LegendSign]:
    """The signs that are always there, and those of these kinds of deeds and fates."""
    yield LegendSign("Soldiers", bar(palette.PARCHMENT, SPENT))
    yield LegendSign("Morale", bar(MORALE, palette.INK))
    yield from (sign for kind, sign in SIGNS.items() if kind in kinds)


def _sample(style: Style) -> Sketch:
    """An arrow as it goes from hex to hex."""

    def sketch(image: Image.Image, x: float, y: float) -> None:
        canvas = Canvas(56, 40)
        bent(canvas, Scale(0.72), style, np.array(((4.0, 20.0), (52.0, 20.0))))
        canvas.lay(image, (round(x) - 28, round(y) - 20))

    return sketch


SIGNS: Final[dict[str, LegendSign]] = {
    **{kind: LegendSign(style.label, _sample(style)) for kind, style in STYLES.items()},
    "melee": LegendSign("Melee", pasted(partial(markers.battle, 48))),
    "dead": LegendSign("Destroyed", pasted(partial(fate_mark, "dead", 17))),
    "fled": LegendSign("Fled", pasted(partial(fate_mark, "fled", 17))),
    "stone": LegendSign("Stone", pasted(partial(fate_mark, "stone", 17))),
}
"""The sign of each kind of deed and fate, in the order in which they are explained."""
