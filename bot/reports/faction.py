"""A faction's report of a tick as a newspaper: headlines, what needs it, its orders, other news.

It uses only what the faction learned (`Entry.for_`) and its view after the tick. Pages, channels
and keys are not here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from bot.faces.face import Faces
from bot.faces.report_sections import Learned, ReportSection
from bot.faces.words.names import Names
from bot.faces.words.news import News, NewsRank, routine
from bot.faces.words.orders import order_title
from bot.faces.words.pages import Section
from bot.faces.words.telling import headed, news_of, tell, tell_all
from bot.faces.words.text import listed, number
from engine.events import Entry, Event, OrderFailed
from engine.orders import Order, Queued, Ref
from engine.packs import Phase, Rules

DONE: Final = "✓"
FAILED: Final = "✗"
"""Of what was refused, and of what was tried in vain."""
FEW: Final = 4
"""Number of routine lines that are told one by one; more are counted by their kind."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a faction is told, in sections."""

    heads: tuple[News, ...]
    """Its headlines, the weightiest first."""
    sections: tuple[Section, ...]
    matters: bool
    """Whether it holds more than what happens every week: headlines, needs, or failures."""
    folded: bool
    """Whether something is only counted here that is told in full elsewhere."""


class _Told(NamedTuple):
    """An event that the faction learned, and what it is to it."""

    learned: Learned
    news: News

    @property
    def event(self) -> Event:
        """What happened."""
        return self.learned.event


class _Line(NamedTuple):
    """A line, and what it is about."""

    text: Callable[[], str]
    """Says it; much routine is only counted."""
    news: News
    event: Event | None = None
    """What it tells, if that is one event."""


def learned(
    entries: Iterable[tuple[int, Entry]], faction: int, players: Mapping[int, object], tick: int
) -> list[Learned]:
    """What the faction with these players learned in a tick, of these entries by their places."""
    found: list[Learned] = []
    for place, entry in entries:
        event = entry.for_(faction)
        if event is not None:
            own = entry.player in players
            key = entry.order if own else ""
            found.append(Learned(event, entry.player if own else 0, key, tick, place))
    return found


def report(
    faces: Faces,
    names: Names,
    told: Sequence[Learned],
    orders: Mapping[int, Sequence[Queued]],
    needs: Sequence[str] = (),
    *,
    full: bool = False,
) -> Report:
    """What a faction reads; `orders` are those of its players who ran, `names` its reader's.

    `needs` are lines that also ask something of the reader. In `full` nothing is counted, and what
    production did one by one stands at the end.
    """
    page = _Page(faces, names, told, orders, full)
    heads = page.headlines()
    sections = (
        Section("", tuple(dict.fromkeys(page.headed(heads)))),
        Section("❗ Needs you", (*page.needs(), *needs)),
        *page.turns(),
        *page.parts(late=False),
        Section("News", tuple(page.others())),
        *(page.parts(late=True) if full else ()),
    )
    matters = bool(heads or sections[1].lines or page.failures)
    return Report(tuple(each.news for each in heads), sections, matters, page.folded)


