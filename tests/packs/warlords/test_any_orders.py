"""Whatever is ordered in a Warlords campaign: nothing breaks, and nothing comes from nowhere."""

from hypothesis import given, settings

from engine.orders import Order
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.records import Character, Possession, Unit
from engine.packs.cohorts.stacks.transfers import TransferAll, TransferMilitaryUnit
from engine.packs.warlords import PACK
from engine.packs.warlords.college import RelicMade
from engine.packs.warlords.pieces import hero_of
from tests.packs.any_orders import AnyOrders
from tests.packs.warlords.scene import WarScene

ORDERS = [order for order in PACK.orders if "setup" not in order.phases]
CLASSES: list[type[Order]] = [*ORDERS, Move, TransferAll, TransferMilitaryUnit]
WORDS = ["", "e", "2/2", "human", "ogre", "Knight", "spider_ring", "bravery", "gold", "x" * 60]


def world_of_everything() -> WarScene:
    """Cities, temples and stacks of all sides beside each other."""
    scene = WarScene(6, 6)
    city = scene.workplace(livery=2, lumber_mill=1)
    scene.items(city, human_recruits=400, gold=40, spider_ring=2, orb_of_balance=1)
    for type in ("college", "church"):
        scene.guild(city, type, 11)
    scene.temple(3, 2)
    for who in ("self", "teammate", "allied", "at_war"):
        player = scene.someone(who)
        for x in (2, 3):
            stack = scene.stack(x, 2, player)
            scene.troop(stack, "ogre", player)
            scene.troop(stack, "gnoll", player)
            skills = {"magic_user": 12, "faith": 12}
            hero = scene.character(stack, player, skills=skills, mana=12)
            scene.items(hero, winged_boots=1)
            scene.items(stack, bow_of_speed=1)
    return scene


SCENE = world_of_everything()
ANY = AnyOrders(SCENE, SCENE.view(), CLASSES, WORDS)


def again() -> WarScene:
    scene = WarScene(4, 4)
    scene.world, scene.ours, scene.me = SCENE.world, SCENE.ours, SCENE.me
    return scene


def relics(scene: WarScene) -> dict[str, int]:
    """All relics there are, worn or not."""
    found: dict[str, int] = {}
    for possession in scene.world.all(Possession):
        if possession.item in scene.war.relics:
            found[possession.item] = found.get(possession.item, 0) + possession.count
    for character in scene.world.all(Character):
        for relic in hero_of(scene.war, character).worn.values():
            found[relic] = found.get(relic, 0) + 1
    return found


@settings(max_examples=30, deadline=None)
@given(ANY.lists())
def test_no_list_of_orders_breaks_a_tick_and_relics_are_made_by_colleges_alone(
    queue: list[Order],
) -> None:
    scene = again()
    before, units = relics(scene), scene.world.count(Unit)
    ran = scene.run(*queue)
    assert not ran.faults, ran.faults[0].traceback
    made = relics(scene)
    for event in ran.events(RelicMade):
        key = next(k for k, r in scene.war.relics.items() if r.name == event.relic)
        made[key] -= 1
    assert {relic: count for relic, count in made.items() if count} == before
    if not any(type(order).path == ("city", "train") for order in queue):
        assert scene.world.count(Unit) <= units
    scene.produce(monthly=True)


@settings(max_examples=30, deadline=None)
@given(ANY.lists())
def test_no_list_of_orders_breaks_a_plan(queue: list[Order]) -> None:
    assert len(again().plan(*queue).orders) == len(queue)
