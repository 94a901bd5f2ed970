"""A map shows what the faction's view holds, as old as the view says it is, and nothing else."""

from fractions import Fraction
from typing import Literal

import pytest

from bot import faces
from bot.faces.atlas import HOME_TALL, HOME_WIDE, LEAST_KNOWN, MapPart
from bot.faces.cohorts.map.atlas import ATLAS, LAYERS
from bot.faces.cohorts.map.chart import IN_THE_OPEN, chart_of
from bot.faces.cohorts.map.ways import ways_of
from bot.faces.map.alt import map_alt
from bot.faces.map.chart import OVERVIEW_FROM, Chart, Focus, Route, Settlement, Stack, Water
from bot.faces.map.figures import count_text
from bot.faces.map.frame import MapFrame
from bot.faces.map.picture import draw_map
from engine.campaign import Now
from engine.dice import SeededDice
from engine.orders import Order
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.marching.moving import Move, MoveAlong
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.pieces.territories import Barony
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.packs.cohorts.stacks.transfers import TransferCharacter
from engine.world import Record
from tests.rules.scene import SEED, Scene, queued, ref


@pytest.fixture
def scene() -> Scene:
    scene = Scene(16, 12)
    scene.barony((2, 2), (3, 2), (6, 2), name="Home")
    scene.city(2, 2, scene.me, name="Harrowford", population={"human": 7000})
    return scene


def drawn(scene: Scene) -> Chart:
    return chart_of(scene.rules, scene.view(), scene.ours.id)


def move(stack: Record, *way: str) -> MoveAlong:
    return MoveAlong.model_validate({"stack": str(ref(stack)), "steps": way})


def march(scene: Scene, stack: Record, x: int, y: int) -> Move:
    to = str(ref(scene.at(x, y)))
    return Move.model_validate({"stack": str(ref(stack)), "destination": to})


def planned(scene: Scene, *orders: Order) -> Chart:
    view = scene.view()
    ways = ways_of(scene.rules, view, scene.me.id, queued(orders))
    return chart_of(scene.rules, view, scene.ours.id, ways)


def scouted(scene: Scene, *rows: int) -> None:
    """Let the faction remember all of some rows."""
    spots = [scene.at(x, y).id for y in rows for x in range(scene.grid.width)]
    remember(scene.world, scene.ours.id, spots, scene.world)


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


def test_the_dead_who_lie_beside_ones_own_are_bodies_and_no_stack(scene: Scene) -> None:
    enemy = scene.someone("at_war")
    scene.unit(scene.stack(6, 6))
    scene.character(scene.at(6, 6), enemy, name="Fallen", dead=True)
    here = [each for each in drawn(scene).stacks if (each.x, each.y) == (6, 6)]
    assert [(each.owner, each.state) for each in here] == [("ours", ""), ("at_war", "bodies")]
    assert [count_text(each) for each in here] == ["1", ""]
    scene.character(scene.at(6, 6), enemy, name="Upright")
    names = [each.name for each in drawn(scene).stacks if each.owner == "at_war"]
    assert sorted(names) == ["Fallen", "Upright"]


def test_an_empty_stack_and_one_of_bodies_are_no_live_shield(scene: Scene) -> None:
    scene.stack(2, 2, name="Nobody")
    scene.character(scene.stack(3, 2, name="Mourned"), name="Maud", dead=True)
    states = {each.name: each.state for each in drawn(scene).stacks}
    assert states["Nobody"] == "empty"
    assert states["Mourned"] == "bodies"
    assert not any(count_text(each) for each in drawn(scene).stacks if each.state)


def test_others_in_the_open_are_drawn_as_one_stack_for_each_faction(scene: Scene) -> None:
    enemy = scene.player("Bram", "theirs")
    scene.stack(2, 3)
    spot = scene.at(2, 3)
    for piece in (scene.unit, scene.unit, scene.agent):
        piece(spot, enemy)
    scene.unit(scene.at(8, 8), enemy)
    scene.produce()
    stacks = drawn(scene).stacks
    assert stacks[1:] == (Stack(2, 3, IN_THE_OPEN, "theirs", 2),)


def test_prisoners_and_the_dead_are_not_counted_in_a_stack(scene: Scene) -> None:
    enemy = scene.player("Bram", "theirs")
    host = scene.stack(2, 2)
    scene.unit(host)
    scene.character(host, dead=True)
    scene.character(host, enemy, captor=scene.me.id)
    assert [stack.count for stack in drawn(scene).stacks] == [1]


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
    chart = planned(scene, move(host, "e"), move(host, "sw"))
    assert chart.routes == (Route(((2, 2), (3, 2), (2, 3)), (2,)),)
    assert drawn(scene).routes == ()


