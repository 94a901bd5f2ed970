"""Training soldiers: how many, of whom, and what they are when they join the garrison."""

from typing import Any

import pytest

from engine.dice import ForeseeDice
from engine.orders import parameters
from engine.packs.cohorts.cities.training import TrainMilitaryUnits, UnitTrained
from engine.packs.cohorts.records import City, Unit
from engine.state import State
from tests.rules.scene import Scene, ref


@pytest.fixture
def scene() -> Scene:
    scene = Scene()
    city = scene.city(5, 5, scene.me, name="Harrow", actions=2, improvements={"barracks": 1})
    scene.items(city, human_recruits=200, elf_recruits=10, spear=5)
    return scene


def train(scene: Scene, **values: Any) -> TrainMilitaryUnits:
    city = next(scene.world.all(City))
    usual = {"race": "human", "quantity": 100, "name": "Guards"}
    return TrainMilitaryUnits.model_validate({"city": ref(city), **usual, **values})


@pytest.mark.rule("cohorts.city.garrison", "cohorts.unit.creation")
def test_a_new_unit_stands_in_the_garrison_fresh_and_untalented(scene: Scene) -> None:
    ran = scene.run(train(scene, slot=7))
    [unit] = scene.world.all(Unit)
    [told] = ran.events(UnitTrained)
    assert unit.holder == next(scene.world.all(City)).place
    assert (unit.race, unit.arm, unit.type, unit.soldiers) == ("human", "soldier", "soldiers", 100)
    assert (unit.level, unit.xp, unit.wounds, unit.morale, unit.slot) == (1, 15, 0, 100, 7)
    assert (unit.talents, unit.equipment, unit.player) == ((), (), scene.me.id)
    assert (told.unit, told.recruits) == (unit.id, 100)


@pytest.mark.parametrize("slot, kept", [(None, 3), (0, 0), (10, 10), (11, 3), (-1, 3)])
def test_a_slot_that_does_not_exist_is_as_good_as_none(
    scene: Scene, slot: int | None, kept: int
) -> None:
    scene.run(train(scene, slot=slot))
    assert next(scene.world.all(Unit)).slot == kept


def test_barracks_recruits_and_what_is_asked_all_limit_a_unit(scene: Scene) -> None:
    scene.run(train(scene, quantity=9999), train(scene, race="Elves", quantity=50))
    assert [unit.soldiers for unit in scene.world.all(Unit)] == [125, 10]
    assert scene.held(next(scene.world.all(City))) == {"human_recruits": 75, "spear": 5}


def test_without_barracks_nobody_is_trained(scene: Scene) -> None:
    scene.change(next(scene.world.all(City)), improvements={"smithy": 1})
    assert scene.run(train(scene, race="orc")).code == "improvement_missing"


def test_without_recruits_of_the_race_nobody_is_trained(scene: Scene) -> None:
    ran = scene.run(train(scene, race="orc"))
    assert ran.code == "no_recruits"
    assert "Harrow has no orc recruits" in ran.failures[0].says


def test_a_misspelt_race_is_answered_with_the_nearest(scene: Scene) -> None:
    ran = scene.run(train(scene, race="humann"))
    assert ran.code == "bad_target"
    assert "Human" in ran.failures[0].instead


def test_the_races_of_the_recruits_are_offered(scene: Scene) -> None:
    state = State(scene.rules, scene.view(), ForeseeDice())
    state.player = scene.me.id
    [race] = [p for p in parameters(TrainMilitaryUnits) if p.name == "race"]
    assert race.asks
    offered = list(race.asks.among(state, {}))
    assert [choice.value for choice in offered] == ["human", "elf"]
    assert offered[0].label == "Human: 200 in Harrow"


def test_a_plan_shows_the_unit_that_would_be_trained(scene: Scene) -> None:
    plan = scene.plan(train(scene))
    assert [planned.outcome for planned in plan.orders] == ["done"]
    assert [unit.soldiers for unit in plan.world.all(Unit)] == [100]
