"""The finished picture: its bytes, size and colours, and what the fog must not let through.

Its alt text has the facts at a glance, in at most 1,024 characters.
"""

import io
import pickle
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PIL import Image

from bot.faces.map.alt import map_alt
from bot.faces.map.chart import (
    Cell,
    Chart,
    Focus,
    Link,
    MapTerms,
    Reach,
    RecentBattle,
    Route,
    Settlement,
    Stack,
    Tower,
)
from bot.faces.map.figures import count_text
from bot.faces.map.frame import MapFrame
from bot.faces.map.layers import Layer
from bot.faces.map.picture import draw_map
from bot.faces.map.scene import MapScene
from bot.faces.map.telling import map_words
from bot.faces.paint import palette
from bot.faces.paint.palette import FactionLook, rgb
from engine.hexes import Grid, Hex
from tests.bot.faces.map.layered import LAYERS
from tests.bot.faces.map.sample import sample_chart
from tests.bot.faces.pictured import pixels

CRIMSON = FactionLook("crimson", "Crimson", 1)
AMBER = FactionLook("amber", "Amber", 5)
FOCUSES = {
    "whole": Focus(),
    "zoom": Focus("zoom", (18, 8), 4),
    "zoom across the seam": Focus("zoom", (0, 9), 3),
    "zoom at the northern edge": Focus("zoom", (12, 0), 5),
    "overview": Focus("overview", (18, 8), 4),
    "window": Focus("window", (18, 8), frame=MapFrame(14, 3, 9, 8)),
    "window across the seam": Focus("window", frame=MapFrame(20, 9, 8, 7)),
    "terrain": Focus(layer=LAYERS["terrain"]),
    "resources": Focus(layer=LAYERS["resources"], legend="factions"),
    "no legend": Focus(legend="none"),
}


@pytest.fixture(scope="module")
def sample() -> Chart:
    return sample_chart()


def land(x: int, y: int, owner: str | None = None, **more) -> Cell:
    return Cell(x, y, "grassland", owner=owner, **more)


def count(image: np.ndarray, colour: str) -> int:
    return int((image == rgb(colour)).all(axis=2).sum())


@pytest.mark.parametrize("focus", FOCUSES.values(), ids=FOCUSES)
def test_the_same_chart_gives_the_same_bytes(sample, focus) -> None:
    first = draw_map(sample, focus)
    again = draw_map(pickle.loads(pickle.dumps(sample)), pickle.loads(pickle.dumps(focus)))
    assert first == again


@pytest.mark.parametrize("focus", FOCUSES.values(), ids=FOCUSES)
def test_a_picture_is_a_palette_png_under_500_kilobytes(sample, focus) -> None:
    picture = draw_map(sample, focus)
    image = Image.open(io.BytesIO(picture.png))
    assert (image.format, image.mode) == ("PNG", "P")
    assert image.size == (picture.width, picture.height)
    assert picture.width == palette.WIDTH
    assert len(picture.png) < 500_000
    assert picture.filename.endswith(".png")
    assert "/" not in picture.filename


def test_a_world_of_200_by_200_stays_far_under_discords_limit() -> None:
    picture = draw_map(sample_chart(200, 200, 12))
    assert len(picture.png) < 1_000_000
    assert picture.height < 2200


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (1, 40), (200, 1), (3, 200)])
@pytest.mark.parametrize("wrap", [True, False])
def test_worlds_of_any_shape_can_be_drawn(size, wrap) -> None:
    width, height = size
    cells = tuple(
        land(x, y, "crimson", age=x % 9) for y in range(height) for x in range(width) if (x + y) % 3
    )
    chart = Chart(width, height, (*cells, land(0, 0)), wrap=wrap, factions=(CRIMSON,))
    for focus in (Focus(), Focus("zoom", (0, 0), 4), Focus("overview", (0, 0), 1)):
        picture = draw_map(chart, focus)
        assert picture.height < 2200
        assert count(pixels(picture), palette.FRAME) > 0


