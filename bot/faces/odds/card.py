"""The card of a forecast: who is likely to win, what becomes of whom, on what it rests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.faces.cards.card import Box, PanelCard, Row, words_of
from bot.faces.cards.parts import SideChance
from bot.faces.odds.facts import OddsFacts, OddsSide, Prospect
from bot.faces.odds.texts import ends_told, risk_of, told
from bot.faces.words.tabs import PAGE, paged
from bot.faces.words.text import escaped
from engine.battle import whole_percent

_MOST: Final = 14
"""Fighters of a side."""
_SHOWN: Final = 3
"""The same that words tell."""
_NOBODY: Final = Row(
    "nobody whom you know of", told="With whom it was reckoned stands below", tone="faint"
)


def odds_card(facts: OddsFacts) -> PanelCard:
    """The card of a forecast."""
    mine = facts.mine
    owner = mine.owner.id if mine.owner else 0
    boxes = (_chance(facts), *_sides(facts), *_words(facts))
    return PanelCard("odds", facts.title, facts.place, facts.turn, owner, boxes=boxes)


def odds_text(facts: OddsFacts) -> str:
    """A forecast as the text of one embed; people who do not fit are in the picture."""
    pages = paged(_lines(facts, every=True))
    return pages[0] if len(pages) == 1 else paged(_lines(facts, every=False), PAGE)[0]


def _lines(facts: OddsFacts, *, every: bool) -> Iterator[str]:
    yield f"**{facts.verdict}** for {escaped(facts.mine.name)} to {facts.deed} at {facts.place}."
    sure = f"{facts.certainty[0].upper()}{facts.certainty[1:]}"
    yield f"-# {sure}; still counting." if facts.counting else f"-# {sure}."
    if facts.well:
        yield f"-# {facts.well}"
    risk = "" if ends_told(facts) else risk_of(facts)
    if risk:
        yield escaped(risk)
    sides = tuple(map(_brief, _sides(facts))) if every else ()
    for box in (*sides, *_words(facts)):
        yield from (entry.line for entry in words_of(box))
    if facts.wanting:
        yield "**To be surer**: the menu below, or a spell that reads them."


def _brief(box: Box) -> Box:
    """The first of a side; the picture shows all."""
    more = Row(f"and {len(box.rows) - _SHOWN} more, in the picture")
    return box if len(box.rows) <= _SHOWN else replace(box, rows=(*box.rows[:_SHOWN], more))


def _chance(facts: OddsFacts) -> Box:
    mine, theirs = facts.mine, facts.theirs
    sure = f"{facts.certainty}; still counting" if facts.counting else facts.certainty
    chance = SideChance(
        (mine.name, theirs.name), (mine.owner, theirs.owner),
        mine.low, mine.wins, mine.high, facts.exact, sure,
    )  # fmt: skip
    rows = (Row(f"for {mine.name} to {facts.deed}"), Row(sure))
    return Box(facts.verdict, rows, wide=True, chance=chance)


def _sides(facts: OddsFacts) -> Iterator[Box]:
    attack = facts.mine.role == "attacks"
    titles = ("You attack", "They defend") if attack else ("You defend", "They attack")
    for title, host in zip(titles, (facts.mine, facts.theirs), strict=True):
        yield Box(title, tuple(_rows(host)) or (_NOBODY,))


def _rows(host: OddsSide) -> Iterator[Row]:
    """What each loses on average; a line for all who do not fit."""
    fits = len(host.prospects) <= _MOST
    for each in host.prospects if fits else host.prospects[: _MOST - 1]:
        yield _row(each)
    if not fits:
        rest = host.prospects[_MOST - 1 :]
        lost = sum(each.lost for each in rest) / len(rest)
        words = f"lose {whole_percent(lost)}% on average"
        yield Row(f"and {len(rest)} more", words, share=lost, tone="bad")


def _row(one: Prospect) -> Row:
    return Row(one.name, told(one), share=one.lost, tone="bad")


def _words(facts: OddsFacts) -> Iterator[Box]:
    if ends := ends_told(facts):
        yield Box("How it may end", tuple(Row("", text=end) for end in ends), wide=True)
    rests = (*facts.knowledge, *facts.guessed)
    yield Box("What this rests on", tuple(Row("", text=each) for each in rests), wide=True)
