"""A scene by the rules of Warmaster: units of army lists, battles with dice that are known."""

from collections.abc import Mapping
from typing import Any

from engine.battle import MOVEMENT, BattleRecord, Clash, Trigger
from engine.campaign import Player
from engine.dice import Dice, ForeseeDice, SeededDice, Streams
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import City, Stack, Unit
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.pieces import regiment
from engine.packs.warmaster.system import WarmasterBattles
from engine.state import State
from engine.world import Place, Record, World
from tests.rules.scene import SEED, Scene, changed, clash_at, endless


class MusterScene(Scene):
    """A scene of module `warmaster`, with figures or base content changed."""

    def __init__(
        self,
        width: int = 12,
        height: int = 12,
        *,
        figures: Mapping[str, Any] | None = None,
        content: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(width, height)
        base = endless("warmaster")
        self.war = changed(base.content(WarmasterContent), figures or {})
        self.content = changed(
            base.content(Content), {"winning": self.content.winning, **(content or {})}
        )
        contents = {**base.contents, "cohorts": self.content, "warmaster": self.war}
        self.module = base.model_copy(update={"contents": contents, "victory": self.module.victory})
        self.rules = Rules.of(self.module)
        self.world = World.load(self.rules.records, self.world.rows())

    def troop(
        self,
        holder: Record,
        kind: str,
        player: Player | None = None,
        *,
        attached: bool = False,
        **values: Any,
    ) -> Unit:
        """A military unit of a type, of whichever list has it; else as `unit`."""
        army = next(each for each in self.war.army_lists.values() if kind in each.units)
        card = army.units[kind]
        race = next(race for race, key in self.war.armies.items() if key == army.key)
        ext = regiment(self.war, self.content, army, card, race, attached=attached)
        usual = {"name": card.name, "race": race, "type": kind, "soldiers": card.points, "ext": ext}
        return self.unit(holder, player, **{**usual, **values})

    def workplace(self, **improvements: int) -> City:
        """My city with these improvements."""
        self.barony((2, 2), (3, 2))
        return self.city(2, 2, self.me, improvements=improvements, actions=3)

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
        origin: Place | None = None,
    ) -> Clash:
        """These meet where the defender is."""
        where = defender or city
        assert where
        defenders = [each for each in (city, defender) if each]
        found = clash_at(Place("province", where.province), [attacker], defenders)
        return found.replace(trigger=trigger, origin=origin)

    def battle(self, clash: Clash, dice: Dice | None = None, number: int = 1) -> BattleRecord:
        """Fight and carry it out, with seeded dice unless others are given."""
        system, state = WarmasterBattles(), self.state(SeededDice(SEED, number))
        rolls = dice or SeededDice(SEED, number).stream("scene", "battle")
        record = system.fight(*system.muster(state, clash), rolls, clash)
        self.settle(record, number)
        return record

    def settle(self, record: BattleRecord, number: int = 1) -> None:
        """Carry out what a record tells."""
        state = self.state(SeededDice(SEED, number))
        WarmasterBattles().aftermath(state, record)
        self.entries = state.log.entries
