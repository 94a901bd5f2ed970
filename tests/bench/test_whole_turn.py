"""A whole turn of a hundred factions, from stored rows to stored rows, with every report of it.

16,384 provinces, 1,200 stacks of seven units each. Every stack marches, and of each stack every
unit but one is given something to do; then comes the weekly production. The aim is
3.4 s of one core for both ticks together and all that they tell, once the process is warm: twice
what Eressea takes for as much.
"""

import datetime as dt
import gc
from collections.abc import Iterator

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bot.reports import tick_messages
from bot.resolving import told
from bot.store.records import Campaign, CampaignState, Member, ModuleCopy, NewMessage
from bot.store.ticks import DueTick as StoreDue
from bot.store.ticks import EntityRow, ReadPoint
from engine.campaign import Faction, Player
from engine.dice import SeededDice
from engine.orders import Order, Queued, Ref
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.records import Character, City, Map, Province, Stack, Unit
from engine.packs.cohorts.stacks.battle_slots import AssignBattleSlot
from engine.packs.cohorts.stacks.messages import ChangeMessage
from engine.replay import Replayed, replay
from engine.turn import Due, Submission
from engine.world import World
from tests.bench import big
from tests.rules.plain import blank

SIZE, FACTIONS, STACKS, UNITS = 128, 100, 12, 7
ROUNDS, LIMIT = 3, 3.4  # seconds
NOON = dt.datetime(2024, 5, 6, 12, tzinfo=dt.UTC)
TENS = dict.fromkeys(("STR", "DEX", "CON", "INT", "WIS", "CHA"), 10)
BARON = {"name": "Baron", "race": "human", "job": "warrior", "level": 1, "attributes": TENS}
SEAL = "3f9a-20c1-77de"


def crowded() -> World:
    """The land of the module's generator with a hundred factions of a player each on it."""
    rules = big.rules()
    assert rules.found is not None
    world = rules.found(rules, SeededDice(big.SEED, 1), {"width": SIZE, "height": SIZE})
    terrains = rules.module.content(Content).terrains
    land = [p.id for p in world.all(Province) if not terrains[p.terrain].is_water]
    for number in range(world.count(Faction), FACTIONS):
        key, colour = f"faction_{number}", number % 7 + 1
        world.add(Faction, key=key, name=f"Faction {number}", colour=colour, emblem="")
    cities = list(world.all(City))
    for faction in world.all(Faction):
        name = f"Player {faction.id}"
        player = world.add(Player, faction=faction.id, name=name, active=True, last_run=0)
        if faction.id <= len(cities):
            city = cities[faction.id - 1]
            values = {**blank(Character), **BARON, "holder": city.place, "player": player.id}
            baron = world.add(Character, **values)
            world.put(city.replace(baron=baron.id))
        for nth in range(STACKS):
            number = faction.id * STACKS + nth
            province = land[number * 7919 % len(land)]
            stack = big.stack(world, f"Stack {nth}", player.id, province)
            for _ in range(UNITS):
                big.soldiers(world, stack, "Spears")
    world.settle()
    return world


def orders(world: World, player: Player) -> Iterator[Order]:
    """A march for every stack of the player, a slot or a message for its units."""
    grid = world.get(Map, 1).grid
    for stack in world.by(Stack, "player", player.id):
        goal = grid.within(grid.at(stack.province - 1), 3)[stack.id % 20]
        yield Move.model_validate(
            {"stack": f"stack:{stack.id}", "destination": f"province:{grid.index(goal) + 1}"}
        )
        for unit in list(world.by(Unit, "holder", stack.place))[1:]:
            ref = Ref("unit", unit.id)
            if unit.id % 2:
                yield AssignBattleSlot(piece=ref, slot=unit.id % 11)
            else:
                yield ChangeMessage(bearer=ref, message=f"order {unit.id}")


def after(rows: list[EntityRow], replayed: Replayed) -> list[EntityRow]:
    """The rows once a tick is written."""
    held = {(kind, id): body for kind, id, body in rows}
    held |= {(kind, id): body for kind, id, body in replayed.changes}
    return [(kind, id, body) for (kind, id), body in sorted(held.items()) if body is not None]


class Table:
    """What the store would hand out before either tick, and what is made of it."""

    def __init__(self) -> None:
        world = crowded()
        self.rows = [(kind, id, body) for kind, id, body in world.rows() if body is not None]
        self.factions = [each.id for each in world.all(Faction)]
        self.submissions = tuple(
            Submission(p.id, tuple(Queued(f"k{n}", o) for n, o in enumerate(orders(world, p), 1)))
            for p in world.all(Player)
        )
        self.run = Due("run", 2, dt.date(2024, 5, 7), self.submissions)
        ran, _ = self.tick(self.rows, self.run)
        assert not ran.outcome.faults
        self.then = after(self.rows, ran)

    def tick(self, rows: list[EntityRow], due: Due) -> tuple[Replayed, list[NewMessage]]:
        """A tick as the worker makes it, all but reading and writing the file."""
        gc.disable()
        try:
            dice = SeededDice(big.SEED, due.tick)
            replayed = replay(big.rules(), rows, due, dice, {})
            _ = replayed.events
            told(replayed.outcome)
            read = self.read(rows, due)
            return replayed, tick_messages(big.rules(), read, due, replayed.outcome, SEAL)
        finally:
            gc.enable()

    def read(self, rows: list[EntityRow], due: Due) -> ReadPoint:
        campaign = Campaign(1, "March", "d", "0", "h", CampaignState.RUNNING, 1, 1, None, NOON)
        stored = StoreDue(due.kind, NOON, due.date, 1)
        seats = tuple(Member(1, n, n, n, NOON, None) for n in self.factions)
        return ReadPoint(campaign, ModuleCopy("d", "cohorts", ""), stored, seats, (), (), rows, "")

    def turn(self) -> tuple[list[NewMessage], list[NewMessage]]:
        """A run of everybody, then a weekly production."""
        _, first = self.tick(self.rows, self.run)
        _, second = self.tick(self.then, Due("weekly", 3, dt.date(2024, 5, 13)))
        return first, second


@pytest.mark.aim("at most 3.4 s", median=LIMIT)
def test_a_whole_turn_of_a_hundred_factions(benchmark: BenchmarkFixture) -> None:
    first, second = benchmark.pedantic(Table().turn, rounds=ROUNDS, warmup_rounds=1)
    assert len({each.to.role for each in first}) >= FACTIONS
    assert second
