"""No message of a tick and no answer to an order tells anybody what they cannot know.

What is made within a tick has the truth at hand: reports, the herald, ends of standing orders. Each
is made of pairs of worlds that differ in what the faction cannot know (`tests.hidden`); what is
made of a view alone is in `test_hidden`. And every order that a player can give is asked for at
once in such pairs: those that wait for a run day are refused before the world is asked anything,
and all others answer by what their player knows.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

import pytest

from bot.jobs.standing import judge
from bot.payload import Payload, StandingsRecipe
from bot.reports import tick_messages
from bot.resolving import told as stored
from bot.store.records import Member, StandingOrder, StandingState
from bot.store.ticks import PastEvent, ReadPoint
from engine.campaign import Player
from engine.dice import SeededDice
from engine.ending import Reckoning
from engine.events import OrderFailed
from engine.forms import given_by_players
from engine.module.schema import Victory
from engine.orders import Order, Queued, Ref
from engine.packs import Rules
from engine.packs.cohorts.pieces.records import Character, City
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
from engine.repeats import Repeat
from engine.turn import Due, DueKind, Submission, TickOutcome, resolve
from engine.world import World
from tests import hidden
from tests.bot.reports.test_tick_messages import NOON, read_point
from tests.hidden import HIDDEN, Veiled, kingdoms, twin, veiled, warmaster
from tests.packs.cohorts.knowledge import test_hidden as of_cohorts
from tests.packs.cohorts.knowledge.test_hidden import orders_of
from tests.packs.kingdoms.crowns import table
from tests.packs.kingdoms.crowns import test_hidden as of_kingdoms
from tests.packs.warmaster import test_hidden_posts as of_warmaster
from tests.rules.scene import MONDAY, SEED, module, ref

EVERY = 8
"""Number of orders skipped for one that is given."""


def given() -> tuple[Queued, ...]:
    """What our player orders: deeds at home and guesses at what is hidden."""
    return orders_of("cohorts")[::EVERY]


def point(scene: Veiled, **more: object) -> ReadPoint:
    """What a tick is computed from: our player's orders all stand, and wait for many things."""
    players = (scene.me, scene.mate, scene.foe, scene.ally, scene.neutral)
    seats = tuple(Member(1, each.id, each.faction, each.id, NOON, None) for each in players)
    return replace(read_point(), members=seats, standing=tuple(standing(scene)), **more)


def standing(scene: Veiled) -> Iterator[StandingOrder]:
    state = scene.state()
    state.world = scene.rules.view(scene.world, scene.ours.id)
    state.player, state.planning = scene.me.id, True
    kinds = list(scene.rules.untils.values())
    for place, queued in enumerate(given()):
        kind = kinds[place % len(kinds)]
        waits = list(kind.offers(state, queued.order, None))
        until = waits[place % len(waits)] if waits else None
        repeat = Repeat(None, until).to_json()
        key, body, on = queued.key, queued.to_json(), StandingState.ON
        yield StandingOrder(scene.me.id, key, body, repeat, on, "")


def tick(scene: Veiled, world: World, kind: DueKind) -> tuple[Due, TickOutcome]:
    turns = (Submission(scene.me.id, given()),) if kind == "run" else ()
    due = Due(kind, 9 if kind == "run" else 10, MONDAY, turns)
    outcome = resolve(scene.rules, world, due, SeededDice(SEED, due.tick))
    assert not outcome.faults, outcome.faults[0].traceback
    return due, outcome


def messages(scene: Veiled, read: ReadPoint, due: Due, outcome: TickOutcome) -> Iterator[str]:
    """What our faction, and what all the world is told."""
    judged = judge(scene.rules, read, due, outcome)
    yield from map(repr, judged.changes)
    for message in tick_messages(scene.rules, read, due, outcome, "", judged.ended):
        if message.to.role in (f"faction:{scene.ours.id}", "herald"):
            body = json.loads(message.payload)
            for recipe in (*body["files"], *body["images"]):  # which it is of all that happened
                recipe.pop("event", None)
            yield f"{message.to.role} {message.key} {json.dumps(body)}"


def told(world: World) -> list[str]:
    """All that a run and a production tell, the latter with what the run had held back."""
    scene = veiled()
    due, run = tick(scene, world, "run")
    week = tuple(
        PastEvent(faction, due.tick, number, body) for faction, number, body in stored(run)
    )
    later, production = tick(scene, run.world, "weekly")
    return [
        *messages(scene, point(scene), due, run),
        *messages(scene, point(scene, past=week), later, production),
    ]


@functools.cache
def usual() -> list[str]:
    """What is told of the world that every pair begins with."""
    return told(veiled().world)


@pytest.mark.rule("cohorts.knowledge.view")
@pytest.mark.parametrize("kinds", HIDDEN.together(4))
def test_no_message_of_a_tick_tells_what_is_hidden(kinds: tuple[str, ...]) -> None:
    assert told(twin("cohorts", *kinds)) == usual()


def test_the_messages_of_the_pairs_tell_much() -> None:
    text = "\n".join(usual())
    assert "Your standing order" in text
    assert "order-failed" not in text
    assert sum(each.startswith("faction:") for each in usual()) >= 2
    assert any(each.startswith("herald") for each in usual())
    assert any(each.startswith("StandingChange") and "repeat=None" in each for each in usual())
    assert any(each.startswith("StandingChange") and "repeat='" in each for each in usual())


def test_where_standings_are_secret_no_message_of_a_production_tells_them() -> None:
    """Others' cities fall to somebody: nobody's messages are different for it."""
    scene = veiled()
    rules = Rules.of(module().model_copy(update={"victory": Victory(standings="secret")}))
    due = Due("weekly", 9, MONDAY)
    made: list[list[str]] = []
    for world in (scene.world, _fallen(scene)):
        outcome = resolve(rules, world, due, SeededDice(SEED, due.tick))
        assert not list(outcome.world.all(Reckoning))
        view = rules.view(outcome.world, scene.ours.id)
        assert not list(view.all(Reckoning))
        sent = tick_messages(rules, point(scene), due, outcome, "")
        for message in sent:
            images = Payload.model_validate_json(message.payload).images
            assert not any(isinstance(each, StandingsRecipe) for each in images)
        told_to_us = ("herald", f"faction:{scene.ours.id}")
        made.append([each.payload for each in sent if each.to.role in told_to_us])
    assert made[0] == made[1]


def _fallen(scene: Veiled) -> World:
    """The world with a city of the enemy in the hands of one who holds it for the neutrals."""
    world = scene.world.fork()
    baron = world.get(Character, world.get(City, scene.lair.id).baron)
    world.put(baron.replace(player=scene.neutral.id))
    return world


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
def usually_answered(name: str) -> tuple[list[bytes], list[str]]:
    system = SYSTEMS[name]
    return answers(name, system.world(), system.orders())


@pytest.mark.rule("cohorts.knowledge.view")
@pytest.mark.parametrize("name", SYSTEMS)
def test_an_order_asked_for_at_once_tells_nothing_that_is_hidden(name: str) -> None:
    system = SYSTEMS[name]
    every = 1 if name in ("kingdoms", "warmaster") else 8
    for kind in system.kinds[::every]:
        assert answers(name, system.twin(kind), system.orders()) == usually_answered(name), kind


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
