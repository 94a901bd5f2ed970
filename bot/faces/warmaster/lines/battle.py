"""Lines about battles: who attacked whom, how it ended and why, and at what price.

The full account and its pictures are made from the record elsewhere.
"""

from __future__ import annotations

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import DEFEAT, PLAIN, VICTORY, News, headline
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, number
from engine.battle import QUEST, BattleRecord
from engine.packs.warmaster.aftermath import WarmasterFought
from engine.packs.warmaster.battle.happenings import Ended, Withdrew
from engine.packs.warmaster.battle.naval import SeaEnded

LINES = Lines()


def _battle(event: WarmasterFought, names: CohortsNames) -> News:
    where = f"at {names.province(event.province)}"
    if names.reader and names.reader == event.winner:
        return headline(VICTORY, where)
    if names.reader and names.reader == event.loser:
        return headline(DEFEAT, where, vain=True)
    return PLAIN


@LINES.of(WarmasterFought, _battle)
def _(event: WarmasterFought, names: CohortsNames) -> str:
    record = event.record
    won, lost = (_side(each, record, names) for each in (event.winner, event.loser))
    where = names.province(event.province)
    if record.winner == "attacker":
        told = f"{won} attacked and beat {lost} at {where}"
    elif event.by_time:
        told = f"{lost} attacked {won} at {where} and did not break them"
    else:
        told = f"{lost} attacked {won} at {where} and lost"
    told += f"{how(record)}."
    for what, who in (
        ("Lost by the winner", tuple(each for each in event.fell if each not in event.spared)),
        ("Lost by the beaten", tuple(each for each in event.beaten if each not in event.spared)),
        ("Struck down, but alive", event.spared),
    ):
        if who:
            told += f" {what}: {listed(map(names.show, who))}."
    if event.items:
        told += f" Magic items taken: {listed(map(names.item, event.items))}."
    return told


def _side(faction: int, record: BattleRecord, names: CohortsNames) -> str:
    if faction:
        return names.faction(faction)
    return "those who were there" if record.clash.trigger == QUEST else "the garrison"


def how(record: BattleRecord) -> str:
    """In how many rounds it ended, and why the beaten side gave up; empty of an outline."""
    happened = record.engagements[-1].events
    ends = (each for each in happened if isinstance(each, Ended | SeaEnded))
    end = next(ends, None)
    if end is None:
        return ""
    told = f" in {number(end.round, 'round')}"
    gave_up = (each for each in happened if isinstance(each, Withdrew))
    why = next((each for each in gave_up if each.side != end.winner), None)
    if why is None:
        return told
    if why.reason == "general":
        return f"{told}, when the beaten General fell"
    lost = f"{why.lost} of {number(why.of, 'unit')}, machines not counted"
    return f"{told}, when the beaten had lost {lost}"
