"""Turn after turn of orders as choosers offer them, in a world that was founded: nothing breaks."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from engine.campaign import Player
from engine.dice import ForeseeDice, Seed, SeededDice
from engine.orders import Order, Parameter, Queued, parameters
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.joining import Join
from engine.packs.kingdoms.pieces.records import Army, Crown, Ruler
from engine.preview import plan
from engine.state import State
from engine.turn import Due, DueKind, Submission, resolve
from engine.world import World
from tests.packs.kingdoms.ventures.court import MODULE, RULES

SEATS = ("vesperine", "thistledown", "marrowgate", "hollowcrown")
CLASSES = [cls for path, cls in RULES.orders.items() if path[0] != "host"]
DAY = dt.date(2026, 1, 5)


class Table:
    """A founded world with a player in each seat, and who gives them orders by a seed."""

    def __init__(self, seed: int) -> None:
        self.seed = Seed(bytes([seed]) * 32)
        self.random = Random(seed)
        assert RULES.found
        size = {"width": 14, "height": 12}
        self.world = RULES.found(RULES, SeededDice(self.seed, 0), size)
        self.ticks = 0
        courts = list(MODULE.content(RulerContent).courts)
        self.random.shuffle(courts)
        for number, (seat, court) in enumerate(zip(SEATS, courts, strict=False)):
            order = Join(faction=seat, name=f"Player {number}", court=court)
            self.tick("setup", Submission(0, (Queued("k1", order),)))
        assert self.world.count(Player) == len(SEATS)

    def tick(self, kind: DueKind, *told: Submission) -> None:
        self.ticks += 1
        due = Due(kind, self.ticks, DAY, told)
        outcome = resolve(RULES, self.world, due, SeededDice(self.seed, self.ticks))
        assert not outcome.faults, outcome.faults[0].traceback
        self.world = World.load(RULES.records, outcome.world.rows())

    def orders(self, player: Player) -> Iterator[Queued]:
        """Some orders for every character, each of values that are offered, or left out."""
        view = RULES.view(self.world, player.faction)
        crown = view.first(Crown, "player", player.id)
        if crown is None or crown.fallen:
            return
        people = [each for each in view.by(Ruler, "crown", crown.id) if each.alive]
        wanted = 2 + 4 * len(people)
        for number in range(wanted):
            order = self.order(view, player, self.random.choice(CLASSES))
            if order:
                yield Queued(f"k{number}", order)

    def order(self, view: World, player: Player, cls: type[Order]) -> Order | None:
        state = State(RULES, view, ForeseeDice())
        state.player, state.planning = player.id, True
        given: dict[str, Any] = {}
        for parameter in parameters(cls):
            value = self.value(state, parameter, given)
            if value is not None:
                given[parameter.name] = value
        try:
            return cls.model_validate(given)
        except ValidationError:
            return None

    def value(self, state: State, parameter: Parameter, given: dict[str, Any]) -> Any:
        if not parameter.required and self.random.random() < 0.4:
            return None
        if parameter.asks:
            offered = [choice.value for choice in parameter.asks.among(state, given)]
            if not offered:
                return None
            if parameter.many:
                return self.random.choices(offered, k=min(3, len(offered)))
            return self.random.choice(offered)
        return self.random.randint(1, 40) if parameter.kind == "number" else None

    def play(self, turns: int) -> None:
        for _ in range(turns):
            told: list[Submission] = []
            for player in list(self.world.all(Player)):
                orders = tuple(self.orders(player))
                view = RULES.view(self.world, player.faction)
                assert plan(RULES, view, player.id, orders)
                told.append(Submission(player.id, orders))
            self.tick("run", *told)
            self.tick("weekly")
            self.check()

    def check(self) -> None:
        """What holds in every world."""
        world = self.world
        for army in world.all(Army):
            if army.leader:
                leader = world.get(Ruler, army.leader)
                assert leader.alive
                assert (leader.crown, leader.holding) == (army.crown, army.holding)
        for crown in world.all(Crown):
            assert crown.treasury >= 0
            if crown.king:
                king = world.get(Ruler, crown.king)
                assert king.alive
                assert king.royal
                assert king.crown == crown.id
        for ruler in world.all(Ruler):
            skills = zip(ruler.skill, ruler.aptitude, strict=True)
            assert all(skill <= aptitude for skill, aptitude in skills)


@pytest.mark.parametrize("seed", [1, 2])
def test_turns_of_any_orders_break_nothing(seed: int) -> None:
    Table(seed).play(turns=3)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3, 30))
def test_whole_games_of_any_orders_break_nothing(seed: int) -> None:
    Table(seed).play(turns=12)
