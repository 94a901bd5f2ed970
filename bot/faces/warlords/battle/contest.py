"""How battles of stack against stack are shown."""

from typing import Final

from bot.faces.cohorts.battle.contest import SIGNS
from bot.faces.cohorts.battle.setting import setting_of
from bot.faces.contests import Contest
from bot.faces.warlords.battle.account import account
from bot.faces.warlords.battle.scenes import line_battle
from engine.packs.warlords.system import NAME

LINES: Final = Contest(
    name=NAME,
    rule="warlords.report",
    setting=setting_of,
    battle=line_battle,
    account=account,
    signs=SIGNS,
)
