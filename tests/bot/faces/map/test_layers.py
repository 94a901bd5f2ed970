"""The layers of the map: each draws at every size, and shows what it is about and nothing else."""

import functools
from dataclasses import replace
from typing import get_args

import numpy as np
import pytest

from bot.faces.cohorts.map.chart import TERMS
from bot.faces.map.areas import AREAS
from bot.faces.map.chart import (
    Cell,
    Chart,
    Focus,
    Fortification,
    Link,
    LinkKind,
    Reach,
    RecentBattle,
    Resource,
    Settlement,
    Site,
    Stack,
    Tower,
    Water,
)
from bot.faces.map.keys import key_of
from bot.faces.map.picture import draw_map
from bot.faces.map.scene import MapScene
from bot.faces.paint import palette
from bot.faces.paint.palette import FactionLook, rgb
from bot.faces.paint.picture import Picture
from engine.hexes import Grid, Hex
from tests.bot.faces.map.layered import LAYERS, layered_chart
from tests.bot.faces.map.sample import LOOKS, deposit
from tests.bot.faces.pictured import pixels

NEW = ("resources", "ownership", "roads", "towers")
RED, SEA = FactionLook("red", "Reds", 1), FactionLook("sea", "Sailors", 4)
SIZES = {
    "whole": {"kind": "whole"},
    "near": {"kind": "zoom", "centre": (18, 8), "radius": 3},
    "far": {"kind": "zoom", "centre": (18, 8), "radius": 8},
    "seam": {"kind": "zoom", "centre": (0, 9), "radius": 2},
    "overview": {"kind": "overview", "centre": (18, 8), "radius": 4},
}


@functools.cache
def sample() -> Chart:
    """Everything that a layer can show; not to be changed."""
    return layered_chart()


@functools.cache
def shown(layer: str, size: str) -> Picture:
    """The sample on a layer at a size."""
    return draw_map(sample(), focused(layer, size))


def focused(layer: str, size: str) -> Focus:
    return Focus(layer=LAYERS[layer], legend="full", **SIZES[size])


def land(x: int, y: int, owner: str | None = None, **more) -> Cell:
    return Cell(x, y, "grassland", owner=owner, **more)


WIDE = (20, 8)  # so that hexes are drawn as on a map, not as in a zoom


def plain(width: int = 8, height: int = 6, owner: str | None = "red", **more) -> Chart:
    cells = tuple(land(x, y, owner) for y in range(height) for x in range(width))
    return replace(
        Chart(width, height, cells, wrap=False, factions=(RED, SEA), own="red", terms=TERMS),
        **more,
    )


def drawn(chart: Chart, layer: str, **focus) -> np.ndarray:
    return pixels(draw_map(chart, Focus(layer=LAYERS[layer], legend="none", **focus)))


def at(image: np.ndarray, chart: Chart, x: int, y: int, layer: str) -> np.ndarray:
    """The colour of most of a hex's middle."""
    px, py = MapScene(chart, Focus(layer=LAYERS[layer], legend="none")).window.centre(x, y)
    patch = image[round(py) - 24 : round(py) + 24, round(px) - 24 : round(px) + 24]
    return np.median(patch.reshape(-1, 3), axis=0)


def count(image: np.ndarray, colour: str) -> int:
    return int((np.abs(image - rgb(colour)).max(axis=2) < 10).sum())


@pytest.mark.parametrize("layer", NEW)
@pytest.mark.parametrize("size", SIZES)
def test_a_layer_draws_at_every_size_and_always_alike(layer, size) -> None:
    picture = shown(layer, size)
    assert picture == draw_map(sample(), focused(layer, size))
    assert len(picture.png) < 500_000
    assert picture.height < 2200
    assert layer in picture.filename
    assert len(picture.alt) <= 1024


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_of_a_chart_of_nothing_shows_only_what_was_never_seen(layer) -> None:
    picture = draw_map(Chart(24, 18), Focus(layer=LAYERS[layer], legend="full"))
    image = pixels(picture)
    assert count(image, palette.UNSEEN) > image.shape[0] * image.shape[1] / 4
    assert "0 in view, 0 remembered, 432 never seen" in picture.alt


@pytest.fixture(scope="module")
def largest() -> Chart:
    return layered_chart(200, 200, 12)


