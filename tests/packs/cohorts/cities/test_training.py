"""Training units: how many, of whom, of which type, how equipped, and what joins the garrison."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import ForeseeDice
from engine.orders import parameters
from engine.packs.cohorts.cities.training import TrainMilitaryUnits, UnitTrained
from engine.packs.cohorts.pieces.possessions import give
from engine.packs.cohorts.pieces.records import City, Unit
from engine.packs.cohorts.things.equipment import worn_by_all
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
    assert (unit.talents, unit.equipment, unit.player) == ((), {}, scene.me.id)
    assert (told.units, told.recruits) == ((unit.id,), 100)


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
    assert offered[0].label.startswith("Human · 200 wait in Harrow · at most ")


# ---------------------------------------------------------------- artillery and ships


@pytest.fixture
def yard() -> Scene:
    """A port with every workshop, a hundred elves and all that ships and engines are made of."""
    scene = Scene()
    works = {"barracks": 1, "lumber_mill": 4, "shipyard": 4}
    city = scene.city(5, 5, scene.me, name="Harrow", actions=2, improvements=works)
    scene.province(5, 5, deposits=("oak", "stone", "iron"))
    scene.province(6, 5, terrain="sea")
    scene.items(city, elf_recruits=100)
    return scene


@pytest.mark.rule("cohorts.order.train-military-units")
def test_each_engine_is_a_unit_of_its_own_with_a_number_and_a_crew(yard: Scene) -> None:
    [told] = yard.run(train(yard, race="elf", type="Catapult", quantity=3)).events(UnitTrained)
    units = list(yard.world.all(Unit))
    assert [unit.name for unit in units] == ["Guards 1", "Guards 2", "Guards 3"]
    assert {(unit.arm, unit.type, unit.soldiers, unit.race) for unit in units} == {
        ("artillery", "catapult", 25, "elf")
    }
    assert (told.units, told.recruits) == (tuple(unit.id for unit in units), 75)


def test_a_long_name_leaves_room_for_its_number(yard: Scene) -> None:
    yard.run(train(yard, race="elf", type="runner", quantity=12, name="x" * 32))
    assert yard.now(next(yard.world.all(Unit))).name == "x" * 30 + " 1"
    assert max(len(unit.name) for unit in yard.world.all(Unit)) == 32


@pytest.mark.parametrize(
    "works, type, code",
    [
        ({"lumber_mill": 4}, "soldiers", "improvement_missing"),
        ({"barracks": 1}, "catapult", "improvement_missing"),
        ({"barracks": 1, "lumber_mill": 4}, "runner", "improvement_missing"),
        ({"barracks": 1, "lumber_mill": 1}, "trebuchet", "points"),
        ({"barracks": 1, "shipyard": 4}, "dragon_ship", "no_recruits"),
        ({"barracks": 1}, "siege tower", "bad_target"),
    ],
)
def test_what_a_city_cannot_train_is_refused(
    yard: Scene, works: dict[str, int], type: str, code: str
) -> None:
    city = yard.change(next(yard.world.all(City)), improvements=works)
    assert yard.run(train(yard, race="elf", type=type)).code == code
    assert (yard.now(city), yard.held(city)) == (city, {"elf_recruits": 100})


# ---------------------------------------------------------------- equipment and talents


@pytest.mark.parametrize(
    "asked, worn, left",
    [
        (("spear", "short_sword", "dagger"), ["spear", "short_sword"], [("dagger", "taken")]),
        (("shield", "greatsword"), ["shield"], [("greatsword", "taken")]),
        (("greatsword", "shield"), ["greatsword"], [("shield", "taken")]),
        (("short_bow", "spear", "long_bow"), ["spear", "short_bow"], [("long_bow", "taken")]),
        (("spear", "shield", "hand_axe"), ["spear", "shield", "hand_axe"], []),
        (
            ("leather_cap", "iron_helm", "wagon"),
            ["leather_cap"],
            [("iron_helm", "taken"), ("wagon", "unfit")],
        ),
        (("dagger", "dagger"), ["dagger", "dagger"], []),
        (("halberd", "no such thing"), ["halberd"], [("no such thing", "missing")]),
    ],
)
def test_a_second_item_for_a_filled_place_is_left_out(
    scene: Scene, asked: tuple[str, ...], worn: list[str], left: list[tuple[str, str]]
) -> None:
    city = next(scene.world.all(City))
    for name in asked:
        if scene.content.item(name):
            give(scene.world, city.place, name, 200)
    [told] = scene.run(train(scene, equipment=asked)).events(UnitTrained)
    assert (list(told.equipment), list(told.left_out)) == (worn, left)


def test_the_guilds_of_the_city_teach_new_units_at_most_three_talents(scene: Scene) -> None:
    scene.guild(next(scene.world.all(City)), "warrior", 5)
    asked = ("Axeman", "magic trained", "axeman", "bowman", "armored", "defender", "nonsense")
    [told] = scene.run(train(scene, talents=asked)).events(UnitTrained)
    assert next(scene.world.all(Unit)).talents == ("axeman", "bowman", "armored")
    assert told.left_out == (
        ("magic trained", "guild_missing"),
        ("axeman", "already_known"),
        ("defender", "no_free_slot"),
        ("nonsense", "bad_target"),
    )


def test_workshops_equipment_and_talents_of_the_city_are_offered(yard: Scene) -> None:
    city = next(yard.world.all(City))
    yard.guild(city, "knave", 1)
    yard.items(city, spear=3, wagon=2)
    yard.change(city, improvements={"barracks": 1, "lumber_mill": 1})
    assert yard.offered(TrainMilitaryUnits, "type") == ["soldiers", "ballista", "catapult"]
    assert yard.offered(TrainMilitaryUnits, "equipment") == ["spear"]
    assert yard.offered(TrainMilitaryUnits, "talents") == ["scout"]


@given(
    st.sampled_from(["soldiers", "catapult", "runner"]),
    st.integers(1, 200),
    st.lists(st.sampled_from(["spear", "plate", "shield", "palfrey", "cloak"]), max_size=5),
    st.integers(0, 120),
)
def test_no_training_makes_or_loses_people_or_items(
    type: str, quantity: int, equipment: list[str], recruits: int
) -> None:
    yard = Scene(8, 8)
    works = {"barracks": 1, "lumber_mill": 4, "shipyard": 4}
    city = yard.city(5, 5, yard.me, actions=1, improvements=works)
    yard.province(5, 5, deposits=("oak", "iron"))
    lying = {"spear": 60, "plate": 25, "shield": 100, "palfrey": 4, "human_recruits": recruits}
    yard.items(city, **{name: number for name, number in lying.items() if number})
    yard.run(train(yard, type=type, quantity=quantity, equipment=equipment))
    found = Counter(yard.held(city))
    for unit in yard.world.all(Unit):
        found += Counter(worn_by_all(unit)) + Counter(human_recruits=unit.soldiers)
    assert found == Counter({name: number for name, number in lying.items() if number})
