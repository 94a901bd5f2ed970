"""`/odds` of a Warmaster campaign: battles by its own engine, with what is usual of the enemy.

What others told their armies nobody can know, so no forecast against a player is ever quite sure.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from bot.faces.cohorts.odds import forecasts as cohorts
from bot.faces.cohorts.odds.facts import odds_facts
from bot.faces.forecasts import of_groups
from bot.faces.odds.telling import Telling

_TOLD: Final = {
    "wounds": "stands lost",
    "ext": "magic item",
    "level": "level",
    "skills": "skills",
    "slot": "battle slot",
}
"""Fields of a piece that decide a battle (warmaster.map.military-unit, warmaster.map.character)."""
_ASSUMED: Final = (
    "What they told their army is not known: it stands, is led and does as is usual, and carries "
    "no magic items but those that were read."
)
_TELLING: Final = Telling(partial(odds_facts, told=_TOLD, assumed=_ASSUMED), cohorts.HINT)
FORECASTS: Final = replace(
    cohorts.FORECASTS,
    help="What a battle would bring: your orders as they are, theirs as is usual",
    heeds=of_groups("set", "equip", "army"),
    brief=_TELLING.brief,
    tell=_TELLING.tell,
)
