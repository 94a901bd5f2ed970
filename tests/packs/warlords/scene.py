"""A scene by the rules of Warlords: units of the roster, cards of a test's own, battles."""

from collections.abc import Mapping
from typing import Any

from engine.battle import BattleRecord, Clash
from engine.campaign import Player
from engine.dice import Dice, ForeseeDice, ScriptedDice, Streams
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.records import City, Stack, Unit
from engine.packs.warlords.battle.condition import Condition
from engine.packs.warlords.content import UnitType, WarContent, WarSpell
from engine.packs.warlords.pieces import Troop
from engine.packs.warlords.system import WarlordsBattles
from engine.state import State
from engine.world import Place, Record, World
from tests.rules.scene import Scene, changed, clash_at, endless


class WarScene(Scene):
    """A scene of module `warlords`, with figures, cards, spells or base content changed."""

    def __init__(
        self,
        width: int = 12,
        height: int = 12,
        *,
        figures: Mapping[str, Any] | None = None,
        cards: Mapping[str, Mapping[str, Any]] | None = None,
        spells: Mapping[str, Mapping[str, Any]] | None = None,
        content: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(width, height)
        base = endless("warlords")
        own = base.content(WarContent)
        types = dict(own.unit_types)
        for key, values in (cards or {}).items():
            usual = {"name": key, "strength": 1, "hits": 1, "move": 10, "recruits": 10}
            types[key] = UnitType.model_validate({"key": key, **usual, **values})
        cast = dict(own.war_spells)
        for key, values in (spells or {}).items():
            cast[key] = WarSpell.model_validate({"key": key, "name": key, **values})
        self.war = changed(own, {"warlords": dict(figures or {})}).model_copy(
            update={"unit_types": types, "war_spells": cast}
        )
        self.content = changed(base.content(Content), content or {})
        contents = {**base.contents, "cohorts": self.content, "warlords": self.war}
        self.module = base.model_copy(update={"contents": contents})
        self.rules = Rules.of(self.module)
        self.world = World.load(self.rules.records, self.world.rows())

    def troop(
        self,
        holder: Record,
        kind: str,
        player: Player | None = None,
        *,
        condition: Condition | None = None,
        **values: Any,
    ) -> Unit:
        """A military unit by the roster."""
        card = self.war.unit_types[kind]
        ext = Troop.of(card, sails=values.get("arm") == "ship")
        if condition:
            ext = ext.replace(condition=condition)
        usual = {"name": card.name, "soldiers": card.recruits, "ext": ext}
        return self.unit(holder, player, **{**usual, **values})

    def workplace(self, **improvements: int) -> City:
        """My city with these improvements, and villages that dig for all that engines take."""
        spots = [(2, 2), (3, 2), (4, 2), (5, 2)]
        self.barony(*spots)
        for spot, deposit in zip(spots[1:], ("oak", "iron", "stone"), strict=True):
            self.province(*spot, deposits=(deposit,))
            self.village(*spot, level=4)
        built = {"barracks": 1, **improvements}
        if "shipyard" in built:
            self.province(1, 2, terrain="sea")
        return self.city(*spots[0], self.me, improvements=built, actions=3)

    def temple(self, x: int, y: int) -> HotSpot:
        """A temple that all who pass can see."""
        kind = self.war.warlords.temples[0]
        return self._add(HotSpot, province=self.at(x, y).id, type=kind, name="Temple")

    def state(self, dice: Streams | None = None) -> State:
        """The truth, as a rule works on it."""
        return super().state(dice or ForeseeDice())

    def clash(
        self, attacker: Stack, defender: Stack | None = None, city: City | None = None
    ) -> Clash:
        """These meet where the defender is."""
        where = defender or city
        assert where
        defenders = [each for each in (defender, city) if each]
        return clash_at(Place("province", where.province), [attacker], defenders)

    def battle(self, clash: Clash, dice: Dice | None = None) -> BattleRecord:
        """Fight and carry it out; by default nothing is left to chance."""
        system, state = WarlordsBattles(), self.state()
        record = system.fight(*system.muster(state, clash), dice or ScriptedDice(()), clash)
        system.aftermath(state, record)
        self.entries = state.log.entries
        return record
