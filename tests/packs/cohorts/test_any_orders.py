"""Whatever players order, of all that there is to order: nothing breaks, nothing leaves a trace."""

from typing import get_args

from hypothesis import given

from engine.orders import Order, Queued
from engine.packs.cohorts.content.peoples import GuildKind
from engine.packs.cohorts.items import Unique
from tests.packs.any_orders import AnyOrders
from tests.rules.scene import Scene

NAMES = [
    "",
    "human",
    "spear",
    "Soft Leather",
    "oak",
    "e",
    "gate",
    "2/2",
    "no such thing",
    "x" * 300,
]


def world_of_everything() -> Scene:
    """A city with its land, stacks of all kinds, neighbours of all kinds."""
    scene = Scene(6, 6)
    scene.barony((2, 2), (3, 2), (2, 3))
    scene.province(3, 2, deposits=("wheat", "oak"))
    city = scene.city(
        2, 2, scene.me, population={"human": 9000}, actions=3, improvements={"barracks": 2}
    )
    scene.village(3, 2)
    scene.items(city, spear=400, soft_leather=300, human_recruits=200)
    scene.items(city, **{"spear+1": 9, "mithril_axe+3": 2, f"dagger+2#{_unique(scene).id}": 1})
    for type in get_args(GuildKind):
        deity = next(iter(scene.content.deities)) if type == "church" else ""
        scene.guild(city, type, 20, deity=deity)
    for who in ("self", "teammate", "allied", "neutral", "at_war"):
        player = scene.someone(who)
        scene.fill(scene.stack(2, 2, player), ["character", "soldiers"], player)
        scene.fill(scene.stack(3, 2, player), ["character", "agent", "item"], player)
    scene.fill(scene.at(2, 2), ["character", "soldiers", "item"])
    return scene


def _unique(scene: Scene) -> Unique:
    return scene.world.add(
        Unique, name="Edge", item="dagger", plus=2, bestowed=("might",), spell=""
    )


SCENE = world_of_everything()
VIEW = SCENE.view()
CLASSES = [o for o in SCENE.rules.orders.values() if o.phases[0] in SCENE.rules.phases]
"""The orders of players; those of a setup are the host's."""
ANY = AnyOrders(SCENE, VIEW, CLASSES, NAMES)


def again() -> Scene:
    scene = Scene(4, 4)
    scene.world, scene.ours, scene.me = SCENE.world, SCENE.ours, SCENE.me
    return scene


@given(ANY.queues())
def test_no_list_of_orders_breaks_a_tick_or_the_production_after_it(queue: list[Queued]) -> None:
    scene = again()
    ran = scene.run(*queue)
    assert not ran.faults, ran.faults[0].traceback
    scene.produce(monthly=True)


@given(ANY.queues())
def test_no_list_of_orders_breaks_a_plan(queue: list[Queued]) -> None:
    assert len(again().plan(*queue).orders) == len(queue)


@given(ANY.orders())
def test_a_refused_order_leaves_no_trace(order: Order) -> None:
    tried, idle = again(), again()
    ran = tried.run(order)
    idle.run()
    if ran.refused:
        assert tried.world.rows() == idle.world.rows()


@given(ANY.queues())
def test_a_stored_order_is_the_same_order(queue: list[Queued]) -> None:
    for queued in queue:
        order = queued.order
        assert type(order).model_validate_json(order.model_dump_json()) == order
