"""A scene by the rules of module `iron_lines`: the world of Cohorts, fought in lines."""

from typing import Any

from engine.battle import BattleRecord, Clash
from engine.campaign import Player
from engine.dice import Dice, ForeseeDice, Seed, SeededDice, Streams
from engine.events import Entry
from engine.packs import Rules
from engine.packs.cohorts.pieces.records import City, Stack, Unit
from engine.packs.kingdoms.battle.on_cohorts.system import CohortsLineBattles
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.state import State
from engine.world import Place, Record, World
from tests.rules.scene import Scene, clash_at, module

FAIR = Seed(bytes(32))


class LineScene(Scene):
    """A scene of module `iron_lines`."""

    def __init__(self, width: int = 12, height: int = 12) -> None:
        super().__init__(width, height)
        self.module = module("iron_lines")
        self.columns = self.module.content(ArmyContent)
        self.rules = Rules.of(self.module)
        self.world = World.load(self.rules.records, self.world.rows())
        self.entries: tuple[Entry, ...] = ()

    def troop(self, holder: Record, player: Player | None = None, **values: Any) -> Unit:
        """A hundred spearmen of no level, but for what is said."""
        usual = {"soldiers": 100, "equipment": {"main_hand": "spear"}, "level": 0}
        return self.unit(holder, player, **{**usual, **values})

    def state(self, dice: Streams | None = None) -> State:
        """The truth, as a rule works on it."""
        return super().state(dice or ForeseeDice())

    def clash(
        self,
        attacker: Stack,
        defender: Stack | None = None,
        city: City | None = None,
        origin: Record | None = None,
    ) -> Clash:
        """These meet where the defender is."""
        where = defender or city
        assert where
        defenders = [each for each in (defender, city) if each]
        return clash_at(Place("province", where.province), [attacker], defenders, origin=origin)

    def battle(self, clash: Clash, dice: Dice | None = None) -> BattleRecord:
        """Fight and carry it out."""
        contest, state = CohortsLineBattles(), self.state(SeededDice(FAIR, 1))
        drawn = dice or SeededDice(FAIR, 1).stream("test", "battle")
        record = contest.fight(*contest.muster(state, clash), drawn, clash)
        contest.aftermath(state, record)
        self.entries = tuple(state.log.entries)
        return record