@pytest.mark.soak  # the ordinary run draws the political map of one (test_map_pictures)
@pytest.mark.parametrize("layer", NEW)
def test_a_layer_of_a_world_of_200_by_200_stays_far_under_discords_limit(largest, layer) -> None:
    picture = draw_map(largest, Focus(layer=LAYERS[layer], legend="full"))
    assert len(picture.png) < 1_000_000
    assert picture.height < 2300


@pytest.mark.parametrize("layer", LAYERS)
def test_what_stands_on_hexes_never_seen_changes_no_layer(layer) -> None:
    chart = sample()
    known = {(cell.x, cell.y) for cell in chart.cells}
    x, y = next(hex_.spot for hex_ in Grid(24, 18) if hex_.spot not in known)
    truth = replace(
        chart,
        settlements=(
            *chart.settlements,
            Settlement(x, y, "city", "Secret", "salt", seat="kingdom"),
        ),
        towers=(*chart.towers, Tower(x, y, "castle", "salt")),
        fortifications=(*chart.fortifications, Fortification(x, y, 4)),
        sites=(*chart.sites, Site(x, y, "gate", leads=(1, 1))),
        resources=(*chart.resources, Resource(x, y, "gold", "resource", 2, worked=True)),
        reaches=(*chart.reaches, Reach("guard", ((x, y),), (x, y), 0, "salt")),
        links=(
            *chart.links,
            *(Link(x, y, way, kind, 3) for kind in get_args(LinkKind) for way in range(6)),
        ),
        stacks=(*chart.stacks, Stack(x, y, "Ambush", "salt", 99)),
        battles=(RecentBattle(x, y), *chart.battles),
        waters=(*chart.waters, Water(x, y, "Hidden Sea")),
    )
    for size in SIZES:
        assert draw_map(truth, focused(layer, size)) == shown(layer, size)


def test_every_layer_is_described_for_whoever_chooses() -> None:
    assert all(0 < len(layer.shows) <= 100 for layer in LAYERS.values())


def test_every_hex_of_the_map_is_told_apart_where_a_layer_fades_it() -> None:
    """Faded land is still land, and faded water water."""
    chart = plain(owner=None, cells=(land(1, 1), Cell(2, 1, "sea")))
    for layer in ("ownership", "roads", "towers"):
        image = drawn(chart, layer)
        ground, water = at(image, chart, 1, 1, layer), at(image, chart, 2, 1, layer)
        assert water[2] > water[0]
        assert ground[0] > ground[2]


# --- Resources


def test_a_deposit_shows_whether_it_is_worked_and_how_often_it_lies_there() -> None:
    idle = deposit(3, 2, "mithril", "resource", level=3)
    charts = [
        plain(resources=(each,))
        for each in (idle, replace(idle, worked=True), replace(idle, copies=2))
    ]
    for size in ({}, {"kind": "zoom", "centre": (3, 2), "radius": 2}):
        images = [drawn(chart, "resources", **size) for chart in charts]
        assert not np.array_equal(images[0], images[1])
        assert not np.array_equal(images[0], images[2])
        assert count(images[0], palette.IDLE) > count(images[1], palette.IDLE)


def test_every_resource_of_the_game_is_told_apart_where_its_plate_is_small() -> None:
    badges = LOOKS.badges.values()
    marks = [each.icon if each.told == "always" else each.letters for each in badges]
    assert len(set(marks)) == len(marks) > 30


def test_the_key_of_resources_counts_worked_and_known_copies_by_class() -> None:
    chart = plain(
        resources=(
            deposit(1, 1, "iron", "resource", copies=2, worked=True),
            deposit(2, 1, "iron", "resource"),
            deposit(2, 1, "wheat", "food"),
        )
    )
    key = key_of(chart, MapScene(chart, Focus(layer=LAYERS["resources"])))
    assert key.resources == (("food", "wheat", 0, 1), ("resource", "iron", 2, 3))
    assert key_of(chart, MapScene(chart, Focus(layer=LAYERS["political"]))).resources == ()


