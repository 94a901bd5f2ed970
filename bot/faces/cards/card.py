"""A sheet as plain values: what its picture, its words and its alt text are all made from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeVar

from bot.faces.cards.parts import Lot, Matrix, SideChance, SlotGrid, lots_told
from bot.faces.cards.trend import Trend
from bot.faces.choices.asking import About
from bot.faces.leads import Entry, Lead, tab, tabs
from bot.faces.paint.looks import Badge
from bot.faces.panels import Further, Look, Panel, PanelMade
from bot.faces.sheet.likeness import Likeness
from bot.faces.words.text import escaped
from engine.campaign import Faction
from engine.world import Record, World

R = TypeVar("R", bound=Record)
Tone = Literal["", "gold", "good", "bad", "mana", "faint"]
"""What a bar or a figure is: money, something good, bad, of magic, or of little weight."""
_SHORT: Final = 48
"""Characters of a value that has room beside its name."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a box: a name, its figure, and a few words beside it."""

    name: str
    """Empty for words alone, which are its text."""
    value: str = ""
    note: str = ""
    share: float | None = None
    """0 to 1: drawn as a bar below; None for no bar."""
    tone: Tone = ""
    icon: str = ""
    badge: Badge | None = None
    """Goods that stand in the place of an icon."""
    side: Faction | None = None
    """Whose shield stands in the place of an icon."""
    ring: int = 0
    """A number in a ring that stands there; 0 for none."""
    under: str = ""
    """A few words below its name."""
    lots: tuple[Lot, ...] = ()
    """Goods, drawn beside the name."""
    text: str = ""
    """Words that are wrapped below the name."""
    told: str = ""
    """Words that only the panel's words tell, not its picture."""
    played: str = ""
    """Who plays it, made safe for Discord with mentions: told so too, on a line below."""
    leads: tuple[Lead, ...] = ()
    """Where its line leads on to."""
    level: tuple[int, int] | None = None
    """A level out of the most there can be, drawn as boxes."""
    hatched: float = 0.0
    """How much of its share is hatched, at the bar's end: slaves among people."""
    fair: float | None = None
    """A share at which a line stands on its bar."""


@dataclass(frozen=True, slots=True)
class Box:
    """Rows that belong together."""

    title: str
    rows: tuple[Row, ...]
    note: str = ""
    """At its upper right."""
    under: str = ""
    """A line below its title."""
    icon: str = ""
    """Before its title in the picture."""
    sign: str = ""
    """Before its title in words."""
    leads: tuple[Lead, ...] = ()
    """Where the line of its title leads on to."""
    wide: bool = False
    """Whether it takes the whole width of the picture."""
    columns: int = 1
    """In how many columns its rows stand beside each other."""
    tab: str = ""
    """Of the panel's words; empty for that of the card itself."""
    drawn: bool = True
    """Whether it stands in the picture, and so in the alt text; its words are told in any case."""
    most: int = 24
    """Rows that the picture shows; the others are counted there, and told in words."""
    trend: Trend | None = None
    matrix: Matrix | None = None
    slots: SlotGrid | None = None
    chance: SideChance | None = None
    """One of these is what the picture shows in the place of its rows."""


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
    own: bool = True
    """Whether the faction of the shield is the one who looks."""
    likeness: Likeness | None = None
    icon: str = ""
    """What stands in the place of a portrait."""
    badge: Badge | None = None
    """Goods that stand there."""
    head: tuple[Row, ...] = ()
    """Beside the portrait."""
    boxes: tuple[Box, ...] = field(default=())


def made_of(
    card: PanelCard,
    view: World,
    hint: str = "",
    thing: str = "",
    hints: Mapping[str, str] | None = None,
    further: Sequence[Further] = (),
) -> PanelMade:
    """The panel of a sheet: its words tab by tab with what they lead on to.

    It has a picture if any of it is drawn. `hint` is of the sheet's own tab, `hints` of the
    others by name.
    """
    # Only workers pay for what draws.
    from bot.faces.cards.picture import draw_card

    pictured = card.head or any(box.drawn for box in card.boxes)
    picture = draw_card(card, view) if pictured else None
    said = {"": hint, **(hints or {})}
    first = ("",) if card.head else ()
    names = dict.fromkeys((*first, *(box.tab for box in card.boxes)))
    made, leads = tabs(
        [
            tab(name or card.kind.capitalize(), entries_of(card, name), said.get(name, ""))
            for name in names
        ]
    )
    return PanelMade(card.title, card.turn, made, picture, tuple(further), thing, leads)


