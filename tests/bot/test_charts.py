"""A map shows what the faction's view holds, as old as the view says it is, and nothing else."""

import pytest

from bot.charts import chart_of
from bot.images.chart import Chart, Route, Settlement, Stack
from bot.images.map import draw_map
from bot.jobs.draw import OVERVIEW_FROM, focus
from bot.payload import MapRecipe
from engine.campaign import Now
from engine.dice import SeededDice
from engine.packs.cohorts.movement import Move
from engine.packs.cohorts.records import Barony
from engine.world import Record
from tests.rules.scene import SEED, Scene, ref


@pytest.fixture
def scene() -> Scene:
    scene = Scene(16, 12)
    scene.barony((2, 2), (3, 2), (6, 2), name="Home")
    scene.city(2, 2, scene.me, name="Harrowford", population={"human": 7000})
    return scene


def drawn(scene: Scene) -> Chart:
    return chart_of(scene.rules, scene.view(), scene.ours.id)


def move(stack: Record, way: str) -> Move:
    return Move.model_validate({"stack": str(ref(stack)), "route": [way]})


def cells(chart: Chart) -> dict[tuple[int, int], int]:
    return {(cell.x, cell.y): cell.age for cell in chart.cells}


def test_only_provinces_that_the_faction_knows_are_on_the_chart(scene: Scene) -> None:
    ages = cells(drawn(scene))
    assert ages[2, 2] == ages[3, 2] == 0
    assert (10, 8) not in ages
    assert len(ages) == 8, "the city with its six neighbours, and land of the barony out of view"
    assert ages[6, 2] == 1


def test_what_left_view_keeps_its_age_and_its_owner(scene: Scene) -> None:
    enemy = scene.player("Bram", "theirs")
    scene.city(8, 8, enemy, name="Mire")
    stack = scene.stack(8, 7)
    scene.character(stack)
    scene.run(move(stack, "nw"), dice=SeededDice(SEED, 1))
    scene.world.put(scene.world.get(Now, 1).replace(turn=5))
    chart = drawn(scene)
    (mire,) = [cell for cell in chart.cells if (cell.x, cell.y) == (8, 8)]
    assert (mire.age, mire.owner) == (4, "theirs")
    assert Settlement(8, 8, "town", "Mire", "theirs") in chart.settlements


@pytest.mark.parametrize(
    "people, kind",
    [(4999, "town"), (5000, "burgh"), (9999, "burgh"), (10000, "city")],
)
def test_a_city_is_drawn_by_the_people_that_are_known(people: int, kind: str) -> None:
    scene = Scene()
    scene.city(2, 2, scene.me, population={"human": people})
    (city,) = drawn(scene).settlements
    assert city.kind == kind


def test_the_capital_of_a_kingdom_is_drawn_as_one_whatever_its_size(scene: Scene) -> None:
    city = scene.city(2, 1, name="Crown", population={"elf": 20000})
    kingdom = scene.change(scene.kingdom(), capital=city.id)
    barony = scene.world.get(Barony, city.barony)
    scene.change(barony, territory=scene.territory(kingdom).id)
    kinds = {each.name: each.kind for each in drawn(scene).settlements}
    assert kinds == {"Harrowford": "burgh", "Crown": "capital"}


def test_stacks_carry_their_number_and_whether_they_are_fleets(scene: Scene) -> None:
    host = scene.stack(2, 2, name="Household")
    scene.fill(host, ["character", "soldiers", "agent"])
    fleet = scene.stack(3, 2, name="Sails")
    scene.fill(fleet, ["ship"])
    assert drawn(scene).stacks == (
        Stack(2, 2, "Household", "ours", 2),
        Stack(3, 2, "Sails", "ours", 1, fleet=True),
    )


def test_a_sighting_of_an_earlier_turn_is_shown_with_its_age(scene: Scene) -> None:
    enemy = scene.player("Bram", "theirs")
    host = scene.stack(2, 4, enemy, name="Red Host")
    scene.unit(host, enemy)
    scene.run(move(host, "ne"), player=enemy)
    assert Stack(2, 3, "Red Host", "theirs", 1) in drawn(scene).stacks
    scene.world.put(scene.world.get(Now, 1).replace(turn=4))
    assert Stack(2, 3, "Red Host", "theirs", 1, age=3) in drawn(scene).stacks


def test_deposits_are_shown_where_they_are_known(scene: Scene) -> None:
    scene.province(6, 2, deposits=("wheat", "wheat", "iron"))
    scene.province(3, 3, deposits=("gold",))
    chart = drawn(scene)
    found = [(each.x, each.y, each.name, each.category) for each in chart.resources]
    assert found == [(6, 2, "wheat", "food"), (6, 2, "iron", "resource")]


def test_links_lie_on_the_side_where_they_are(scene: Scene) -> None:
    scene.link((2, 2), (3, 2), river=2, road=3)
    scene.link((2, 2), (1, 2), barrier=1)
    found = {(each.x, each.y, each.direction, each.kind, each.level) for each in drawn(scene).links}
    assert found == {(2, 2, 1, "river", 2), (2, 2, 1, "road", 3), (1, 2, 1, "barrier", 1)}


def test_planned_moves_are_routes_and_follow_on_from_each_other(scene: Scene) -> None:
    host = scene.stack(2, 2)
    scene.character(host)
    orders = [
        move(host, "e"),
        move(host, "sw"),
    ]
    planned = scene.plan(*orders).orders
    chart = chart_of(scene.rules, scene.view(), scene.ours.id, planned)
    assert chart.routes == (Route(((2, 2), (3, 2), (2, 3)), (2,)),)
    assert drawn(scene).routes == ()


def test_the_title_names_the_faction_and_the_date_of_its_world(scene: Scene) -> None:
    scene.world.put(scene.world.get(Now, 1).replace(turn=3))
    chart = drawn(scene)
    assert (chart.title, chart.turn, chart.own) == ("Ours", 3, "ours")
    assert chart.subtitle == scene.module.year.date_of(3)


def test_a_chart_can_be_drawn_and_says_in_words_what_it_shows(scene: Scene) -> None:
    picture = draw_map(drawn(scene))
    assert picture.png.startswith(b"\x89PNG")
    assert "Own cities: Harrowford 2,2." in picture.alt


def test_a_recipe_is_drawn_as_zoom_whole_or_overview() -> None:
    whole = MapRecipe(tick=1, faction=1)
    assert focus(whole, OVERVIEW_FROM).kind == "whole"
    assert focus(whole, OVERVIEW_FROM + 1).kind == "overview"
    near = whole.model_copy(update={"centre": (3, 4), "radius": 2, "layer": "resources"})
    assert (focus(near, 200).kind, focus(near, 200).centre, focus(near, 200).radius) == (
        "zoom",
        (3, 4),
        2,
    )
    assert focus(whole.model_copy(update={"layer": "nonsense"}), 24).layer == "political"