def test_a_chart_without_hexes_is_refused() -> None:
    with pytest.raises(ValueError, match="holds no hexes"):
        Chart(0, 4)


def test_a_zoom_without_a_centre_is_refused() -> None:
    with pytest.raises(ValueError, match="needs a centre"):
        Focus("zoom")


def test_a_zoom_on_a_place_beyond_the_map_is_refused(sample) -> None:
    with pytest.raises(ValueError, match=r"\(24, 3\) is not on a map of 24 by 18"):
        draw_map(sample, Focus("zoom", (24, 3)))


def test_a_window_without_a_frame_is_refused() -> None:
    with pytest.raises(ValueError, match="needs a frame"):
        Focus("window")


def test_a_window_shows_the_hexes_of_its_frame_and_no_others_name(sample) -> None:
    frame = MapFrame(20, 9, 8, 7)
    scene = MapScene(sample, Focus("window", frame=frame))
    left, top, right, bottom = scene.window.frame
    for hex_ in Grid(24, 18):
        places = scene.places(*hex_.spot)
        assert bool(places) == frame.holds(*hex_.spot, 24)
        for x, y in places:
            assert left < x <= right
            assert top < y < bottom
    picture = draw_map(sample, Focus("window", frame=frame))
    assert picture.filename == "map-from-20-9-to-3-15-turn-14.png"
    outside = [s for s in sample.settlements if not frame.holds(s.x, s.y, 24)]
    assert not any(place.name in picture.alt for place in outside if place.name)


@pytest.mark.parametrize("radius", [0, 1, 12, 5000])
def test_a_zoom_may_have_any_radius(sample, radius) -> None:
    assert draw_map(sample, Focus("zoom", (18, 8), radius)).height < 2200


def test_a_border_has_its_realms_colour_just_inside_the_side() -> None:
    chart = Chart(
        8,
        6,
        tuple(land(x, y, "crimson" if x < 4 else "amber") for y in range(6) for x in range(8)),
        factions=(CRIMSON, AMBER),
    )
    scene = MapScene(chart, Focus())
    image = pixels(draw_map(chart))
    side = scene.window.centre(3, 2)[0] + scene.w / 2  # between (3, 2) and (4, 2)
    y = round(scene.window.centre(3, 2)[1])
    depth = palette.BAND_W * scene.w * 0.55
    assert image[y, round(side - depth)].tolist() == pytest.approx(rgb("#B3203A"), abs=16)
    band = image[y - 10 : y + 10, round(side) : round(side + palette.BAND_W * scene.w)]
    near_amber = np.abs(band.astype(int) - rgb("#E8871E")).max(axis=2) < 24
    assert near_amber.any()


def test_every_faction_in_sight_shows_its_exact_colour(sample) -> None:
    image = pixels(draw_map(sample))
    for colour in palette.LIVERY_COLOURS[:6]:
        assert count(image, colour) > 60, colour


def test_the_terrain_layer_shows_no_realm() -> None:
    chart = Chart(
        6,
        6,
        tuple(land(x, y, "crimson" if x < 3 else None) for y in range(6) for x in range(6)),
        factions=(CRIMSON,),
    )
    political = pixels(draw_map(chart, Focus(legend="none")))
    terrain = pixels(draw_map(chart, Focus(layer=LAYERS["terrain"], legend="none")))
    red = np.array(rgb("#B3203A"))
    assert (np.abs(political.astype(int) - red).max(axis=2) < 12).sum() > 200
    assert (np.abs(terrain.astype(int) - red).max(axis=2) < 12).sum() == 0


def test_the_resources_layer_shows_resources_that_a_map_does_not(sample) -> None:
    without = replace(sample, resources=())
    assert draw_map(sample) == draw_map(without)
    focus = Focus(layer=LAYERS["resources"])
    assert draw_map(sample, focus).png != draw_map(without, focus).png


