"""A scene by the rules of Warmaster: units of army lists, battles with dice that are known."""

from collections.abc import Mapping
from typing import Any

from engine.campaign import Player
from engine.packs.cohorts.pieces.records import City, Unit
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.pieces import regiment
from engine.packs.warmaster.system import WarmasterBattles
from engine.world import Record
from tests.packs.battle_scene import BattleScene
from tests.rules.scene import changed, endless


class MusterScene(BattleScene):
    """A scene of module `warmaster`, with figures or base content changed."""

    system = WarmasterBattles

    def __init__(
        self,
        width: int = 12,
        height: int = 12,
        *,
        figures: Mapping[str, Any] | None = None,
        content: Mapping[str, Any] | None = None,
    ) -> None:
        base = endless("warmaster")
        self.war = changed(base.content(WarmasterContent), figures or {})
        super().__init__(width, height, base, {"warmaster": self.war}, content)

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