def test_a_villages_level_is_shown_on_the_layer_of_resources() -> None:
    one, four = (
        plain(*WIDE, settlements=(Settlement(3, 2, "village", "Hollin", "red", level=level),))
        for level in (1, 4)
    )
    more = count(drawn(four, "resources"), palette.HIGHLIGHT)
    assert more > count(drawn(one, "resources"), palette.HIGHLIGHT) > 0
    assert count(drawn(four, "political"), palette.HIGHLIGHT) == 0


# --- Ownership


def test_land_is_filled_with_its_factions_colour_and_fainter_where_it_is_remembered() -> None:
    ages = (0, 1, 4, 8)
    cells = tuple(land(2 * x, 2, "sea", age=age) for x, age in enumerate(ages))
    chart = plain(cells=cells)
    image = drawn(chart, "ownership")
    blue = np.array(rgb("#5BB8EC"))
    gaps = [np.abs(at(image, chart, 2 * x, 2, "ownership") - blue).sum() for x in range(4)]
    assert gaps == sorted(gaps)
    assert gaps[0] < 130
    assert len(set(gaps)) == 4


def test_land_of_every_faction_but_the_first_bears_a_pattern() -> None:
    plains = []
    for colour in range(1, 8):
        faction = FactionLook("it", "It", colour)
        chart = plain(owner="it", factions=(faction,), own=None)
        image = drawn(chart, "ownership")
        x, y = MapScene(chart, Focus(layer=LAYERS["ownership"], legend="none")).window.centre(5, 4)
        patch = image[round(y) - 40 : round(y) + 40, round(x) - 40 : round(x) + 40]
        plains.append(float(patch.std(axis=(0, 1)).max()))
    assert plains[0] < min(plains[1:])


def test_what_was_never_seen_is_hatched_on_the_layer_of_holdings_alone() -> None:
    chart = plain(cells=(land(2, 2, "red"),))
    assert count(drawn(chart, "ownership"), palette.HATCH) > 1000
    assert count(drawn(chart, "political"), palette.HATCH) == 0


