"""`/odds` of a Warlords campaign: as by Cohorts, and exact where every fighter was fully read."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.faces.cohorts.odds import forecasts as cohorts
from bot.faces.forecasts import of_groups

FORECASTS: Final = replace(
    cohorts.FORECASTS,
    help="What a fight would bring, by what you know; exact once you have read them",
    heeds=of_groups("set", "equip", "hero"),
)