def test_a_way_longer_than_a_week_shows_where_each_turn_ends(scene: Scene) -> None:
    scouted(scene, 2)
    host = scene.stack(2, 2)
    scene.character(host)
    there = tuple((x, 2) for x in range(2, 10))
    by_goal, by_steps = march(scene, host, 9, 2), move(host, *["e"] * 7)
    for order in (by_goal, by_steps):
        chart = planned(scene, order)
        assert [(route.hexes, route.turn_ends) for route in chart.routes] == [(there, (4, 7))]
        assert "Planned route: 2,2 to 9,2 in 2 turns." in map_alt(chart, Focus())


def test_later_turns_begin_with_all_points_whatever_is_used_by_now(scene: Scene) -> None:
    scouted(scene, 2)
    host = scene.stack(2, 2, used=Fraction(1, 2))
    scene.character(host)
    (route,) = planned(scene, march(scene, host, 9, 2)).routes
    assert route.turn_ends == (2, 6, 7)


def test_a_way_ends_where_what_the_player_knows_ends(scene: Scene) -> None:
    host = scene.stack(2, 2)
    scene.character(host)
    orders = move(host, "e", "e", "e"), move(host, "w")
    assert scene.plan(*orders).orders[0].outcome == "unforeseen"
    (route,) = planned(scene, *orders).routes
    assert route.hexes == ((2, 2), (3, 2)), "nor is shown where it would go from there"
    assert (4, 2) not in cells(drawn(scene))


def test_a_stack_that_is_yet_to_be_formed_has_its_way_too(scene: Scene) -> None:
    hero = scene.character(scene.now(next(scene.world.all(City))))
    orders = (
        ActivateStack.model_validate({"province": str(ref(scene.at(2, 2))), "name": "Vanguard"}),
        TransferCharacter.model_validate({"character": str(ref(hero)), "target": "stack:new:k1"}),
        MoveAlong.model_validate({"stack": "stack:new:k1", "steps": ["e"] * 5}),
    )
    (route,) = planned(scene, *orders).routes
    assert (route.hexes[0], route.hexes[-1]) == ((2, 2), (3, 2))


def test_a_way_through_a_gate_goes_on_at_its_far_end_in_the_same_turn(scene: Scene) -> None:
    scouted(scene, 2, 8)
    scene.province(3, 2, gate=scene.at(9, 8).id)
    host = scene.stack(2, 2)
    scene.character(host)
    near, far = planned(scene, move(host, "e", "gate", "e", "e", "e")).routes
    assert (near.hexes, near.first_turn) == (((2, 2), (3, 2)), 1)
    assert (far.hexes[0], far.hexes[-1], far.first_turn) == ((9, 8), (12, 8), 1)


def test_beyond_a_gate_the_turns_are_counted_on(scene: Scene) -> None:
    scouted(scene, 2, 8)
    scene.province(7, 2, gate=scene.at(9, 8).id)
    host = scene.stack(2, 2)
    scene.character(host)
    chart = planned(scene, move(host, *["e"] * 5, "gate", "e"))
    near, far = chart.routes
    assert (near.turn_ends, far.hexes, far.first_turn) == ((4,), ((9, 8), (10, 8)), 2)
    assert "Planned route: 9,8 to 10,8 in 2 turns." in map_alt(chart, Focus())


# ---------------------------------------------------------------- seas


def sea(scene: Scene, name: str, *rows: int, columns: range = range(16)) -> None:
    for y in rows:
        for x in columns:
            scene.province(x, y, terrain="sea", region=name)


def test_a_sea_bears_its_name_in_the_middle_of_what_is_known_of_it(scene: Scene) -> None:
    sea(scene, "Grey Deep", 5, 6, 7)
    assert drawn(scene).waters == ()
    spots = [scene.at(x, 6).id for x in range(3, 8)] + [scene.at(5, 5).id]
    remember(scene.world, scene.ours.id, spots, scene.world)
    assert drawn(scene).waters == (Water(5, 6, "Grey Deep"),)


def test_each_known_part_of_a_sea_that_is_wide_enough_is_named(scene: Scene) -> None:
    sea(scene, "Grey Deep", 6)
    spots = [scene.at(x, 6).id for x in (14, 15, 0, 1, 4, 5, 6, 8, 9, 10, 11, 12)]
    remember(scene.world, scene.ours.id, spots, scene.world)
    assert set(drawn(scene).waters) == {Water(0, 6, "Grey Deep"), Water(10, 6, "Grey Deep")}


