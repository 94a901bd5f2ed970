"""What standing orders of Cohorts may wait for, as it follows "until"."""

from __future__ import annotations

from typing import Final

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.until_texts import Waits
from bot.faces.words.text import number
from engine.packs.cohorts.knowledge.waiting import ComesNear, LevelReached, StockAbove


def _level(until: LevelReached, names: CohortsNames) -> str:
    return f"{names.thing(until.piece)} reaches level {until.level}"


def _stock(until: StockAbove, names: CohortsNames) -> str:
    return f"{names.city(until.city)} has {until.amount:,} × {names.item(until.item)}"


def _near(until: ComesNear, names: CohortsNames) -> str:
    who = "an enemy" if until.who == "enemies" else "somebody who is no ally"
    if not until.within:
        return f"{who} is seen at {names.thing(until.to)}"
    return f"{who} is seen within {number(until.within, 'province')} of {names.thing(until.to)}"


WAITS: Final[Waits] = {LevelReached: _level, StockAbove: _stock, ComesNear: _near}
