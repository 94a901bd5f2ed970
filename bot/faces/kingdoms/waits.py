"""What standing orders of Kingdoms may wait for, as it follows "until"."""

from __future__ import annotations

from typing import Final

from bot.faces.kingdoms.naming import KingdomsNames
from bot.faces.until_texts import Waits
from engine.packs.kingdoms.crowns.waiting import (
    Healed,
    SkillReached,
    TreasuryAbove,
    WellExplored,
)


def _explored(until: WellExplored, names: KingdomsNames) -> str:
    return f"{names.holding(until.holding)} is explored {until.percent}%"


def _healed(until: Healed, names: KingdomsNames) -> str:
    return f"{names.ruler(until.ruler)} is healed"


def _skill(until: SkillReached, names: KingdomsNames) -> str:
    return f"{names.ruler(until.ruler)} has {names.ability(until.ability)} {until.level}"


def _treasury(until: TreasuryAbove, names: KingdomsNames) -> str:
    return f"the treasury holds {until.gold:,} gold"


WAITS: Final[Waits] = {
    WellExplored: _explored,
    Healed: _healed,
    SkillReached: _skill,
    TreasuryAbove: _treasury,
}