class _Page:
    """What one report is made from."""

    def __init__(
        self,
        faces: Faces,
        names: Names,
        told: Sequence[Learned],
        orders: Mapping[int, Sequence[Queued]],
        full: bool,
    ) -> None:
        self.faces, self.names, self.orders, self.full = faces, names, orders, full
        every = [_Told(each, news_of(each.event, names)) for each in told]
        self.told = [each for each in every if each.news.rank is not NewsRank.ELSEWHERE]
        self.failures = 0
        """Orders that were refused or in vain."""
        self.folded = False

    # ------------------------------------------------------------------ headlines and needs

    def headlines(self) -> list[_Told]:
        """The weightiest first, of equals what happened first."""
        found = [each for each in self.told if each.news.rank is NewsRank.HEADLINE]
        return sorted(found, key=lambda each: each.news.weight)

    def headed(self, heads: Sequence[_Told]) -> Iterator[str]:
        """The lines of headlines, each with its sign and the word for it."""
        return headed(((each.event, each.news) for each in heads), self.names)

    def needs(self) -> Iterator[str]:
        """What asks something of the reader: events, then what the faces see in the world."""
        events = [each for each in self.told if each.news.rank is NewsRank.NEEDS]
        told = tell_all((each.event for each in events), self.names)
        yield from dict.fromkeys(f"• {text}" for text in told)
        learned = [each.learned for each in self.told]
        for need in self.faces.needs.values():
            for line in need.lines(self.faces.rules, self.names, learned):
                yield f"• {line}"

    # ------------------------------------------------------------------ orders

    def turns(self) -> Iterator[Section]:
        """The orders of each player who ran: what failed, what is news, and the rest counted."""
        apart = _events(part for part in self.faces.sections.values() if part.apart)
        mine = [
            each for each in self.told if each.learned.player and not isinstance(each.event, apart)
        ]
        ran = dict.fromkeys(each.learned.player for each in self.told if each.learned.player)
        for player in dict.fromkeys([*ran, *self.orders]):
            queued = {each.key: each for each in _as_run(self.faces.rules, self._of(player))}
            outcomes: dict[str, list[_Told]] = {key: [] for key in queued}
            for each in mine:
                if each.learned.player == player:
                    outcomes.setdefault(each.learned.order, []).append(each)
            elsewhere = {
                each.learned.order: None for each in self.told if each.learned.player == player
            }
            yield self._turn(
                player,
                [
                    self._outcome(outcomes[key], queued.get(key), elsewhere=key in elsewhere)
                    for key in _as_happened(outcomes)
                ],
            )

    def _of(self, player: int) -> Sequence[Queued]:
        return self.orders.get(player, ())

    def _turn(self, player: int, lines: Sequence[_Line]) -> Section:
        failed = [each for each in lines if each.news.vain]
        self.failures += len(failed)
        count = number(len(lines) - len(failed), "order") + " done"
        if failed:
            count += f", {len(failed)} failed"
        done = [each for each in lines if not each.news.vain]
        shown = [f"{FAILED} {text}" for text in _counted(self._said_together(failed))]
        shown += [f"{DONE} {text}" for text in _counted(self._fold(done))]
        return Section(f"{self.names.player(player)}: {count}", tuple(shown))

    def _outcome(self, events: Sequence[_Told], queued: Queued | None, *, elsewhere: bool) -> _Line:
        """What became of one order; what is told of it as a headline is not said twice.

        Nor is what is told `elsewhere`, in a separate section.
        """
        failed = next((each for each in events if isinstance(each.event, OrderFailed)), None)
        if failed:
            assert isinstance(failed.event, OrderFailed)
            event = failed.event.replace(line=self._line(queued) or failed.event.line)
            return _Line(partial(tell, event, self.names), News(vain=True), event)
        left = [each for each in events if each.news.rank > NewsRank.NEEDS]
        vain = [each.news for each in events if each.news.vain]
        above = next((each.headline for each in vain if each.sign), "")
        text = partial(self._said, left, queued, above)
        if queued and not events and not elsewhere:
            done = order_title(type(queued.order)).lower()
            line = partial(self._given, queued)
            return _Line(line, routine(f"order to {done}", f"orders to {done}"))
        one = left[0].event if len(left) == 1 and not above else None
        if vain:
            return _Line(text, News(vain=True), one)
        foremost = min((each.news for each in left), key=lambda news: news.rank, default=News())
        return _Line(text, foremost, one)

    def _given(self, queued: Queued) -> str:
        return self.names.show(self.names.order(self._line(queued)))

    def _said(self, events: Sequence[_Told], queued: Queued | None, above: str) -> str:
        """The result of an order; whose it was stands before it if no event tells that.

        `above` is the headline that told why it failed; without it, who was beaten on the way
        would seem to have failed by going.
        """
        said = " ".join(tell(each.event, self.names) for each in events)
        said += f" {above}." if said and above else ""
        who = self._who(queued.order) if queued and said else ""
        return said if who in said else f"{who}: {said}"

    def _who(self, order: Order) -> str:
        """The character that acts in an order; empty for none with a name."""
        character = getattr(order, "character", None)
        there = self.names.there(character.place) if isinstance(character, Ref) else None
        return self.names.named(there, "")

    def _line(self, queued: Queued | None) -> str:
        """An order by the names that its players know; its event was made where more is known."""
        names = self.names
        return self.faces.written(queued.order, names.world, names.before) if queued else ""

    # ------------------------------------------------------------------ the rest

    def parts(self, *, late: bool) -> Iterator[Section]:
        """The sections that the faces give to events of some classes."""
        for part in self.faces.sections.values():
            if part.late == late:
                yield self._part(part)

    def _part(self, part: ReportSection) -> Section:
        its = [
            each
            for each in self.told
            if isinstance(each.event, part.events) and (part.apart or not each.learned.player)
        ]
        if part.table:
            learned = [each.learned for each in its]
            return Section(part.title, table=part.table(self.names, self.names.reader, learned))
        its = [each.learned for each in its if each.news.rank > NewsRank.NEEDS]
        if part.lines:
            return Section(part.title, tuple(f"• {line}" for line in part.lines(self.names, its)))
        told = tell_all((each.event for each in its), self.names)
        return Section(part.title, tuple(dict.fromkeys(f"• {text}" for text in told)))

    def others(self) -> list[str]:
        """What no order of the faction brought about, and no section has."""
        placed = _events(self.faces.sections.values())
        rest = [
            _Line(partial(tell, each.event, self.names), each.news, each.event)
            for each in self.told
            if not each.learned.player
            and not isinstance(each.event, placed)
            and each.news.rank > NewsRank.NEEDS
        ]
        return [f"• {text}" for text in dict.fromkeys(self._fold(rest))]

    def _fold(self, lines: Sequence[_Line]) -> Iterator[str]:
        """The lines, news before routine; much routine is counted by its kind."""
        usual = [each for each in lines if each.news.rank is NewsRank.ROUTINE]
        news = (each for each in lines if each.news.rank is not NewsRank.ROUTINE)
        yield from self._said_together(news)
        if self.full or len(usual) <= FEW:
            yield from self._said_together(usual)
            return
        self.folded = True
        counts: dict[tuple[str, str], int] = {}
        for each in usual:
            kind = each.news.one, each.news.many
            counts[kind] = counts.get(kind, 0) + 1
        told = [number(count, one, many) for (one, many), count in counts.items()]
        yield f"{listed(told, most=len(told))}."

    def _said_together(self, lines: Iterable[_Line]) -> Iterator[str]:
        """The lines, what is told together where the first of it stands."""
        every = list(lines)
        alike: dict[type[Event], list[Event]] = {}
        for each in every:
            if each.event and type(each.event) in self.names.together:
                alike.setdefault(type(each.event), []).append(each.event)
        for each in every:
            if each.event and type(each.event) in self.names.together:
                told = list(tell_all(alike.pop(type(each.event), ()), self.names))
            else:
                told = [each.text()]
            yield from filter(None, told)


def _counted(lines: Iterable[str]) -> Iterator[str]:
    """The lines, each once; of equal ones it is said how many there were."""
    for text, times in Counter(each for each in lines if each).items():
        yield text if times == 1 else f"{text} ({times} times)"


def _events(parts: Iterable[ReportSection]) -> tuple[type[Event], ...]:
    """The classes of events for which there are these sections."""
    return tuple(event for part in parts for event in part.events)


def _as_happened(outcomes: Mapping[str, Sequence[_Told]]) -> list[str]:
    """Orders by the first result of each; one without a result stays behind the one before."""
    when: dict[str, int] = {}
    last = -1
    for key, events in outcomes.items():
        last = events[0].learned.place if events else last
        when[key] = last
    return sorted(when, key=lambda key: when[key])


def _as_run(rules: Rules, orders: Sequence[Queued]) -> Iterator[Queued]:
    """A player's orders phase by phase, as a turn carries them out."""
    by_phase: dict[str, list[Queued]] = {}
    for queued in orders:
        by_phase.setdefault(queued.runs_in, []).append(queued)
    for part in rules.turn:
        if isinstance(part, Phase):
            yield from by_phase.get(part.name, ())
