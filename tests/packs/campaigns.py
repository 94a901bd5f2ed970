"""A campaign of a module that founds its own world, joined by all factions."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from engine.campaign import Player
from engine.dice import SeededDice
from engine.orders import Order
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Character, City
from engine.turn import Due, Submission, resolve
from tests.rules.scene import SEED, queued

MONDAY = dt.date(2024, 5, 6)


class Campaign:
    """A campaign of a player in each faction."""

    def __init__(self, rules: Rules, join: type[Order], size: Mapping[str, int] = {}) -> None:
        assert rules.found
        world = rules.found(rules, SeededDice(SEED, 0), dict(size))
        parties = rules.module.content(Content).parties
        joins = [
            join.model_validate({"faction": key, "name": f"Lord of {key}", "party": party})
            for key, party in zip(rules.module.factions, parties, strict=False)
        ]
        due = Due("setup", 1, MONDAY, (Submission(0, queued(tuple(joins))),))
        outcome = resolve(rules, world, due, SeededDice(SEED, 1))
        assert not outcome.faults, outcome.faults[0].traceback
        self.world = outcome.world

    def city(self, player: Player) -> City:
        """The city whose baron is the player's."""
        return next(
            city
            for city in self.world.all(City)
            if city.baron and self.world.get(Character, city.baron).player == player.id
        )
