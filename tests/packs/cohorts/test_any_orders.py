"""Whatever players order, of all that there is to order: nothing breaks, nothing leaves a trace."""

from collections.abc import Mapping
from typing import Any, get_args

from hypothesis import given, reject
from hypothesis import strategies as st
from pydantic import ValidationError

from engine.dice import ForeseeDice
from engine.orders import Order, Parameter, Queued, Ref, parameters
from engine.packs.cohorts.content.peoples import GuildKind
from engine.packs.cohorts.items import Unique
from engine.state import State
from tests.rules.scene import Scene, ref

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


def junk(parameter: Parameter) -> st.SearchStrategy[Any]:
    """What someone might give for a parameter, sensible or not."""
    match parameter.kind:
        case "ref":
            assert parameter.asks
            kinds = [SCENE.world.kinds[kind] for kind in parameter.asks.kinds]
            found = [ref(thing) for cls in kinds for thing in SCENE.world.all(cls)]
            found += [Ref(cls.kind, 10**6) for cls in kinds]
            found += [Ref(cls.kind, new="k1") for cls in kinds]
            return st.sampled_from(found)
        case "number":
            low, high = parameter.least, parameter.most
            return st.integers(low, high) | st.integers(low, min(high or 9, (low or 0) + 9))
        case "flag":
            return st.booleans()
        case "option":
            return st.sampled_from(parameter.options)
        case _:
            return st.sampled_from(NAMES) | st.text(max_size=5)


def values(parameter: Parameter, given: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    """What is offered for a parameter after the values given so far, or anything at all."""
    one = junk(parameter)
    if parameter.asks:
        state = State(SCENE.rules, VIEW, ForeseeDice())
        state.player, state.planning = SCENE.me.id, True
        offered = [choice.value for choice in parameter.asks.among(state, given)]
        if offered:
            one = st.one_of(*[st.sampled_from(offered)] * 5, one)
    return st.lists(one, min_size=1, max_size=3) if parameter.many else one


@st.composite
def orders(draw: st.DrawFn) -> Order:
    """An order of any class, of values that its class takes."""
    cls = draw(st.sampled_from(CLASSES))
    given: dict[str, Any] = {}
    for parameter in parameters(cls):
        if parameter.required or draw(st.booleans()):
            value = draw(values(parameter, given))
            given[parameter.name] = str(value) if isinstance(value, Ref) else value
    try:
        return cls.model_validate(given)
    except ValidationError:
        reject()


LISTS = st.lists(orders(), max_size=8)


@st.composite
def queues(draw: st.DrawFn) -> list[Queued]:
    """A player's list, each order in one of the phases it may run in."""
    found = enumerate(draw(LISTS), start=1)
    return [Queued(f"k{n}", order, draw(st.sampled_from(order.phases))) for n, order in found]


def again() -> Scene:
    scene = Scene(4, 4)
    scene.world, scene.ours, scene.me = SCENE.world, SCENE.ours, SCENE.me
    return scene


@given(queues())
def test_no_list_of_orders_breaks_a_tick_or_the_production_after_it(queue: list[Queued]) -> None:
    scene = again()
    ran = scene.run(*queue)
    assert not ran.faults, ran.faults[0].traceback
    scene.produce(monthly=True)


@given(queues())
def test_no_list_of_orders_breaks_a_plan(queue: list[Queued]) -> None:
    assert len(again().plan(*queue).orders) == len(queue)


@given(orders())
def test_a_refused_order_leaves_no_trace(order: Order) -> None:
    tried, idle = again(), again()
    ran = tried.run(order)
    idle.run()
    if ran.refused:
        assert tried.world.rows() == idle.world.rows()


@given(queues())
def test_a_stored_order_is_the_same_order(queue: list[Queued]) -> None:
    for queued in queue:
        order = queued.order
        assert type(order).model_validate_json(order.model_dump_json()) == order
