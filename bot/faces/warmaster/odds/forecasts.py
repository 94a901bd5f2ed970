"""`/odds` of a Warmaster campaign: battles by its own engine, with what is usual of the enemy.

What others told their armies nobody can know, so no forecast against a player is ever quite sure.
"""

from __future__ import annotations

from typing import Final

from bot.faces.cohorts.odds.forecasts import Words, forecasts

_TOLD: Final = {
    "wounds": "stands lost",
    "ext": "magic item",
    "level": "level",
    "skills": "skills",
    "slot": "battle slot",
}
"""What of a piece decides a battle (warmaster.map.military-unit, warmaster.map.character)."""
_ASSUMED: Final = (
    "What they told their army is not known: it stands, is led and does as is usual, and carries "
    "no magic items but those that were read."
)
FORECASTS: Final = forecasts(
    "What a battle would bring: your orders as they are, theirs as is usual",
    Words(_TOLD, _ASSUMED),
)
