"""How long it takes to offer things to a player who has typed nothing yet; the aim is 50 ms.

What 33 cities can make while none of them is named, and which of 5,000 units a panel is about.
"""

import asyncio
from itertools import islice
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.faces.choices.asking import Asking, Offer
from bot.faces.cohorts.choosing import known
from bot.host import asking
from bot.orders import choosing
from engine.campaign import Player
from engine.labels import Labels
from engine.orders import Choice, parameters
from engine.packs.cohorts.cities.making import EQUIPMENT
from engine.packs.cohorts.pieces.records import Unit
from engine.state import State
from engine.suggesting import choices
from tests.bench import big
from tests.rules.scene import Scene

pytestmark = pytest.mark.aim("at most 50 ms", median=0.05)

CITIES, BARONY = 33, 7
GUILDS = ("mage", "warrior", "church")
IMPROVEMENTS = ("smithy", "livery", "barracks")
WORKED = (("wheat",), ("oak", "iron"), ("fish",), ("silver",))


@pytest.fixture(scope="module")
def scene() -> Scene:
    """A faction of 33 cities with guilds, villages and stores, none of which can make all."""
    scene = Scene(width=20, height=20)
    people = ({"human": 6000}, {"elf": 2500, "dwarf": 900}, {"orc": 4000})
    for n in range(CITIES):
        hexes = [(index % 20, index // 20) for index in range(BARONY * n, BARONY * (n + 1))]
        scene.barony(*hexes)
        levels = {works: 1 + (n + place) % 4 for place, works in enumerate(IMPROVEMENTS)}
        city = scene.city(
            *hexes[0],
            scene.me,
            population=people[n % len(people)],
            actions=2,
            improvements=levels,
        )
        for type_ in GUILDS:
            scene.guild(city, type_, 1 + n % 8)
        for place, deposits in enumerate(WORKED, start=1):
            if (n + place) % 3:
                scene.province(*hexes[place], deposits=deposits)
                scene.village(*hexes[place], 4)
        scene.items(city, spear=100, broadsword=30, longbow=25, grain=40, leather=12, mithril=3)
    return scene


def asked(state: State) -> list[Choice]:
    return list(EQUIPMENT.among(state, {}))


def test_what_33_cities_can_make_first_asked(benchmark: Any, scene: Scene) -> None:
    view = scene.view()

    def ready() -> tuple[tuple[State], dict[str, Any]]:
        return (asking(scene.rules, view.fork(), scene.me.id),), {}

    assert benchmark.pedantic(asked, setup=ready, rounds=15)


def test_what_33_cities_can_make_asked_again(benchmark: Any, scene: Scene) -> None:
    state = asking(scene.rules, scene.view(), scene.me.id)
    assert len(asked(state)) > 10
    assert benchmark(asked, state)


def test_which_of_5000_units_a_panel_is_about(benchmark: Any) -> None:
    me = big.world().get(Player, 1)
    faces = cast("Any", SimpleNamespace(rules=big.rules()))

    def ready() -> tuple[tuple[Asking], dict[str, Any]]:
        return (Asking(faces, big.world().fork(), me.faction, me.id),), {}

    def offered(asking: Asking) -> list[Offer]:
        return list(islice(known(Unit)(asking, ""), 25))

    assert len(benchmark.pedantic(offered, setup=ready, rounds=10)) == 25


SLOWEST = (
    (("stack", "move"), "destination"),
    (("stack", "move"), "stack"),
    (("war", "conquer"), "city"),
    (("transfer", "unit"), "unit"),
)
"""What takes longest to offer: ways are found, and much that is known is tried."""


@pytest.mark.parametrize("again", [False, True], ids=["first", "again"])
@pytest.mark.parametrize("path, name", SLOWEST)
def test_what_autocomplete_finds_in_a_large_world(
    benchmark: Any, path: tuple[str, str], name: str, again: bool
) -> None:
    """What the order takes of what is offered; again, once its choices were tried before."""
    me = big.world().get(Player, 1)
    state = asking(big.rules(), big.rules().view(big.world(), me.faction).fork(), me.id)
    labels, cls = Labels(state.world), big.rules().orders[path]
    parameter = next(each for each in parameters(cls) if each.name == name)
    first = parameters(cls)[0]
    others: dict[str, str] = {}
    if first is not parameter:
        assert first.asks
        choice = next(choices(first.asks, state, {}))
        others = {first.name: choosing.value_of(first, labels, choice)}
    tried: dict[Any, str] = {}

    def offered() -> list[Choice]:
        asked = choosing._Asked(cls, parameter, [state], labels, others)
        matching = choosing._matching(asked, "")
        kept = tried if again else {}
        return asyncio.run(choosing._sifted(asked, matching, kept, (), typed=False))

    assert len(benchmark.pedantic(offered, rounds=8, warmup_rounds=4)) <= choosing.MOST
