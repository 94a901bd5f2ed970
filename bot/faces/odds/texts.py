"""Sentences of a forecast: what somebody may expect, how it may end, what one may lose."""

from __future__ import annotations

from typing import Final

from bot.faces.odds.facts import OddsFacts, Prospect
from bot.faces.words.text import listed
from engine.battle import whole_percent

_NAMED: Final = 3
_IN_DANGER: Final = 0.4
"""The chance to fall from which a fighter is named for it."""
_PERSON_IN_DANGER: Final = 0.02
"""The same for a character."""
_ENDS: Final = 6
"""Ways in which it may end that are told."""
_BRIEFLY: Final = 2
"""The same where there is but a line."""
_RARE: Final = 0.005
"""Less likely ends are not worth a line."""


def told(one: Prospect) -> str:
    """What somebody may expect: "loses 31%, falls 12%"."""
    falls = f"falls {whole_percent(one.falls)}%"
    if one.falls == one.lost:
        return falls
    return f"loses {whole_percent(one.lost)}%, {falls}"


def brief(facts: OddsFacts) -> str:
    """A forecast in a line: whom one would meet, the chance, the likeliest ends, who may die."""
    at_least = "" if facts.sure else "at least "
    low, high = (whole_percent(each) for each in (facts.mine.low, facts.mine.high))
    chance = f"{facts.verdict} to {facts.deed}"
    band = "" if facts.exact else f" ({low}% to {high}%)"
    ends = ends_told(facts)[:_BRIEFLY]
    dying = [
        f"{each.name} {whole_percent(each.falls)}%"
        for each in facts.mine.prospects
        if _in_danger(each) and not any(f": {each.name} dies" in end for end in ends)
    ]
    if ends and dying:
        ends.append(f"may die: {', '.join(dying)}")
    risk = f"{'; '.join(ends)}." if ends else risk_of(facts)
    theirs = facts.theirs
    whom = theirs.name if theirs.size is None else f"{theirs.name}, of which you know nobody"
    if theirs.size:
        whom = f"{at_least}{theirs.size} of {theirs.name}"
    return (
        f"{facts.mine.name} would meet {whom}. "
        f"{chance}{band}, by what you know.{f' {risk}' if risk else ''}"
    )


def risk_of(facts: OddsFacts) -> str:
    """What one may lose, in a sentence; empty for next to nothing."""
    hosts = sorted(facts.mine.prospects, key=lambda each: (not each.person, -each.falls))
    likely = [f"{each.name} {whole_percent(each.falls)}%" for each in hosts if _in_danger(each)]
    if not hosts:
        return ""
    lost = sum(each.lost for each in hosts) / len(hosts)
    told = f"You would lose about {whole_percent(lost)}%"
    if likely:
        return f"{told}; may fall: {listed(likely, _NAMED)}."
    return f"{told}." if lost >= _IN_DANGER / 5 else ""


def ends_told(facts: OddsFacts) -> list[str]:
    """How a fight may end: "62%: Aldric steals something and gets away"."""
    told = [end for end in facts.ends if end[1] >= _RARE][:_ENDS]
    return [f"{whole_percent(chance)}%: {words}" for words, chance in told]


def _in_danger(one: Prospect) -> bool:
    return one.falls >= (_PERSON_IN_DANGER if one.person else _IN_DANGER)
