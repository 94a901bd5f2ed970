"""Shares, growth, recruits and settlers: exact, conserving, and never below nothing."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import race_of_recruits, recruits_item
from engine.packs.cohorts.pieces.people import (
    bereft,
    everyone,
    growth,
    race_called,
    recruits,
    removed,
    settlers,
    shares,
)
from engine.packs.cohorts.pieces.records import City
from tests.rules.scene import blank, module

CONTENT = module().content(Content)
RACES = sorted(CONTENT.races)
people = st.dictionaries(st.sampled_from(RACES), st.integers(1, 60_000), max_size=5)
percents = {race.key: race.growth for race in CONTENT.races.values()}


def city(free: dict[str, int], slaves: dict[str, int]) -> City:
    return City(id=1, **{**blank(City), "population": free, "slaves": slaves})


@given(st.integers(0, 50_000), people)
def test_shares_add_up_to_what_is_shared(amount: int, weights: dict[str, int]) -> None:
    split = shares(amount, weights, weights)
    assert sum(split.values()) == (amount if weights else 0)
    for race, share in split.items():
        fair = Fraction(amount * weights[race], sum(weights.values()))
        assert abs(share - fair) < 1


def test_a_leftover_goes_to_the_larger_race_and_then_to_the_first_by_name() -> None:
    assert shares(1, {"orc": 1, "elf": 1}, {"orc": 30, "elf": 20}) == {"orc": 1, "elf": 0}
    assert shares(1, {"orc": 1, "elf": 1}, {"orc": 20, "elf": 20}) == {"orc": 0, "elf": 1}


@given(people, st.integers(-5_000, 5_000))
def test_growth_is_never_negative_and_never_more_than_the_room(
    free: dict[str, int], room: int
) -> None:
    grown = growth(free, percents, room)
    assert all(number > 0 for number in grown.values())
    assert sum(grown.values()) <= max(room, 0)


@given(people)
def test_no_race_gives_more_recruits_than_it_has_people(free: dict[str, int]) -> None:
    raised = recruits(CONTENT, free)
    assert all(0 < number <= free[race] for race, number in raised.items())


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


def test_people_are_kept_in_alphabetical_order_without_those_who_are_gone() -> None:
    after = bereft(city({"orc": 5, "elf": 9}, {"troll": 2}), {"orc": 5, "troll": 1})
    assert list(after.population.items()) == [("elf", 9)]
    assert after.slaves == {"troll": 1}


@pytest.mark.parametrize("race", RACES)
def test_recruits_are_an_item_of_their_race(race: str) -> None:
    assert race_of_recruits(recruits_item(race)) == race


def test_other_items_are_no_recruits() -> None:
    assert race_of_recruits("spear") == ""


@pytest.mark.parametrize("name", ["Lizardfolk", "lizard_folk", " lizard-folk "])
def test_a_race_is_found_however_it_is_spelt(name: str) -> None:
    race = race_called(CONTENT, name)
    assert race is not None
    assert race.key == "lizardfolk"


def test_a_race_is_found_by_its_plural_and_not_by_what_is_no_race() -> None:
    elves = race_called(CONTENT, "Elves")
    assert elves is not None
    assert elves.key == "elf"
    assert race_called(CONTENT, "ent") is None
