"""How encounters are shown: in rounds, and as an account."""

from __future__ import annotations

from typing import Final

from bot.faces.battle.told import BattleTold
from bot.faces.contests import Contest
from bot.faces.kingdoms.bouts import of_crowns, on_cohorts
from bot.faces.kingdoms.bouts.account import account
from bot.faces.kingdoms.bouts.rounds import BoutSetting, encounter_of
from engine.packs.kingdoms.bouts.contest import SYSTEM
from engine.packs.kingdoms.bouts.on_cohorts.system import BoutFought


def setting_of(told: BattleTold) -> BoutSetting:
    """Where an encounter was and between whom, in either game's world."""
    game = on_cohorts if isinstance(told.event, BoutFought) else of_crowns
    return game.setting_of(told)


BOUTS: Final = Contest(
    name=SYSTEM,
    rule="kingdoms.turn.reports",
    setting=setting_of,
    battle=encounter_of,
    account=account,
)