def test_every_layer_has_a_picture_of_its_own(sample) -> None:
    names = {draw_map(sample, Focus(layer=layer)).filename for layer in LAYERS.values()}
    assert len(names) == len(LAYERS)


def test_where_the_world_wraps_the_half_hexes_at_both_edges_continue_each_other() -> None:
    cells = [land(x, y) for y in range(5) for x in range(6)]
    cells[0] = Cell(0, 0, "ocean")  # its other half shows at the eastern edge
    chart = Chart(6, 5, tuple(cells))
    scene = MapScene(chart, Focus())
    image = pixels(draw_map(chart))
    places = scene.places(0, 0)
    assert len(places) == 2
    blue = [
        image[round(y) - 6, round(x) + shift] for (x, y), shift in zip(places, (8, -8), strict=True)
    ]
    for colour in blue:
        assert int(colour[2]) > int(colour[0])


def test_a_world_that_does_not_wrap_draws_no_hex_twice() -> None:
    cells = tuple(land(x, y) for y in range(5) for x in range(6))
    scene = MapScene(Chart(6, 5, cells, wrap=False), Focus())
    assert len(scene.cell) == 30
    assert all(len(scene.places(cell.x, cell.y)) == 1 for cell in cells)


# --- Fog


@pytest.mark.parametrize("kind", ["river", "road", "barrier"])
def test_a_link_to_a_hex_never_seen_is_not_drawn(kind) -> None:
    chart = Chart(6, 6, (land(2, 2),))
    linked = replace(chart, links=tuple(Link(2, 2, way, kind, 4) for way in range(6)))
    assert draw_map(linked) == draw_map(chart)


def test_towards_hexes_never_seen_there_is_neither_border_nor_coast_nor_edge_of_view() -> None:
    alone = Chart(6, 6, (land(2, 2, "crimson"),), factions=(CRIMSON,))
    image = pixels(draw_map(alone, Focus(legend="none")))
    red = np.abs(image.astype(int) - rgb("#B3203A")).max(axis=2) < 12
    assert not red.any()
    assert count(image, palette.VIEW_EDGE) == 0
    beside = replace(alone, cells=(*alone.cells, Cell(3, 2, "sea", age=3)))
    image = pixels(draw_map(beside, Focus(legend="none")))
    assert (np.abs(image.astype(int) - rgb("#B3203A")).max(axis=2) < 12).any()
    assert count(image, palette.VIEW_EDGE) > 0


def test_a_view_of_less_never_shows_more_than_its_own_hexes() -> None:
    """Two truths that differ only beyond the view are told by charts that are equal."""
    grid = Grid(10, 8)
    seen = set(grid.within(Hex(4, 4), 2))
    cells = tuple(land(hex_.x, hex_.y) for hex_ in grid if hex_ in seen)
    scene = MapScene(Chart(10, 8, cells), Focus())
    absent = scene.around < 0
    assert absent.any()
    beyond = scene.across(np.arange(len(cells)), -1)
    assert (beyond[absent] == -1).all()


def test_a_remembered_hex_is_darker_the_longer_ago_it_was_seen() -> None:
    ages = (0, 1, 4, 8)
    cells = tuple(land(x, 1, age=age) for x, age in enumerate(ages))
    chart = Chart(4, 3, cells, wrap=False)
    scene = MapScene(chart, Focus(legend="none"))
    image = pixels(draw_map(chart, Focus(legend="none")))
    brightness = []
    for x in range(4):
        px, py = scene.window.centre(x, 1)
        patch = image[round(py) - 45 : round(py) + 45, round(px) - 40 : round(px) + 40]
        brightness.append(float(np.median(patch.sum(axis=2))))
    assert brightness == sorted(brightness, reverse=True)
    assert len(set(brightness)) == 4


# --- Words


