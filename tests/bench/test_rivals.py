"""How long a computer player takes for its turn, in the time of one core.

A player of 10 cities and 100 pieces on the map of the shipped module, with all that its faction has
seen, decides in at most 1 s, whatever its strength.
"""

from __future__ import annotations

import datetime as dt
import functools
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

import pytest

from data import FOLDER
from engine.campaign import Player
from engine.deciding import decide
from engine.dice import Seed, SeededDice
from engine.module import load
from engine.orders import Queued
from engine.packs import Rules
from engine.packs.cohorts.content.item_keys import recruits_item
from engine.packs.cohorts.pieces.possessions import give
from engine.packs.cohorts.pieces.records import Character, City, Province, Stack, Unit
from engine.rivals import STRENGTHS, Mind, Strength
from engine.turn import Due, Submission, resolve
from engine.world import World

MOST: Final = 1.0
"""Seconds of one core."""
CITIES: Final = 10
PIECES: Final = 100
STACKS: Final = 8
SEED: Final = Seed(b"rival" + bytes(27))


@functools.cache
def rules() -> Rules:
    return Rules.of(load("cohorts", [FOLDER / "modules"]))


@functools.cache
def world() -> World:
    """A realm of that size: soldiers at home and abroad, recruits, arms and guilds as they come."""
    own, play = rules(), rules().rival
    assert own.found
    assert play
    made: World = own.found(own, SeededDice(SEED, 1), {})
    made.settle()
    for number, faction in enumerate(list(own.module.factions)[:2], start=2):
        stream = SeededDice(SEED, number).stream("seat", faction)
        join = play.join(own, made, faction, f"Player {number}", stream)
        due = Due("setup", number, _day(), (Submission(0, (Queued("a1", join),)),))
        made = resolve(own, made, due, SeededDice(SEED, number)).world
    lords = list(islice(_lords(made), CITIES - 1))
    for city, lord in zip([c for c in made.all(City) if not c.baron], lords, strict=False):
        made.put(city.replace(baron=lord.id, actions=3))
        made.put(lord.replace(holder=city.place))
        give(made, city.place, recruits_item("human"), 400)
    held = [city for city in made.all(City) if _owner(made, city) == 1]
    assert len(held) == CITIES
    for number in range(PIECES):
        _unit(made, held[number % CITIES], number)
    for number in range(STACKS):
        _host(made, held[number], number)
    made.settle()
    return resolve(own, made, Due("weekly", 9, _day(), ()), SeededDice(SEED, 9)).world


def _day() -> dt.date:
    return next(rules().module.calendar.coming(_start())).day


def _start() -> dt.datetime:
    return dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


def _lords(made: World) -> Iterator[Character]:
    """New characters of the first player, like the first it has."""
    pattern = next(made.by(Character, "player", 1))
    values = {key: value for key, value in pattern.known().items() if key != "id"}
    while True:
        yield made.add(Character, **values)


def _owner(made: World, city: City) -> int:
    lord = made.find(Character, city.baron) if city.baron else None
    return lord.player if lord else 0


def _unit(made: World, city: City, number: int) -> None:
    garrison = next(each for each in made.all(Unit))
    values = {key: value for key, value in garrison.known().items() if key != "id"}
    about = {"name": f"Band {number}", "player": 1, "holder": city.place, "soldiers": 60}
    made.add(Unit, **{**values, **about})


def _host(made: World, city: City, number: int) -> None:
    """Half of a garrison in a stack beside its city."""
    blank = {"used": 0, "acted": "", "banner": 0, "message": ""}
    where = next(made.by(Province, "barony", city.barony))
    stack = made.add(Stack, name=f"Host {number}", player=1, province=where.id, **blank)
    own = [each for each in made.by(Unit, "holder", city.place) if each.player == 1]
    for unit in own[: len(own) // 2]:
        made.put(unit.replace(holder=stack.place))


@pytest.mark.aim("at most 1 s", median=MOST)
@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_turn_of_a_large_realm_is_decided_within_a_second(
    benchmark: Any, strength: Strength
) -> None:
    view = rules().view(world(), world().get(Player, 1).faction)
    nature = rules().module.nature(1)
    mind = Mind(rules(), view, 1, nature, strength, SeededDice(SEED, 1))
    orders = benchmark.pedantic(decide, args=(mind,), rounds=3)
    assert len(orders) > CITIES
