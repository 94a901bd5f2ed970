"""Cities make equipment: what it takes, how many are made, and what is used up."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import ForeseeDice
from engine.facts import NotKnown
from engine.orders import parameters
from engine.packs.cohorts.characters.teaching import SecretTaught, TeachSecretToCity
from engine.packs.cohorts.cities.making import (
    EquipmentMade,
    MakeEquipment,
    makeable,
    most,
    obstacles,
)
from engine.packs.cohorts.cities.supplies import supplies, use_up
from engine.packs.cohorts.pieces.records import Character, City
from engine.packs.cohorts.things.secrets import knows_how
from engine.state import State
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


def test_a_city_makes_as_many_as_its_people_allow(scene: Scene) -> None:
    ran = scene.run(make(scene, "spear"))
    assert scene.held(harrow(scene)) == {"spear": 200}
    assert harrow(scene).actions == 1
    [told] = ran.events(EquipmentMade)
    assert (told.city, told.item, told.number, told.used) == (1, "spear", 200, {})


def test_a_player_may_ask_for_fewer_but_gets_no_more(scene: Scene) -> None:
    scene.run(make(scene, "Spear", 30), make(scene, "SPEAR", 1000))
    assert scene.held(harrow(scene)) == {"spear": 230}


def test_slaves_and_all_races_count_and_recruits_do_not(scene: Scene) -> None:
    scene.change(harrow(scene), population={"human": 50, "elf": 20}, slaves={"orc": 30})
    scene.items(harrow(scene), human_recruits=1000)
    scene.run(make(scene, "spear"))
    assert scene.held(harrow(scene))["spear"] == 20


def test_a_slave_of_the_race_is_enough_to_make_what_only_it_makes(scene: Scene) -> None:
    scene.change(harrow(scene), improvements={"smithy": 3})
    assert scene.run(make(scene, "dwarven axe")).code == "race_missing"
    scene.change(harrow(scene), slaves={"dwarf": 1})
    assert not scene.run(make(scene, "dwarven axe")).refused


def test_two_orders_work_from_the_same_access(scene: Scene) -> None:
    scene.run(make(scene, "broadsword"), make(scene, "broadsword"))
    assert scene.held(harrow(scene)) == {"broadsword": 132}


@pytest.mark.parametrize(
    "item, code",
    [
        ("battle axe of doom", "bad_target"),
        ("long_bow", "resources_missing"),
        ("plate", "improvement_missing"),
        ("elven_blade", "improvement_missing"),
        ("blessed_mace", "guild_missing"),
        ("palfrey", "resources_missing"),
        ("wagon", "improvement_missing"),
        ("iron", "bad_target"),
        ("potion_of_mana", "bad_target"),
    ],
)
def test_the_first_thing_in_the_way_is_the_reason(scene: Scene, item: str, code: str) -> None:
    assert scene.run(make(scene, item)).code == code
    assert harrow(scene).actions == 2
    assert not scene.held(harrow(scene))


def test_too_few_people_make_nothing_and_keep_the_action(scene: Scene) -> None:
    scene.change(harrow(scene), population={"human": 3})
    ran = scene.run(make(scene, "lance"))
    assert ran.code == "zero_result"
    assert "takes 4" in ran.failures[0].instead
    assert harrow(scene).actions == 2
    scene.change(harrow(scene), population={"human": 4})
    scene.run(make(scene, "lance"))
    assert scene.held(harrow(scene)) == {"lance": 1}


def test_what_is_missing_is_named(scene: Scene) -> None:
    told = scene.run(make(scene, "composite bow")).failures[0].says
    assert "yew, leather" in told


def test_an_unknown_item_is_answered_with_the_nearest(scene: Scene) -> None:
    assert "Broadsword" in scene.run(make(scene, "brodsword")).failures[0].instead


def test_other_peoples_cities_make_nothing_for_me(scene: Scene) -> None:
    scene.change(harrow(scene), baron=scene.character(harrow(scene), scene.someone("ally")).id)
    assert scene.run(make(scene, "spear")).code == "city_not_controlled"


def test_a_plan_shows_what_would_be_made(scene: Scene) -> None:
    plan = scene.plan(make(scene, "spear"))
    assert [planned.outcome for planned in plan.orders] == ["done"]
    assert {each.item: each.count for each in plan.world.all(scene.world.kinds["possession"])} == {
        "spear": 200
    }


def test_only_what_the_city_can_make_is_offered_with_its_most(scene: Scene) -> None:
    state = State(scene.rules, scene.view(), ForeseeDice())
    state.player = scene.me.id
    [item] = [each for each in parameters(MakeEquipment) if each.name == "item"]
    assert item.asks
    offered = {each.value: each.label for each in item.asks.among(state, {"city": "city:1"})}
    assert offered["spear"] == "Spear, up to 200 in Harrow"
    assert {"plate", "palfrey", "long_bow"}.isdisjoint(offered)
    assert not list(item.asks.among(state, {"city": "city:2"}))
    for key in offered:
        assert not scene.run(make(scene, key, 1)).refused
        scene.change(harrow(scene), actions=1)


# ---------------------------------------------------------------- items in place of access


def test_items_stand_in_for_missing_access_one_for_each(scene: Scene) -> None:
    scene.items(harrow(scene), yew=7)
    ran = scene.run(make(scene, "long_bow"), make(scene, "long_bow"))
    assert scene.held(harrow(scene)) == {"long_bow": 7}
    assert ran.events(EquipmentMade)[0].used == {"yew": 7}
    assert ran.code == "resources_missing"


def test_items_of_what_the_city_has_access_to_are_kept(scene: Scene) -> None:
    scene.items(harrow(scene), iron=50, oak=50)
    scene.run(make(scene, "broadsword"), make(scene, "crossbow"))
    assert scene.held(harrow(scene))["iron"] == 50
    assert scene.held(harrow(scene))["oak"] == 50


def test_of_several_missing_resources_the_scarcest_decides(scene: Scene) -> None:
    scene.change(harrow(scene), improvements={"smithy": 3})
    scene.items(harrow(scene), yew=9, leather=4)
    scene.run(make(scene, "composite_bow"))
    assert scene.held(harrow(scene)) == {"composite_bow": 4, "yew": 5}


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


# ---------------------------------------------------------------- spoils


# ---------------------------------------------------------------- secrets


def teacher(scene: Scene, **values: Any) -> Character:
    return scene.character(scene.at(5, 5), name="Lyra", recipes=("mithril_plate",), **values)


def teach(scene: Scene, who: Character, item: str = "mithril plate") -> TeachSecretToCity:
    return TeachSecretToCity(character=ref(who), city=ref(harrow(scene)), item=item)


@TEACH
def test_a_city_that_was_taught_makes_the_item_and_the_teacher_keeps_the_recipe(
    scene: Scene,
) -> None:
    lyra = teacher(scene)
    scene.change(harrow(scene), improvements={"smithy": 4})
    scene.items(harrow(scene), mithril=3)
    assert scene.run(make(scene, "mithril_plate")).code == "secret_missing"
    scene.run(teach(scene, lyra))
    assert knows_how(harrow(scene), scene.content.armors["mithril_plate"])
    assert scene.now(lyra).recipes == ("mithril_plate",)
    assert scene.now(lyra).actions == 0
    assert not scene.run(make(scene, "mithril_plate")).refused


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
def test_another_players_character_teaches_nothing_for_me(scene: Scene) -> None:
    mate = scene.player("mate", scene.ours)
    lyra = scene.change(teacher(scene), player=mate.id)
    assert scene.run(teach(scene, lyra)).code == "not_allowed"


@TEACH
def test_what_is_no_secret_is_known_already(scene: Scene) -> None:
    lyra = scene.change(teacher(scene), recipes=("spear",))
    assert scene.run(teach(scene, lyra, "spear")).code == "already_known"


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
    state = State(scene.rules, scene.view(), ForeseeDice())
    state.player = scene.me.id
    asks = {each.name: each.asks for each in parameters(TeachSecretToCity)}
    named = {"character": str(ref(lyra)), "city": str(ref(harrow(scene)))}
    offered = {
        name: [choice.value for choice in ask.among(state, named)] for name, ask in asks.items()
        if ask
    }  # fmt: skip
    assert offered == {"character": [named["character"]], "city": [named["city"]],
                       "item": ["mithril_plate"]}  # fmt: skip
