"""Leads: where a line that is shown to a person leads on to, such as the order that it is about.

A face says where its lines lead; the view makes menu entries of them and follows the one that is
chosen (`bot.callers.leading`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.faces.words.tabs import PAGE, Tab
from bot.faces.words.text import clean

MOST: Final = 25
"""Leads beside one page, as many as a menu of Discord holds."""
LABEL: Final = 100
"""Characters of a menu's line, and of the line below it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """An entry of a menu, and what choosing it opens.

    One of `order`, `recipe`, `thing`, `panel`, `guided` and `command`.
    """

    label: str
    """What it says, in at most 100 characters."""
    note: str = ""
    """A second line below it, in at most 100 characters."""
    emoji: str = ""
    order: tuple[str, str] | None = None
    """The path of an order: its form opens."""
    recipe: str = ""
    """The name of a recipe, which makes several orders (`bot.faces.macros`): its form opens."""
    given: tuple[tuple[str, str], ...] = ()
    """Parameters that are filled in, in the stored form of a choice's value."""
    thing: str = ""
    """A reference such as `stack:12`: the menu of what can be done with it opens."""
    panel: tuple[str, str] | None = None
    """The name of a panel of `/show`, and what it is about, as its option takes it."""
    guided: tuple[str, str] | None = None
    """The name of a guided form, and what it begins with, as its `begin` takes it."""
    button: bool = False
    """Whether it also stands as a button under Your turn."""
    command: str = ""
    """A command that looks at something, such as `map` or `orders standing`; `given` are its
    options as one types them."""


def label(text: str) -> str:
    """A text that fits a line of a menu."""
    text = clean(text)
    return text if len(text) <= LABEL else text[: LABEL - 1] + "…"


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a panel, and where it leads."""

    line: str
    leads: tuple[Lead, ...] = ()


Beside = tuple[tuple[Lead, ...], ...]
"""Leads, page by page."""


def tab(name: str, entries: Iterable[Entry], hint: str = "") -> tuple[Tab, Beside]:
    """Entries as a tab, and the leads beside each of its pages, none of them twice.

    A page holds no more entries than a menu holds of their leads; of one entry the first count.
    """
    pages: list[str] = [""]
    beside: list[dict[Lead, None]] = [{}]
    for entry in entries:
        line = entry.line if len(entry.line) <= PAGE else entry.line[: PAGE - 1] + "…"
        leads = dict.fromkeys(entry.leads[:MOST])
        full = len(pages[-1]) + 1 + len(line) > PAGE or len(beside[-1] | leads) > MOST
        if pages[-1] and full:
            pages.append("")
            beside.append({})
        pages[-1] += f"\n{line}" if pages[-1] else line
        beside[-1] |= leads
    return Tab(name, tuple(pages), hint), tuple(map(tuple, beside))


def tabs(parts: Sequence[tuple[Tab, Beside]]) -> tuple[tuple[Tab, ...], dict[str, Beside]]:
    """The tabs of a panel, and their leads by the tabs' names."""
    return tuple(each for each, _ in parts), {each.name: leads for each, leads in parts}


def map_around(spot: str) -> Lead:
    """To the map around a place, as the option `centre` of `/map` takes it."""
    return Lead(label=f"Map around {spot}", emoji="🗺️", command="map", given=(("centre", spot),))


def rule_of(rule: str, about: str) -> Lead:
    """To a rule, by its id, in the rulebook."""
    return Lead(label=f"Rule: {about}", emoji="📖", command="rules", given=(("search", rule),))


def battle_of(tick: int, number: int, label: str, note: str = "") -> Lead:
    """To a past battle, by its tick and its number among those of the tick."""
    about = (("battle", f"{tick}.{number}"),)
    return Lead(label=label, note=note, emoji="⚔️", command="battle", given=about)
