"""Shares, growth, recruits and settlers: exact, conserving, and never below nothing."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.people import (
    bereft,
    everyone,
    removed,
    settlers,
    shares,
)
from engine.packs.cohorts.pieces.records import City
from tests.rules.plain import blank
from tests.rules.scene import module

CONTENT = module().content(Content)
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
