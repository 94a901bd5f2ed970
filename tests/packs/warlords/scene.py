"""A scene by the rules of Warlords: units of the roster, cards of a test's own, battles."""

from collections.abc import Mapping
from typing import Any

from engine.battle import BattleRecord, Clash
from engine.campaign import Player
from engine.dice import Dice, ScriptedDice
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.records import City, Unit
from engine.packs.warlords.battle.condition import Condition
from engine.packs.warlords.content import UnitType, WarContent, WarSpell
from engine.packs.warlords.pieces import Troop
from engine.packs.warlords.system import WarlordsBattles
from engine.world import Record
from tests.packs.battle_scene import BattleScene
from tests.rules.scene import changed, endless


class WarScene(BattleScene):
    """A scene of module `warlords`, with figures, cards, spells or base content changed."""

    system = WarlordsBattles

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
        super().__init__(width, height, base, {"warlords": self.war}, content)

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

    def battle(self, clash: Clash, dice: Dice | None = None, number: int = 1) -> BattleRecord:
        """Fight and carry it out; by default nothing is left to chance."""
        return super().battle(clash, dice or ScriptedDice(()), number)