def record_panel(
    cls: type[R],
    card_of: Callable[[Look, R], PanelCard],
    hint: str | Callable[[Look, R], str],
    *,
    name: str,
    help: str,
    about: About,
) -> Panel:
    """The panel of a record that its card says alone; the `hint` may hang on the record."""

    def make(look: Look, id: str) -> PanelMade:
        record = look.view.get(cls, int(id))
        said = hint if isinstance(hint, str) else hint(look, record)
        return made_of(card_of(look, record), look.view, said, f"{cls.kind}:{record.id}")

    return Panel(name=name, help=help, make=make, about=about)


def entries_of(card: PanelCard, tab: str = "") -> Iterator[Entry]:
    """The words of a tab of a sheet, line by line; its head belongs to the sheet's own."""
    if not tab:
        yield from _entries(card.head)
    for box in card.boxes:
        if box.tab == tab:
            yield from words_of(box)


def words_of(box: Box) -> Iterator[Entry]:
    """The words of a box, line by line."""
    note = f" · {escaped(box.note)}" if box.note else ""
    under = f"\n-# {escaped(box.under)}" if box.under else ""
    yield Entry(f"{box.sign} **{escaped(box.title)}**{note}{under}".lstrip(), box.leads)
    yield from _entries(box.rows)


def known_box(lines: Iterable[tuple[str, str]], note: str) -> Box:
    """What is known of a foreign thing, as titles and words; the note says what is hidden."""
    return Box("As far as you know", (*known_rows(lines), Row(note, tone="faint")), wide=True)


def known_rows(lines: Iterable[tuple[str, str]]) -> Iterator[Row]:
    """Titles and words as rows; long words stand below their title."""
    for title, words in lines:
        yield Row(title, words) if len(words) <= _SHORT else Row(title, text=words)


def _entries(rows: Iterable[Row]) -> Iterator[Entry]:
    for row in rows:
        played = f"\n-# Played by {row.played}" if row.played else ""
        yield Entry(escaped(_line(row)) + played, row.leads)


def _line(row: Row) -> str:
    level = f"{row.level[0]} of {row.level[1]}" if row.level else ""
    said = ", ".join(filter(None, (level, row.value, lots_told(row.lots))))
    text = row.text
    note = ", ".join(filter(None, (row.under, row.note)))
    if not (said or row.note):
        said, note, text = (note, "", text) if note else (text, "", "")
    line = f"• {': '.join(filter(None, (row.name, said)))}"
    line += f" ({note})" if note else ""
    for more in filter(None, (text, row.told)):
        line = f"{line.removesuffix('.')}. {more}"
    return line


def told_of(card: PanelCard, owner: str = "") -> Iterator[str]:
    """The sentences of the alt text; `owner` is the faction whose shield leads it."""
    whose = f"of {owner}" if owner and owner not in f"{card.title} {card.subtitle}" else ""
    yield f"{', '.join(filter(None, (card.title, card.subtitle, whose)))}, turn {card.turn}."
    if card.head:
        yield f"{_said(card.head)}."
    for box in (each for each in card.boxes if each.drawn):
        note = "; ".join(filter(None, (box.note, box.under)))
        title = f"{box.title} ({note})" if note else box.title
        yield f"{title}: {_said(box.rows) or 'nothing'}."
    for box in card.boxes:
        if box.trend:
            yield from box.trend.told(box.title)


def _said(rows: Iterable[Row]) -> str:
    """Rows in a sentence; what words explain goes only with those that have nothing else."""
    brief = (replace(row, told="", text="" if row.value or row.note else row.text) for row in rows)
    return "; ".join(_line(row).removeprefix("• ").rstrip(".") for row in brief)
