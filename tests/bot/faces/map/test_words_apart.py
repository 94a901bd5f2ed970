"""No word on a map lies over another or leaves the picture, on any layer, part or world."""

from dataclasses import replace
from itertools import combinations

import pytest

from bot.faces.map.chart import Chart, Fallen, Focus, RecentBattle, Site, Stride
from bot.faces.map.frame import MapFrame, around
from bot.faces.map.picture import Composed, compose
from engine.hexes import Grid, Hex
from tests.bot.faces.map.layered import LAYERS, layered_chart
from tests.bot.faces.map.sample import scramble

SIZES = ((24, 18), (12, 9), (40, 30), (70, 50), (16, 30))


def crowded(salt: int) -> Chart:
    """A world in which everything with a text stands close together."""
    width, height = SIZES[salt % len(SIZES)]
    chart = layered_chart(width, height, salt)
    if not chart.cells:
        return chart
    spots = [(cell.x, cell.y) for cell in chart.cells]
    middle = spots[int(scramble(salt, 1) * len(spots))]
    near = [hex_.spot for hex_ in Grid(width, height).within(Hex(*middle), 3)]
    notable = tuple(
        Site(*spot, "hot-spot", name=f"Forgotten library of {number} Whispers")
        for number, spot in enumerate(near[:: 4 + salt % 3])
    )
    return replace(
        chart,
        sites=(*chart.sites, *notable),
        battles=(RecentBattle(*middle), RecentBattle(*near[-1], 1)),
        fallen=(Fallen(*middle, "Maud Harrowgate"),),
        cells=tuple(replace(cell, fresh=(cell.x, cell.y) in near) for cell in chart.cells),
    )


def parts(chart: Chart, salt: int) -> list[Focus]:
    """Every kind of part, each on a layer; over as many worlds as there are layers, on all."""
    size = Grid(chart.width, chart.height)
    layers = list(LAYERS.values())
    spot = chart.cells[int(scramble(salt, 2) * len(chart.cells))] if chart.cells else None
    middle = (spot.x, spot.y) if spot else (0, 0)
    frames = [around(size, middle, wide, wide) for wide in (7, 13, 23)]
    foci = [Focus(), Focus("overview"), Focus("zoom", middle, 2 + salt % 4)]
    foci += [Focus("window", middle, frame=frame) for frame in frames]
    return [
        replace(focus, layer=layers[(number + salt) % len(layers)], legend="none")
        for number, focus in enumerate(foci)
    ]


def check(made: Composed) -> None:
    """All texts are pairwise apart and inside the picture."""
    boxes = [each.box for each in made.written]
    for left, top, right, bottom in boxes:
        assert 0 <= left < right <= made.image.width
        assert 0 <= top < bottom <= made.image.height
    for one, other in combinations(made.written, 2):
        a, b = one.box, other.box
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, f"{one} over {other}"


def check_world(salt: int) -> None:
    chart = crowded(salt)
    for focus in parts(chart, salt):
        check(compose(chart, focus))


@pytest.mark.parametrize("salt", range(4))
def test_words_on_maps_are_apart(salt: int) -> None:
    check_world(salt)


@pytest.mark.soak
def test_words_on_maps_of_200_worlds_are_apart() -> None:
    for salt in range(200):
        check_world(salt)


@pytest.mark.parametrize("layer", LAYERS.values(), ids=LAYERS)
def test_words_on_every_layer_are_apart(layer) -> None:
    for focus in (Focus(), Focus("window", frame=MapFrame(15, 2, 9, 8))):
        check(compose(crowded(5), replace(focus, layer=layer, legend="none")))


def test_numbers_of_a_reach_and_names_are_apart() -> None:
    chart = crowded(0)
    strides = tuple(
        Stride(hex_.x, hex_.y, step, step + 1)
        for step in range(4)
        for hex_ in Grid(24, 18).ring(Hex(18, 8), step)
    )
    reached = replace(chart, strides=strides, steps=("a", "b", "c", "d"), steps_are="Reached")
    made = compose(reached, Focus("window", (18, 8), frame=MapFrame(12, 2, 13, 11)))
    check(made)
    assert sum(each.says in "1234" for each in made.written) > 15


def test_full_names_are_written_and_nothing_is_cut_where_there_is_room() -> None:
    chart = crowded(0)
    made = compose(chart, Focus("window", frame=MapFrame(12, 2, 13, 11)))
    says = {each.says for each in made.written}
    own = {place.name for place in made.shown.settlements if place.owner == chart.own}
    towns = {place.name for place in made.shown.settlements if place.kind != "village"}
    assert own & towns <= says
    assert not any("…" in each for each in says)
    assert any(each.startswith("Forgotten library of") for each in says)
