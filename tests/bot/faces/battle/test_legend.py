"""The legend below a battle, the name of its scene, the sides' strengths: all of it has room."""

import numpy as np
import pytest
from PIL import Image

from bot.faces.battle import heading
from bot.faces.battle.layout import HEIGHT, STRIP, Scale
from bot.faces.battle.legend import LegendSign, draw_legend
from bot.faces.battle.scene import Side
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


@pytest.mark.parametrize("by", [1.0, 0.5])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_strengths_of_two_sides_never_run_into_each_other(count: int, by: float) -> None:
    sides = [Side("Salt Ports", 0, role=("Attacker", "Defender")[at % 2]) for at in range(count)]
    start = (238_280,) * count
    strengths = heading.Strengths((86_412,) * count, start, ("on the field", "on the field"), 0)
    image = plain().resize((round(palette.WIDTH * by), round(HEIGHT * by)))
    heading.draw_strengths(image, Scale(by), sides, strengths)
    written = (np.asarray(image) != np.array(rgb(palette.PANEL))).any(axis=(0, 2))
    middle = round(palette.WIDTH * by) // 2
    assert written[:middle].any()
    assert written[middle:].any()
    assert not written[middle - 4 : middle + 4].any()
