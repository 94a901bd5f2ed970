"""What a standing order of Cohorts may wait for, asked of what its player knows."""

from itertools import islice

from engine.campaign import Now
from engine.orders import Order
from engine.packs.cohorts.knowledge.sighting import reveal
from engine.packs.cohorts.knowledge.waiting import ComesNear, LevelReached, StockAbove
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces import possessions
from engine.packs.cohorts.pieces.records import Character, Stack
from engine.repeats import Until
from engine.world import Place
from tests.rules.scene import Scene, ref


def of(stack: Stack, scene: Scene) -> Order:
    return Move(stack=ref(stack), destination=ref(scene.at(5, 2)))


def test_a_level_is_reached_and_what_is_above_the_present_one_is_offered(scene: Scene):
    stack = scene.stack(2, 2)
    hero = scene.character(stack, level=3)
    state = scene.planning()
    assert LevelReached(piece=hero.place, level=3).holds(state)
    assert not LevelReached(piece=hero.place, level=4).holds(state)
    assert not LevelReached(piece=Place("character", 999), level=1).holds(state)
    offered = list(LevelReached.offers(state, of(stack, scene), None))
    assert [each.level for each in offered if each.piece == hero.place] == [4, 5, 6, 8]
    assert LevelReached(piece=hero.place, level=9) in LevelReached.offers(
        state, of(stack, scene), 9
    )


def test_a_stock_is_counted_in_the_city_and_the_next_step_up_is_offered(scene: Scene):
    stack = scene.stack(2, 2)
    city = scene.city(3, 3, scene.me)
    possessions.give(scene.world, city.place, "iron", 60)
    state = scene.planning()
    assert StockAbove(city=city.id, item="iron", amount=60).holds(state)
    assert not StockAbove(city=city.id, item="iron", amount=61).holds(state)
    offered = list(StockAbove.offers(state, of(stack, scene), None))
    assert next(each.amount for each in offered if each.item == "iron") == 100
    assert len({(each.city, each.item) for each in offered}) == len(offered)


def test_who_is_seen_near_ends_the_waiting_and_who_is_not_seen_does_not(scene: Scene):
    home = scene.stack(2, 2)
    scene.unit(home)
    foe = scene.someone("neutral")
    theirs = scene.stack(3, 2, foe)
    scene.unit(theirs)
    within: list[Until] = [
        ComesNear(who="enemies", to=home.place, within=1),
        ComesNear(who="strangers", to=home.place, within=1),
        ComesNear(who="strangers", to=home.place, within=0),
    ]
    assert not any(each.holds(scene.planning()) for each in within), "nobody has seen them yet"
    reveal(scene.state(), scene.ours.id, theirs)
    assert [each.holds(scene.planning()) for each in within] == [False, True, False], "no war yet"
    scene.relation(scene.ours, "neutral", "at_war")
    assert [each.holds(scene.planning()) for each in within] == [True, True, False]
    for turns, seen_lately in ((1, True), (2, False)):
        now = scene.world.get(Now, 1)
        scene.world.put(now.replace(turn=now.turn + 1))
        assert within[0].holds(scene.planning()) is seen_lately, turns


def test_what_the_order_is_about_is_offered_first(scene: Scene):
    scene.unit(scene.stack(6, 2))
    stack = scene.stack(2, 2)
    scene.character(stack)
    first = next(islice(ComesNear.offers(scene.planning(), of(stack, scene), 2), 1))
    assert first == ComesNear(who="enemies", to=stack.place, within=2)
    assert isinstance(scene.world.first(Character, "holder", stack.place), Character)
