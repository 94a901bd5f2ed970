"""A large campaign for benches: many provinces, 48 players with 15 stacks each, 100 orders each.

The land comes from the module's generator; the pieces are laid on it evenly. It is made once per
size and process.
"""

import datetime as dt
import functools
from collections.abc import Iterator

from data import FOLDER
from engine.campaign import Faction, Player
from engine.dice import Seed, SeededDice
from engine.module import load
from engine.orders import Order, Queued, Ref
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.records import Map, Province, Stack, Unit
from engine.packs.cohorts.stacks.battle_slots import AssignBattleSlot
from engine.packs.cohorts.stacks.messages import ChangeMessage
from engine.packs.cohorts.stacks.transfers import TransferMilitaryUnit
from engine.turn import Due, Submission
from engine.world import Place, World
from tests.rules.plain import blank

SEED = Seed(b"bench" + bytes(27))
PLAYERS = 48
STACKS = 15
UNITS = 5_000
ORDERS = 100


@functools.cache
def rules() -> Rules:
    """The rules of the shipped module."""
    return Rules.of(load("cohorts", [FOLDER / "modules"]))


@functools.cache
def world(width: int = 100, height: int = 100) -> World:
    """A founded world with 48 players, 720 stacks and 5,000 units; callers must not change it."""
    made = rules().found(rules(), SeededDice(SEED, 1), {"width": width, "height": height})  # type: ignore[misc]
    factions = [faction.id for faction in made.all(Faction)]
    terrains = rules().module.content(Content).terrains
    land = [p.id for p in made.all(Province) if not terrains[p.terrain].is_water]
    for number in range(PLAYERS):
        made.add(
            Player,
            faction=factions[number % len(factions)],
            name=f"Player {number}",
            active=True,
            last_run=0,
        )
    for number in range(PLAYERS * STACKS):
        player, province = number % PLAYERS + 1, land[number * 7919 % len(land)]
        stack(made, f"Stack {number // PLAYERS}", player, province)
    for number in range(UNITS):
        soldiers(made, made.get(Stack, number % (PLAYERS * STACKS) + 1), f"Unit {number}")
    made.settle()
    return made


def stack(world: World, name: str, player: int, province: int) -> Stack:
    """A stack that has not moved yet."""
    known = {"name": name, "player": player, "province": province}
    return world.add(Stack, **{**blank(Stack), **known})


def soldiers(world: World, stack: Stack, name: str) -> Unit:
    """A hundred soldiers in a stack."""
    known = {"name": name, "player": stack.player, "holder": stack.place, "race": "human"}
    known |= {"arm": "soldier", "type": "soldiers", "soldiers": 100, "level": 1, "xp": 15}
    return world.add(Unit, **{**blank(Unit), **known, "slot": 3, "morale": 100})


def due(world: World, orders: int = ORDERS, tick: int = 2) -> Due:
    """A run day of all players with that many orders each."""
    submissions = tuple(
        Submission(
            player.id,
            tuple(Queued(f"k{n}", o) for n, o in enumerate(_orders(world, player.id, orders), 1)),
        )
        for player in world.all(Player)
    )
    return Due("run", tick, dt.date(2024, 5, 7), submissions)


def _orders(world: World, player: int, count: int) -> Iterator[Order]:
    """In every seven rounds each stack moves up to three provinces once, and its units take slots,
    messages and transfers.
    """
    grid = world.get(Map, 1).grid
    stacks = list(world.by(Stack, "player", player))
    for number in range(count):
        stack = stacks[number % len(stacks)]
        units = list(world.by(Unit, "holder", Place("stack", stack.id)))
        unit = Ref("unit", units[number % len(units)].id)
        turn = number // len(stacks)
        if turn % 7 == 0:
            goal = grid.within(grid.at(stack.province - 1), 3)[number % 20]
            yield Move.model_validate(
                {"stack": f"stack:{stack.id}", "destination": f"province:{grid.index(goal) + 1}"}
            )
        elif turn % 3 == 1:
            yield AssignBattleSlot(piece=unit, slot=number % 11)
        elif turn % 3 == 2:
            yield ChangeMessage(bearer=unit, message=f"order {number}")
        else:
            yield TransferMilitaryUnit.model_validate(
                {"unit": unit, "target": f"province:{stack.province}"}
            )
