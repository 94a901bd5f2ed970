"""A scene by the rules of another module than Cohorts', with battles fought by its own system."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from engine.battle import MOVEMENT, BattleRecord, Clash, Trigger
from engine.dice import Dice, ForeseeDice, SeededDice, Streams
from engine.events import Entry
from engine.module import Module
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import City, Stack
from engine.state import State
from engine.world import Place, Record, World
from tests.rules.scene import SEED, Scene, clash_at


class BattleScene(Scene):
    """A scene of a module whose battles are not those of Cohorts."""

    system: ClassVar[type[Any]]
    """Of battles."""
    entries: Sequence[Entry] = ()
    """What was told of the last battle."""

    def __init__(self, width: int, height: int, module: Module) -> None:
        super().__init__(width, height)
        self.module, self.rules = module, Rules.of(module)
        self.content = module.content(Content)
        self.world = World.load(self.rules.records, self.world.rows())

    def state(self, dice: Streams | None = None) -> State:
        """The truth, as a rule works on it."""
        return super().state(dice or ForeseeDice())

    def clash(
        self,
        attacker: Stack,
        defender: Stack | None = None,
        city: City | None = None,
        *,
        trigger: Trigger = MOVEMENT,
        origin: Record | Place | None = None,
    ) -> Clash:
        """These meet where the defender is."""
        defenders = [each for each in (defender, city) if each]
        ground = Place("province", defenders[0].province)
        return clash_at(ground, [attacker], defenders, trigger, origin)

    def battle(self, clash: Clash, dice: Dice | None = None, number: int = 1) -> BattleRecord:
        """Fight and carry it out, with seeded dice unless others are given."""
        system, state = self.system(), self.state(SeededDice(SEED, number))
        rolls = dice or SeededDice(SEED, number).stream("scene", "battle")
        record = system.fight(*system.muster(state, clash), rolls, clash)
        self.settle(record, number)
        return record

    def settle(self, record: BattleRecord, number: int = 1) -> None:
        """Carry out what a record tells."""
        state = self.state(SeededDice(SEED, number))
        self.system().aftermath(state, record)
        self.entries = state.log.entries
