"""A forecast, in a worker: fights imagined on what a faction knows, in words and a picture.

The face makes ever better estimates; the clock that ends them is here. Nothing can reach the seed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from bot import faces
from bot.faces.choosing import Asking
from bot.faces.forecasts import Forecast
from bot.jobs.opened import rules_at, view_at

T = TypeVar("T")


def forecast(
    path: Path,
    campaign: int,
    tick: int,
    faction: int,
    player: int,
    question: Any,
    seconds: float,
    more: bool,
) -> Forecast:
    """What a player of the faction may expect, as well as it can be told in `seconds`.

    `question` is what the face's `Forecasts.asked` gave, `more` whether a longer look may follow.
    Raises `Unanswered` if too little is known.
    """
    seen = faces.of(rules_at(path, campaign, tick))
    asking = Asking(seen, view_at(path, campaign, tick, faction), faction, player)
    assert seen.forecasts, "whoever asks has seen to it"
    estimate, finished = _within(seconds, seen.forecasts.estimates(asking, question))
    return seen.forecasts.tell(asking, question, estimate, more and not finished)


def _within(seconds: float, estimates: Iterator[T]) -> tuple[T, bool]:
    """The best estimate that can be had in `seconds`, and whether there is none better."""
    until = time.monotonic() + seconds
    estimate = next(estimates)
    for estimate in estimates:
        if time.monotonic() >= until:
            return estimate, False
    return estimate, True
