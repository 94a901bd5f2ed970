"""What players are offered while they type, and what lies near."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine.hexes import APART
from engine.orders import Choice, Given, Order, parameters
from engine.packs.cohorts.knowledge import nearness
from engine.packs.cohorts.knowledge.choices import my_cities, my_people, once
from engine.packs.cohorts.knowledge.nearness import distance, outwards, spot_of
from engine.packs.cohorts.pieces.records import Character, City, Province, Stack, Unit
from engine.packs.cohorts.pieces.territories import Barony
from engine.packs.cohorts.stacks.activation import ActivateStack, DeactivateStack
from engine.packs.cohorts.stacks.battle_slots import AssignBattleSlot
from engine.packs.cohorts.stacks.messages import ChangeMessage
from engine.packs.cohorts.stacks.transfers import (
    TransferAll,
    TransferCharacter,
    TransferItems,
    TransferMilitaryUnit,
)
from engine.world import Record
from tests.rules.scene import Scene

ORDERS: list[type[Order]] = [
    ActivateStack,
    DeactivateStack,
    TransferCharacter,
    TransferMilitaryUnit,
    TransferItems,
    TransferAll,
    AssignBattleSlot,
    ChangeMessage,
]


@pytest.fixture
def scene() -> Scene:
    scene = Scene()
    scene.city(2, 2, scene.me)
    stack = scene.stack(2, 2)
    for what in ("character", "soldiers", "agent", "item"):
        scene.fill(stack, [what])
    scene.stack(5, 5)
    scene.character(scene.stack(2, 2, scene.someone("neutral")), scene.someone("neutral"))
    scene.stack(2, 2, scene.someone("allied"))
    return scene


@pytest.mark.parametrize("order", ORDERS)
def test_every_choice_offered_is_of_a_kind_that_the_order_takes(
    scene: Scene, order: type[Order]
) -> None:
    for parameter in parameters(order):
        if parameter.kind == "ref" and parameter.asks:
            values = scene.offered(order, parameter.name)
            kinds = [value.partition(":")[0] for value in values]
            assert kinds
            assert all(kind in parameter.asks.kinds for kind in kinds)


def test_only_what_is_where_the_piece_is_is_offered_as_its_target(scene: Scene) -> None:
    values = scene.offered(TransferCharacter, "target", character="character:2")
    assert values == ["stack:1", "city:1", f"province:{scene.at(2, 2).id}"]


def test_items_are_offered_to_allies_there_but_not_to_neutrals(scene: Scene) -> None:
    values = scene.offered(TransferItems, "target", sponsor="stack:1")
    assert "stack:4" in values
    assert "stack:3" not in values
    assert "stack:2" not in values


def test_the_items_offered_are_those_that_the_sponsor_has(scene: Scene) -> None:
    assert scene.offered(TransferItems, "item", sponsor="stack:1") == ["spear"]
    assert scene.offered(TransferItems, "item", sponsor="not yet") == []


def test_own_prisoners_are_offered_and_own_characters_in_captivity_are_not(scene: Scene) -> None:
    rival = scene.someone("at_war")
    held = scene.character(scene.stack(2, 2), rival, captor=scene.me.id)
    lost = scene.character(scene.stack(2, 2, rival), captor=rival.id)
    values = scene.offered(TransferCharacter, "character")
    assert f"character:{held.id}" in values
    assert f"character:{lost.id}" not in values


@pytest.mark.parametrize("given", [{}, {"sponsor": "stack:1"}])
def test_the_lord_of_an_allys_city_is_not_offered_while_only_the_city_is_in_view(
    scene: Scene, given: Mapping[str, str]
) -> None:
    ally = scene.someone("allied")
    city = scene.city(3, 2, ally)
    values = scene.offered(TransferItems, "target", **given)
    assert f"character:{city.baron}" not in values
    assert (f"city:{city.id}" in values) is (not given)


@pytest.mark.parametrize(
    "typed, cities",
    [({}, ["home", "away"]), ({"city": ""}, ["home", "away"]), ({"city": "city:gold"}, [])],
)
def test_cities_of_mine_are_all_meant_until_one_is_named(
    scene: Scene, typed: dict[str, str], cities: list[str]
) -> None:
    known = {"home": scene.city(4, 2, scene.me), "away": scene.city(4, 4, scene.me)}
    scene.city(5, 5, scene.someone("allied"))
    found = {city.id for city in my_cities(scene.planning(), Given(typed))}
    assert {known[name].id for name in cities} <= found
    assert bool(found) == bool(cities)
    named = Given({"city": f"city:{known['away'].id}"})
    assert [city.id for city in my_cities(scene.planning(), named)] == [known["away"].id]


def test_people_of_mine_are_the_living_and_free(scene: Scene) -> None:
    stack = scene.stack(3, 3)
    able, unit = scene.character(stack), scene.unit(stack)
    scene.character(stack, dead=True)
    scene.character(stack, captor=scene.someone("at_war").id)
    scene.character(scene.stack(2, 2, scene.someone("allied")), scene.someone("allied"))
    found = list(my_people(scene.planning(), Character, Unit))
    assert all(piece.player == scene.me.id for piece in found)
    there = [piece.place for piece in found if piece.holder == stack.place]
    assert there == [able.place, unit.place]


def test_what_comes_twice_is_offered_as_it_came_first() -> None:
    choices = [Choice("oak", "Oak, 3 in Harrow"), Choice("iron", "Iron"), Choice("oak", "Oak, 9")]
    assert [choice.label for choice in once(choices)] == ["Oak, 3 in Harrow", "Iron"]


@pytest.fixture
def middle() -> Scene:
    """Stacks and cities all over the map, with people in them and on the ground."""
    middle = Scene(width=12, height=10)
    for x, y in ((9, 9), (2, 1), (3, 2), (11, 1), (6, 5), (2, 1)):
        stack = middle.stack(x, y)
        middle.unit(stack)
        middle.character(stack)
    for x, y in ((1, 8), (7, 2)):
        middle.barony((x, y), (x + 1, y))
        city = middle.city(x, y, middle.me)
        middle.unit(city)
    middle.unit(middle.province(5, 5))
    return middle


@pytest.mark.parametrize("few", [0, 1000], ids=["outwards", "one by one"])
@pytest.mark.parametrize("cls", [Province, Stack, City, Barony, Character, Unit])
def test_the_nearest_come_first_however_they_are_found(
    middle: Scene, monkeypatch: pytest.MonkeyPatch, cls: type[Record], few: int
) -> None:
    monkeypatch.setattr(nearness, "_FEW", few)
    world, start = middle.world, middle.province(2, 2).id

    def far(thing: Record) -> int:
        return distance(world, start, spot_of(world, thing))

    all_ = sorted(((far(thing), thing.id) for thing in world.all(cls)), key=lambda each: each)
    assert len(all_) > 1
    found = [(away, thing.id) for thing, away in outwards(world, cls, start)]
    assert found == all_
    near = [(away, thing.id) for thing, away in outwards(world, cls, start, 4)]
    assert near == [each for each in all_ if each[0] <= 4]


def test_what_is_nowhere_comes_last(middle: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    world = middle.world
    first = next(iter(world.all(Unit)))
    known: dict[str, Any] = {key: v for key, v in first.known().items() if key != "holder"}
    world.put(Unit.partly(**known))
    for few in (0, 1000):
        monkeypatch.setattr(nearness, "_FEW", few)
        *_, (last, away) = outwards(world, Unit, middle.province(2, 2).id)
        assert (last.id, away) == (first.id, APART)
