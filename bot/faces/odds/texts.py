"""The words of a forecast: the chance, what becomes of whom, and on what knowledge that rests.

Pure text from facts. Every name goes through an escape, so nothing that anybody typed can format or
mention anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.odds.facts import OddsFacts, OddsSide, Prospect
from bot.faces.words.tabs import PAGE, paged
from bot.faces.words.text import escaped, listed
from engine.battle import whole_percent

_SHOWN: Final = 3
"""Fighters of a side that the text names; the picture shows all."""
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


def odds_text(facts: OddsFacts) -> str:
    """A forecast as the text of one card; who does not fit is in the picture."""
    whole = list(_lines(facts, every=True))
    pages = paged(whole)
    return pages[0] if len(pages) == 1 else paged(_lines(facts, every=False), PAGE)[0]


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


def _lines(facts: OddsFacts, *, every: bool) -> Iterator[str]:
    colon = f"**{facts.verdict}**"
    yield f"{colon} that {escaped(facts.mine.name)} {facts.does} at {facts.place}."
    sure = f"{facts.certainty[0].upper()}{facts.certainty[1:]}"
    yield f"-# {sure}; still counting." if facts.counting else f"-# {sure}."
    if facts.well:
        yield f"-# {facts.well}"
    ends = ends_told(facts)
    if ends:
        yield "**How it may end**"
        yield from (f"- {escaped(end)}" for end in ends)
    risk = risk_of(facts)
    if risk and not ends:
        yield escaped(risk)
    if every:
        yield from _side("Yours", facts.mine)
        yield from _side("Theirs", facts.theirs)
    yield "**What this rests on**"
    yield from (f"- {escaped(each)}" for each in (*facts.knowledge, *facts.guessed))
    if facts.wanting:
        yield "**To be surer**: the menu below, or a spell that reads them."


def _side(title: str, host: OddsSide) -> Iterator[str]:
    yield f"**{title}** ({host.role})"
    for one in host.prospects[:_SHOWN]:
        yield f"- {escaped(one.name)}: {told(one)}"
    if len(host.prospects) > _SHOWN:
        yield f"- and {len(host.prospects) - _SHOWN} more, in the picture"
    if not host.prospects:
        yield "- nobody whom you know of; with whom it was reckoned stands below"
