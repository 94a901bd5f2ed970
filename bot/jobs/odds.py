"""A forecast, in a worker: fights imagined on what a faction knows, in words and a picture.

The face makes ever better estimates; the clock that ends them is here. Nothing can reach the seed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from bot import faces
from bot.faces.choices.asking import Asking, Unanswered
from bot.faces.forecasts import Brief, Forecast
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
    orders: Sequence[tuple[str, str]],
    look: tuple[float, bool],
) -> Forecast:
    """What a player of the faction may expect, as well as it can be told in time.

    `question` is what the face's `Forecasts.asked` gave; `look` says how many seconds there are,
    and whether a longer look may follow. Of the player's `orders`, keys and stored forms, those
    count that the face heeds. Raises `Unanswered` if too little is known.
    """
    rules, view = rules_at(path, campaign, tick), view_at(path, campaign, tick, faction)
    seen = faces.of(rules)
    assert seen.forecasts, "whoever asks has seen to it"
    queued = [rules.read_order(key, body) for key, body in orders]
    heeded = tuple(each for each in queued if seen.forecasts.heeds(type(each.order)))
    if heeded:
        view = preview.plan(rules, view, player, heeded).world
    asking = Asking(seen, view, faction, player)
    seconds, more = look
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
) -> dict[str, Brief]:
    """What the fights would bring that a player's orders lead to, by the orders' keys.

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
    told: dict[str, list[Brief]] = {}
    for key, question in fights:
        try:
            stage, staged = seen.forecasts.staged(asking, question)
            estimates = seen.forecasts.estimates(stage, staged)
            estimate, _ = _within(seconds / len(fights), estimates)
            found = seen.forecasts.brief(stage, staged, estimate)
        except Unanswered as none:
            found = Brief(none.says)
        except NotKnown as unknown:
            found = Brief(f"What it would bring cannot be known: {unknown}.")
        except Missing:
            found = Brief("What it would bring cannot be known.")
        told.setdefault(key, []).append(found)
    return {
        key: Brief(
            " ".join(dict.fromkeys(each.says for each in found)),
            all(each.hopeful for each in found),
        )
        for key, found in told.items()
    }


def _within(seconds: float, estimates: Iterator[T]) -> tuple[T, bool]:
    """The best estimate that can be had in `seconds`, and whether there is none better."""
    until = time.monotonic() + seconds
    estimate = next(estimates)
    for estimate in estimates:
        if time.monotonic() >= until:
            return estimate, False
    return estimate, True