@pytest.mark.parametrize("part", ["barony", "territory", "kingdom"])
def test_bounds_within_a_realm_are_drawn(part: str) -> None:
    joint = plain(cells=tuple(land(x, 2, "red", **{part: 1}) for x in range(6)))
    parted = plain(cells=tuple(land(x, 2, "red", **{part: 1 + x // 3}) for x in range(6)))
    changed = np.abs(drawn(joint, "ownership") - drawn(parted, "ownership")).max(axis=2) > 20
    scene = MapScene(joint, Focus(layer=LAYERS["ownership"], legend="none"))
    side = scene.window.centre(2, 2)[0] + scene.w / 2
    columns = np.nonzero(changed.any(axis=0))[0]
    assert len(columns)
    assert abs(columns.mean() - side) < scene.w * 0.15


def test_the_capitals_of_kingdoms_and_territories_are_marked_differently() -> None:
    images = [
        drawn(
            plain(settlements=(Settlement(3, 2, "city", "Crown", "red", seat=seat),)), "ownership"
        )
        for seat in (None, "territory", "kingdom")
    ]
    assert not np.array_equal(images[0], images[1])
    assert not np.array_equal(images[1], images[2])


def test_no_army_stands_on_the_layers_of_land() -> None:
    chart = plain(stacks=(Stack(3, 2, "Host", "red", 4),))
    for layer in ("terrain", "resources", "ownership", "roads"):
        assert np.array_equal(drawn(chart, layer), drawn(plain(), layer))
    assert not np.array_equal(drawn(chart, "towers"), drawn(plain(), "towers"))


# --- Roads


def roads(level: int) -> Chart:
    return plain(owner=None, links=tuple(Link(x, 2, 1, "road", level) for x in range(1, 6)))


def test_a_better_road_is_broader_and_every_level_looks_its_own() -> None:
    bare = drawn(plain(owner=None), "roads")
    images = [drawn(roads(level), "roads") for level in (1, 2, 3, 4)]
    covered = [int((np.abs(image - bare).max(axis=2) > 20).sum()) for image in images]
    assert covered == sorted(covered)
    assert len(set(covered)) == 4


def test_roads_are_left_out_where_a_layer_is_about_other_things() -> None:
    for layer in ("ownership", "towers"):
        assert np.array_equal(drawn(roads(3), layer), drawn(plain(owner=None), layer))


def test_rivers_are_faint_on_the_layer_of_roads() -> None:
    chart = plain(owner=None, links=tuple(Link(x, 2, 1, "river", 3) for x in range(1, 6)))
    assert count(drawn(chart, "political"), palette.RIVER) > 500
    assert count(drawn(chart, "roads"), palette.RIVER) == 0
    assert not np.array_equal(drawn(chart, "roads"), drawn(plain(owner=None), "roads"))


def test_a_magic_barrier_turns_its_teeth_to_the_hex_that_it_shuts_off() -> None:
    scene = MapScene(plain(owner=None), Focus(layer=LAYERS["roads"], legend="none"))
    side = scene.window.centre(2, 2)[0] + scene.w / 2
    middles = []
    for link in (Link(2, 2, 1, "magic-barrier"), Link(3, 2, 4, "magic-barrier")):
        image = drawn(plain(owner=None, links=(link,)), "roads")
        violet = np.abs(image - rgb(palette.MAGIC_BARRIER)).max(axis=2) < 24
        middles.append(np.nonzero(violet)[1].mean())
    assert middles[0] > side > middles[1]


def test_the_wedge_of_a_one_way_barrier_points_the_free_way() -> None:
    middles = []
    for link in (Link(2, 2, 1, "one-way"), Link(3, 2, 4, "one-way")):
        both, one = (
            drawn(plain(owner=None, links=(replace(link, kind=kind),)), "roads").astype(int)
            for kind in ("barrier", "one-way")
        )
        columns = np.nonzero((np.abs(one - both).max(axis=2) > 60).any(axis=0))[0]
        middles.append((columns[0] + columns[-1]) / 2)
    assert middles[0] < middles[1], "the wedge alone differs, and reaches farther on the free side"


def test_the_letters_of_a_barrier_say_whom_it_bars() -> None:
    barriers = Link(2, 2, 1, "barrier"), Link(2, 2, 1, "barrier", modes=("land", "water"))
    every, some = (drawn(plain(owner=None, links=(link,)), "political") for link in barriers)
    assert not np.array_equal(every, some)


def test_a_gate_says_where_it_comes_out() -> None:
    silent, told = (
        plain(*WIDE, sites=(Site(3, 2, "gate", leads=leads),)) for leads in (None, (6, 4))
    )
    assert not np.array_equal(drawn(silent, "roads"), drawn(told, "roads"))
    assert np.array_equal(drawn(silent, "political"), drawn(told, "political"))


# --- Towers


def reach(kind, *centres: tuple[int, int], radius: int = 1) -> list[Reach]:
    grid = Grid(8, 6)
    return [
        Reach(
            kind, tuple((h.x, h.y) for h in grid.within(Hex(x, y), radius)), (x, y), radius, "red"
        )
        for x, y in centres
    ]


@pytest.mark.parametrize("kind", AREAS)
def test_an_area_is_bounded_in_the_colour_of_its_kind_on_the_layer_of_towers_alone(kind) -> None:
    chart = plain(reaches=tuple(reach(kind, (3, 2))))
    colour = AREAS[kind].colour
    bare = plain()
    for size in ({}, {"kind": "overview"}):
        more = count(drawn(chart, "towers", **size), colour)
        assert more > count(drawn(bare, "towers", **size), colour) + 200
    assert np.array_equal(drawn(chart, "political"), drawn(bare, "political"))


def test_areas_of_one_kind_are_joined_and_each_still_has_its_line() -> None:
    apart = plain(reaches=tuple(reach("watch", (2, 2), (3, 2))))
    hexes = {hex_: None for each in apart.reaches for hex_ in each.hexes}
    joint = plain(reaches=(Reach("watch", tuple(hexes), (2, 2), 1, "red"),))
    changed = np.abs(drawn(apart, "towers") - drawn(joint, "towers")).max(axis=2) > 12
    assert 0 < changed.sum() < 12_000


def test_borders_of_several_kinds_on_the_same_sides_are_all_to_be_seen() -> None:
    kinds = ("watch", "wizard", "guard", "castle")
    chart = plain(reaches=tuple(each for kind in kinds for each in reach(kind, (3, 2))))
    image = drawn(chart, "towers")
    for kind in kinds:
        assert count(image, AREAS[kind].colour) > 200, kind


def test_an_area_across_the_seam_of_the_world_is_not_cut_there() -> None:
    chart = replace(plain(), wrap=True, reaches=tuple(reach("watch", (0, 2))))
    image = drawn(chart, "towers")
    scene = MapScene(chart, Focus(layer=LAYERS["towers"], legend="none"))
    for x, y in scene.places(0, 2):
        patch = image[round(y) - 20 : round(y) + 20, max(0, round(x) - 20) : round(x) + 20]
        assert count(patch, AREAS["watch"].colour) == 0


# --- Walls and places of note, on every map


def test_walls_are_drawn_wider_the_higher_their_level() -> None:
    bare = drawn(plain(), "political")

    def covered(level: int | None) -> int:
        """Where it is another colour, and not only another of the palette's that is near."""
        walled = drawn(plain(fortifications=(Fortification(3, 2, level),)), "political")
        return int((np.abs(walled - bare).max(axis=2) > 10).sum())

    assert 0 < covered(None) < covered(1) < covered(2) < covered(3) < covered(4)


def test_a_hot_spot_is_called_by_its_name_near_by_and_in_words() -> None:
    nameless, named = (
        plain(sites=(Site(3, 2, "hot-spot", "church", name=name),)) for name in ("", "Old Barrow")
    )
    assert not np.array_equal(drawn(nameless, "political"), drawn(named, "political"))
    assert "Places of note: Old Barrow 3,2." in draw_map(named).alt
    assert "Places of note" not in draw_map(nameless).alt


# --- Words


def test_the_alt_text_of_resources_tells_what_is_worked_and_what_it_would_take() -> None:
    chart = plain(
        resources=(
            deposit(1, 1, "iron", "resource", copies=2, worked=True),
            deposit(2, 1, "precious_stone", "resource", level=2),
        ),
        settlements=(Settlement(1, 1, "village", "Hollin", "red", level=3),),
    )
    alt = draw_map(chart, Focus(layer=LAYERS["resources"])).alt
    assert alt.startswith("Reds' map of resources: 8 by 6 provinces, ")
    assert "Worked: 2 iron 1,1." in alt
    assert "Not worked, with the village level needed: precious stone 2,1 level 2." in alt
    assert "Villages: 1,1 level 3." in alt


def test_the_alt_text_of_holdings_counts_land_and_names_capitals() -> None:
    cells = (land(0, 0, "red"), land(1, 0, "sea"), land(2, 0, "sea"), land(3, 0))
    city = Settlement(0, 0, "city", "Crown", "red", seat="territory")
    alt = draw_map(plain(cells=cells, settlements=(city,)), Focus(layer=LAYERS["ownership"])).alt
    assert "Land provinces held: Sailors 2, Reds 1, nobody 1." in alt
    assert "Capitals: Crown 0,0 of a territory." in alt


def test_the_alt_text_of_roads_tells_levels_gates_and_barriers() -> None:
    chart = replace(
        roads(2),
        costs=sample().costs,
        sites=(Site(3, 2, "gate", leads=(6, 4)),),
        stacks=(Stack(3, 2, "Host", "red", 4),),
    )
    special = (Link(2, 1, 1, "one-way", modes=("land",)), Link(3, 1, 5, "barrier", modes=("air",)))
    chart = replace(chart, links=(*chart.links, Link(1, 1, 0, "barrier"), *special))
    alt = draw_map(chart, Focus(layer=LAYERS["roads"])).alt
    assert "Stretches of road: 5 of level 2 (−15% of a step's cost)." in alt
    assert "Gates: 3,2 to 6,4. Barriers at: 1,1, " in alt
    assert "2,1 east one way by land, 3,1 north-west by air." in alt
    assert "Host" not in alt, "no stack is drawn there"


def test_the_alt_text_of_towers_tells_how_far_each_reaches() -> None:
    areas = (*reach("presence", (3, 2)), *reach("wizard", (3, 2), (5, 2), radius=2))
    alt = draw_map(plain(reaches=areas), Focus(layer=LAYERS["towers"])).alt
    assert "Pieces and cities see: 7 provinces." in alt
    assert "Wizard towers see the invisible: 3,2 within 2, 5,2 within 2." in alt
