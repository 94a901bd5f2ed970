"""The legend below a battle and the name of its scene: all of it has room."""

import numpy as np
import pytest
from PIL import Image

from bot.faces.battle import heading
from bot.faces.battle.layout import HEIGHT, STRIP, Scale
from bot.faces.battle.legend import LegendSign, draw_legend
from bot.faces.paint import palette
from bot.faces.paint.palette import rgb
from bot.faces.warmaster.battle.stage import SIGNS

NAMES = 118 + 364
"""Where the longest name of the first side ends."""


def plain() -> Image.Image:
    return Image.new("RGB", (palette.WIDTH, HEIGHT), rgb(palette.PANEL))


@pytest.mark.parametrize("count", [1, 6, len(SIGNS) + 2])
def test_signs_never_lie_upon_each_others_words(count: int) -> None:
    drawn: list[tuple[float, float]] = []

    def sketch(image: Image.Image, x: float, y: float) -> None:
        ahead = np.asarray(image)[1300:1336, round(x) - 18 : round(x) + 18]
        assert (ahead == np.array(rgb(palette.PANEL))).all()
        drawn.append((x, y))

    labels = ([sign.label for sign in SIGNS.values()] * 2)[:count]
    image = plain()
    draw_legend(image, [LegendSign(label, sketch) for label in labels])
    assert len(drawn) == count
    written = np.argwhere((np.asarray(image) != np.array(rgb(palette.PANEL))).any(axis=2))
    assert written[:, 1].max() < STRIP[2]


@pytest.mark.parametrize("name", ["Round 2", "Round 8, attacker", "Clash 12 of 14"])
def test_the_name_of_a_scene_leaves_the_names_of_the_sides_free(name: str) -> None:
    image = plain()
    heading.draw_scene(image, Scale(), name)
    painted = np.argwhere((np.asarray(image) == np.array(rgb(palette.BRASS))).all(axis=2))
    assert painted[:, 1].min() >= NAMES
    assert painted[:, 1].max() <= palette.WIDTH - NAMES
    assert painted[:, 0].min() > palette.TITLE_HEIGHT
