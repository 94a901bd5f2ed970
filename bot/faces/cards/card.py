"""A sheet as plain values: what its picture, its words and its alt text are all made from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from bot.faces.leads import Entry, Lead, tab, tabs
from bot.faces.panels import PanelMade
from bot.faces.sheet.likeness import Likeness
from bot.faces.words.text import escaped
from engine.world import World

Tone = Literal["", "gold", "good", "bad", "faint"]
"""What a bar or a figure is: money, something good, something bad, something of little weight."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a box: a name, its figure, and a few words beside it."""

    name: str
    value: str = ""
    note: str = ""
    share: float | None = None
    """0 to 1: drawn as a bar below; None for no bar."""
    tone: Tone = ""
    icon: str = ""
    text: str = ""
    """Words that are wrapped below the name."""
    leads: tuple[Lead, ...] = ()
    """Where its line leads on to."""
    level: tuple[int, int] | None = None
    """A level out of the most there can be, drawn as boxes."""


@dataclass(frozen=True, slots=True)
class Box:
    """Rows that belong together."""

    title: str
    rows: tuple[Row, ...]
    note: str = ""
    """At its upper right."""
    wide: bool = False
    """Whether it takes the whole width of the picture."""
    columns: int = 1
    """In how many columns its rows stand beside each other."""


@dataclass(frozen=True, slots=True)
class PanelCard:
    """A sheet."""

    kind: str
    """What it is of, for the file's name."""
    title: str
    subtitle: str
    turn: int
    faction: int = 0
    """Whose shield leads it; 0 for nobody's."""
    likeness: Likeness | None = None
    icon: str = ""
    """What stands in the place of a portrait."""
    head: tuple[Row, ...] = ()
    """Beside the portrait."""
    boxes: tuple[Box, ...] = field(default=())


def made_of(card: PanelCard, view: World, hint: str = "", thing: str = "") -> PanelMade:
    """The panel of a sheet: its picture, and its words on one tab with what they lead on to."""
    # Only workers pay for what draws.
    from bot.faces.cards.picture import draw_card

    picture = draw_card(card, view)
    made, leads = tabs([tab(card.kind.capitalize(), entries_of(card), hint)])
    return PanelMade(card.title, card.turn, made, picture, thing=thing, leads=leads)


def entries_of(card: PanelCard) -> Iterator[Entry]:
    """The words of a sheet, line by line."""
    yield from (Entry(escaped(_line(row)), row.leads) for row in card.head)
    for box in card.boxes:
        note = f" · {escaped(box.note)}" if box.note else ""
        yield Entry(f"**{escaped(box.title)}**{note}")
        yield from (Entry(escaped(_line(row)), row.leads) for row in box.rows)


def _line(row: Row) -> str:
    level = f"{row.level[0]} of {row.level[1]}" if row.level else ""
    said = ", ".join(filter(None, (level, row.value)))
    line = f"• {row.name}: {said}" if said else f"• {row.name}"
    line += f" ({row.note})" if row.note else ""
    return f"{line}. {row.text}" if row.text else line


def told_of(card: PanelCard) -> Iterator[str]:
    """The sentences of the alt text."""
    yield f"{card.title}, {card.subtitle}, turn {card.turn}."
    if card.head:
        yield f"{_said(card.head)}."
    for box in card.boxes:
        note = f" ({box.note})" if box.note else ""
        yield f"{box.title}{note}: {_said(box.rows) or 'nothing'}."


def _said(rows: Iterable[Row]) -> str:
    """Rows in a sentence; what words explain goes only with those that have nothing else."""
    brief = (row if not (row.value or row.note) else replace(row, text="") for row in rows)
    return "; ".join(_line(row).removeprefix("• ").rstrip(".") for row in brief)
