"""The alt text of a map: the facts at a glance, in at most 1,024 characters."""

from dataclasses import replace

from bot.faces.map.alt import map_alt
from bot.faces.map.chart import (
    Cell,
    Chart,
    Focus,
    MapTerms,
    Reach,
    RecentBattle,
    Route,
    Settlement,
    Stack,
    Tower,
)
from bot.faces.map.figures import count_text
from bot.faces.map.layers import Layer
from bot.faces.map.picture import draw_map
from bot.faces.map.telling import map_words
from bot.faces.paint.palette import FactionLook
from tests.bot.faces.map.sample import sample_chart

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
        "429 never seen. Own settlements: Harrowford 0,0. Own forces: Lord Aldric 34 0,0. "
        "Others in view: Salt Ports 8 1,0. Last battle at 1,0. "
        "Planned route: 0,0 to 2,0 in 2 turns."
    )


def test_a_map_of_nobody_says_so_in_words() -> None:
    assert map_alt(Chart(4, 4), Focus()) == (
        "Map: 4 by 4 hexes, 0 in view, 0 remembered, 16 never seen."
    )


def test_things_are_called_as_the_chart_says() -> None:
    alt = map_alt(replace(CHART, terms=MapTerms("fields", "holds", "bands")), Focus())
    assert "24 by 18 fields, " in alt
    assert "Own holds: Harrowford 0,0. Own bands: Lord Aldric 34 0,0." in alt


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
