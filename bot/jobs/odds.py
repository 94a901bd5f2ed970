"""A forecast, in a worker: fights imagined on what a faction knows, in words and a picture.

The face makes ever better estimates; the clock that ends them is here. Nothing can reach the seed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from bot import faces
from bot.faces.choosing import Asking, Unanswered
from bot.faces.forecasts import Forecast
from bot.jobs.opened import rules_at, view_at
from engine import preview
from engine.facts import NotKnown
from engine.world import Missing

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


def expected(
    path: Path,
    campaign: int,
    tick: int,
    faction: int,
    player: int,
    orders: Sequence[tuple[str, str]],
    keys: Sequence[str],
    seconds: float,
) -> dict[str, str]:
    """What the fights would bring that a player's orders lead to, in words by the orders' keys.

    `orders` are keys and stored forms; only those of `keys` are reckoned with, together in
    `seconds`. The fighters are as all the orders leave them.
    """
    rules = rules_at(path, campaign, tick)
    seen = faces.of(rules)
    assert seen.forecasts, "whoever asks has seen to it"
    queued = tuple(rules.read_order(key, body) for key, body in orders)
    plan = preview.plan(rules, view_at(path, campaign, tick, faction), player, queued)
    asking = Asking(seen, plan.world, faction, player)
    fights = [
        (planned.key, question)
        for planned in plan.orders
        if planned.key in keys
        for question in seen.forecasts.foreseen(planned)
    ]
    told: dict[str, list[str]] = {}
    for key, question in fights:
        try:
            estimates = seen.forecasts.estimates(asking, question)
            estimate, _ = _within(seconds / len(fights), estimates)
            says = seen.forecasts.brief(asking, question, estimate)
        except Unanswered as none:
            says = none.says
        except (NotKnown, Missing):
            continue  # too little is known for any figure
        told.setdefault(key, []).append(says)
    return {key: " ".join(says) for key, says in told.items()}


def _within(seconds: float, estimates: Iterator[T]) -> tuple[T, bool]:
    """The best estimate that can be had in `seconds`, and whether there is none better."""
    until = time.monotonic() + seconds
    estimate = next(estimates)
    for estimate in estimates:
        if time.monotonic() >= until:
            return estimate, False
    return estimate, True
