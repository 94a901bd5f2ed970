"""Whole campaigns of orders drawn by chance, of every system: no turn breaks.

`SOAK_ORDERS` says how many orders a soak draws in all, and `SOAK_SEED` which. Others hold what
orders do against the rules; here it is only that a turn is made whatever players come up with.
"""

from __future__ import annotations

import datetime as dt
import os
import random
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from pydantic import ValidationError

from bot.league.games import Game, Seated
from engine.campaign import Now, Player
from engine.dice import ForeseeDice
from engine.module import load
from engine.orders import Order, Parameter, Queued, parameters
from engine.packs import Rules
from engine.state import State
from engine.turn import DueKind, Submission, TickOutcome
from engine.world import World
from tests.rules.scene import MODULES as SHIPPED

MODULES = ("cohorts", "warlords", "kingdoms", "warmaster")
"""One of every system."""
SEED = int(os.environ.get("SOAK_SEED", "0")) or random.randrange(1, 10**9)
ORDERS = int(os.environ.get("SOAK_ORDERS", "1000000")) // len(MODULES)
A_GAME = 25  # turns of one world, then another is founded
A_TURN = 12  # orders of a player
JUNK = 0.15
"""How often a value is not one that is offered."""


class AnyGame(Game):
    """A campaign whose players give what chance has them give."""

    def __init__(self, rules: Rules, number: int) -> None:
        self.chance = random.Random(number)
        self.classes = [cls for path, cls in rules.orders.items() if path[0] != "host"]
        self.given = 0
        super().__init__(rules, number, ("middle",))

    def _submissions(self) -> tuple[Submission, ...]:
        now, found = self.world.get(Now, 1), list[Submission]()
        for seat in self.played.seats:
            if self.world.get(Player, seat.player).last_run != now.turn:
                found.append(Submission(seat.player, tuple(self._turn(seat))))
        return tuple(found)

    def _turn(self, seat: Seated) -> Iterator[Queued]:
        player = self.world.get(Player, seat.player)
        view = self.rules.view(self.world, player.faction)
        state = State(self.rules, view, ForeseeDice())
        state.player, state.planning = player.id, True
        for number in range(A_TURN):
            if order := self._order(state, self.chance.choice(self.classes)):
                self.given += 1
                yield Queued(f"k{number}", order, self.chance.choice(order.phases))

    def _order(self, state: State, cls: type[Order]) -> Order | None:
        given: dict[str, Any] = {}
        for parameter in parameters(cls):
            if parameter.required or self.chance.random() < 0.5:
                value = self._value(state, parameter, given)
                if value is not None:
                    given[parameter.name] = value
        try:
            return cls.model_validate(given)
        except ValidationError:
            return None

    def _value(self, state: State, parameter: Parameter, given: dict[str, Any]) -> Any:
        if parameter.asks and self.chance.random() > JUNK:
            offered = [choice.value for choice in parameter.asks.among(state, given)]
            if offered:
                many = self.chance.choices(offered, k=self.chance.randint(1, 3))
                return many if parameter.many else many[0]
        one = self._junk(parameter)
        return [one] if parameter.many and one is not None else one

    def _junk(self, parameter: Parameter) -> Any:
        match parameter.kind:
            case "ref":
                assert parameter.asks
                kind = self.chance.choice(parameter.asks.kinds)
                return f"{kind}:{self.chance.choice(['new:k1', 1, 2, 7, 40, 10**6])}"
            case "number":
                low = parameter.least or 0
                return self.chance.choice([low, low + 1, low + 5, parameter.most or 10**6])
            case "flag":
                return self.chance.random() < 0.5
            case "option":
                return self.chance.choice(parameter.options)
            case _:
                return self.chance.choice(["", "human", "spear", "x" * 40, "\u202eno", "nil"])

    def _resolve(self, kind: DueKind, day: dt.date, turns: tuple[Submission, ...]) -> TickOutcome:
        before = len(self.played.faults)
        out = super()._resolve(kind, day, turns)
        assert self.played.faults[before:] == []
        again = World.load(self.rules.records, out.world.rows())
        assert list(again.rows()) == list(out.world.rows()), "it comes back as it was kept"
        return out


def played(module: str, seed: int, orders: int, turns: int = A_GAME) -> Iterator[AnyGame]:
    """Games of the module until that many orders were given."""
    rules = Rules.of(load(module, [SHIPPED]))
    given = 0
    for number in count(seed):
        game = AnyGame(rules, number)
        for _ in game.turns(turns):
            if given + game.given >= orders:
                break
        given += game.given
        yield game
        if given >= orders:
            return


@pytest.mark.parametrize("module", MODULES)
def test_turns_of_any_orders_are_made(module: str) -> None:
    (game,) = played(module, 1, 60)
    assert game.given >= 60


@pytest.mark.soak
@pytest.mark.parametrize("module", MODULES)
def test_campaigns_of_any_orders_are_made(module: str, capsys: pytest.CaptureFixture[str]) -> None:
    games = list(played(module, SEED, ORDERS))
    with capsys.disabled():
        given = sum(game.given for game in games)
        ticks = sum(game.tick for game in games)
        print(f"\n{module}, seed {SEED}: {given} orders, {ticks} ticks, {len(games)} games")
    assert sum(game.given for game in games) >= ORDERS
