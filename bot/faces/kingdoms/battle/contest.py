"""How battles in lines are shown: in columns, and as an account."""

from __future__ import annotations

from typing import Final

from bot.faces.battle.told import BattleTold
from bot.faces.contests import Contest
from bot.faces.kingdoms.battle import of_crowns, on_cohorts
from bot.faces.kingdoms.battle.account import account
from bot.faces.kingdoms.battle.columns import LineSetting
from bot.faces.kingdoms.battle.scenes import column_battle
from engine.packs.kingdoms.battle.arena import SYSTEM
from engine.packs.kingdoms.battle.on_cohorts.told import LinesFought


def setting_of(told: BattleTold) -> LineSetting:
    """Where a battle was and between whom, in either game's world."""
    game = on_cohorts if isinstance(told.event, LinesFought) else of_crowns
    return game.setting_of(told)


COLUMNS: Final = Contest(
    name=SYSTEM,
    rule="kingdoms.battle.report",
    setting=setting_of,
    battle=column_battle,
    account=account,
)
