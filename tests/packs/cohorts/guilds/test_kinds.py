"""What each type of guild can do: its own work, what all do, and nothing of the others'."""

import pytest

from engine.orders import Order, Refused
from engine.packs.cohorts.pieces.records import Guild
from engine.state import State
from tests.packs.cohorts.guilds.town import town
from tests.rules.scene import Scene, ref

TYPES = ("mage", "knave", "warrior", "college", "church", "merchant")
WORK = {
    "mage": {"make-potion", "research-spell", "learn-spell", "cast"},
    "knave": {"make-poison", "make-antidote", "assassinate-agent"},
    "warrior": {"train-units"},
    "college": {"research-item", "enchant", "create-unique", "bestow"},
    "church": {"miracle", "make-draughts", "heal"},
    "merchant": {"offer", "open"},
}
ALL = {"improve-self", "train-character", "summon-agent"}


def orders() -> dict[str, type[Order]]:
    """The orders of guilds, by the second word of their path."""
    known = Scene().rules.orders.values()
    return {o.path[1]: o for o in known if o.phases == ("guild",) and "guild" in o.model_fields}


ORDERS = orders()


@pytest.fixture(scope="module")
def scene() -> Scene:
    scene = Scene()
    city = town(scene)
    for type_ in TYPES:
        scene.guild(city, type_)
    scene.character(city)
    return scene


def offered(scene: Scene, order: type[Order]) -> set[str]:
    """The types of the guilds that an order offers to choose from."""
    guilds = {str(ref(guild)): guild.type for guild in scene.world.all(Guild)}
    return {guilds[value] for value in scene.offered(order, "guild")}


@pytest.mark.rule(
    "cohorts.guild.mage",
    "cohorts.guild.knave",
    "cohorts.guild.warrior",
    "cohorts.guild.college",
    "cohorts.guild.church",
)
@pytest.mark.parametrize("type_", TYPES)
def test_a_guild_is_offered_its_own_work_and_what_all_guilds_do(scene: Scene, type_: str) -> None:
    mine = {name for name, order in ORDERS.items() if type_ in offered(scene, order)}
    assert mine == WORK[type_] | ALL


@pytest.mark.parametrize("type_", TYPES)
def test_the_work_of_another_type_is_refused(scene: Scene, type_: str) -> None:
    guild = next(guild for guild in scene.world.all(Guild) if guild.type == type_)
    for other in TYPES:
        for name in WORK[other] if other != type_ else ():
            order = ORDERS[name].model_construct(guild=ref(guild))
            assert first_code(scene.planning(scene.world), order) == "wrong_guild", name


def first_code(state: State, order: Order) -> str:
    try:
        return next(order.conditions(state)).code
    except Refused as refused:
        return refused.refusal.code
