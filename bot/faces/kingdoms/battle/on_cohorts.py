"""Battles in lines on a world of Cohorts: where they were, and how they are told."""

from __future__ import annotations

from bot.faces.battle.told import BattleTold
from bot.faces.cohorts.battle import setting
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.kingdoms.battle.columns import LineSetting
from bot.faces.kingdoms.terms import Terms
from bot.faces.words.news import DEFEAT, PLAIN, VICTORY, News, headline
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed
from engine.packs.kingdoms.battle.on_cohorts.told import LinesFought

LINES = Lines()


def _battle(event: LinesFought, names: CohortsNames) -> News:
    where = names.province(event.province)
    if not names.reader or event.winner == event.loser:
        return PLAIN
    if names.reader == event.winner:
        return headline(VICTORY, f"at {where}")
    if names.reader == event.loser:
        return headline(DEFEAT, f"at {where}", vain=True)
    return PLAIN


@LINES.of(LinesFought, _battle)
def _(event: LinesFought, names: CohortsNames) -> str:
    winner = names.faction(event.winner) if event.winner else "Those who were there"
    loser = names.faction(event.loser) if event.loser else "those who were there"
    told = f"{winner} beat {loser} in lines at {names.province(event.province)}."
    for what, who in (
        ("Fallen of the winner", event.fell),
        ("Fallen of the loser", event.beaten),
        ("Sent home on their word", event.paroled),
    ):
        if who:
            told += f" {what}: {listed(names.show(each) for each in who)}."
    return told


def setting_of(told: BattleTold) -> LineSetting:
    """The setting of a battle of stacks, by the province of its clash."""
    found = setting.setting_of(told)
    return LineSetting(
        title=found.title,
        subtitle=found.subtitle,
        turn=found.turn,
        sides=found.sides,
        terms=Terms(told.rules.module),
    )
