"""What a map of Kingdoms shows: no more than its reader knows, and that on every layer."""

import pytest

from bot.faces.kingdoms.map.atlas import ATLAS, LAYERS
from bot.faces.kingdoms.map.marching import MARCHES, reached
from bot.faces.map.picture import draw_map
from engine.packs.kingdoms.crowns.provinces import adjacent
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.pieces.records import Army, Holding, Ruler, Survey
from tests.bot.faces.kingdoms.desk import Desk, queued
from tests.packs.kingdoms.crowns.table import ref


@pytest.mark.parametrize("layer", LAYERS, ids=lambda layer: layer.name)
def test_every_layer_is_drawn_and_told(desk: Desk, layer) -> None:
    survey = desk.survey()
    chart = layer.fill(survey, ATLAS.chart(survey))
    part = ATLAS.known_part(desk.view, desk.faction)
    picture = draw_map(chart, ATLAS.focus(desk.view, part, layer, "full"))
    assert picture.width == 1200
    assert picture.alt.startswith("The Vesperine Crown's map")


def test_the_land_is_known_to_all_and_only_what_was_seen_has_an_age(desk: Desk) -> None:
    chart = ATLAS.chart(desk.survey())
    assert len(chart.cells) == chart.width * chart.height
    seen = {each.holding for each in desk.view.all(Survey) if each.seen}
    heard = {(each.x, each.y) for each in chart.cells if each.heard}
    assert heard == {h.hex.spot for h in desk.view.all(Holding) if h.id not in seen}
    own = {h.hex.spot for h in desk.table.owned()}
    assert {(c.x, c.y) for c in chart.cells if c.owner == chart.own} == own
    assert not any(each.age for each in chart.cells if (each.x, each.y) in own)


def test_explored_provinces_are_hatched_by_their_percent(desk: Desk) -> None:
    survey = desk.survey()
    layer = next(each for each in LAYERS if each.name == "exploration")
    (overlay,) = layer.fill(survey, ATLAS.chart(survey)).overlays
    told = {(spot.x, spot.y): (spot.share, spot.text) for spot in overlay.spots}
    home = desk.table.world.get(Holding, desk.table.crown().home)
    assert told[home.hex.spot] == (1.0, "100")
    assert len(told) == sum(1 for each in desk.view.all(Survey) if each.percent)


def test_planned_ways_are_drawn_and_who_has_no_order_is_marked(desk: Desk) -> None:
    hero, other = desk.table.heroes()
    first = adjacent(desk.view, hero.holding)[0]
    second = adjacent(desk.view, first)[0]
    moves = [
        Move(character=ref(hero), to=ref(desk.view.get(Holding, id))) for id in (first, second)
    ]
    chart = ATLAS.chart(desk.survey(queued(*moves)))
    (route,) = chart.routes
    way = (hero.holding, first, second)
    assert route.hexes == tuple(desk.view.get(Holding, id).hex.spot for id in way)
    idle = {each.name for each in chart.stacks if each.idle}
    assert other.name in idle
    assert hero.name not in idle


def test_a_character_alone_reaches_a_province_further_for_each_phase(desk: Desk) -> None:
    hero = desk.view.get(Ruler, desk.table.heroes()[0].id)
    steps = reached(desk.survey(), hero, 6)
    grid = ATLAS.grid(desk.view)
    here = grid.at(hero.holding - 1)
    assert all(grid.distance(here, grid.at(id - 1)) == step for id, step in steps.items())
    assert max(steps.values()) == 6
    goals = MARCHES.goals(desk.survey(), ref(hero))
    assert {goal.ref.id for goal in goals} == set(adjacent(desk.view, hero.holding))


def test_a_force_that_cannot_go_together_is_offered_no_way(desk: Desk) -> None:
    king = desk.view.get(Ruler, desk.table.king().id)
    crown = desk.table.crown()
    fleet = [each for each in desk.view.by(Army, "leader", king.id) if each.type == "FL"]
    fleet.append(desk.table.army("FL", king.holding, crown.id, leader=king.id))
    assert not MARCHES.goals(desk.survey(), ref(king))
    for army in fleet:
        desk.table.put(army, leader=0)
    assert MARCHES.goals(desk.survey(), ref(king))
