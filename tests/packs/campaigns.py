"""A campaign of a module that founds its own world, joined by all factions and played by ticks."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from itertools import combinations

from engine.campaign import Faction, Player
from engine.dice import SeededDice
from engine.orders import Order, Ref
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.ownership import Relation
from engine.packs.cohorts.pieces.records import Character, City, Map, Province, Stack, Unit
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.packs.cohorts.stacks.transfers import TransferCharacter, TransferMilitaryUnit
from engine.turn import Due, DueKind, Submission, TickOutcome, resolve
from engine.world import World
from tests.rules.scene import SEED, queued

MONDAY = dt.date(2024, 5, 6)


class Campaign:
    """A campaign of a player in each faction that is played tick by tick."""

    def __init__(self, rules: Rules, join: type[Order], size: Mapping[str, int] = {}) -> None:
        assert rules.found
        self.rules = rules
        self.world: World = rules.found(rules, SeededDice(SEED, 0), dict(size))
        self.ticks = 0
        parties = rules.module.content(Content).parties
        joins = [
            join.model_validate({"faction": key, "name": f"Lord of {key}", "party": party})
            for key, party in zip(rules.module.factions, parties, strict=False)
        ]
        self.tick("setup", {0: joins})

    def tick(self, kind: DueKind, orders: Mapping[int, list[Order]]) -> TickOutcome:
        """Play a tick in which nothing breaks, and whose world comes back as it was stored."""
        self.ticks += 1
        submissions = tuple(Submission(who, queued(tuple(each))) for who, each in orders.items())
        due = Due(kind, self.ticks, MONDAY, submissions)
        outcome = resolve(self.rules, self.world, due, SeededDice(SEED, self.ticks))
        assert not outcome.faults, outcome.faults[0].traceback
        self.world = outcome.world
        assert World.load(self.rules.records, self.world.rows()).rows() == self.world.rows()
        return outcome

    def at_war(self) -> list[Player]:
        """All players, now that each two of their factions are at war."""
        for one, other in combinations(self.world.all(Faction), 2):
            self.world.add(Relation, one=one.id, other=other.id, relation="at_war")
        return list(self.world.all(Player))

    def mustered(self, player: Player, training: Order) -> list[Order]:
        """Train something, and put all troops and a hero at home into a stack."""
        city = self.city(player)
        stack = Ref("stack", new="k2")
        name = f"Host {player.id}"
        units = list(self.world.by(Unit, "holder", city.place))
        hero = next(self.world.by(Character, "holder", city.place))
        return [
            training,
            ActivateStack(province=Ref("province", city.province), name=name),
            *(TransferMilitaryUnit(unit=Ref(*unit.place), target=stack) for unit in units),
            TransferCharacter(character=Ref(*hero.place), target=stack),
        ]

    def meeting(self) -> TickOutcome:
        """The first player's army meets the second's at home, which the host has brought over."""
        first, second = list(self.world.all(Player))[:2]
        mine, theirs = (next(self.world.by(Stack, "player", each.id)) for each in (first, second))
        self.world.put(theirs.replace(province=mine.province))
        self.world.put(mine.replace(province=self.neighbour(mine)))
        self.tick("run", {})
        steps = {"stack": f"stack:{mine.id}", "steps": [self.back(mine)]}
        return self.tick("run", {first.id: [MoveAlong.model_validate(steps)]})

    def city(self, player: Player) -> City:
        """The city whose baron is the player's."""
        return next(
            city
            for city in self.world.all(City)
            if city.baron and self.world.get(Character, city.baron).player == player.id
        )

    def neighbour(self, stack: Stack) -> int:
        """A province of land beside a stack, of the same barony."""
        grid = self.world.get(Map, 1).grid
        here = self.world.get(Province, stack.province)
        for place in grid.adjacency()[stack.province - 1]:
            other = self.world.find(Province, place + 1)
            if other and other.barony == here.barony:
                return other.id
        raise AssertionError("a starting barony has several provinces")

    def back(self, stack: Stack) -> str:
        """The way from where a stack was put to its city."""
        grid = self.world.get(Map, 1).grid
        here = self.world.get(Stack, stack.id).province
        direction = grid.adjacency()[here - 1].index(stack.province - 1)
        return ("ne", "e", "se", "sw", "w", "nw")[direction]
