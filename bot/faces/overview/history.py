"""`/history`: what the faction learned, turn by turn, what weighs most first within each.

It is told from what the faction was given when it happened, and by the names that it knows now.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import Final

from bot.faces.choices.asking import About, Asking, Offer, has
from bot.faces.history import Chapter
from bot.faces.leads import Entry, Lead, battle_of, map_around, rule_of, tab, tabs
from bot.faces.panels import Look, Panel, PanelMade, Past
from bot.faces.words.names import Names, Show
from bot.faces.words.news import NewsRank
from bot.faces.words.telling import news_of, tell
from bot.faces.words.text import clean, escaped, number
from bot.faces.words.undone import turns_gone
from engine.campaign import Now
from engine.events import Event, read
from engine.world import Place

MOST: Final = 3000
"""Things that are looked through; what is older is not told."""
ALL: Final = "What mattered"
EVERYDAY: Final = "Everyday matters"
LONGEST: Final = 60
"""Characters of what is looked for."""
_TURN: Final = re.compile(r"turn\s*(\d+)")
_MARKUP: Final = re.compile(r"[*_~`\\\u200b]")
_LABEL: Final = 100  # characters of a lead
_THINGS: Final = ("stack", "character", "unit", "agent", "ruler")
"""Fields with the number of what an event is about, called as its kind."""


@dataclass(frozen=True, slots=True)
class Told:
    """Something of the history, as a line."""

    turn: int
    line: str
    chapter: Chapter | None
    """None for everyday matters."""
    spot: str
    """Where it was, as `/map` takes it; empty for nowhere."""
    battle: tuple[int, int] | None
    """Its tick, and its number among the battles of that tick."""
    lasting: bool = True
    """Whether a chronicle tells it: what was tried in vain it does not, nor what is daily."""


def _make(look: Look, about: str) -> PanelMade:
    chapters = tuple(look.faces.chapters.values())
    learned = look.history.learned(MOST)
    told = [each for each in _told(look, learned) if _wanted(each, about)]
    own = {chapter.name: [each for each in told if each.chapter is chapter] for chapter in chapters}
    # More than a menu holds are read under the first tab.
    some = [chapter for chapter in chapters if own[chapter.name]][:22]
    gone = [Entry(turns_gone(*each)) for each in look.history.taken_back()]
    mattered = _entries(look, [each for each in told if each.chapter], about)
    parts = [tab(ALL, chain(gone, mattered), _HINT)]
    parts += [
        tab(chapter.name, _entries(look, own[chapter.name], about), _HINT) for chapter in some
    ]
    everyday = [each for each in told if each.chapter is None]
    if everyday:
        parts.append(tab(EVERYDAY, _entries(look, everyday, about), _HINT))
    made, leads = tabs(parts)
    now = look.view.find(Now, 1)
    title = f"History: “{about}”" if about else "History"
    return PanelMade(title, now.turn if now else 0, made, None, leads=leads)


_HINT: Final = "/history with words looks for them"


def _told(look: Look, learned: Sequence[Past], show: Show = escaped) -> Iterator[Told]:
    """Every line, the latest turn first; within a turn by chapter, then as it happened."""
    chapters = tuple(look.faces.chapters.values())
    weights: dict[str, int] = {each.name: place for place, each in enumerate(chapters)}
    of_event = {event: chapter for chapter in reversed(chapters) for event in chapter.events}
    battles = next((each for each in chapters if each.battles), None)
    names = look.faces.names(look.view, show, reader=look.faction)
    events: list[tuple[Past, Event]] = []
    for past in learned:
        with suppress(KeyError, ValueError):  # of a pack that the campaign no longer has
            events.append((past, read(look.rules.events, past.body).event))
    names.called = _called(event for _, event in events)
    found: list[tuple[tuple[int, int, int, int], Told]] = []
    for past, event in events:
        chapter = battles if past.battle else of_event.get(type(event))
        line = _line(past, event, names)
        battle = (past.tick, past.battles) if past.battle else None
        weight = weights[chapter.name] if chapter else len(weights)
        lasting = bool(chapter) and not chapter.daily and (battle or not _vain(event, names))
        told = Told(past.turn, line, chapter, _spot(look, event), battle, bool(lasting))
        found.append(((-past.turn, weight, past.tick, past.number), told))
    seen: set[tuple[int, str]] = set()
    for _, told in sorted(found, key=lambda each: each[0]):
        if (told.turn, told.line) not in seen:
            seen.add((told.turn, told.line))
            yield told


def _called(events: Iterable[Event]) -> Mapping[Place, str]:
    """What things were called by the events that have one with a name: most of them agree."""
    heard: dict[Place, Counter[str]] = {}
    for event in events:
        known = event.known()
        name, things = known.get("name"), [each for each in _THINGS if known.get(each)]
        if isinstance(name, str) and name and len(things) == 1:
            heard.setdefault(Place(things[0], known[things[0]]), Counter())[name] += 1
    return {place: names.most_common(1)[0][0] for place, names in heard.items()}


def _vain(event: Event, names: Names) -> bool:
    news = news_of(event, names)
    return news.vain and news.rank is not NewsRank.HEADLINE


def chronicle(look: Look, most: int) -> Iterator[Told]:
    """All that lasts among that many events, the earliest turn first, plainly."""
    told = [each for each in _told(look, look.history.learned(most), clean) if each.lasting]
    # Turn by turn from the first; within one what weighs most stays first.
    yield from sorted(told, key=lambda each: each.turn)


def _line(past: Past, event: Event, names: Names) -> str:
    line = names.show(past.battle) if past.battle else tell(event, names)
    return " · ".join(" ".join(each.split()) for each in line.splitlines() if each.strip())


def _spot(look: Look, event: Event) -> str:
    return look.faces.spot(look.view, event) if look.faces.spot else ""


def _wanted(told: Told, about: str) -> bool:
    """Whether all words that are looked for are in a line, its turn or its chapter."""
    chapter = told.chapter.name if told.chapter else EVERYDAY
    text = f"{_MARKUP.sub('', told.line)} {chapter}".casefold()
    wanted = about.casefold()
    if turn := _TURN.search(wanted):
        if told.turn != int(turn[1]):
            return False
        wanted = _TURN.sub(" ", wanted)
    return all(word in text for word in wanted.split())


def _entries(look: Look, told: Sequence[Told], about: str) -> Iterator[Entry]:
    if not told:
        sought = f"of “{escaped(about)}” " if about else ""
        yield Entry(f"Nothing {sought}is told here." if about else "Nothing has happened yet.")
        return
    if about:
        yield Entry(f"{number(len(told), 'entry', 'entries')} with “{escaped(about)}”.")
    last = 0
    for each in told:
        head = ""
        if each.turn != last:
            date = look.rules.module.year.date_of(each.turn)
            head = f"**Turn {each.turn}** · {date}\n"
        last = each.turn
        sign = f"{each.chapter.sign} " if each.chapter else "· "
        yield Entry(f"{head}{sign}{each.line}", tuple(_leads(each)))


def _leads(told: Told) -> Iterator[Lead]:
    """To the battle, the map around the place, and the rule behind it."""
    if told.battle:
        what = _short(f"Battle: {_MARKUP.sub('', told.line).removesuffix('.')}")
        yield battle_of(*told.battle, what, f"Turn {told.turn}")
    if told.spot:
        yield map_around(told.spot)
    if told.chapter and told.chapter.rule:
        yield rule_of(told.chapter.rule, told.chapter.name)


def _short(text: str) -> str:
    return text if len(text) <= _LABEL else text[: _LABEL - 1].rstrip() + "…"


# ---------------------------------------------------------------- what may be looked for


def _offers(asking: Asking, typed: str) -> Iterable[Offer]:
    """Chapters and turns; any other words may be typed."""
    if typed.strip():
        yield Offer(f"Look for “{typed.strip()[:LONGEST]}”", typed.strip()[:LONGEST])
    for chapter in asking.faces.chapters.values():
        if has(chapter.name, typed):
            yield Offer(chapter.name, chapter.name)
    now = asking.view.find(Now, 1)
    for turn in range(now.turn if now else 0, 0, -1):
        if has(f"turn {turn}", typed):
            yield Offer(f"Turn {turn}", f"turn {turn}")


def _meant(_: Asking, text: str | None) -> str:
    return " ".join((text or "").split())[:LONGEST]


PANEL: Final = Panel(
    name="history",
    help="What your faction lived through, turn by turn; with words, only what has them",
    make=_make,
    about=About("words", "Words, a turn or a kind to look for", _offers, _meant, required=False),
    by_itself=True,
)
