"""Orders by chance: what a player might give who knows no rule, most of it from what is offered."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import ValidationError

from bot.league.games import Game, Seated
from engine.campaign import Player
from engine.dice import ForeseeDice
from engine.orders import Order, Parameter, Queued, parameters
from engine.packs import Rules
from engine.state import State
from engine.turn import DueKind, Submission, TickOutcome
from engine.world import World

JUNK = 0.15
"""How often a value is not one that is offered."""


A_TURN = 12  # orders of a player


class Whims:
    """The whims of one who gives orders, drawn from a number."""

    def __init__(self, rules: Rules, number: int) -> None:
        self.rules, self.chance = rules, random.Random(number)
        self.classes = [cls for path, cls in rules.orders.items() if path[0] != "host"]

    def turn(self, world: World, player: int, tries: int) -> Iterator[Queued]:
        """Orders of a player, at most as many as there are tries."""
        view = self.rules.view(world, world.get(Player, player).faction)
        state = State(self.rules, view, ForeseeDice())
        state.player, state.planning = player, True
        for number in range(tries):
            if order := self._order(state, self.chance.choice(self.classes)):
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


class AnyGame(Game):
    """A campaign whose players give what chance has them give."""

    def __init__(self, rules: Rules, number: int) -> None:
        self.whims = Whims(rules, number)
        self.given = 0
        super().__init__(rules, number, ("middle",))

    def _submissions(self, seats: Sequence[Seated]) -> tuple[Submission, ...]:
        turns = [
            Submission(each.player, tuple(self.whims.turn(self.world, each.player, A_TURN)))
            for each in seats
        ]
        self.given += sum(len(turn.orders) for turn in turns)
        return tuple(turns)

    def _resolve(self, kind: DueKind, day: dt.date, turns: tuple[Submission, ...]) -> TickOutcome:
        before = len(self.played.faults)
        out = super()._resolve(kind, day, turns)
        assert self.played.faults[before:] == []
        again = World.load(self.rules.records, out.world.rows())
        assert list(again.rows()) == list(out.world.rows()), "it comes back as it was kept"
        return out