HOSTILE = (
    "$\\frac{1}{0}$",
    "$unclosed",
    "<b>&amp;</b>",
    "a\nb\tc",
    "\x00\x07\x1b[31m",
    "\u202etxt.exe\u2066",
    "X" * 5000,
    "漢字 カナ",
    "👑🐉" * 30,
    "",
    " \u200b ",
    "é\u0301" * 40,
)


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_names_are_never_markup_and_never_break_a_picture(sample, number: int) -> None:
    """Each as title once, and all on each map together, which is seen in one of three ways."""

    def named(things: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(
            replace(each, name=HOSTILE[(number + n) % len(HOSTILE)])
            for n, each in enumerate(things)
        )

    chart = replace(
        sample,
        title=HOSTILE[number],
        subtitle=HOSTILE[number],
        settlements=named(sample.settlements),
        factions=named(sample.factions),
        stacks=named(sample.stacks),
        waters=named(sample.waters),
    )
    picture = draw_map(chart, (Focus(), Focus("zoom", (18, 8), 3), Focus("overview"))[number % 3])
    assert len(picture.png) < 500_000
    assert len(picture.alt) <= 1024
    assert picture.alt.isprintable()


def test_a_faction_that_the_chart_does_not_name_is_grey() -> None:
    chart = Chart(4, 4, (land(1, 1),), towers=(Tower(1, 1, "watch", "unheard of"),))
    assert count(pixels(draw_map(chart, Focus(legend="none"))), palette.NEUTRAL) > 0


def test_more_factions_than_colours_are_drawn_with_other_emblems_and_rhythms() -> None:
    liveries = [palette.livery(number) for number in range(1, 22)]
    assert len({(each.colour, each.emblem) for each in liveries}) == 21
    assert len({(each.colour, each.rhythm) for each in liveries}) == 21
    factions = tuple(FactionLook(str(number), f"Realm {number}", number) for number in range(1, 22))
    cells = tuple(land(x, y, str(1 + x % 21)) for y in range(4) for x in range(24))
    assert draw_map(Chart(24, 4, cells, factions=factions)).height < 2200


def test_a_route_that_goes_around_the_world_is_drawn_at_both_edges() -> None:
    cells = tuple(land(x, y) for y in range(5) for x in range(12))
    route = Route(((10, 2), (11, 2), (0, 2), (1, 2)))
    chart = Chart(12, 5, cells, routes=(route,))
    bare = Focus(legend="none")
    without = pixels(draw_map(replace(chart, routes=()), bare))
    changed = np.abs(pixels(draw_map(chart, bare)) - without).max(axis=2) > 60
    columns = np.nonzero(changed.any(axis=0))[0]
    assert columns.min() < 250
    assert columns.max() > 950
    assert not changed[:, 400:800].any()


CHART = Chart(
    24,
    18,
    (
        Cell(0, 0, "forest"),
        Cell(1, 0, "forest"),
        Cell(2, 0, "sea", age=4),
    ),
    factions=(FactionLook("ash", "House Ashmark", 1), FactionLook("salt", "Salt Ports", 4)),
    own="ash",
    settlements=(
        Settlement(0, 0, "capital", "Harrowford", "ash"),
        Settlement(1, 0, "village", "Hollin", "ash"),
        Settlement(2, 0, "city", "Sønderby", "salt"),
    ),
    stacks=(
        Stack(0, 0, "Lord Aldric", "ash", 34),
        Stack(1, 0, "Sea Levy", "salt", 8),
        Stack(2, 0, "Gone", "salt", 8, age=4),
    ),
    battles=(RecentBattle(0, 0), RecentBattle(1, 0)),
    routes=(Route(((0, 0), (1, 0), (2, 0)), (1,)),),
    turn=14,
)


def test_the_alt_text_says_whose_map_it_is_and_what_is_on_it() -> None:
    assert map_alt(CHART, Focus()) == (
        "House Ashmark's map, turn 14: 24 by 18 hexes, 2 in view, 1 remembered, "
        "429 never seen. Own settlements: Harrowford 0,0. Own forces: Lord Aldric (34) 0,0. "
        "Others in view: Salt Ports (8) 1,0. Last battle at 1,0. "
        "Planned route: 0,0 to 2,0 in 2 turns."
    )


def test_the_alt_text_of_a_revealed_world_calls_what_is_nobodys_wild() -> None:
    pack, hireling = Stack(2, 1, "Wolves", None, 12), Stack(3, 1, "Orsa", None, counted=False)
    assert "Others in view: wild (12) 2,1, Orsa 3,1." in map_alt(
        Chart(4, 4, stacks=(pack, hireling)), Focus()
    )


def test_a_map_of_nobody_says_so_in_words() -> None:
    assert map_alt(Chart(4, 4), Focus()) == (
        "Map: 4 by 4 hexes, 0 in view, 0 remembered, 16 never seen."
    )


def test_things_are_called_as_the_chart_says() -> None:
    alt = map_alt(replace(CHART, terms=MapTerms("fields", "holds", "bands")), Focus())
    assert "24 by 18 fields, " in alt
    assert "Own holds: Harrowford 0,0. Own bands: Lord Aldric (34) 0,0." in alt


def test_kinds_of_things_and_what_they_reach_are_called_as_the_chart_says() -> None:
    chart = replace(
        CHART,
        towers=(Tower(1, 0, "wizard", "ash"),),
        reaches=(Reach("wizard", ((1, 0),), (1, 0)),),
    )
    focus = Focus(layer=Layer("eyes", reaches=True))
    assert "Wizard: 1,0 within 1." in map_alt(chart, focus)
    assert "**Strongholds**\n- Wizard of House Ashmark: 1 east, 1,0" in map_words(chart, focus)[0]
    terms = MapTerms(
        strongholds="holy hills", kinds=(("wizard", "shrine"),), reaches=(("wizard", "Blessed"),)
    )
    chart = replace(chart, terms=terms)
    assert "Blessed: 1,0 within 1." in map_alt(chart, focus)
    assert "**Holy hills**\n- Shrine of House Ashmark: 1 east, 1,0" in map_words(chart, focus)[0]


def test_a_piece_that_is_not_one_of_many_has_no_number() -> None:
    one = Stack(0, 0, "Lord Aldric", "ash", counted=False)
    assert "Own forces: Lord Aldric 0,0." in map_alt(replace(CHART, stacks=(one,)), Focus())
    assert [count_text(each) for each in (one, replace(one, age=2))] == ["", "?"]
    assert count_text(replace(one, counted=True)) == "?"


def test_long_lists_are_cut_from_their_end_and_the_rest_counted() -> None:
    stacks = tuple(Stack(0, 0, f"The {n}th Company of the Coast", "ash", n) for n in range(200))
    alt = map_alt(replace(CHART, stacks=stacks), Focus())
    assert len(alt) <= 1024
    assert "The 0th Company of the Coast (empty) 0,0" in alt
    shown = alt.count("Company")
    assert f"and {200 - shown} more." in alt
    assert alt.endswith("Planned route: 0,0 to 2,0 in 2 turns.")


def test_the_most_useful_survives_when_everything_is_too_long() -> None:
    long = "N" * 900
    chart = replace(
        CHART,
        factions=(FactionLook("ash", long, 1), FactionLook("salt", long, 4)),
        routes=tuple(Route(((0, 0), (number, 0))) for number in range(1, 90)),
    )
    alt = map_alt(chart, Focus())
    assert len(alt) <= 1024
    assert "2 in view, 1 remembered" in alt
    assert "Planned route: 0,0 to 1,0" in alt


def test_a_sample_map_fits() -> None:
    alt = map_alt(sample_chart(), Focus())
    assert len(alt) <= 1024
    assert alt.startswith("Ashmark's map, turn 14: 24 by 18 provinces, ")


def test_a_zoom_tells_only_of_what_lies_in_it() -> None:
    alt = draw_map(sample_chart(), Focus("zoom", (18, 8), 2)).alt
    assert alt.startswith("Ashmark's map around 18,8, turn 14: ")
    assert "Harrowford 18,8" in alt
    assert "Salt Ports" not in alt
