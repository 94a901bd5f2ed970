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
    Stripped,
    StripUnit,
)
from engine.packs.cohorts.stacks.transfers import TransferMilitaryUnit
from engine.packs.cohorts.things.equipment import PLACES, worn_by_all
from engine.state import State
from tests.rules.scene import Ran, Scene, ref


def equip(scene: Scene, piece: Character | Unit, **places: Any) -> Ran:
    if isinstance(piece, Character):
        return scene.give(EquipCharacter, character=ref(piece), **places)
    return scene.give(EquipMilitaryUnit, unit=ref(piece), **places)


# ---------------------------------------------------------------- who may, and from where


def test_the_dead_the_captive_and_those_of_others_cannot_be_equipped(scene: Scene) -> None:
    dead = scene.character(scene.at(1, 1), dead=True)
    captor = scene.someone("enemy")
    captive = scene.character(scene.stack(1, 1, captor), captor=captor.id)
    other = scene.character(scene.at(1, 1), scene.someone("teammate"))
    codes = [equip(scene, each, head="nothing").code for each in (dead, captive, other)]
    assert codes == ["unable", "unable", "not_allowed"]


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
