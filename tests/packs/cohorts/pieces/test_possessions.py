"""Items by count and place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.packs.cohorts.pieces import possessions
from engine.packs.cohorts.pieces.records import Possession
from engine.world import Place
from tests.rules.scene import Scene

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
