"""A system's own layer lays what it likes upon the map: drawn, explained and told in words."""

from dataclasses import replace

import numpy as np
import pytest

from bot.faces.atlas import MapPart
from bot.faces.cohorts.map.atlas import ATLAS
from bot.faces.face import Face, Faces
from bot.faces.map import scene as laid_out
from bot.faces.map.chart import Chart, Focus, Overlay, Spot
from bot.faces.map.keys import key_of
from bot.faces.map.layers import Layer
from bot.faces.map.legend import legend
from bot.faces.map.picture import draw_map
from bot.faces.map.survey import Survey
from bot.faces.paint.palette import rgb
from data import FOLDER
from engine.module import load
from engine.packs import Rules
from tests.bot.faces.map.layered import LAYERS
from tests.bot.faces.map.test_layers import SIZES, WIDE, count, land, pixels, plain
from tests.rules.scene import Scene

BLUE, RED = "#1240E0", "#D01010"
EXPLORED = Overlay(
    "Explored", "hatch", BLUE, tuple(Spot(x, 2, x / 4) for x in range(5)), scaled=True
)
LAIRS = Overlay("Lairs of dragons", "mark", RED, (Spot(6, 1, text="D"),), icon="sea-dragon")
CLAIMED = Overlay("Claimed", "shade", RED, (Spot(1, 4), Spot(2, 4)))
BARE = Layer("bare", "Nothing but land", "the bare land", realms=False, symbols=False)


def explored(survey: Survey, chart: Chart) -> Chart:
    return replace(chart, overlays=(EXPLORED, CLAIMED, LAIRS))


OWN = Layer("explored", "How far the land is explored", "what is explored", fill=explored)


def faces(*more: Face) -> Faces:
    return Faces(Rules.of(load("cohorts", [FOLDER / "modules"])), more)


def laid(*overlays: Overlay, **more: object) -> np.ndarray:
    chart = replace(plain(*WIDE, owner=None), overlays=overlays)
    return pixels(draw_map(chart, Focus(layer=BARE, legend="none", **more)))  # type: ignore[arg-type]


def test_a_face_adds_a_layer_takes_one_away_and_replaces_one() -> None:
    first = Face(pack="first", layers=tuple(LAYERS.values()))
    towers = replace(LAYERS["towers"], shows="Only towers")
    drops = {"layers": ("resources",)}
    shown = faces(first, Face(pack="second", layers=(OWN, towers), drops=drops))
    names = list(shown.layers)
    assert names == ["political", "terrain", "ownership", "roads", "towers", "explored"]
    assert shown.layer("towers").shows == "Only towers"
    assert shown.layer("explored") is OWN
    with pytest.raises(LookupError, match="'fog' of layers"):
        faces(first, Face(pack="second", drops={"layers": ("fog",)}))


def test_the_layer_of_a_face_is_drawn_explained_and_told_from_the_faction_view() -> None:
    scene = Scene(16, 12)
    scene.city(2, 2, scene.me, name="Harrowford")
    shown = faces(Face(pack="base", atlas=ATLAS), Face(pack="own", layers=(OWN,)))
    survey = Survey(scene.rules, scene.view(), scene.ours.id)
    layer = shown.layer("explored")
    assert shown.atlas
    chart = layer.fill(survey, shown.atlas.chart(survey))
    focus = shown.atlas.focus(survey.view, MapPart((2, 2), 3), layer, "factions")
    picture = draw_map(chart, focus)
    assert picture.filename.startswith("map-explored-around-2-2")
    assert "map of what is explored around 2,2" in picture.alt
    assert "Explored: 3,2 75%, 2,2 50%, 1,2 25%." in picture.alt, "of known hexes alone"
    assert "dragons" not in picture.alt, "nobody has been there"
    without = draw_map(replace(chart, overlays=()), focus)
    assert picture.height > without.height, "the legend has rows of its own"


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_overlays_are_drawn_at_every_size_and_always_alike(size) -> None:
    chart = plain(24, 18, overlays=(EXPLORED, CLAIMED, LAIRS))
    focus = Focus(layer=OWN, **size)
    picture = draw_map(chart, focus)
    assert picture == draw_map(chart, focus)
    assert picture.height < 2200


def test_the_more_there_is_of_a_hatching_the_more_of_it_shows() -> None:
    bare, covered = laid(), []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        image = laid(replace(EXPLORED, spots=(Spot(3, 2, share),)))
        covered.append(int((np.abs(image - bare).max(axis=2) > 20).sum()))
    assert covered[0] == 0
    assert covered == sorted(set(covered))


def test_a_shade_lies_on_its_hexes_and_on_no_other() -> None:
    bare, image = laid(), laid(CLAIMED)
    changed = np.argwhere(np.abs(image - bare).max(axis=2) > 20)
    alone = np.argwhere(np.abs(laid(replace(CLAIMED, spots=CLAIMED.spots[:1])) - bare).max(2) > 20)
    assert 1.9 < len(changed) / len(alone) < 2.1


def test_a_mark_shows_its_icon_and_its_letters() -> None:
    nothing = replace(LAIRS, spots=(Spot(6, 1),), icon="")
    assert count(laid(LAIRS), RED) > 100
    assert not np.array_equal(laid(LAIRS), laid(nothing))
    assert not np.array_equal(laid(LAIRS), laid(replace(LAIRS, spots=(Spot(6, 1),))))
    assert count(laid(LAIRS, kind="overview"), RED) > 20


def test_what_lies_on_hexes_never_seen_is_neither_drawn_nor_told_nor_explained() -> None:
    cells = tuple(land(x, y) for x in range(8) for y in range(6) if (x, y) != (6, 1))
    chart = plain(cells=cells)
    focus = Focus(layer=OWN)
    assert draw_map(replace(chart, overlays=(LAIRS,)), focus) == draw_map(chart, focus)


def test_the_legend_explains_the_steps_of_what_is_scaled_and_names_the_rest() -> None:
    chart = plain(overlays=(EXPLORED, CLAIMED, LAIRS))
    key = key_of(chart, laid_out.MapScene(chart, Focus(layer=OWN)))
    assert [each.name for each in key.overlays] == ["Explored", "Claimed", "Lairs of dragons"]
    panel = legend("map", BARE, "factions", 60.0, key)
    assert panel is not None
    image = np.asarray(panel.convert("RGB")).astype(int)
    assert (np.abs(image - rgb(BLUE)).max(axis=2) < 10).sum() > 200
    fewer = legend("map", BARE, "factions", 60.0, replace(key, overlays=()))
    assert fewer is None or fewer.height < panel.height


def test_the_alt_text_tells_overlays_the_strongest_first() -> None:
    alt = draw_map(plain(overlays=(EXPLORED, LAIRS)), Focus(layer=OWN)).alt
    assert "Explored: 4,2 100%, 3,2 75%, 2,2 50%, 1,2 25%." in alt
    assert "Lairs of dragons: 6,1 D." in alt
