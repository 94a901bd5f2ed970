"""A forecast, in a worker: battles imagined on what a faction knows, in words and a picture.

The rules make ever better estimates; the clock that ends them is here. Nothing can reach the seed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bot.faces.cohorts.asking import planning
from bot.faces.cohorts.odds.facts import Question, clash_of, odds_facts
from bot.faces.cohorts.odds.texts import odds_text
from bot.jobs.opened import rules_at, view_at
from engine.battle import Odds
from engine.facts import NotKnown

if TYPE_CHECKING:
    from bot.faces.paint.picture import Picture


class TooLittleKnown(Exception):
    """The rules of the campaign make no forecast of who is not known in full."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """An answer ready to be shown."""

    title: str
    turn: int
    text: str
    picture: Picture
    counting: bool
    """Whether a longer look will tell more."""


def forecast(
    path: Path,
    campaign: int,
    tick: int,
    faction: int,
    player: int,
    question: Question,
    seconds: float,
    more: bool,
) -> Forecast:
    """What a player of the faction may expect, as well as it can be told in so many seconds.

    `more` is whether a longer look may follow. Raises `TooLittleKnown`.
    """
    # Only workers pay for what draws; the event loop imports this module to name the job.
    from bot.faces.cohorts.odds.picture import draw_odds

    rules, view = rules_at(path, campaign, tick), view_at(path, campaign, tick, faction)
    state, clash = planning(rules, view, player), clash_of(view, question)
    try:
        odds, finished = _within(seconds, rules.contests[clash.kind].odds(state, clash))
    except NotKnown:
        raise TooLittleKnown from None
    counting = more and not finished
    facts = odds_facts(rules, view, faction, question, odds, counting=counting)
    return Forecast(facts.title, facts.turn, odds_text(facts), draw_odds(facts), counting)


def _within(seconds: float, estimates: Iterator[Odds]) -> tuple[Odds, bool]:
    """The best estimate that can be had in so many seconds, and whether the rules had enough."""
    until = time.monotonic() + seconds
    odds = next(estimates)
    for odds in estimates:
        if time.monotonic() >= until:
            return odds, False
    return odds, True
