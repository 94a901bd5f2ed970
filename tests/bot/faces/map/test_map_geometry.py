"""Where hexes, sides and bands lie: what neighbours share must be the same for both."""

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from bot.faces.map.chart import Cell, Chart, Focus, Link
from bot.faces.map.geometry import STEPS, bands, noise, on_bands
from bot.faces.map.labels import components
from bot.faces.map.links import levels
from bot.faces.map.placing import Crowd, Label, PlacingRank, place_labels
from bot.faces.map.realms import borders
from bot.faces.map.scene import MapScene
from bot.faces.paint.palette import FactionLook
from bot.faces.paint.sprites import Sprite, words
from engine.hexes import DIRECTIONS, Grid
from tests.bot.faces.map.sample import scramble


def scene_of(cells, focus: Focus | None = None, size=(10, 8)) -> MapScene:
    return MapScene(Chart(size[0], size[1], tuple(cells)), focus or Focus())


def full(size=(10, 8), **more) -> list[Cell]:
    return [Cell(x, y, "forest", **more) for y in range(size[1]) for x in range(size[0])]


def test_neighbours_are_the_engines() -> None:
    grid, scene = Grid(10, 8), scene_of(full())
    for number, cell in enumerate(scene.chart.cells):
        around = grid.neighbours(grid.at(number))
        assert (cell.x, cell.y) == grid.at(number).spot
        expected = [-1 if each is None else grid.index(each) for each in around]
        assert scene.near[number].tolist() == expected


def test_the_steps_of_opposite_directions_cancel() -> None:
    for parity in (0, 1):
        for direction in DIRECTIONS:
            columns, rows = STEPS[parity, direction]
            back = STEPS[(parity + rows) & 1, (direction + 3) % 6]
            assert (columns + back[0], rows + back[1]) == (0, 0)


def test_both_hexes_of_a_side_draw_the_same_wiggle_also_across_the_seam() -> None:
    scene = scene_of(full())
    at = {tuple(np.rint(centre * 8).astype(int)): i for i, centre in enumerate(scene.centres)}
    w, checked = scene.w, 0
    moves = np.array([(0.5, -0.866), (1, 0), (0.5, 0.866)]) * w
    for place, centre in enumerate(scene.centres):
        for side, move in enumerate(moves):
            goal = np.rint((centre + move) * 8).astype(int)
            for other in (
                at.get((goal[0] + i, goal[1] + j)) for i in (-1, 0, 1) for j in (-1, 0, 1)
            ):
                if other is not None:
                    checked += 1
                    mine, theirs = scene.sides[place, side], scene.sides[other, side + 3]
                    assert np.allclose(mine, theirs[::-1], atol=1e-6)
    assert checked > 200


def test_a_side_wiggles_by_at_most_seven_parts_in_a_hundred_of_its_length() -> None:
    scene = scene_of(full())
    ends = scene.sides[:, :, [0]], scene.sides[:, :, [-1]]
    along = np.linspace(0, 1, 5)[:, None]
    moved = scene.sides - (ends[0] + (ends[1] - ends[0]) * along)
    length = scene.w / 3**0.5
    assert np.hypot(*np.moveaxis(moved, -1, 0)).max() <= 0.07 * length + 1e-9
    assert np.hypot(*np.moveaxis(moved, -1, 0)).max() > 0.05 * length


def test_bands_meet_exactly_at_every_corner_inside_and_outside() -> None:
    """Each band ends where the next one begins, within a hex and from hex to hex."""
    size = (12, 10)
    cells = [
        Cell(x, y, "forest", owner="a" if scramble(x, y) < 0.5 else None)
        for y in range(size[1])
        for x in range(size[0])
    ]
    chart = Chart(*size, tuple(cells), wrap=False, factions=(FactionLook("a", "A", 1),))
    scene = MapScene(chart, Focus())
    border = borders(scene)
    band = bands(scene.sides[: scene.seen], scene.centres[: scene.seen], border, 6.0)
    starts = {tuple(np.rint(each[1, 0] * 16).astype(int)) for each in band}
    ends = [tuple(np.rint(each[1, -1] * 16).astype(int)) for each in band]
    edge = {0, size[0] - 1}, {0, size[1] - 1}
    places = np.nonzero(border)[0]
    loose = [
        end
        for end, place in zip(ends, places, strict=True)
        if not any((end[0] + i, end[1] + j) in starts for i in (-1, 0, 1) for j in (-1, 0, 1))
        and int(scene.x[place]) not in edge[0]
        and int(scene.y[place]) not in edge[1]
    ]
    assert len(ends) > 60
    assert loose == []


def test_points_on_a_band_run_from_its_outer_line_to_its_inner_line() -> None:
    band = np.array([[[(0, 0), (4, 0)], [(1, 2), (3, 2)]]], dtype=float)
    along, across = np.array((0.0, 1.0, 0.5, 0.5)), np.array((0.0, 1.0, 0.0, 0.5))
    assert on_bands(band, along, across)[0].tolist() == [[0, 0], [3, 2], [2, 0], [2, 1]]