def test_lands_have_no_names_written_across_them(scene: Scene) -> None:
    scouted(scene, 5)
    for x in range(16):
        scene.province(x, 5, region="Long Heath")
    assert drawn(scene).waters == ()


# ---------------------------------------------------------------- the part that is known


def share(scene: Scene, part: MapPart) -> float:
    """How much of a part is known."""
    known = [hex_.spot for hex_ in ATLAS.known(scene.view())]
    assert part.frame is not None
    size = ATLAS.size(scene.view(), 0)
    held = sum(part.frame.holds(x, y, size.width) for x, y in known)
    return held / (part.frame.wide * part.frame.tall)


def test_the_known_part_is_the_smallest_frame_with_two_hexes_around() -> None:
    scene = Scene(40, 30)
    scene.city(20, 15, scene.me)
    scene.stack(26, 16)
    part = ATLAS.known_part(scene.view(), scene.ours.id)
    known = [hex_.spot for hex_ in ATLAS.known(scene.view())]
    assert part.frame is not None
    columns, rows = [x for x, _ in known], [y for _, y in known]
    assert part.frame.x == min(columns) - 2
    assert part.frame.wide == max(columns) - min(columns) + 5
    assert part.frame.y <= min(rows) - 2
    assert part.frame.y + part.frame.tall > max(rows) + 2


def test_the_known_part_may_run_over_the_seam_of_the_world() -> None:
    scene = Scene(40, 30)
    scene.city(1, 15, scene.me)
    scene.stack(37, 15)
    part = ATLAS.known_part(scene.view(), scene.ours.id)
    assert part.frame is not None
    assert part.frame.x > 30
    assert part.frame.wide < 15


@pytest.mark.parametrize("far", [(60, 10), (45, 50), (5, 55), (70, 2)])
def test_where_most_would_be_darkness_the_part_around_home_is_shown(far: tuple[int, int]) -> None:
    scene = Scene(80, 60)
    scene.city(20, 15, scene.me)
    scene.stack(*far)
    part = ATLAS.known_part(scene.view(), scene.ours.id)
    assert part.frame is not None
    assert part.frame.holds(20, 15, 80)
    near = part.frame.wide <= HOME_WIDE and part.frame.tall <= HOME_TALL
    assert near or share(scene, part) >= LEAST_KNOWN


def test_who_knows_nothing_is_shown_the_whole_realm(scene: Scene) -> None:
    size = ATLAS.size(scene.view(), 0)
    theirs = scene.faction("theirs")
    part = ATLAS.known_part(scene.view(theirs), theirs.id)
    assert part.frame is None or not part.frame.covers(size)


def test_the_title_names_the_faction_and_the_date_of_its_world(scene: Scene) -> None:
    scene.world.put(scene.world.get(Now, 1).replace(turn=3))
    chart = drawn(scene)
    assert (chart.title, chart.turn, chart.own) == ("Ours", 3, "ours")
    assert chart.subtitle == scene.module.year.date_of(3)


def test_a_chart_can_be_drawn_and_says_in_words_what_it_shows(scene: Scene) -> None:
    picture = draw_map(drawn(scene))
    assert picture.png.startswith(b"\x89PNG")
    assert "Own cities: Harrowford 2,2." in picture.alt


def test_a_part_is_drawn_as_zoom_whole_or_overview() -> None:
    layer = LAYERS[2]
    kinds: tuple[tuple[int, Literal["whole", "overview"]], ...] = (
        (OVERVIEW_FROM, "whole"),
        (OVERVIEW_FROM + 1, "overview"),
    )
    for width, kind in kinds:
        view = Scene(width, 12).view()
        assert ATLAS.focus(view, MapPart(None), layer, "none") == Focus(
            kind, layer=layer, legend="none"
        )
        near = ATLAS.focus(view, MapPart((3, 4), 2), layer, "full")
        assert near == Focus("zoom", (3, 4), 2, layer=layer, legend="full")
        frame = MapFrame(1, 2, 7, 6)
        part = MapPart(None, frame=frame)
        shown = ATLAS.focus(view, part, layer, "full")
        assert shown == Focus("window", frame=frame, layer=layer, legend="full")


def test_a_layer_that_is_not_here_any_more_gives_way_to_the_usual_one(scene: Scene) -> None:
    shown = faces.of(scene.rules)
    assert shown.layer("resources").name == "resources"
    assert shown.layer("nonsense") == shown.layer(None) == shown.layer("") == LAYERS[0]
