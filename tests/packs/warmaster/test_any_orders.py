"""Whatever is ordered in a Warmaster campaign: nothing breaks, and no item comes from nowhere."""

import pytest
from hypothesis import given, settings

from engine.orders import Order
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.records import Character, Possession, Unit
from engine.packs.cohorts.stacks.transfers import TransferAll, TransferMilitaryUnit
from engine.packs.warmaster import PACK
from engine.packs.warmaster.college import MagicItemMade
from engine.packs.warmaster.pitched.buying import BuyArmy
from engine.packs.warmaster.pitched.challenging import SendChallenge
from engine.packs.warmaster.pitched.records import BoughtArmy
from engine.world import Record
from tests.packs.any_orders import AnyOrders
from tests.packs.hostile import TYPED, asked, captives, poorer, raised
from tests.packs.warmaster.scene import MusterScene
from tests.packs.warmaster.test_pitched import CROWN, HORDE
from tests.rules.scene import ref

ORDERS = [order for order in PACK.orders if "setup" not in order.phases]
CLASSES: list[type[Order]] = [*ORDERS, Move, TransferAll, TransferMilitaryUnit]
WORDS = ["", "e", "8,11", "3 halberdiers", "human", "Knights", "battle-banner 1", "gold", "x" * 60]


def world_of_everything() -> MusterScene:
    """Cities, stacks and bought armies of all sides beside each other, and a challenge."""
    scene = MusterScene(6, 6)
    city = scene.workplace(barracks=2, livery=1, lumber_mill=2)
    recruits = {"human_recruits": 400, "orc_recruits": 200, "gold": 40, "wand-of-power": 1}
    scene.items(city, **recruits, **{"battle-banner": 2})
    scene.guild(city, "college", 11)
    for who in ("self", "teammate", "allied", "at_war"):
        player = scene.someone(who)
        for x in (2, 3):
            stack = scene.stack(x, 2, player)
            scene.troop(stack, "halberdiers", player)
            scene.troop(stack, "boar-riders", player)
            scene.character(stack, player, job="mage", skills={"spell_craft": 2})
            scene.items(stack, **{"sword-of-fate": 1})
        scene.run(BuyArmy(**(CROWN if who == "self" else HORDE)), player=player)
    foe = scene.someone("at_war")
    army = next(scene.world.by(BoughtArmy, "player", foe.id), None)
    if army:
        scene.run(SendChallenge(player=ref(scene.me), army=ref(army)), player=foe)
    return scene


SCENE = world_of_everything()
ANY = AnyOrders(SCENE, SCENE.view(), CLASSES, WORDS)


def again() -> MusterScene:
    scene = MusterScene(4, 4)
    scene.world, scene.ours, scene.me = SCENE.world, SCENE.ours, SCENE.me
    return scene


def items(scene: MusterScene) -> dict[str, int]:
    """All magic items there are."""
    found: dict[str, int] = {}
    for possession in scene.world.all(Possession):
        if possession.item in scene.war.magic_items:
            found[possession.item] = found.get(possession.item, 0) + possession.count
    return found


@settings(max_examples=20, deadline=None)
@given(ANY.lists())
def test_no_list_of_orders_breaks_a_tick_and_items_are_made_by_colleges_alone(
    queue: list[Order],
) -> None:
    scene = again()
    before, units = items(scene), scene.world.count(Unit)
    ran = scene.run(*queue)
    assert not ran.faults, ran.faults[0].traceback
    made = items(scene)
    for event in ran.events(MagicItemMade):
        key = next(k for k, item in scene.war.magic_items.items() if item.name == event.item)
        made[key] -= 1
    assert {item: count for item, count in made.items() if count} == before
    if not any(type(order).path == ("city", "train") for order in queue):
        assert scene.world.count(Unit) <= units
    scene.produce(monthly=True)


@settings(max_examples=20, deadline=None)
@given(ANY.lists())
def test_no_list_of_orders_breaks_a_plan(queue: list[Order]) -> None:
    assert len(again().plan(*queue).orders) == len(queue)


def test_no_chooser_raises_whatever_was_typed_before() -> None:
    things: list[Record] = captives(SCENE)
    assert raised(SCENE, SCENE.view(), asked(ORDERS, things)) == []


@pytest.mark.parametrize("kind", [Character, Unit], ids=lambda kind: kind.kind)
def test_no_chooser_raises_where_hardly_anything_is_known(kind: type[Record]) -> None:
    things = captives(SCENE)
    some = list(SCENE.world.all(kind))[:2]
    view = poorer(SCENE.view(), kind)
    assert raised(SCENE, view, asked(ORDERS, [*some, *things[:3]], typed=TYPED[3:4])) == []