def test_noise_depends_on_the_place_alone_and_is_spread_evenly() -> None:
    x, y = (each.reshape(-1) for each in np.meshgrid(np.arange(100), np.arange(100)))
    values = noise(x, y, 7)
    assert (values >= 0).all()
    assert (values < 1).all()
    assert abs(float(values.mean()) - 0.5) < 0.02
    assert np.array_equal(values[:100], noise(x[:100], y[:100], 7))
    assert not np.array_equal(values, noise(x, y, 8))


def test_a_link_is_entered_at_both_its_ends_with_its_greatest_level() -> None:
    links = (Link(3, 3, 1, "road", 2), Link(4, 3, 4, "road", 3), Link(9, 3, 1, "road", 1))
    scene = MapScene(Chart(10, 8, tuple(full()), links=links), Focus())
    table = levels(scene, "road")
    assert table[scene.number(3, 3), 1] == table[scene.number(4, 3), 4] == 3
    assert table[scene.number(9, 3), 1] == table[scene.number(0, 3), 4] == 1
    assert int((table > 0).sum()) == 4
    assert not levels(scene, "river").any()


def test_components_join_equal_cells_only_through_equal_cells() -> None:
    near = np.array([[1, -1], [0, 2], [1, 3], [2, 4], [3, -1]])
    assert components(near, np.array([5, 5, 6, 5, 5])).tolist() == [0, 0, 2, 3, 3]
    assert components(np.empty((0, 6), dtype=int), np.empty(0, dtype=int)).tolist() == []


def place(labels: list[Label], crowd: Crowd | None = None) -> list[tuple[int, int, int, int]]:
    image = Image.new("RGB", (400, 300))
    written = place_labels(image, labels, crowd or Crowd(), (0, 0, 400, 300))
    return [each.box for each in written]


def test_a_label_goes_where_it_covers_nothing_and_stays_in_the_frame() -> None:
    label = Label(words("Aldermere", 24, "#FFFFFF", "#000000"), (180, 130, 220, 160))
    (free,) = place([label])
    assert free[1] >= 155
    (moved,) = place([label], Crowd([((100, 158, 300, 220), 1.0)]))
    assert moved[3] <= 135
    full = Crowd([((0, 0, 400, 300), 1.0)])
    assert place([replace(label, optional=True)], full) == []
    assert place([replace(label, clear=True)], full) == []
    assert len(place([label], full)) == 1
    corner = Label(label.sprite, (395, 295, 399, 299))
    ((left, top, right, bottom),) = place([corner])
    assert left >= 0
    assert top >= 0
    assert right <= 400
    assert bottom <= 300


@pytest.mark.parametrize("style, size", [("map", (24, 18)), ("overview", (100, 100))])
def test_the_detail_follows_the_width_of_a_hex(style, size) -> None:
    assert MapScene(Chart(*size), Focus()).style == style
    assert MapScene(Chart(*size), Focus("zoom", (5, 5), 4)).style == "zoom"
    assert MapScene(Chart(*size), Focus("overview")).style == "overview"


def test_a_name_without_room_is_written_smaller_then_farther_off_then_not_at_all() -> None:
    def named(size: int) -> Sprite:
        return words("Aldermere", size, "#FFFFFF", "#000000")

    spot = (180, 130, 220, 160)
    first = Label(named(24), spot, PlacingRank.CITY, "first", places=((0.0, 0.0),))
    beside = replace(first, says="second")
    assert len(place([first, beside])) == 1
    led = place([first, replace(beside, led=True)])
    assert len(led) == 2
    assert apart(*led)
    narrow = Crowd([((0, 0, 400, 300), 1.0)])
    small = replace(first, smaller=lambda: named(12), rank=PlacingRank.VILLAGE)
    walls = [
        Label(named(24), (0, 0, 0, 0), PlacingRank.CITY, spots=((200.0, y),))
        for y in (122.0, 168.0)
    ]
    sizes = [box[3] - box[1] for box in place([*walls, small], narrow)]
    assert sizes[2] < sizes[0]


def test_the_weightier_are_placed_first_whatever_their_order() -> None:
    label = Label(words("Here", 24, "#FFFFFF", "#000000"), (200, 150, 200, 150))
    one = replace(label, spots=((200.0, 150.0),))
    low, high = (
        replace(one, rank=PlacingRank.AGE, says="low"),
        replace(one, rank=PlacingRank.STOP, says="high"),
    )
    image = Image.new("RGB", (400, 300))
    for order in ([low, high], [high, low]):
        (written,) = place_labels(image, order, Crowd(), (0, 0, 400, 300))
        assert written.says == "high"


def apart(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
