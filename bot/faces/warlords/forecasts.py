"""`/odds` of a Warlords campaign: as by Cohorts, of fighters that were fully read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from bot.faces.choosing import Asking, Unanswered
from bot.faces.cohorts.odds import forecasts as cohorts
from engine.facts import NotKnown


def _estimates(asking: Asking, question: Any) -> Iterator[Any]:
    """The chances by the cards of all who fight (warlords.forecast)."""
    try:
        yield from cohorts.FORECASTS.estimates(asking, question)
    except NotKnown:
        raise Unanswered(
            "You know too little of them: by the rules of this campaign a forecast needs every "
            "fighter of both sides fully read.",
            "Read the enemy first, as with the spell Read Legion or, for a garrison, Read City.",
            "warlords.forecast",
        ) from None


FORECASTS: Final = replace(cohorts.FORECASTS, estimates=_estimates)
