"""Missed weeks: who becomes idle, what ends it, and who learns of it."""

import pytest

from engine.campaign import Now, Player
from engine.dice import SeededDice
from engine.events import OrderFailed
from engine.packs.cohorts.production.idling import Excuse, PlayerIdle
from engine.turn import Due, Submission, resolve
from tests.rules.scene import SEED, Ran, Scene, queued

RULE = "cohorts.turn.missed-turn"


def weeks(scene: Scene, number: int) -> list[Ran]:
    return [scene.produce() for _ in range(number)]


def production_with(scene: Scene, *acts: Excuse) -> list[object]:
    """A weekly production before which the host acts; its events."""
    now = scene.world.get(Now, 1)
    due = Due("weekly", now.tick + 1, now.date, (Submission(0, queued(acts)),))
    outcome = resolve(scene.rules, scene.world, due, SeededDice(SEED, due.tick))
    scene.world = outcome.world
    return [entry.event for entry in outcome.entries]


@pytest.mark.rule(RULE)
def test_an_idle_players_faction_is_told_once(scene: Scene) -> None:
    told = [ran.events(PlayerIdle) for ran in weeks(scene, 5)]
    mine = [[e.missed for e in found if e.player == scene.me.id] for found in told]
    assert mine == [[], [], [3], [], []]


@pytest.mark.rule(RULE)
def test_a_week_that_is_excused_counts_neither_as_run_nor_as_missed(scene: Scene) -> None:
    weeks(scene, 2)
    production_with(scene, Excuse(player=scene.me.id))
    assert (scene.now(scene.me).missed, scene.now(scene.me).idle) == (2, False)
    scene.produce()
    assert scene.now(scene.me).idle


@pytest.mark.rule(RULE)
def test_whoever_has_left_is_neither_counted_nor_excused(scene: Scene) -> None:
    scene.change(scene.me, active=False)
    events = production_with(scene, Excuse(player=scene.me.id))
    assert any(isinstance(event, OrderFailed) for event in events)
    assert scene.now(scene.me).missed == 0


@pytest.mark.rule(RULE)
def test_others_know_who_is_idle_but_not_how_many_weeks_were_missed(scene: Scene) -> None:
    rival = scene.someone("at_war")
    weeks(scene, 3)
    seen = scene.view().get(Player, rival.id)
    assert seen.idle
    assert not seen.knows("missed")
    assert scene.view().get(Player, scene.me.id).missed == 3
