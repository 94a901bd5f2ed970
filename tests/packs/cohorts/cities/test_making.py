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


def test_an_unknown_item_is_answered_with_the_nearest(scene: Scene) -> None:
    assert "Broadsword" in scene.run(make(scene, "brodsword")).failures[0].instead


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
