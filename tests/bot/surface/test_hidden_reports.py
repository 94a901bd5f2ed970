"""No message of a tick tells a faction, or all the world, what they cannot know.

What is made within a tick has the truth at hand: reports, the herald, ends of standing orders. Each
is made of pairs of worlds that differ in what the faction cannot know (`tests.hidden`); what is
made of a view alone is in `test_hidden`.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.jobs.standing import judge
from bot.payload import Payload, StandingsRecipe
from bot.reports import tick_messages
from bot.resolving import told as stored
from bot.store.records import Member, StandingOrder, StandingState
from bot.store.ticks import PastEvent, ReadPoint
from engine.dice import SeededDice
from engine.ending import Reckoning
from engine.module.schema import Victory
from engine.orders import Queued
from engine.packs import Rules
from engine.packs.cohorts.pieces.records import Character, City
from engine.repeats import Repeat
from engine.turn import Due, DueKind, Submission, TickOutcome, resolve
from engine.world import World
from tests.bot.reports.test_tick_messages import NOON, read_point
from tests.hidden import HIDDEN, Veiled, twin, veiled
from tests.packs.cohorts.knowledge.test_hidden import orders_of
from tests.rules.scene import MONDAY, SEED, module

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
