"""A scene by the rules of module `iron_lines`: the world of Cohorts, fought in lines."""

from typing import Any

from engine.campaign import Player
from engine.packs.cohorts.pieces.records import Unit
from engine.packs.kingdoms.battle.on_cohorts.system import CohortsLineBattles
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.world import Record
from tests.packs.battle_scene import BattleScene
from tests.rules.scene import module


class LineScene(BattleScene):
    """A scene of module `iron_lines`."""

    system = CohortsLineBattles

    def __init__(self, width: int = 12, height: int = 12) -> None:
        super().__init__(width, height, module("iron_lines"))
        self.columns = self.module.content(ArmyContent)

    def troop(self, holder: Record, player: Player | None = None, **values: Any) -> Unit:
        """A hundred spearmen of no level, but for what is said."""
        usual = {"soldiers": 100, "equipment": {"main_hand": "spear"}, "level": 0}
        return self.unit(holder, player, **{**usual, **values})
