"""People by shares, items by count and place, what provinces have, what stacks are called."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.packs.cohorts.movement.steps import NATURAL, link_between
from engine.packs.cohorts.pieces import possessions
from engine.packs.cohorts.pieces.contents import stack_type
from engine.packs.cohorts.pieces.people import bereft, everyone, removed, settlers, shares
from engine.packs.cohorts.pieces.records import (
    Character,
    City,
    Possession,
    Province,
    Tower,
    Village,
)
from engine.world import Place
from tests.rules.plain import blank
from tests.rules.scene import CONTENT, Scene, ref

RACES = sorted(CONTENT.races)
people = st.dictionaries(st.sampled_from(RACES), st.integers(1, 60_000), max_size=5)


def city(free: dict[str, int], slaves: dict[str, int]) -> City:
    return City(id=1, **{**blank(City), "population": free, "slaves": slaves})


@given(st.integers(0, 50_000), people)
def test_shares_add_up_to_what_is_shared(amount: int, weights: dict[str, int]) -> None:
    split = shares(amount, weights, weights)
    assert sum(split.values()) == (amount if weights else 0)
    for race, share in split.items():
        fair = Fraction(amount * weights[race], sum(weights.values()))
        assert abs(share - fair) < 1


@given(people, people)
def test_who_leaves_a_city_is_gone_from_it_free_or_slave(
    free: dict[str, int], slaves: dict[str, int]
) -> None:
    before = city(free, slaves)
    if sum(everyone(before).values()) < 2:
        return
    leaving = settlers(everyone(before), 5)
    after = bereft(before, leaving)
    assert everyone(after) == removed(everyone(before), leaving)
    assert all(number > 0 for number in (*after.population.values(), *after.slaves.values()))


PLACES = [Place("stack", 1), Place("city", 1), Place("province", 3)]
ITEMS = ["spear", "broadsword", "recruits"]


@pytest.mark.rule("cohorts.item.attributes")
def test_items_of_one_type_in_one_place_are_one_count() -> None:
    world = Scene().world
    possessions.give(world, PLACES[0], "spear", 3)
    possessions.give(world, PLACES[0], "Spear", 4)
    assert [(p.item, p.count) for p in world.all(Possession)] == [("spear", 7)]


@given(
    st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(ITEMS), st.integers(1, 9))),
    st.lists(
        st.tuples(
            st.sampled_from(PLACES),
            st.sampled_from(PLACES),
            st.sampled_from([*ITEMS, "nothing"]),
            st.integers(1, 12),
        )
    ),
)
def test_moving_items_about_makes_and_loses_none(
    given_: list[tuple[Place, str, int]], moves: list[tuple[Place, Place, str, int]]
) -> None:
    world = Scene(4, 4).world
    for place, item, number in given_:
        possessions.give(world, place, item, number)
    for start, to, item, number in moves:
        there = possessions.count(world, start, item)
        assert possessions.move(world, start, to, item, number) == min(there, number)
    for item in ITEMS:
        total = sum(number for _, name, number in given_ if name == item)
        assert sum(possessions.count(world, place, item) for place in PLACES) == total
    assert all(possession.count > 0 for possession in world.all(Possession))


@pytest.mark.rule("cohorts.stack.types")
@pytest.mark.parametrize("guarded, called", [(False, "party"), (True, "agitator")])
def test_a_prisoner_counts_for_nothing_even_where_no_more_is_known_of_it(
    guarded: bool, called: str
) -> None:
    scene = Scene()
    stack = scene.stack(2, 2)
    prisoner = scene.character(stack, scene.someone("at_war"), captor=scene.me.id)
    if guarded:
        scene.agent(stack)
    scene.world.put(prisoner.only([name for name in Character.names if name != "dead"]))
    assert stack_type(scene.world, stack.place) == called


@pytest.mark.rule("cohorts.world.province-characteristics")
def test_rivers_roads_and_barriers_belong_to_the_side_between_two_provinces(scene: Scene) -> None:
    link = scene.link((5, 5), (6, 5), river=2, road=3, barrier=NATURAL)
    here, there = scene.at(5, 5).id, scene.at(6, 5).id
    for direction in range(6):
        assert link_between(scene.world, here, direction) == (link if direction == 1 else None)
        assert link_between(scene.world, there, direction) == (link if direction == 4 else None)


@pytest.mark.rule("cohorts.world.province-characteristics")
def test_its_lord_knows_all_there_is_to_a_province(scene: Scene) -> None:
    scene.barony((4, 5), (5, 5))
    scene.city(4, 5, scene.me)
    gate = scene.at(9, 9).id
    province = scene.province(
        *(5, 5),
        terrain="hills",
        deposits=("iron", "iron"),
        fortification=2,
        gate=gate,
        level_limit=9,
        pvp_free=True,
    )
    village, tower = scene.village(5, 5, level=3), scene.tower(5, 5, "wizard", 2)
    scene.items(province, spear=3)
    scene.character(scene.stack(5, 5))
    view = scene.view()
    assert view.get(Province, province.id) == province
    assert view.get(Village, village.id) == village
    assert view.get(Tower, tower.id) == tower
    [cache] = view.by(Possession, "holder", province.place)
    assert (cache.item, cache.count) == ("spear", 3)
    assert ref(province).place == cache.holder
