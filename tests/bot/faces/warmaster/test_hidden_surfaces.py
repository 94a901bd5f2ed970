"""No panel, forecast, list or message changes by what others told, gave or bought for battles.

`tests.hidden.warmaster` lists the differences. What is slow is shared out: each pair of worlds
reads a part of it, and all parts together are everything.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from functools import partial

import pytest

from bot import faces
from bot.faces.actions import deeds, done_to
from bot.faces.choices.asking import Asking
from bot.faces.face import Faces
from bot.faces.panels import Look
from bot.host import asking
from bot.jobs.agenda import agenda_of
from bot.reports import tick_messages
from engine.dice import SeededDice
from engine.packs.cohorts.pieces.records import Character, Stack, Unit
from engine.packs.warmaster.pitched.records import Challenge
from engine.turn import Due, DueKind, Submission, resolve
from engine.world import World
from tests.bot.faces.looking import Memory, desk, first_odds
from tests.bot.reports.test_tick_messages import read_point
from tests.hidden.warmaster import HIDDEN, mustered, twin
from tests.packs.warmaster.test_hidden_posts import orders
from tests.rules.scene import MONDAY, SEED

KINDS = sorted(HIDDEN)
SHARE = 4
"""One of this many shown things is read in one pair of worlds, others in the next."""
EVERY = 3
"""Number of kinds skipped for one that is in the ordinary run."""
SAMPLE = [
    pytest.param(kind, marks=() if place % EVERY == 0 else pytest.mark.soak)
    for place, kind in enumerate(KINDS)
]
PANELS = ("stack", "army", "pitched", "character", "unit")


def shown() -> Faces:
    return faces.of(mustered().rules)


def panel(name: str, view: World) -> object:
    """A panel about each of the first things it is offered for, and about nothing."""
    scene, found = mustered(), shown().panels[name]
    look = Look(shown(), view, scene.ours.id, scene.me.id, 9, Memory())
    about = [""]
    if found.about:
        who = Asking(shown(), view, scene.ours.id, scene.me.id)
        offers = list(found.about.offers(who, ""))
        named = [each for each in offers if "Seen Band" in each.label or "Shadows" in each.label]
        about = [found.about.meant(who, each.value) for each in (*offers[:2], *named[:2])]
    return [repr(found.make(look, each)) for each in about]


def odds(view: World) -> object:
    """The first estimate of a battle against the stack in sight."""
    return first_odds(mustered(), view, mustered().shadow)


def agenda(view: World) -> object:
    """Your turn, with nothing ordered yet."""
    return agenda_of(desk(mustered().rules, view, mustered().me.id))


def done(view: World) -> object:
    """What can be done with own things, and to those in sight."""
    scene = mustered()
    state = asking(scene.rules, view.fork(), scene.me.id)
    things = [
        view.get(Unit, scene.own.id),
        view.get(Unit, scene.troop.id),
        view.get(Character, scene.face.id),
        view.get(Stack, scene.shadow.id),
        next(view.all(Challenge)),
    ]
    return [(repr(deeds(state, each)), repr(list(done_to(state, each)))) for each in things]


SURFACES: list[Callable[[World], object]] = [
    *(partial(panel, name) for name in PANELS),
    *(odds, agenda, done),
]


def told(world: World) -> list[str]:
    """All that a run and a production tell my faction, and all the world."""
    kinds: tuple[DueKind, ...] = ("run", "weekly")
    scene, made = mustered(), list[str]()
    for kind in kinds:
        turns = (Submission(scene.me.id, orders()),) if kind == "run" else ()
        due = Due(kind, 9 if kind == "run" else 10, MONDAY, turns)
        outcome = resolve(scene.rules, world, due, SeededDice(SEED, due.tick))
        assert not outcome.faults
        for message in tick_messages(scene.rules, read_point(), due, outcome, ""):
            if message.to.role in (f"faction:{scene.ours.id}", "herald"):
                made.append(f"{message.to.role} {message.payload}")
        world = outcome.world
    return made


def view_of(world: World) -> World:
    return mustered().rules.view(world, mustered().ours.id)


@functools.cache
def usual(surface: int) -> object:
    """What is shown of the world that every pair begins with."""
    return SURFACES[surface](view_of(mustered().world))


@functools.cache
def usually_told() -> list[str]:
    return told(mustered().world)


@pytest.mark.rule("warmaster.map.orders")
@pytest.mark.parametrize("kind", SAMPLE)
def test_nothing_shows_what_is_hidden(kind: str) -> None:
    world, share = twin(kind), KINDS.index(kind) % SHARE
    if not share:
        assert told(world) == usually_told()
    view = view_of(world)
    for surface in range(share, len(SURFACES), SHARE):
        assert SURFACES[surface](view) == usual(surface)


def test_the_ordinary_run_reads_every_surface_and_they_show_much() -> None:
    assert {place % SHARE for place in range(0, len(KINDS), EVERY)} == set(range(SHARE))
    text = "\n".join(usually_told())
    assert "directive" in text
    assert "challenged" not in text
    assert "Mine" in str(usual(PANELS.index("pitched")))
    assert "points" in str(usual(PANELS.index("army")))
