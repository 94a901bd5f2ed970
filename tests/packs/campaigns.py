"""A campaign of a module that founds its own world, joined by all factions and played by ticks."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from engine.campaign import Player
from engine.dice import SeededDice
from engine.orders import Order
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Character, City, Map, Province, Stack
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
        """Play a tick in which nothing breaks."""
        self.ticks += 1
        submissions = tuple(Submission(who, queued(tuple(each))) for who, each in orders.items())
        due = Due(kind, self.ticks, MONDAY, submissions)
        outcome = resolve(self.rules, self.world, due, SeededDice(SEED, self.ticks))
        assert not outcome.faults, outcome.faults[0].traceback
        self.world = outcome.world
        return outcome

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
