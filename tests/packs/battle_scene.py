"""A scene by the rules of another module than Cohorts', with battles fought by its own system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine.battle import MOVEMENT, BattleRecord, Clash, Trigger
from engine.dice import Dice, ForeseeDice, SeededDice, Streams
from engine.events import Entry
from engine.module import Module
from engine.module.sections import Sections
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.records import City, Stack
from engine.packs.cohorts.quests.questing import PerformQuest
from engine.state import State
from engine.world import Place, Record, World
from tests.rules.scene import SEED, Ran, Scene, changed, clash_at, ref


class BattleScene(Scene):
    """A scene of a module whose battles are not those of Cohorts."""

    system: ClassVar[type[Any]]
    """Of battles."""
    entries: Sequence[Entry] = ()
    """What was told of the last battle."""

    def __init__(
        self,
        width: int,
        height: int,
        module: Module,
        own: Mapping[str, Sections] | None = None,
        content: Mapping[str, Any] | None = None,
    ) -> None:
        """`own` are other sections of packs, `content` other values of Cohorts'."""
        super().__init__(width, height)
        ground = changed(module.content(Content), content or {})
        contents = {**module.contents, "cohorts": ground, **(own or {})}
        module = module.model_copy(update={"contents": contents})
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

    def quest(self, key: str, stack: Stack, dice: Streams | None = None) -> Ran:
        """The result of a quest that a stack takes on where it stands, by its first choice."""
        kind = next(each for each in self.content.hot_spots.values() if key in each.quests)
        spot = {"type": kind.key, "name": kind.name, "icon": "moon", "text": "", "hidden": False}
        self.world.add(HotSpot, **spot, province=stack.province, quests=kind.quests, uses=0)
        choice = next(iter(self.content.quests[key].options), "")
        order = PerformQuest(stack=ref(stack), quest=key, choice=choice)
        return self.run(order, dice=dice)

    def settle(self, record: BattleRecord, number: int = 1) -> None:
        """Carry out what a record tells."""
        state = self.state(SeededDice(SEED, number))
        self.system().aftermath(state, record)
        self.entries = state.log.entries
