"""What counts in a Cohorts campaign, in words."""

from __future__ import annotations

from typing import Final

from bot.faces.goals import Goal

GOAL: Final = Goal(
    counts=(
        "every city that a faction's players hold is worth a point. Where two hold as many, the "
        "one with more people in them stands before the other."
    ),
    rule="cohorts.order.conquer-city",
)
