"""Computer players: they know what their view holds, give sensible orders, and use them up."""

import datetime as dt

import pytest

from bot.faces.cohorts.stories import MARCHES
from data import FOLDER
from engine.campaign import Player
from engine.deciding import decide
from engine.dice import Seed, SeededDice
from engine.events import OrderFailed
from engine.module import load
from engine.orders import Queued
from engine.packs import Rules
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.setup.joining import Join
from engine.rivals import Mind
from engine.turn import Due, DueKind, Submission, resolve
from engine.world import World

RULES = Rules.of(load("cohorts", [FOLDER / "modules"]))
WEEKS = 4


class Game:
    """A campaign of the shipped module, played without any host."""

    def __init__(self, seed: int) -> None:
        self.seed = Seed(bytes([seed]) * 32)
        assert RULES.found
        self.world: World = RULES.found(RULES, SeededDice(self.seed, 1), {})
        self.world.settle()
        self.number = 1
        for place, side in enumerate(MARCHES.seats.values()):
            about = {"faction": side["faction"], "party": side["start"]}
            join = Join.model_validate({"name": f"Player {place}", **about})
            assert not self.tick("setup", Submission(0, (Queued("a1", join),)))

    def tick(self, kind: DueKind, *submissions: Submission) -> list[OrderFailed]:
        """Resolve a tick; returns the orders that failed."""
        self.number += 1
        due = Due(kind, self.number, dt.date(2026, 1, 5), submissions)
        outcome = resolve(RULES, self.world, due, SeededDice(self.seed, self.number))
        assert not outcome.faults
        self.world = outcome.world
        events = [entry.event for entry in outcome.entries]
        return [event for event in events if isinstance(event, OrderFailed)]


@pytest.mark.parametrize("seed", [1, 2])
def test_their_orders_do_not_fail_and_every_one_of_them_trains_and_explores(seed: int):
    game = Game(seed)
    kinds: dict[int, set[type]] = {player.id: set() for player in game.world.all(Player)}
    for _ in range(WEEKS):
        for player in list(game.world.all(Player)):
            view = RULES.view(game.world, player.faction)
            dice = SeededDice(game.seed, game.number)
            mind = Mind(RULES, view, player.id, RULES.module.nature(0), "middle", dice)
            orders = tuple(decision.queued for decision in decide(mind))
            kinds[player.id] |= {type(queued.order) for queued in orders}
            assert game.tick("run", Submission(player.id, orders)) == []
        game.tick("weekly")
    assert all({Move, TrainMilitaryUnits} <= given for given in kinds.values())
