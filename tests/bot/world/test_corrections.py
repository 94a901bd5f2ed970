"""Whatever moderators put right by hand, drawn at random: what is taken leaves a world that plays.

In each of the four systems any field of any record is given a value that another has, a number, a
word, a list or a place, fitting or not. What is offered must hold when everybody then sees, plans
and orders something, turns are run, weeks and months produce, and all is stored and read back.
"""

from __future__ import annotations

import datetime as dt
import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.jobs.records import Proposal, added, changed, removed
from bot.league.games import Game
from engine.campaign import Now
from engine.corrections import Amend, correctable
from engine.dice import Seed, SeededDice
from engine.module import load
from engine.orders import Queued
from engine.packs import Rules
from engine.turn import Due, Submission, resolve
from engine.world import World

SYSTEMS = ("cohorts", "warlords", "kingdoms", "warmaster")
MODULES = Path(__file__).parents[3] / "data" / "modules"
SEED = Seed(bytes(range(32)))
DAY = dt.date(2030, 1, 1)
WORDS = ("unicorn", "king", "", " ", "@everyone", "x" * 3000, "human", "a\nb", "-1", "true", "null")
NUMBERS = (-1_000_000_000, -1, 0, 1, 2, 7, 36, 101, 5000, 10**9)


class Course(Game):
    """A game whose players can be asked for their orders of now."""

    def orders(self) -> tuple[Submission, ...]:
        return self._submissions(self._waiting())


@dataclass(frozen=True)
class Table:
    """A system's game of computer players, two turns old."""

    game: Course
    world: World

    @property
    def rules(self) -> Rules:
        return self.game.rules


@cache
def table(system: str) -> Table:
    game = Course(Rules.of(load(system, [MODULES])), 1, ("middle",), 1)
    for _ in game.turns(2):
        pass
    return Table(game, game.world)


def draw(table: Table, chance: Random) -> tuple[str, Proposal]:
    """An act by hand, as typed, and what is said to it."""
    world = table.world
    kinds = [cls for cls in correctable(world).values() if world.count(cls)]
    cls = chance.choice(kinds)
    records = list(world.all(cls))
    record = chance.choice(records)
    names = [name for name in cls.names if name != "id"]
    match chance.randrange(10):
        case 0:
            return f"remove {record}", removed(table.rules, world, cls.kind, record.id)
        case 1:
            act, make = "add", added
        case _:
            act, make = "correct", changed
    name = chance.choice(names)
    value = typed(json.loads(record.dump()).get(name), records, name, chance)
    said = make(table.rules, world, cls.kind, record.id, {name: value})
    return f"{act} {cls.kind} {record.id}: {name} = {value!r}", said


def typed(present: Any, records: list[Any], name: str, chance: Random) -> str:
    """A value as somebody may type it: another's, or any nonsense of its kind or of none."""
    other = json.loads(chance.choice(records).dump()).get(name)
    word, number = chance.choice(WORDS), chance.choice(NUMBERS)
    kind = chance.choice(records).kind
    if isinstance(present, list):
        values: list[Any] = [other, [word], [*present, word], [*present, number], present[1:], []]
        values += [[kind, chance.choice(records).id], [number] * len(present)]
    elif isinstance(present, dict):
        values = [other, {word: 1}, {**present, word: number}, {}, dict.fromkeys(present, number)]
        values += [{**present, word: word}]
    elif isinstance(present, str):
        values = [other, word, word]
    else:
        values = [other, number, number, chance.choice(records).id]
    value = chance.choice(values)
    return value if isinstance(value, str) else json.dumps(value)


def played_on(table: Table, said: Proposal) -> None:
    """Make the change, and let everybody go on under it."""
    game, rules = table.game, table.rules
    now = table.world.get(Now, 1)
    order = Amend(why="so", changes=said.changes)
    edit = Due("edit", now.tick + 1, DAY, (Submission(0, (Queued("a1", order),)),))
    out = resolve(rules, table.world, edit, SeededDice(SEED, edit.tick))
    assert not [each for each in out.entries if each.event.kind == "order-failed"]
    game.world = out.world
    for number, kind in enumerate(("run", "weekly", "run", "monthly"), now.tick + 2):
        turns = game.orders() if kind == "run" else ()
        due = Due(kind, number, DAY, turns)
        out = resolve(rules, game.world, due, SeededDice(SEED, number))
        assert not out.faults, out.faults[0].traceback
        game.world = out.world
        if out.world.get(Now, 1).over:
            break
    rows = game.world.rows()
    assert World.load(rules.records, rows).rows() == rows


def try_out(system: str, seed: int, draws: int) -> Counter[str]:
    """Draw that many acts; what is taken is played on. Says how many were, by act."""
    stage, chance = table(system), Random(f"{system}{seed}")
    taken: Counter[str] = Counter()
    for _ in range(draws):
        act, said = draw(stage, chance)
        if said.fault:
            continue
        taken[act.split()[0]] += 1
        try:
            played_on(stage, said)
        except Exception as error:
            raise AssertionError(f"{system}: {act}") from error
        finally:
            stage.game.world = stage.world
    return taken


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_correction_that_is_taken_leaves_a_world_that_plays(system: str) -> None:
    assert sum(try_out(system, 1, 5).values()) > 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("system", SYSTEMS)
def test_two_thousand_corrections(system: str, seed: int) -> None:
    assert sum(try_out(system, seed, 50).values()) > 5
