"""What is answered to an order at once is the same, whatever its player cannot know.

Every order that a player can give is asked for at once in pairs of worlds that differ in what is
hidden from the player's faction (`tests.hidden`): those that wait for a run day are refused before
the world is asked anything, and all others answer by what their player knows.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NamedTuple

import pytest

from engine.campaign import Player
from engine.dice import SeededDice
from engine.events import OrderFailed
from engine.forms import given_by_players
from engine.orders import Order, Queued, Ref
from engine.packs import Rules
from engine.packs.kingdoms.crowns.ventures.moving import Trail
from engine.packs.kingdoms.pieces.records import Ruler
from engine.packs.warmaster.pitched.arranging import ArrangeUnit, DismissArmy
from engine.packs.warmaster.pitched.buying import BuyArmy
from engine.packs.warmaster.pitched.challenging import (
    AcceptChallenge,
    DeclineChallenge,
    SendChallenge,
)
from engine.packs.warmaster.pitched.records import BoughtArmy, Challenge
from engine.turn import Due, Submission, resolve
from engine.world import World
from tests import hidden
from tests.hidden import kingdoms, warmaster
from tests.packs.cohorts.knowledge import test_hidden as of_cohorts
from tests.packs.kingdoms.crowns import table
from tests.packs.kingdoms.crowns import test_hidden as of_kingdoms
from tests.packs.warmaster import test_hidden_posts as of_warmaster
from tests.rules.scene import MONDAY, SEED, ref


class System(NamedTuple):
    """A scene, what can differ in it, and what its player asks for at once."""

    rules: Callable[[], Rules]
    world: Callable[[], World]
    twin: Callable[[str], World]
    kinds: list[str]
    player: Callable[[], Player]
    orders: Callable[[], list[Order]]


def of_queued(orders: tuple[Queued, ...]) -> list[Order]:
    return [queued.order for queued in orders]


def trails() -> list[Order]:
    """The king goes after everybody, also those of whom nothing is known."""
    scene = kingdoms.shrouded()
    king = ref(scene.king())
    return [Trail(character=king, target=ref(each)) for each in scene.world.all(Ruler)]


def pitched() -> list[Order]:
    """All that can be done about pitched battles, with what is one's own and with guesses."""
    scene = warmaster.mustered()
    mine, *_ = scene.world.by(BoughtArmy, "player", scene.me.id)
    foes, *_ = scene.world.by(BoughtArmy, "player", scene.foe.id)
    bought = {"points": 500, "list": "crown-marches", "units": ("4 halberdiers",)}
    made: list[Order] = [BuyArmy(name=name, **bought) for name in ("Sixth Drum", "Mine")]
    for army in (mine, foes):
        made += [ArrangeUnit(army=ref(army), number=1, hex="3,2"), DismissArmy(army=ref(army))]
        made += [
            SendChallenge(player=ref(each), army=ref(army)) for each in scene.world.all(Player)
        ]
    for id in (*(each.id for each in scene.world.all(Challenge)), 99):
        made.append(DeclineChallenge(challenge=Ref(Challenge.kind, id)))
        made.append(AcceptChallenge(challenge=Ref(Challenge.kind, id), army=ref(foes)))
    return made


SYSTEMS = {
    **{
        pack: System(
            lambda pack=pack: hidden.veiled(pack).rules,
            lambda pack=pack: hidden.veiled(pack).world,
            functools.partial(hidden.twin, pack),
            sorted(hidden.HIDDEN),
            lambda pack=pack: hidden.veiled(pack).me,
            lambda pack=pack: of_queued(of_cohorts.orders_of(pack)),
        )
        for pack in of_cohorts.PACKS
    },
    "kingdoms": System(
        table.rules,
        lambda: kingdoms.shrouded().world,
        kingdoms.twin,
        sorted(kingdoms.HIDDEN),
        lambda: kingdoms.shrouded().world.get(Player, kingdoms.shrouded().crown().player),
        lambda: [*trails(), *of_queued(of_kingdoms.orders())],
    ),
    "warmaster": System(
        lambda: warmaster.mustered().rules,
        lambda: warmaster.mustered().world,
        warmaster.twin,
        sorted(warmaster.HIDDEN),
        lambda: warmaster.mustered().me,
        lambda: [*pitched(), *of_queued(of_warmaster.orders())],
    ),
}


def answers(name: str, world: World, orders: list[Order]) -> tuple[list[bytes], list[str]]:
    """What a player is told of orders asked for at once, and why those fail that fail."""
    system = SYSTEMS[name]
    rules, player = system.rules(), system.player()
    queued = tuple(Queued(f"a{number}", order) for number, order in enumerate(orders, 1))
    due = Due("setup", 99, MONDAY, (Submission(player.id, queued),))
    out = resolve(rules, world, due, SeededDice(SEED, due.tick))
    assert not out.faults, out.faults[0].traceback
    mine = {each.id: each for each in world.by(Player, "faction", player.faction)}
    told = [each for each in out.entries if each.for_(player.faction)]
    failed = [each.event.says for each in told if isinstance(each.event, OrderFailed)]
    return [each.dump_for(player.faction, mine) for each in told], failed


@functools.cache
def usual(name: str) -> tuple[list[bytes], list[str]]:
    system = SYSTEMS[name]
    return answers(name, system.world(), system.orders())


@pytest.mark.rule("cohorts.knowledge.view")
@pytest.mark.parametrize("name", SYSTEMS)
def test_an_order_asked_for_at_once_tells_nothing_that_is_hidden(name: str) -> None:
    system = SYSTEMS[name]
    every = 1 if name in ("kingdoms", "warmaster") else 8
    for kind in system.kinds[::every]:
        assert answers(name, system.twin(kind), system.orders()) == usual(name), kind


@pytest.mark.rule("cohorts.turn.order-phases")
@pytest.mark.parametrize("name", SYSTEMS)
def test_what_waits_for_a_run_day_is_refused_at_once_by_that_alone(name: str) -> None:
    system = SYSTEMS[name]
    waiting = [each for each in system.orders() if not each.at_once]
    _, failed = answers(name, system.world(), waiting)
    assert failed == ["This order waits for a run day."] * len(waiting)


def test_only_orders_of_pitched_battles_are_carried_out_at_once() -> None:
    found = {
        path
        for system in SYSTEMS.values()
        for path, cls in given_by_players(system.rules()).items()
        if cls.at_once
    }
    assert {group for group, _ in found} == {"pitched"}
