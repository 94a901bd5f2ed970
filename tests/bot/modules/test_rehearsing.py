"""Rehearsals: in pieces as in one, stopped, broken; and what they say of a module."""

from __future__ import annotations

import asyncio
import math
import pickle
from dataclasses import replace
from typing import Any, cast

import pytest

from bot.host import Host
from bot.league.games import Game
from bot.league.verdict import Verdict, judged
from bot.modules import rehearsal as job
from bot.modules.rehearsal import Plan, Stage, play_on, show
from bot.modules.rehearsing import progress, rehearse, verdict_told
from bot.store.records import ModuleCopy
from bot.workers import WorkerTimeout
from tests.rules.scene import module

PLAN = Plan(turns=2, games=2, seed=3)


@pytest.fixture(scope="module")
def copy() -> ModuleCopy:
    own = module("regency")
    return ModuleCopy(own.digest(), own.name, own.to_json())


@pytest.fixture(scope="module")
def whole(copy: ModuleCopy) -> Stage:
    """All of the plan in one piece."""
    return play_on(copy, PLAN, Stage(), math.inf)


class Desk:
    """Workers that play here, as if each piece went to another process."""

    def __init__(self, fails: BaseException | None = None) -> None:
        self.pieces = 0
        self.fails = fails
        self.workers = self

    async def run(self, job: Any, module: ModuleCopy, plan: Plan, stage: Stage, *_: Any, **__: Any):
        self.pieces += 1
        if self.fails and self.pieces == 2:
            raise self.fails
        return pickle.loads(pickle.dumps(job(module, plan, stage, 0.0)))


async def held(copy: ModuleCopy, desk: Desk, stop_after: int = 99) -> tuple[Stage, list[str]]:
    """A rehearsal at a desk, stopped after that many pieces, with what was told meanwhile."""
    stopped, said = asyncio.Event(), list[str]()

    async def told(stage: Stage) -> None:
        said.append(progress(stage, PLAN))
        if len(said) == stop_after:
            stopped.set()

    return await rehearse(cast("Host", desk), copy, PLAN, told, stopped), said


async def test_played_in_pieces_it_is_the_same_to_the_last_event(copy: ModuleCopy, whole: Stage):
    desk = Desk()
    stage, said = await held(copy, desk)
    assert desk.pieces >= 4
    assert stage.done
    assert [each.played for each in stage.ended] == [each.played for each in whole.ended]
    assert [each.course for each in stage.ended] == [each.course for each in whole.ended]
    assert said[0].endswith("game 1 of 2, turn 1 of 2")
    assert said[-1].startswith("`" + "▰" * 20)


async def test_stopped_it_shows_what_was_played(copy: ModuleCopy):
    stage, _ = await held(copy, Desk(), stop_after=1)
    assert not stage.done
    made = show(copy, stage)
    assert made.facts is not None
    assert (made.facts.games, made.facts.turns) == (1, 1)
    assert made.picture is not None


async def test_a_lost_worker_loses_its_piece_alone(copy: ModuleCopy):
    stage, _ = await held(copy, Desk(WorkerTimeout("play_on took more than 120 s")))
    assert stage.broken == "game 1, after turn 1: play_on took more than 120 s"
    assert show(copy, stage).picture is not None


def test_what_breaks_is_named_by_game_and_turn(copy: ModuleCopy, monkeypatch: pytest.MonkeyPatch):
    first = play_on(copy, PLAN, Stage(), 0.0)

    def breaks(self: Game, most: int) -> Any:
        raise ZeroDivisionError("no soldiers")

    monkeypatch.setattr(job.Game, "turns", breaks)
    stage = play_on(copy, PLAN, first, 0.0)
    assert stage.broken == "game 1, turn 2: ZeroDivisionError: no soldiers"
    assert stage.done
    assert stage.turn == 1


def test_a_world_that_cannot_be_founded_again_leaves_what_was_played(
    copy: ModuleCopy, whole: Stage, monkeypatch: pytest.MonkeyPatch
):
    def breaks(*_: Any) -> Any:
        raise LookupError("there is no room for a third game")

    monkeypatch.setattr(job, "Game", breaks)
    further = replace(whole, ended=whole.ended[:1], game=pickle.loads(pickle.dumps(whole.game)))
    stage = play_on(copy, Plan(2, 3, 3), further, math.inf)
    assert stage.broken == "game 3, turn 1: LookupError: there is no room for a third game"
    made = show(copy, stage)
    assert made.facts is not None
    assert made.facts.games == 2
    with pytest.raises(LookupError, match="no room"):
        play_on(copy, PLAN, Stage(), math.inf)


def test_the_picture_and_its_words_tell_every_side(copy: ModuleCopy, whole: Stage):
    made = show(copy, whole)
    assert made.picture is not None
    assert made.facts is not None
    for each in made.facts.sides:
        assert f"{each.side.name}: {each.share:.0%}" in made.picture.alt
    assert sum(each.share for each in made.facts.sides) == pytest.approx(1)
    assert sum(each.won for each in made.facts.sides) == pytest.approx(len(whole.ended))
    assert "Nothing can be said yet" in verdict_told(made.verdict, made.facts)
    assert any(line.startswith("By faction") for line in made.lines)


def test_each_side_has_at_most_as_many_players_as_were_asked_for(copy: ModuleCopy):
    stage = play_on(copy, Plan(1, 1, 1, players=1), Stage(), 0.0)
    assert stage.game is not None
    factions = [seat.faction for seat in stage.game.played.seats]
    assert len(factions) == len(set(factions))


# ---------------------------------------------------------------- verdicts


def verdict(*games: tuple[int, ...]) -> Verdict:
    """Of games by the points of the factions 1, 2 ... at the end."""
    points = [dict(enumerate(game, start=1)) for game in games]
    winners = [[f for f, each in game.items() if each == max(game.values())] for game in points]
    return judged(points, winners)


def test_a_faction_that_always_has_most_is_surely_uneven():
    said = verdict((60, 20, 20), (62, 20, 18), (58, 22, 20), (61, 18, 21))
    assert said.leans[0].faction == 1
    assert said.leans[0].surely
    assert said.leans[0].won == 4


def test_games_that_sway_say_nothing_sure_and_how_many_would():
    said = verdict((60, 20, 20), (20, 60, 20), (20, 20, 60))
    assert not any(each.surely for each in said.leans)
    assert said.doubt > 0.1
    assert 10 < said.wanted < 100


def test_like_games_are_even():
    said = verdict(*[(34, 33, 33), (33, 34, 33), (33, 33, 34)] * 4)
    assert not any(each.surely for each in said.leans)
    assert said.doubt < 0.1


def test_one_game_and_games_without_points_say_nothing_sure():
    assert not any(each.surely for each in verdict((90, 5, 5)).leans)
    nobody = verdict((0, 0), (0, 0), (0, 0))
    assert [each.share for each in nobody.leans] == [0.5, 0.5]
    assert judged([], []).leans == ()


def test_an_even_game_is_called_uneven_in_few_of_many_rehearsals():
    """By dice that are the same every time: the false alarms are about 1 in 20, not more."""
    from engine.dice import Seed, SeededDice

    dice = SeededDice(Seed(bytes(32)), 1).stream("test", "verdict")
    alarms = 0
    for _ in range(300):
        games = [tuple(10 + dice.whole(40) for _ in range(4)) for _ in range(6)]
        alarms += any(each.surely for each in verdict(*games).leans)
    assert alarms <= 30
