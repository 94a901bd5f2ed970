"""How long a map takes, against a bare matplotlib picture of the same hexes in the same run.

`cold` is a map whose names and figures were never drawn before.
"""

from collections.abc import Callable

import pytest

from bot.faces.cohorts.map.chart import chart_of
from bot.faces.map import markers
from bot.faces.map.chart import OVERVIEW_FROM, Chart, Focus
from bot.faces.map.ground import hex_colours
from bot.faces.map.picture import draw_map, warm
from bot.faces.map.scene import MapScene
from bot.faces.paint import sprites, text
from engine.dice import SeededDice
from engine.packs.cohorts.knowledge.views import remember
from tests.bench import big
from tests.bench.bare import bare_picture, measure
from tests.bot.faces.map.sample import sample_chart

ROUNDS = 20
CASES: dict[str, tuple[tuple[int, int, int], Focus]] = {
    "map 24 by 18": ((24, 18, 9), Focus()),
    "zoom": ((24, 18, 9), Focus("zoom", (18, 8), 4)),
    "overview 100 by 100": ((100, 100, 12), Focus()),
    "overview 200 by 200": ((200, 200, 12), Focus()),
}
MOST = {"map": 2.0, "zoom": 2.0, "overview": 1.1}
"""How many times as long as the bare picture each kind may take, once warm."""
COLD = dict.fromkeys(MOST, 2.2)
"""The same where nothing was drawn before."""


def aim(case: str, limits: dict[str, float] = MOST) -> pytest.MarkDecorator:
    """What a picture of that kind is to keep."""
    most = limits[case.partition(" ")[0]]
    return pytest.mark.aim(f"at most {most:g} times one bare collection", times=most)


def bare_of(chart: Chart, focus: Focus, height: int) -> Callable[[], bytes]:
    """What draws the same hexes in the same colours and nothing else."""
    scene = MapScene(chart, focus)
    corners = list(scene.sides[: scene.seen, :, 0] * (1, -1) + (0, height))
    colours = hex_colours(scene, 0.1) / 255
    return lambda: bare_picture(corners, colours, height)


def forget_figures() -> None:
    """Empty the caches of names and figures, as if every map bore new ones."""
    text.lettering.cache_clear()
    figures = (markers.stack, sprites.shield, sprites.pill, sprites.disc, markers.house)
    for kept in (sprites.words, sprites.plate, *figures):
        kept.cache_clear()


@pytest.mark.parametrize(
    "case, state",
    [
        *(pytest.param(case, "warm", marks=aim(case)) for case in CASES),
        *(pytest.param(case, "cold", marks=aim(case, COLD)) for case in CASES),
    ],
)
def test_a_map_takes_few_times_as_long_as_its_bare_hexes(case, state, benchmark) -> None:
    size, focus = CASES[case]
    chart = sample_chart(*size)
    before = forget_figures if state == "cold" else warm
    bare = bare_of(chart, focus, draw_map(chart, focus).height)
    measure(benchmark, lambda: draw_map(chart, focus), ROUNDS, bare, before)


@pytest.mark.parametrize(
    "case, width, height",
    [
        pytest.param("map 24 by 18", 24, 18, marks=aim("map")),
        pytest.param("overview 100 by 100", 100, 100, marks=aim("overview")),
    ],
)
def test_from_a_factions_view_to_png_takes_few_times_as_long(
    case: str, width: int, height: int, benchmark
) -> None:
    """A generated world of which the faction knows everything, cities and villages included."""
    rules = big.rules()
    assert rules.found
    world = rules.found(rules, SeededDice(big.SEED, 1), {"width": width, "height": height})
    remember(world, 1, range(1, width * height + 1), world)
    view = rules.view(world, 1)
    focus = Focus("overview" if width > OVERVIEW_FROM else "whole")
    bare = bare_of(
        chart_of(rules, view, 1), focus, draw_map(chart_of(rules, view, 1), focus).height
    )
    picture = measure(benchmark, lambda: draw_map(chart_of(rules, view, 1), focus), ROUNDS, bare)
    assert len(picture.png) < 500_000
