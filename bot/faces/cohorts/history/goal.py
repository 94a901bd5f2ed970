"""What counts in a Cohorts campaign, and what ends it sooner, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.choices.asking import Asking
from bot.faces.goals import Goal
from bot.faces.words.text import listed, number
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.winning import Points, Winning

_WORDS: Final = {
    "city": "a city",
    "territory_capital": "the capital of a territory besides",
    "kingdom_capital": "that of a kingdom besides",
    "people": "a thousand people",
    "guild_level": "a level of a guild",
    "castle": "a castle",
    "title": "a title",
    "task": "a quest or adventure completed",
}


def _winning(asking: Asking) -> Winning:
    return asking.rules.module.content(Content).winning


def _counts(asking: Asking) -> str:
    points = _winning(asking).points
    by_worth: dict[int, list[str]] = {}
    for name in Points.model_fields:
        if worth := getattr(points, name):
            by_worth.setdefault(worth, []).append(_WORDS[name])
    told = "; ".join(
        f"{number(worth, 'point')} for {listed(things)}"
        for worth, things in sorted(by_worth.items(), reverse=True)
    )
    return f"{told}. Of equals the one with more cities stands first, then with more people."


def _ends(asking: Asking) -> str:
    found = list(_conditions(asking))
    if not found:
        return ""
    return f"as soon as {', or '.join(found)}."


def _conditions(asking: Asking) -> Iterator[str]:
    winning = _winning(asking)
    who = "a faction, with its allies," if winning.allies_together else "a faction"
    if winning.last_standing:
        yield f"{who} alone is left"
    if winning.share:
        yield (
            f"{who} has held {winning.share.percent}% of all cities at "
            f"{number(winning.share.productions, 'production')} in a row"
        )
    if winning.title:
        title = asking.rules.module.content(Content).titles[winning.title].name
        yield f"somebody alive is {title}"


GOAL: Final = Goal(counts=_counts, ends=_ends, rule="cohorts.campaign.points")
