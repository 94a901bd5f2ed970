"""What cities make: equipment and units, of whom and of what, and what is used up."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.facts import NotKnown
from engine.packs.cohorts.characters.teaching import SecretTaught, TeachSecretToCity
from engine.packs.cohorts.cities.making import (
    EquipmentMade,
    MakeEquipment,
    makeable,
    most,
    obstacles,
)
from engine.packs.cohorts.cities.supplies import supplies, use_up
from engine.packs.cohorts.cities.training import TrainMilitaryUnits, UnitTrained
from engine.packs.cohorts.pieces.possessions import give
from engine.packs.cohorts.pieces.records import Character, City, Unit
from engine.packs.cohorts.things.equipment import worn_by_all
from tests.rules.scene import Scene, ref

TEACH = pytest.mark.rule("cohorts.order.teach-secret-to-city")


@pytest.fixture
def scene() -> Scene:
    """Harrow: 10,000 humans, a smithy of level 2, oak and iron."""
    scene = Scene()
    scene.province(5, 5, deposits=("oak", "iron"))
    scene.city(
        *(5, 5, scene.me),
        name="Harrow",
        actions=2,
        population={"human": 10000},
        improvements={"smithy": 2},
    )
    return scene


def harrow(scene: Scene) -> City:
    return next(scene.world.all(City))


def make(scene: Scene, item: str, number: int | None = None) -> MakeEquipment:
    return MakeEquipment(city=ref(harrow(scene)), item=item, number=number)


# ---------------------------------------------------------------- what is made


def test_an_unknown_item_is_answered_with_the_nearest(scene: Scene) -> None:
    assert "Broadsword" in scene.run(make(scene, "brodsword")).failures[0].instead


def test_only_what_the_city_can_make_is_offered_with_its_most(scene: Scene) -> None:
    choices = scene.choices(MakeEquipment, "item", city="city:1")
    offered = {each.value: each.label for each in choices}
    assert offered["spear"] == "Spear, up to 200 in Harrow"
    assert {"plate", "palfrey", "long_bow"}.isdisjoint(offered)
    assert not scene.offered(MakeEquipment, "item", city="city:2")
    for key in offered:
        assert not scene.run(make(scene, key, 1)).refused
        scene.change(harrow(scene), actions=1)


# ---------------------------------------------------------------- items in place of access


@settings(max_examples=30, deadline=None)
@given(
    deposits=st.sets(st.sampled_from(["oak", "iron", "yew", "leather", "mithril"])),
    stock=st.dictionaries(
        st.sampled_from(["oak", "iron", "yew", "leather", "mithril"]), st.integers(1, 40)
    ),
    people=st.integers(1, 20000),
    wanted=st.lists(st.tuples(st.sampled_from(
        ["spear", "crossbow", "composite_bow", "mithril_sword", "halberd", "buckler"]
    ), st.none() | st.integers(1, 60)), max_size=4),
)  # fmt: skip
def test_nothing_comes_from_nowhere_and_access_is_never_used_up(
    deposits: set[str],
    stock: dict[str, int],
    people: int,
    wanted: list[tuple[str, int | None]],
) -> None:
    scene = Scene()
    scene.province(5, 5, deposits=tuple(sorted(deposits)))
    city = scene.city(
        *(5, 5, scene.me),
        actions=4,
        population={"human": people},
        improvements={"smithy": 4},
        secrets=("mithril_sword",),
    )
    scene.items(city, **stock)
    could = {
        item.key: most(scene.world, scene.content, city, item)
        for item in makeable(scene.content)
        if next(obstacles(scene.world, scene.content, city, item), None) is None
    }
    ran = scene.run(*(MakeEquipment(city=ref(city), item=i, number=n) for i, n in wanted))
    done = ran.events(EquipmentMade)
    held = scene.held(city)
    assert scene.now(city).actions == 4 - len(done)
    for event in done:
        assert 0 < event.number <= could[event.item]
        assert not deposits & event.used.keys()
        assert all(count == event.number for count in event.used.values())
    for resource, before in stock.items():
        used = sum(event.used.get(resource, 0) for event in done)
        assert held.get(resource, 0) == before - used >= 0
    for item in could:
        assert held.get(item, 0) == sum(e.number for e in done if e.item == item)


@settings(max_examples=30, deadline=None)
@given(
    stock=st.dictionaries(st.sampled_from(["oak", "iron", "yew"]), st.integers(1, 9)),
    wants=st.lists(
        st.tuples(
            st.lists(st.sampled_from(["oak", "iron", "yew"]), min_size=1, max_size=2).map(tuple),
            st.integers(1, 3),
        ),
        max_size=3,
    ),
)
def test_supplies_never_promise_more_than_lies_there(
    stock: dict[str, int], wants: list[tuple[tuple[str, ...], int]]
) -> None:
    scene = Scene()
    city = scene.city(5, 5, scene.me)
    scene.items(city, **stock)
    found = supplies(scene.world, scene.content, city, wants)
    number = found.limits(100)
    assert (number == 0) == bool(found.missing)
    used = use_up(scene.world, city, found, number)
    assert sum(used.values()) == number * sum(found.each.values())
    assert not wants or number == 0 or sum(found.each.values()) == sum(n for _, n in wants)


# ---------------------------------------------------------------- secrets


def teacher(scene: Scene, **values: Any) -> Character:
    return scene.character(scene.at(5, 5), name="Lyra", recipes=("mithril_plate",), **values)


def teach(scene: Scene, who: Character, item: str = "mithril plate") -> TeachSecretToCity:
    return TeachSecretToCity(character=ref(who), city=ref(harrow(scene)), item=item)


@TEACH
def test_both_players_are_told_of_a_lesson_and_nobody_else(scene: Scene) -> None:
    ally, stranger = scene.someone("allied"), scene.someone("neutral")
    scene.change(harrow(scene), baron=scene.character(harrow(scene), ally).id)
    ran = scene.run(teach(scene, teacher(scene)))
    [entry] = [entry for entry in ran.entries if isinstance(entry.event, SecretTaught)]
    assert entry.for_(ally.faction) == entry.event == entry.for_(scene.me.faction)
    assert entry.for_(stranger.faction) is None


@TEACH
@pytest.mark.parametrize(
    "values, code",
    [
        ({"dead": True}, "unable"),
        ({"captor": 99}, "unable"),
        ({"statuses": {"stoned": 5}}, "unable"),
        ({"actions": 0}, "no_action"),
        ({"recipes": ()}, "missing"),
    ],
)
def test_who_cannot_act_or_does_not_know_teaches_nothing(
    scene: Scene, values: dict[str, object], code: str
) -> None:
    lyra = scene.change(teacher(scene), **values)
    assert scene.run(teach(scene, lyra)).code == code
    assert harrow(scene).secrets == ()
    assert scene.now(lyra).actions == lyra.actions


@TEACH
def test_whether_an_ally_knows_a_secret_cannot_be_foreseen(scene: Scene) -> None:
    scene.change(harrow(scene), baron=scene.character(harrow(scene), scene.someone("allied")).id)
    scene.change(harrow(scene), secrets=("mithril_plate",))
    lyra = teacher(scene)
    [planned] = scene.plan(teach(scene, lyra)).orders
    assert planned.outcome == "unforeseen"
    with pytest.raises(NotKnown):
        _ = scene.view().get(City, 1).secrets


@TEACH
def test_a_teacher_is_offered_its_recipes_and_the_friendly_city_it_is_in(scene: Scene) -> None:
    lyra = teacher(scene)
    scene.city(1, 1, scene.me)
    named = {"character": str(ref(lyra)), "city": str(ref(harrow(scene)))}
    for name, expected in {**named, "item": "mithril_plate"}.items():
        assert scene.offered(TeachSecretToCity, name, **named) == [expected]


@pytest.fixture
def drill() -> Scene:
    drill = Scene()
    city = drill.city(5, 5, drill.me, name="Harrow", actions=2, improvements={"barracks": 1})
    drill.items(city, human_recruits=200, elf_recruits=10, spear=5)
    return drill


def train(drill: Scene, **values: Any) -> TrainMilitaryUnits:
    city = next(drill.world.all(City))
    usual = {"race": "human", "quantity": 100, "name": "Guards"}
    return TrainMilitaryUnits.model_validate({"city": ref(city), **usual, **values})


@pytest.mark.rule("cohorts.city.garrison", "cohorts.unit.creation")
def test_a_new_unit_stands_in_the_garrison_fresh_and_untalented(drill: Scene) -> None:
    ran = drill.run(train(drill, slot=7))
    [unit] = drill.world.all(Unit)
    [told] = ran.events(UnitTrained)
    assert unit.holder == next(drill.world.all(City)).place
    assert (unit.race, unit.arm, unit.type, unit.soldiers) == ("human", "soldier", "soldiers", 100)
    assert (unit.level, unit.xp, unit.wounds, unit.morale, unit.slot) == (1, 15, 0, 100, 7)
    assert (unit.talents, unit.equipment, unit.player) == ((), {}, drill.me.id)
    assert (told.units, told.recruits) == ((unit.id,), 100)


def test_a_misspelt_race_is_answered_with_the_nearest(drill: Scene) -> None:
    ran = drill.run(train(drill, race="humann"))
    assert ran.code == "bad_target"
    assert "Human" in ran.failures[0].instead


def test_the_races_of_the_recruits_are_offered(drill: Scene) -> None:
    offered = drill.choices(TrainMilitaryUnits, "race")
    assert [choice.value for choice in offered] == ["human", "elf"]
    assert offered[0].label.startswith("Human · 200 wait in Harrow · at most ")


# ---------------------------------------------------------------- artillery and ships


@pytest.fixture
def yard() -> Scene:
    """A port with every workshop, a hundred elves and all that ships and engines are made of."""
    drill = Scene()
    works = {"barracks": 1, "lumber_mill": 4, "shipyard": 4}
    city = drill.city(5, 5, drill.me, name="Harrow", actions=2, improvements=works)
    drill.province(5, 5, deposits=("oak", "stone", "iron"))
    drill.province(6, 5, terrain="sea")
    drill.items(city, elf_recruits=100)
    return drill


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
    drill: Scene, asked: tuple[str, ...], worn: list[str], left: list[tuple[str, str]]
) -> None:
    city = next(drill.world.all(City))
    for name in asked:
        if drill.content.item(name):
            give(drill.world, city.place, name, 200)
    [told] = drill.run(train(drill, equipment=asked)).events(UnitTrained)
    assert (list(told.equipment), list(told.left_out)) == (worn, left)


def test_the_guilds_of_the_city_teach_new_units_at_most_three_talents(drill: Scene) -> None:
    drill.guild(next(drill.world.all(City)), "warrior", 5)
    asked = ("Axeman", "magic trained", "axeman", "bowman", "armored", "defender", "nonsense")
    [told] = drill.run(train(drill, talents=asked)).events(UnitTrained)
    assert next(drill.world.all(Unit)).talents == ("axeman", "bowman", "armored")
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
