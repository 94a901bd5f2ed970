"""Equipment: what goes where, where it comes from and goes, and what others learn of it."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import ForeseeDice
from engine.orders import Queued, Ref, parameters
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.stacks.equipping import (
    EquipCharacter,
    EquipMilitaryUnit,
    Equipped,
    Stripped,
    StripUnit,
)
from engine.packs.cohorts.stacks.transfers import TransferMilitaryUnit
from engine.packs.cohorts.things.equipment import PLACES, mount_of, worn_by_all
from engine.state import State
from tests.rules.scene import Ran, Scene, ref


def equip(scene: Scene, piece: Character | Unit, **places: Any) -> Ran:
    if isinstance(piece, Character):
        return scene.give(EquipCharacter, character=ref(piece), **places)
    return scene.give(EquipMilitaryUnit, unit=ref(piece), **places)


# ---------------------------------------------------------------- hands


@pytest.mark.rule("cohorts.item.weapon-hands")
@pytest.mark.parametrize(
    "main, off, kept",
    [
        ("broadsword", "shield", {"main_hand": "broadsword", "off_hand": "shield"}),
        ("broadsword", "dagger", {"main_hand": "broadsword", "off_hand": "dagger"}),
        ("bastard_sword", "shield", {"main_hand": "bastard_sword", "off_hand": "shield"}),
        ("greatsword", "shield", {"main_hand": "greatsword"}),
        ("broadsword", "greatsword", {"main_hand": "broadsword"}),
        ("shield", "broadsword", {"off_hand": "broadsword"}),
    ],
)
def test_two_hands_hold_one_two_handed_weapon_or_two_others_and_shields_are_held_in_the_off_hand(
    scene: Scene, main: str, off: str, kept: dict[str, str]
) -> None:
    hero = scene.character(scene.at(1, 1))
    scene.items(hero, **{main: 1, off: 1})
    equip(scene, hero, main_hand=main, off_hand=off)
    assert scene.now(hero).equipment == kept


def test_a_two_handed_weapon_empties_the_off_hand(scene: Scene) -> None:
    hero = scene.character(scene.at(1, 1), equipment={"main_hand": "spear", "off_hand": "shield"})
    scene.items(hero, greatsword=1)
    [told] = equip(scene, hero, main_hand="Great Sword").events(Equipped)
    assert scene.now(hero).equipment == {"main_hand": "greatsword"}
    assert scene.held(hero) == {"spear": 1, "shield": 1}
    assert (told.put_on, told.taken_off) == ({"main_hand": "greatsword"}, ("spear", "shield"))


def test_the_missile_place_takes_only_what_shoots_or_is_thrown(scene: Scene) -> None:
    hero = scene.character(scene.at(1, 1))
    scene.items(hero, hand_axe=1, spear=1)
    [told] = equip(scene, hero, ranged="spear").events(Equipped)
    assert told.left_out == (("spear", "unfit"),)
    equip(scene, hero, ranged="hand_axe")
    assert scene.now(hero).equipment == {"ranged": "hand_axe"}


def test_weapons_change_hands_in_one_order(scene: Scene) -> None:
    hero = scene.character(
        scene.at(1, 1), equipment={"main_hand": "dagger", "off_hand": "broadsword"}
    )
    equip(scene, hero, main_hand="broadsword", off_hand="dagger")
    assert scene.now(hero).equipment == {"main_hand": "broadsword", "off_hand": "dagger"}
    assert scene.held(hero) == {}


def test_what_another_place_holds_stays_there_if_that_place_is_not_named(scene: Scene) -> None:
    hero = scene.character(scene.at(1, 1), equipment={"main_hand": "dagger"})
    [told] = equip(scene, hero, off_hand="dagger").events(Equipped)
    assert scene.now(hero).equipment == {"main_hand": "dagger"}
    assert told.left_out == (("dagger", "missing"),)


# ---------------------------------------------------------------- other places


@pytest.mark.parametrize(
    "place, item",
    [
        ("armor", "plate"),
        ("head", "great_helm"),
        ("back", "cloak"),
        ("hand", "gauntlets"),
        ("finger", "gold_ring"),
        ("foot", "boots"),
        ("mount", "destrier"),
    ],
)
@pytest.mark.rule("cohorts.item.equipment-slots")
def test_gear_goes_to_its_own_place_alone(scene: Scene, place: str, item: str) -> None:
    hero = scene.character(scene.at(1, 1))
    scene.items(hero, **{item: 20})
    equip(scene, hero, **dict.fromkeys(PLACES, item))
    assert scene.now(hero).equipment == {place: item}


def test_enchanted_and_poisoned_items_go_where_their_kind_goes(scene: Scene) -> None:
    hero = scene.character(scene.at(1, 1))
    scene.items(hero, **{"broadsword+2": 1, "dagger~foxglove_venom*4": 1, "palfrey": 1})
    equip(
        scene, hero, main_hand="Broadsword+2", off_hand="dagger~foxglove_venom*4", mount="palfrey"
    )
    assert scene.now(hero).equipment == {
        "main_hand": "broadsword+2",
        "mount": "palfrey",
        "off_hand": "dagger~foxglove_venom*4",
    }


@pytest.mark.rule("cohorts.item.mounts")
def test_a_mount_is_for_riders_that_are_not_too_large_and_no_husks(scene: Scene) -> None:
    troll = scene.character(scene.at(1, 1), race="troll")
    husk = scene.character(scene.at(1, 1), statuses={"husk": 1})
    for rider in (troll, husk):
        scene.items(rider, destrier=1)
        [told] = equip(scene, rider, mount="destrier").events(Equipped)
        assert told.left_out == (("destrier", "unfit"),)
        assert mount_of(scene.content, scene.now(rider)) is None


def test_wagons_and_resources_are_not_worn(scene: Scene) -> None:
    hero = scene.character(scene.at(1, 1))
    scene.items(hero, wagon=1, oak=1)
    equip(scene, hero, **dict.fromkeys(PLACES, "wagon"))
    equip(scene, hero, **dict.fromkeys(PLACES, "oak"))
    assert scene.now(hero).equipment == {}


def test_nothing_empties_a_place_and_the_others_stay(scene: Scene) -> None:
    worn = {"armor": "plate", "head": "great_helm"}
    hero = scene.character(scene.at(1, 1), equipment=worn)
    equip(scene, hero, head="Nothing")
    assert scene.now(hero).equipment == {"armor": "plate"}
    assert scene.held(hero) == {"great_helm": 1}


# ---------------------------------------------------------------- who may, and from where


def test_the_dead_the_captive_and_those_of_others_cannot_be_equipped(scene: Scene) -> None:
    dead = scene.character(scene.at(1, 1), dead=True)
    captor = scene.someone("enemy")
    captive = scene.character(scene.stack(1, 1, captor), captor=captor.id)
    other = scene.character(scene.at(1, 1), scene.someone("teammate"))
    codes = [equip(scene, each, head="nothing").code for each in (dead, captive, other)]
    assert codes == ["unable", "unable", "not_allowed"]


def test_an_order_that_names_no_place_is_refused(scene: Scene) -> None:
    assert equip(scene, scene.character(scene.at(1, 1))).code == "missing"


@pytest.mark.parametrize("where", ["stack", "city", "province"])
def test_a_unit_is_equipped_from_the_container_it_is_in(scene: Scene, where: str) -> None:
    holders = {
        "stack": scene.stack(1, 1),
        "city": scene.city(3, 3, scene.me),
        "province": scene.at(2, 2),
    }
    unit = scene.unit(holders[where], soldiers=20)
    scene.items(holders[where], spear=30)
    equip(scene, unit, main_hand="spear")
    assert scene.now(unit).equipment == {"main_hand": "spear"}
    assert scene.held(holders[where]) == {"spear": 10}


@pytest.mark.parametrize("arm, type, crew", [("artillery", "trebuchet", 25), ("ship", "runner", 5)])
def test_engines_and_ships_are_equipped_by_their_crew(
    scene: Scene, arm: str, type: str, crew: int
) -> None:
    stack = scene.stack(1, 1)
    unit = scene.unit(stack, arm=arm, type=type, soldiers=crew)
    scene.items(stack, spear=crew - 1, leather_cap=crew)
    equip(scene, unit, main_hand="spear", head="leather_cap")
    assert scene.now(unit).equipment == {"head": "leather_cap"}
    assert scene.held(stack) == {"spear": crew - 1}


@pytest.mark.rule("cohorts.movement.transfers-under-way")
def test_equipment_may_be_changed_under_way(scene: Scene) -> None:
    stack = scene.stack(1, 1)
    unit = scene.unit(stack, soldiers=10)
    scene.items(stack, palfrey=10)
    there = ref(scene.at(2, 1))
    ran = scene.run(
        Move(stack=ref(stack), destination=there),
        Queued("k2", EquipMilitaryUnit(unit=ref(unit), mount="palfrey"), "movement"),
    )
    assert not ran.refused
    assert scene.now(unit).equipment == {"mount": "palfrey"}


def test_a_plan_shows_the_new_equipment(scene: Scene) -> None:
    stack = scene.stack(1, 1)
    unit = scene.unit(stack, soldiers=10)
    scene.items(stack, spear=10)
    shown = scene.plan(EquipMilitaryUnit(unit=ref(unit), main_hand="spear"))
    assert [each.outcome for each in shown.orders] == ["done"]
    assert shown.world.get(Unit, unit.id).equipment == {"main_hand": "spear"}


def test_a_plan_does_not_tell_what_a_cache_holds_that_nobody_has_seen(scene: Scene) -> None:
    stack, there = scene.stack(1, 1), scene.at(2, 1)
    unit = scene.unit(stack, soldiers=10)
    scene.items(there, spear=10)
    queue = (
        Move(stack=ref(stack), destination=ref(there)),
        Queued("k2", TransferMilitaryUnit(unit=ref(unit), target=ref(there)), "movement"),
        Queued("k3", EquipMilitaryUnit(unit=ref(unit), main_hand="spear"), "movement"),
    )
    outcomes = [each.outcome for each in scene.plan(*queue).orders]
    assert outcomes == ["done", "done", "unforeseen"]
    assert not scene.run(*queue).refused
    assert scene.now(unit).equipment == {"main_hand": "spear"}


# ---------------------------------------------------------------- stripping


@pytest.mark.rule("cohorts.order.strip-unit")
def test_a_prisoner_and_a_body_are_stripped_of_what_they_wear_and_carry(scene: Scene) -> None:
    stack = scene.stack(1, 1)
    captive = scene.character(
        stack, scene.someone("enemy"), captor=scene.me.id, equipment={"armor": "plate"}
    )
    body = scene.character(stack, dead=True, equipment={"main_hand": "spear"})
    for piece in (captive, body):
        scene.items(piece, gold_ring=2)
        [told] = scene.give(StripUnit, piece=ref(piece)).events(Stripped)
        assert told.to == stack.place
        assert (scene.now(piece).equipment, scene.held(piece)) == ({}, {})
    assert scene.held(stack) == {"plate": 1, "gold_ring": 4, "spear": 1}


def test_those_stripped_by_others_are_not_told(scene: Scene) -> None:
    enemy = scene.someone("enemy")
    captive = scene.character(scene.stack(1, 1), enemy, captor=scene.me.id)
    ran = scene.give(StripUnit, piece=ref(captive))
    [entry] = [each for each in ran.entries if isinstance(each.event, Stripped)]
    assert list(entry.audience) == [scene.ours.id]


def test_what_is_stripped_from_a_prisoner_is_foreseen(scene: Scene) -> None:
    captive = scene.character(
        scene.stack(1, 1), scene.someone("enemy"), captor=scene.me.id, equipment={"head": "cap"}
    )
    [planned] = scene.plan(StripUnit(piece=ref(captive))).orders
    assert planned.outcome == "done"
    [stripped] = [e.event for e in planned.entries if isinstance(e.event, Stripped)]
    assert "cap" in str(stripped)


# ---------------------------------------------------------------- choices


def test_what_is_at_hand_and_fits_is_offered_for_a_place(scene: Scene) -> None:
    stack = scene.stack(1, 1)
    unit = scene.unit(stack, soldiers=10, equipment={"main_hand": "club"})
    scene.items(stack, spear=10, greatsword=9, shield=10, plate=10)
    state = State(scene.rules, scene.view(), ForeseeDice())
    state.player = scene.me.id
    [place] = [each for each in parameters(EquipMilitaryUnit) if each.name == "main_hand"]
    assert place.asks
    offered = list(place.asks.among(state, {"unit": str(Ref(*unit.place))}))
    assert [choice.value for choice in offered] == ["spear", "nothing"]
    assert offered[0].label == "Spear, 10 there"


# ---------------------------------------------------------------- what always holds

ITEMS = ["spear", "broadsword", "bastard_sword", "greatsword", "shield", "short_bow", "hand_axe"]
ITEMS += ["plate", "cloak", "gold_ring", "palfrey", "wagon", "nothing", "no such thing"]


@given(
    st.booleans(),
    st.lists(st.dictionaries(st.sampled_from(PLACES), st.sampled_from(ITEMS)), max_size=4),
    st.dictionaries(st.sampled_from(ITEMS[:-2]), st.integers(1, 60)),
)
def test_no_equipping_makes_or_loses_an_item_or_holds_what_hands_cannot(
    is_unit: bool, changes: list[dict[str, str]], lying: dict[str, int]
) -> None:
    scene = Scene(4, 4)
    stack = scene.stack(1, 1)
    piece = scene.unit(stack, soldiers=20) if is_unit else scene.character(stack)
    store = stack if is_unit else piece
    scene.items(store, **lying)
    for places in changes:
        equip(scene, piece, **places)
        now = scene.now(piece)
        assert Counter(scene.held(store)) + Counter(worn_by_all(now)) == Counter(lying)
        assert not ("off_hand" in now.equipment and now.equipment.get("main_hand") == "greatsword")
        assert now.equipment.get("main_hand") != "shield"


@given(st.dictionaries(st.sampled_from(PLACES), st.sampled_from(ITEMS), min_size=1))
def test_equipping_twice_changes_nothing_the_second_time(places: dict[str, str]) -> None:
    scene = Scene(4, 4)
    hero = scene.character(scene.stack(1, 1))
    scene.items(hero, **dict.fromkeys(ITEMS[:-2], 3))
    equip(scene, hero, **places)
    first = scene.now(hero)
    equip(scene, hero, **places)
    assert scene.now(hero) == first
