"""What is usual of units and leaders that a faction has not read, beside what is so by Cohorts.

The type of a unit is plain to see; what it was told and carries is not, and counts as nothing. For
forecasts alone; no rule runs on it.
"""

from __future__ import annotations

from typing import Any, Final

from engine.dice import Dice
from engine.packs.cohorts.battle.usual import Usual
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.pieces import Leader, regiment_of
from engine.world import World

NEEDS: Final = frozenset(
    ("type", "job", "level", "slot", "wounds", "equipment", "soldiers", "skills", "ext", "ship")
)
"""Fields of a piece that a forecast depends on (warmaster.map.military-unit,
warmaster.map.character)."""


class WarmasterUsual(Usual):
    """What a faction has to expect of foreign pieces in a Warmaster campaign."""

    def __init__(self, view: World, content: Content, war: WarmasterContent, faction: int) -> None:
        super().__init__(view, content, faction)
        self.war = war

    def unit(self, unit: Unit, share: float, dice: Dice) -> dict[str, Any]:
        """As by Cohorts, as a unit of its type."""
        drawn = super().unit(unit, share, dice)
        bare: dict[str, Any] = {**drawn, **unit.known(), "ext": None}
        return {**drawn, "ext": regiment_of(self.war, self.content, Unit(**bare))}

    def character(self, one: Character, share: float, dice: Dice) -> dict[str, Any]:
        """As by Cohorts, without a magic item."""
        return {**super().character(one, share, dice), "ext": Leader()}
