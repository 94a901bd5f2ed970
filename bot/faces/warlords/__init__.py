"""The face of Warlords, upon that of Cohorts."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.faces.cohorts.battle.contest import SIGNS
from bot.faces.cohorts.battle.setting import setting_of
from bot.faces.cohorts.odds import forecasts as cohorts
from bot.faces.cohorts.stack.idling import RestIdle
from bot.faces.combat import CombatFigures
from bot.faces.contests import Contest
from bot.faces.face import Face
from bot.faces.forecasts import of_groups
from bot.faces.paint.looks import Looks
from bot.faces.warlords.battle.account import account
from bot.faces.warlords.battle.scenes import line_battle
from bot.faces.warlords.card import war_bearing, war_reading, war_ware
from bot.faces.warlords.helping import TOPICS
from bot.faces.warlords.lines import LINES
from bot.faces.warlords.primer import PRIMER
from bot.faces.warlords.stories import STORIES
from engine.packs import Rules
from engine.packs.warlords.content import WarContent
from engine.packs.warlords.system import NAME

_DUELS: Final = Contest(
    name=NAME,
    rule="warlords.report",
    setting=setting_of,
    battle=line_battle,
    account=account,
    signs=SIGNS,
)


_FORECASTS: Final = replace(
    cohorts.FORECASTS,
    help="What a fight would bring, by what you know; exact once you have read them",
    heeds=of_groups("set", "equip", "hero"),
)


def _looks_of(rules: Rules) -> Looks:
    """The icons of types, by their names, as battles know them."""
    content = rules.module.content(WarContent)
    tables = {"unit_types": content.unit_types, "hero_types": content.hero_types}
    return Looks(
        icons={
            (table, each.name): each.icon
            for table, types in tables.items()
            for each in types.values()
            if each.icon
        }
    )


_REASONS: Final[Mapping[str, str]] = {
    "calling": "{things} has yet to choose what to fight as",
    "relic": "{things} has nothing as powerful to wear there: the power is {figure}",
    "arm": "{things} should stand with its like",
    "temple": "{things} stands at a temple",
    "war_spell": "a spell of {things} helps a whole stack until the month ends",
    "forge": "{things} can make a relic",
    "bless": "{things} can bless who is about to fight",
}
"""By the reason's key; `things` are what it is about, `figure` the number that weighed."""


FACE = Face(
    pack="warlords",
    lines=LINES,
    combat=CombatFigures(war_bearing, war_reading, ware=war_ware),
    forecasts=_FORECASTS,
    contests=(_DUELS,),
    stories=STORIES,
    recipes=(RestIdle,),
    reasons=_REASONS,
    looks=_looks_of,
    topics=TOPICS,
    primer=PRIMER,
)
