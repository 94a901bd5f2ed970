"""Nothing of what others told, gave or bought for battles is shown, told or offered to a faction.

`tests.hidden.warmaster` lists the differences: views, plans, ticks and choosers here; panels, odds,
Your turn and messages in `tests.bot.faces.warmaster.test_hidden_surfaces`.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

import pytest

from engine.forms import given_by_players
from engine.orders import Order, Parameter, Queued, Ref, parameters
from engine.packs.warmaster.orders.commanding import NameCommander
from engine.packs.warmaster.orders.directing import DissolveBrigade, FormBrigade, GiveDirective
from engine.packs.warmaster.orders.doctrine import SetBoldness
from engine.packs.warmaster.orders.equipping import UnequipMagicItem
from engine.packs.warmaster.pitched.challenging import AcceptChallenge
from engine.packs.warmaster.pitched.records import BoughtArmy, Challenge
from engine.preview import plan
from engine.world import Row, World
from tests.hidden.warmaster import HIDDEN, mustered, twin
from tests.packs.cohorts.knowledge.test_hidden import Told, tick, view_of
from tests.rules.scene import ref

KINDS = sorted(HIDDEN)
SHARE = 4
"""One of this many choices of a list is read in one pair of worlds, others in the next."""


@functools.cache
def orders() -> tuple[Queued, ...]:
    """What I tell my own, and guesses at what is not mine."""
    scene = mustered()
    between = next(scene.world.by(Challenge, "challenged", scene.neutral.id))
    mine = next(scene.world.by(BoughtArmy, "player", scene.me.id))
    given: list[Order] = [
        GiveDirective(unit=ref(scene.own), directive="hold"),
        FormBrigade(units=(ref(scene.own),), name="Ours"),
        SetBoldness(value=7),
        GiveDirective(unit=ref(scene.troop), directive="hold"),
        FormBrigade(units=(ref(scene.own), ref(scene.troop))),
        DissolveBrigade(brigade=Ref("brigade", scene.seen_brigade)),
        NameCommander(character=ref(scene.face)),
        UnequipMagicItem(piece=ref(scene.troop)),
        UnequipMagicItem(piece=ref(scene.face)),
        AcceptChallenge(challenge=ref(between), army=ref(mine)),
    ]
    return tuple(Queued(f"k{n}", order) for n, order in enumerate(given, 1))


class Shown(NamedTuple):
    """All that a faction is shown of a world and of the results of its orders in it."""

    view: list[Row]
    plan: str
    run: Told
    month: Told


def show(world: World) -> Shown:
    scene = mustered()
    view = view_of(scene, world)
    return Shown(
        view.rows(),
        repr(plan(scene.rules, view, scene.me.id, orders()).orders),
        tick(scene, world, "run", orders()),
        tick(scene, world, "monthly", ()),
    )


@functools.cache
def usual() -> Shown:
    """What is shown of the world that every pair begins with."""
    return show(mustered().world)


@functools.cache
def lists() -> list[Parameter]:
    """The lists of the orders of Warmaster."""
    every = given_by_players(mustered().rules).items()
    ours = (cls for path, cls in sorted(every) if path[0] in ("army", "pitched", "war", "guild"))
    return [each for cls in ours for each in parameters(cls) if each.asks]


def choices(world: World, first: int) -> list[tuple[str, list[str]]]:
    """Some of the lists, each once given what is theirs and once nothing."""
    scene = mustered()
    state = scene.planning(view_of(scene, world))
    theirs = {"unit": str(ref(scene.troop)), "piece": str(ref(scene.face)), "item": "battle-banner"}
    read: list[tuple[str, list[str]]] = []
    for each in lists()[first::SHARE]:
        assert each.asks
        for given in ({}, theirs):
            offered = [f"{one.value} {one.label}" for one in each.asks.among(state, given)]
            read.append((each.name, offered))
    return read


@functools.cache
def offered(first: int) -> list[tuple[str, list[str]]]:
    return choices(mustered().world, first)


@pytest.mark.rule("warmaster.map.orders")
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_shown_told_or_offered_of_what_is_hidden(kind: str) -> None:
    world = twin(kind)
    for name, found, before in zip(Shown._fields, show(world), usual(), strict=True):
        assert found == before, name
    share = KINDS.index(kind) % SHARE
    assert choices(world, share) == offered(share)


def test_the_pairs_are_many_and_much_is_done_in_them() -> None:
    assert len(HIDDEN) >= 20
    done = [each for each in usual().run.events if b"warmaster-" in each]
    assert len(done) >= 3
    assert any(b"order-failed" in each for each in usual().run.events)
    view = view_of(mustered(), mustered().world)
    assert [army.name for army in view.all(BoughtArmy)] == ["Mine"]
    assert len(list(view.all(Challenge))) == 1
