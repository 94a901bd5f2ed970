"""A scene on the sand, played tick by tick through the engine, without any host."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import TypeVar

from skirmish.rules import PACK
from skirmish.rules.content import Content
from skirmish.rules.joining import Enter
from skirmish.rules.records import Arena, Fighter
from skirmish.rules.stepping import Step, Way

from engine.campaign import Player
from engine.dice import Seed, SeededDice
from engine.events import Event
from engine.module import load
from engine.orders import Order, Queued, Ref
from engine.packs import Rules
from engine.replay import replay
from engine.turn import Due, DueKind, Submission, TickOutcome
from engine.world import World
from tests.systems.installed import SKIRMISH

MODULES = SKIRMISH.parent / "skirmish" / "data" / "modules"
LANTERN, CELLAR = "lantern", "cellar"

E = TypeVar("E", bound=Event)


def rules(laurels: int) -> Rules:
    """The arena's rules, with that many duels to win."""
    module = load("arena", [MODULES])
    content = module.content(Content)
    longer = content.model_copy(
        update={"bouts": content.bouts.model_copy(update={"laurels": laurels})}
    )
    return Rules.of(
        module.model_copy(update={"contents": {"skirmish": longer}}), {"skirmish": PACK}
    )


RULES = rules(laurels=99)
"""Of a season that no test sees the end of."""


class Sand:
    """The module's arena, a seed, and what happened so far."""

    def __init__(self, seed: int = 1, rules: Rules = RULES) -> None:
        self.seed = Seed(bytes([seed]) * 32)
        self.ticks = 0
        self.rules = rules
        assert rules.found
        self.world: World = rules.found(rules, SeededDice(self.seed, 1), {})
        self.outcome: TickOutcome

    def tick(self, kind: DueKind, *submissions: Submission) -> TickOutcome:
        """Resolve a tick from stored rows, as a host does; an order that breaks fails the test."""
        self.ticks += 1
        due = Due(kind, self.ticks, dt.date(2026, 1, 5), submissions)
        dice = SeededDice(self.seed, self.ticks)
        self.outcome = replay(self.rules, self.world.rows(), due, dice, {}).outcome
        assert not self.outcome.faults
        self.world = self.outcome.world
        return self.outcome

    def enter(
        self, school: str, name: str, at: tuple[int, int] | None = None, style: str = "net"
    ) -> Fighter:
        """A fighter of a new player, at the gate or put somewhere."""
        order = Enter(faction=school, name=name, style=style)
        self.tick("setup", Submission(0, (Queued("a1", order),)))
        fighter = next(each for each in self.world.all(Fighter) if each.name == name)
        if at:
            width = self.world.get(Arena, 1).width
            self.put(fighter.replace(spot=at[1] * width + at[0] + 1))
        return self.now(fighter)

    def put(self, fighter: Fighter) -> None:
        """Make a fighter so."""
        self.world.put(fighter)

    def now(self, fighter: Fighter) -> Fighter:
        """A fighter as it is by now."""
        return self.world.get(Fighter, fighter.id)

    def at(self, fighter: Fighter) -> tuple[int, int] | None:
        """Column and row of a fighter; None for one that was carried off."""
        spot = self.now(fighter).spot
        return self.world.get(Arena, 1).grid.at(spot - 1).spot if spot else None

    def run(self, *steps: tuple[Fighter, Way]) -> TickOutcome:
        """A run in which these fighters step, and nobody else."""
        return self.give(*((f, (step(f, way),)) for f, way in steps))

    def give(self, *turns: tuple[Fighter, Sequence[Order]]) -> TickOutcome:
        """A run in which the players of these fighters give orders."""
        return self.tick(
            "run",
            *(
                Submission(f.player, tuple(Queued(f"k{n}", o) for n, o in enumerate(orders, 1)))
                for f, orders in turns
            ),
        )

    def events(self, cls: type[E]) -> list[E]:
        """The events of a class in the last tick."""
        return [each.event for each in self.outcome.entries if isinstance(each.event, cls)]

    def faction(self, fighter: Fighter) -> int:
        """The school of a fighter."""
        return self.world.get(Player, fighter.player).faction


def step(fighter: Fighter, way: Way) -> Step:
    """An order to step."""
    return Step(fighter=Ref("fighter", fighter.id), way=way)
