"""Handing pieces and items over, and equipment: what goes where, and what others learn of it."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.facts import NotKnown
from engine.orders import Order, Queued, Ref
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.movement.burden import full_weight, item_weight
from engine.packs.cohorts.pieces.records import Agent, Character, Piece, Possession, Stack, Unit
from engine.packs.cohorts.stacks.activation import ActivateStack, DeactivateStack
from engine.packs.cohorts.stacks.battle_slots import AssignBattleSlot
from engine.packs.cohorts.stacks.equipping import (
    EquipCharacter,
    EquipMilitaryUnit,
    Stripped,
    StripUnit,
)
from engine.packs.cohorts.stacks.messages import ChangeMessage
from engine.packs.cohorts.stacks.transfers import (
    ItemsTransferred,
    TransferAll,
    TransferCharacter,
    TransferItems,
    TransferMilitaryUnit,
)
from engine.packs.cohorts.things.equipment import PLACES, worn_by_all
from engine.world import World
from tests.rules.scene import Ran, Scene, ref

# ---------------------------------------------------------------- pieces


def test_agents_are_moved_as_characters_but_have_no_slot(scene: Scene) -> None:
    agent, target = scene.agent(scene.at(2, 2)), scene.stack(2, 2)
    order = TransferCharacter(character=ref(agent), target=ref(target), slot=3)
    assert scene.run(order).code == "not_allowed"
    assert not scene.run(order.model_copy(update={"slot": None})).refused
    assert scene.now(agent).holder == target.place


@pytest.mark.parametrize("relation", ["allied", "neutral", "at_war"])
def test_not_even_allies_take_in_characters_or_units(scene: Scene, relation: str) -> None:
    city = scene.city(2, 2, scene.someone(relation))
    stack = scene.stack(2, 2)
    unit = scene.unit(stack)
    ran = scene.run(TransferMilitaryUnit(unit=ref(unit), target=ref(city)))
    assert (ran.code, ran.failures[0].rule) == ("relation", "cohorts.world.faction-relations")


def test_a_captor_moves_a_prisoner_between_its_own_holders(scene: Scene) -> None:
    rival = scene.someone("neutral")
    prisoner = scene.character(scene.stack(2, 2), rival, captor=scene.me.id)
    teammate_city = scene.city(2, 2, scene.someone("teammate"))
    cell = scene.stack(2, 2)
    move = TransferCharacter(character=ref(prisoner), target=ref(cell))
    assert not scene.run(move).refused
    assert (scene.now(prisoner).holder, scene.now(prisoner).captor) == (cell.place, scene.me.id)
    elsewhere = TransferCharacter(character=ref(prisoner), target=ref(teammate_city))
    assert scene.run(elsewhere).code == "bad_target"


def test_an_unknown_level_limit_does_not_keep_a_player_from_planning(scene: Scene) -> None:
    scene.province(2, 2, level_limit=1)
    stack, other = scene.stack(2, 2), scene.character(scene.at(2, 2), level=5)
    order = TransferCharacter(character=ref(other), target=ref(stack))
    assert scene.plan(order).orders[0].outcome == "done"
    assert scene.run(order).failures[0].rule == "cohorts.world.level-restriction"


# ---------------------------------------------------------------- items


def test_an_ally_is_told_what_it_gets_and_not_from_which_holder(scene: Scene) -> None:
    ally = scene.someone("allied")
    sponsor, target = scene.stack(2, 2), scene.stack(2, 2, ally)
    scene.items(sponsor, spear=5)
    give = TransferItems(sponsor=ref(sponsor), target=ref(target), item="spear", count=2)
    ran = scene.run(give)
    entry = next(e for e in ran.entries if isinstance(e.event, ItemsTransferred))
    told = entry.for_(ally.faction)
    assert isinstance(told, ItemsTransferred)
    assert (told.count, told.to, told.player) == (2, target.place, scene.me.id)
    assert not told.knows("start")


@pytest.mark.parametrize("state", [{"dead": True}, {"captor": 9}])
def test_the_dead_and_prisoners_neither_give_nor_receive(
    scene: Scene, state: dict[str, Any]
) -> None:
    stack = scene.stack(2, 2)
    character = scene.character(stack, **state)
    scene.items(stack, spear=5)
    scene.items(character, spear=5)
    there = TransferItems(sponsor=ref(stack), target=ref(character), item="spear", count=1)
    back = TransferItems(sponsor=ref(character), target=ref(stack), item="spear", count=1)
    assert [failure.code for failure in scene.run(there, back).failures] == ["unable", "unable"]


def test_a_military_unit_alone_does_not_reach_a_cache(scene: Scene) -> None:
    target = scene.stack(2, 2, scene.someone("teammate"))
    scene.unit(scene.at(2, 2))
    scene.items(scene.at(2, 2), spear=5)
    take = TransferItems(sponsor=ref(scene.at(2, 2)), target=ref(target), item="spear", count=1)
    assert scene.run(take).failures[0].rule == "cohorts.world.caches"
    scene.character(scene.at(2, 2))
    assert not scene.run(take).refused


def test_a_cache_that_nobody_of_the_faction_stands_at_cannot_be_foreseen(scene: Scene) -> None:
    stack = scene.stack(2, 2)
    far = scene.at(3, 2)
    scene.items(far, spear=5)
    view = scene.view()
    view.put(view.get(Stack, stack.id).replace(province=far.id))  # as a move in a plan would
    assert list(view.by(Possession, "holder", far.place)) == []
    take = TransferItems(sponsor=ref(far), target=ref(stack), item="spear", count=1)
    assert foreseen(scene, view, take) == "unforeseen"


def foreseen(scene: Scene, view: World, order: Order) -> str:
    """What an order would come to if earlier orders of the plan had made the view so."""
    state = scene.planning()
    state.world = view
    try:
        return "refused" if list(order.conditions(state)) else "done"
    except NotKnown:
        return "unforeseen"


# ---------------------------------------------------------------- whatever is ordered


def crowded() -> Scene:
    """Two provinces full of everything, of the player and foreign ones."""
    scene = Scene(4, 4)
    ally, enemy, mate = (scene.someone(who) for who in ("allied", "at_war", "teammate"))
    scene.province(1, 1, level_limit=4)
    scene.city(1, 2, scene.me)
    for x, y in ((1, 1), (1, 2)):
        for owner in (scene.me, scene.me, scene.me, ally, enemy, mate):
            stack = scene.stack(x, y, owner)
            scene.character(stack, owner, level=2)
            scene.unit(stack, owner)
            scene.items(stack, spear=5, broadsword=1)
        scene.agent(scene.at(x, y))
        scene.unit(scene.at(x, y))
        scene.items(scene.at(x, y), spear=9)
    mine = next(scene.world.by(Stack, "player", scene.me.id))
    scene.character(mine, enemy, captor=scene.me.id)
    return scene


CROWDED = crowded()
GROUND = (CROWDED.at(1, 1), CROWDED.at(1, 2))


def refs(*kinds: str) -> st.SearchStrategy[Ref]:
    """What there is of these kinds, what an order may make, and what there is not."""
    found: list[Ref] = []
    for kind in kinds:
        there = CROWDED.world.all(CROWDED.world.kinds[kind])
        found += [ref(thing) for thing in there if kind != "province" or thing in GROUND]
        found += [Ref(kind, 99), Ref(kind, new="k1")]
    return st.sampled_from(found)


HOLDERS = refs("character", "agent", "stack", "city", "province")
SLOTS = st.none() | st.integers(0, 10)
ORDERS: st.SearchStrategy[Order] = st.one_of(
    st.builds(
        ActivateStack, province=refs("province"), name=st.text("abA", min_size=1, max_size=2)
    ),
    st.builds(DeactivateStack, stack=refs("stack"), empty=st.booleans()),
    st.builds(
        TransferCharacter,
        character=refs("character", "agent"),
        target=refs("stack", "city", "province"),
        slot=SLOTS,
    ),
    st.builds(
        TransferMilitaryUnit,
        unit=refs("unit"),
        target=refs("stack", "city", "province"),
        slot=SLOTS,
    ),
    st.builds(
        TransferItems,
        sponsor=HOLDERS,
        target=HOLDERS,
        item=st.sampled_from(["spear", "BROAD SWORD", "no such thing"]),
        count=st.integers(1, 10**30),
    ),
    st.builds(TransferAll, sponsor=refs("stack", "province"), target=refs("stack", "province")),
    st.builds(AssignBattleSlot, piece=refs("character", "unit"), slot=st.integers(0, 10)),
    st.builds(ChangeMessage, bearer=refs("character", "unit", "stack", "city")),
)


def inventory(world: World) -> tuple[Counter[str], list[tuple[type[Piece], int, int]]]:
    """All items by name, and every piece with its owner."""
    items: Counter[str] = Counter()
    for possession in world.all(Possession):
        items[possession.item] += possession.count
    kinds: tuple[type[Piece], ...] = (Character, Unit, Agent)
    return items, [(cls, p.id, p.player) for cls in kinds for p in world.all(cls)]


def weight(scene: Scene) -> Fraction:
    """What all that anybody could carry weighs, wherever it is."""
    world, content = scene.world, scene.content
    pieces: tuple[type[Piece], ...] = (Character, Unit, Agent)
    bodies = [full_weight(world, content, piece) for cls in pieces for piece in world.all(cls)]
    goods = [
        each.count * item_weight(content, each.item)
        for each in world.all(Possession)
        if each.holder.kind in ("stack", "city", "province")  # a piece's own are in its weight
    ]
    return sum((*bodies, *goods), Fraction(0))


def replayed() -> Scene:
    scene = Scene(4, 4)
    scene.world, scene.ours, scene.me = CROWDED.world, CROWDED.ours, CROWDED.me
    return scene


@given(st.lists(ORDERS, max_size=12))
def test_no_list_of_orders_makes_or_loses_anything_or_breaks_a_tick(orders: list[Order]) -> None:
    scene = replayed()
    before, heavy = inventory(scene.world), weight(scene)
    ran = scene.run(*orders)
    assert not ran.faults, ran.faults[0].traceback
    assert inventory(scene.world) == before
    assert weight(scene) == heavy
    for cls in (Character, Unit, Agent, Possession):
        for thing in scene.world.all(cls):
            assert scene.world.at(thing.holder) is not None


@given(st.lists(ORDERS, max_size=6))
def test_no_list_of_orders_breaks_a_plan(orders: list[Order]) -> None:
    assert len(replayed().plan(*orders).orders) == len(orders)


@given(ORDERS)
def test_a_refused_order_leaves_no_trace(order: Order) -> None:
    tried, idle = replayed(), replayed()
    ran = tried.run(order)
    quiet = idle.run()
    if ran.refused:
        assert tried.world.rows() == idle.world.rows()
        (failed,) = ran.failures
        others = [entry for entry in ran.entries if entry.event != failed]
        assert others == list(quiet.entries)


@given(ORDERS)
def test_what_a_plan_says_is_done_is_done_unless_something_hidden_forbids_it(order: Order) -> None:
    scene = replayed()
    scene.world = scene.world.fork()
    scene.province(1, 1, level_limit=0)
    [planned] = scene.plan(order).orders
    ran = scene.run(order)
    if planned.outcome != "unforeseen":
        assert (planned.outcome == "refused") == ran.refused


@pytest.mark.parametrize("state", [{"dead": True}, {"dead": False}])
def test_a_refusal_does_not_tell_how_a_stranger_fares(scene: Scene, state: dict[str, bool]) -> None:
    mine, foe = scene.stack(2, 2), scene.someone("at_war")
    scene.character(mine)
    scene.items(mine, spear=1)
    stranger = scene.character(scene.stack(2, 2, foe), foe, **state)
    ran = scene.run(TransferItems(sponsor=ref(mine), target=ref(stranger), item="spear", count=1))
    assert ran.code == "relation"


@pytest.mark.rule("cohorts.world.caches")
def test_a_cache_is_planned_with_though_a_city_of_unknown_lord_is_remembered(scene: Scene) -> None:
    stack = scene.stack(2, 2)
    scene.items(scene.at(2, 2), spear=3)
    scene.city(9, 9, scene.someone("neutral"))
    remember(scene.world, scene.ours.id, [scene.at(9, 9).id], scene.world)
    [planned] = scene.plan(
        TransferItems(sponsor=ref(scene.at(2, 2)), target=ref(stack), item="spear", count=2)
    ).orders
    assert planned.outcome == "done"


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
    offered = scene.choices(EquipMilitaryUnit, "main_hand", unit=str(ref(unit)))
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
