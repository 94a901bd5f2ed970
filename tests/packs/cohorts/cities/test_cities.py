"""Cities that act: who may order them, and what conscription and attraction do to their people."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.orders import Order
from engine.packs.cohorts.cities import acting
from engine.packs.cohorts.cities.acting import (
    AttractPopulation,
    ConscriptRecruits,
    RecruitsConscripted,
    population_limit,
)
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.content.item_keys import race_of_recruits
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.pieces.people import head_count
from engine.packs.cohorts.pieces.records import City, Possession, Unit
from engine.world import World
from tests.rules.scene import Scene, ref

RACES = ("human", "elf", "orc", "troll", "giant_spider")
peoples = st.dictionaries(st.sampled_from(RACES), st.integers(0, 12_000), max_size=4)


def with_food(scene: Scene, deposits: int = 1, **values: Any) -> City:
    """My city whose province has that many food deposits."""
    city = scene.city(5, 5, scene.me, **{"population": {"human": 8000}, "actions": 3, **values})
    scene.province(5, 5, deposits=("wheat", "fish", "rice")[:deposits])
    return city


def people_of_all_kinds(world: World, city: City) -> int:
    """People and recruits of a city, and the soldiers in it."""
    recruits = sum(
        held.count
        for held in world.by(Possession, "holder", city.place)
        if race_of_recruits(held.item)
    )
    soldiers = sum(unit.soldiers for unit in world.by(Unit, "holder", city.place))
    return head_count(world.get(City, city.id)) + recruits + soldiers


def test_of_a_city_that_the_faction_never_saw_an_order_learns_nothing(scene: Scene) -> None:
    city = scene.city(5, 5, scene.someone("neutral"), name="Hidden Hold")
    ran = scene.run(ConscriptRecruits(city=ref(city)))
    assert ran.code == "bad_target"
    assert "Hidden Hold" not in repr(ran.entries)


def test_what_a_city_did_is_told_to_its_faction_alone(scene: Scene) -> None:
    foe = scene.someone("at_war")
    scene.stack(5, 5, foe)
    ran = scene.run(ConscriptRecruits(city=ref(with_food(scene))))
    [entry] = [e for e in ran.entries if isinstance(e.event, RecruitsConscripted)]
    assert list(entry.audience) == [scene.ours.id]


def test_a_city_that_is_only_remembered_is_refused_in_a_plan_too(scene: Scene) -> None:
    foreign = scene.city(9, 9, scene.someone("neutral"), population={"human": 8000}, actions=3)
    remember(scene.world, scene.ours.id, [foreign.province], scene.world)
    assert not scene.view().get(City, foreign.id).knows("baron")
    plan = scene.plan(ConscriptRecruits(city=ref(foreign)))
    assert [planned.outcome for planned in plan.orders] == ["refused"]


def test_an_order_that_breaks_half_way_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene()
    city = with_food(scene)

    def broken(*args: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(acting, "give", broken)  # by then the people have left
    ran = scene.run(ConscriptRecruits(city=ref(city)))
    assert [fault.player for fault in ran.faults] == [scene.me.id]
    assert not ran.events(RecruitsConscripted)
    assert scene.now(city) == city


@given(peoples, peoples, st.integers(1, 600), st.integers(0, 5))
def test_conscription_and_training_make_nobody_and_lose_nobody(
    free: dict[str, int], slaves: dict[str, int], quantity: int, barracks: int
) -> None:
    scene = Scene(width=4, height=4)
    improvements = {"barracks": barracks} if barracks else {}
    values = {"population": free, "slaves": slaves, "improvements": improvements}
    city = scene.city(1, 1, scene.me, actions=5, **values)
    before = people_of_all_kinds(scene.world, city)
    conscript = ConscriptRecruits(city=ref(city))
    races = [*free, "human"]
    training = [
        TrainMilitaryUnits(city=ref(city), race=race, quantity=quantity, name="Guard")
        for race in races
    ]
    scene.run(conscript, *training, conscript)
    assert people_of_all_kinds(scene.world, city) == before
    assert scene.now(city).slaves == slaves


@given(peoples, st.integers(0, 3), st.integers(1, 6))
def test_orders_never_bring_a_city_above_its_limit(
    free: dict[str, int], deposits: int, times: int
) -> None:
    scene = Scene(width=4, height=4)
    city = scene.city(1, 1, scene.me, population=free, actions=9)
    scene.province(1, 1, deposits=("wheat", "fish", "rice")[:deposits])
    limit = population_limit(scene.world, scene.content, city)
    ran = scene.run(*[AttractPopulation(city=ref(city))] * times)
    assert head_count(scene.now(city)) <= max(limit, head_count(city))
    spent = city.actions - scene.now(city).actions
    assert spent == times - len(ran.failures)


@given(st.lists(st.sampled_from(["conscript", "attract", "train"]), min_size=1, max_size=6))
def test_an_order_that_is_refused_changes_nothing(kinds: list[str]) -> None:
    scene = Scene(width=4, height=4)
    city = scene.city(1, 1, scene.me, population={"giant_spider": 500}, actions=3)
    makers: dict[str, Order] = {
        "conscript": ConscriptRecruits(city=ref(city)),
        "attract": AttractPopulation(city=ref(city)),
        "train": TrainMilitaryUnits(city=ref(city), race="human", quantity=5, name="Guard"),
    }
    ran = scene.run(*(makers[kind] for kind in kinds))
    assert len(ran.failures) == len(kinds)
    assert scene.now(city) == city
    assert people_of_all_kinds(scene.world, city) == 500
