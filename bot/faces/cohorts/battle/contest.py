"""How battles in slots are shown."""

from typing import Final

from bot.faces.cohorts.battle.account import account
from bot.faces.cohorts.battle.scenes import field_battle
from bot.faces.cohorts.battle.setting import setting_of
from bot.faces.contests import Contest
from engine.packs.cohorts.battle.system import SYSTEM

SIGNS: Final = "(A) attacker, (D) defender"

SLOTS: Final = Contest(
    name=SYSTEM,
    rule="cohorts.turn.battle-report",
    setting=setting_of,
    battle=field_battle,
    account=account,
    signs=SIGNS,
)
