"""The words of a forecast: the chance, what becomes of whom, and on what knowledge that rests.

Pure text from facts. Every name goes through an escape, so nothing that anybody typed can format or
mention anything.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.faces.cohorts.odds.facts import Host, OddsFacts, Prospect
from bot.faces.words.tabs import PAGE, paged
from bot.faces.words.text import escaped
from engine.battle import whole_percent


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


def _lines(facts: OddsFacts, *, every: bool) -> Iterator[str]:
    deed = "wins" if facts.mine.role == "attacks" else "holds"
    chance = whole_percent(facts.mine.wins)
    yield f"**{chance}%** that {escaped(facts.mine.name)} {deed} at {facts.place}."
    sure = f"{facts.certainty[0].upper()}{facts.certainty[1:]}"
    yield f"-# {sure}; still counting." if facts.counting else f"-# {sure}."
    if every:
        yield from _side("Yours", facts.mine)
        yield from _side("Theirs", facts.theirs)
    yield "**What this rests on**"
    yield from (f"- {escaped(each)}" for each in (*facts.knowledge, *facts.guessed))


def _side(title: str, host: Host) -> Iterator[str]:
    yield f"**{title}** ({host.role})"
    for one in host.prospects:
        what = f" ({escaped(one.what)})" if one.what else ""
        yield f"- {escaped(one.name)}{what}: {told(one)}"
    if not host.prospects:
        yield "- nobody that is known to fight"
