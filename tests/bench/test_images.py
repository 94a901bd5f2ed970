"""How long a map takes, against a bare matplotlib picture of the same hexes in the same run.

The bare picture is a figure of the same size with one plain PolyCollection, written as PNG. Both
are drawn in turn, so that a busy machine slows both alike. `cold` is a map whose names and figures
were never drawn before. A table of medians and ratios is printed at the end.
"""

import io
import statistics
import time
from collections.abc import Callable, Iterator

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure

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


@pytest.fixture(scope="module")
def table() -> Iterator[list[str]]:
    """The lines of the comparison, printed when all have run."""
    lines = [f"{'':30}{'bare':>10}{'ours':>10}{'times':>8}{'KB':>6}"]
    yield lines
    print("\n\n" + "\n".join(lines))


def bare_picture(chart: Chart, focus: Focus, height: int) -> Callable[[], bytes]:
    """What draws the same hexes in the same colours and nothing else."""
    scene = MapScene(chart, focus)
    corners = list(scene.sides[: scene.seen, :, 0] * (1, -1) + (0, height))
    colours = hex_colours(scene, 0.1) / 255

    def draw() -> bytes:
        figure = Figure(figsize=(1200 / 100, height / 100), dpi=100)
        canvas = FigureCanvasAgg(figure)
        figure.add_artist(PolyCollection(corners, facecolors=colours, transform=None))
        buffer = io.BytesIO()
        canvas.print_png(buffer)
        return buffer.getvalue()

    return draw


def forget_figures() -> None:
    """Empty the caches of names and figures, as if every map bore new ones."""
    text.lettering.cache_clear()
    for kept in (markers.stack, sprites.shield, sprites.pill, sprites.disc, markers.house):
        kept.cache_clear()


@pytest.mark.parametrize(
    "case, state",
    [
        *(pytest.param(case, "warm", marks=aim(case)) for case in CASES),
        *(pytest.param(case, "cold", marks=aim(case, COLD)) for case in CASES),
    ],
)
def test_a_map_takes_few_times_as_long_as_its_bare_hexes(case, state, benchmark, table) -> None:
    size, focus = CASES[case]
    chart = sample_chart(*size)
    warm()
    picture = draw_map(chart, focus)
    bare = bare_picture(chart, focus, picture.height)
    bare()
    bare_times: list[float] = []

    def draw_bare() -> None:
        if state == "cold":
            forget_figures()
        start = time.process_time()
        bare()
        bare_times.append(time.process_time() - start)

    benchmark.pedantic(lambda: draw_map(chart, focus), setup=draw_bare, rounds=ROUNDS)
    ours, theirs = statistics.median(benchmark.stats.stats.data), statistics.median(bare_times)
    benchmark.extra_info.update(bare=theirs, times=ours / theirs)
    table.append(
        f"{case + ', ' + state:30}{theirs * 1000:8.1f}ms{ours * 1000:8.1f}ms"
        f"{ours / theirs:8.2f}{len(picture.png) / 1000:6.0f}"
    )


@pytest.mark.parametrize(
    "case, width, height",
    [
        pytest.param("map 24 by 18", 24, 18, marks=aim("map")),
        pytest.param("overview 100 by 100", 100, 100, marks=aim("overview")),
    ],
)
def test_from_a_factions_view_to_png_takes_few_times_as_long(
    case: str, width: int, height: int, benchmark, table
) -> None:
    """A generated world of which the faction knows everything, cities and villages included."""
    rules = big.rules()
    assert rules.found
    world = rules.found(rules, SeededDice(big.SEED, 1), {"width": width, "height": height})
    remember(world, 1, range(1, width * height + 1), world)
    view = rules.view(world, 1)
    focus = Focus("overview" if width > OVERVIEW_FROM else "whole")
    chart = chart_of(rules, view, 1)
    warm()
    picture = draw_map(chart, focus)
    bare = bare_picture(chart, focus, picture.height)
    bare_times: list[float] = []

    def draw_bare() -> None:
        start = time.process_time()
        bare()
        bare_times.append(time.process_time() - start)

    benchmark.pedantic(
        lambda: draw_map(chart_of(rules, view, 1), focus), setup=draw_bare, rounds=ROUNDS
    )
    ours, theirs = statistics.median(benchmark.stats.stats.data), statistics.median(bare_times)
    benchmark.extra_info.update(bare=theirs, times=ours / theirs)
    table.append(
        f"{case + ', from the view':30}{theirs * 1000:8.1f}ms{ours * 1000:8.1f}ms"
        f"{ours / theirs:8.2f}{len(picture.png) / 1000:6.0f}"
    )
    assert len(picture.png) < 500_000
