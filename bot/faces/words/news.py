"""What an event is to its reader: a headline with its sign, something to be done, or routine.

A report is a newspaper: headlines come first, then what needs its reader, then what orders did, and
what happens every week is counted. How an event is told stands in `telling`; this says only how
much it matters, and to whom.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final

from bot.faces.words.text import listed


class NewsRank(IntEnum):
    """Where an event stands in a report, the foremost first."""

    HEADLINE = 0
    NEEDS = 1
    """It asks something of the reader."""
    NEWS = 2
    ROUTINE = 3
    """It is counted if there is much of it."""
    ELSEWHERE = 4
    """It does not concern the reader, and the herald tells it to all; or it was told at once to who
    did it."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A kind of headline: a sign for the eye, and the word that says the same.

    A face may add signs; no two of a campaign share their mark or their word.
    """

    mark: str
    word: str
    weight: int
    """Where it stands among the headlines of a report, the lower the sooner."""
    lasting: bool = False
    """Whether it belongs in the story of a whole campaign: who stood how to whom, and held what."""


ENDED: Final = Sign("🏁", "The end", 0)
TAKEN_BACK: Final = Sign("⏪", "Taken back", 5)
LEAD: Final = Sign("🥇", "The lead", 8, lasting=True)
DEFEAT: Final = Sign("☠", "Defeat", 10)
FALLEN: Final = Sign("🕯", "Fallen", 20)
LOST: Final = Sign("🔥", "Lost", 30, lasting=True)
CAPTURED: Final = Sign("⛓", "Captured", 40)
VICTORY: Final = Sign("⚔", "Victory", 50)
GAINED: Final = Sign("👑", "Gained", 60)
WAR: Final = Sign("🚩", "War", 70, lasting=True)
PEACE: Final = Sign("🕊", "Peace", 80, lasting=True)
ALLIANCE: Final = Sign("🤝", "Alliance", 90, lasting=True)
FREED: Final = Sign("🔓", "Free", 100)
DEED: Final = Sign("🏆", "Deed", 110)
MET: Final = Sign("👥", "First meeting", 120)
DISCOVERY: Final = Sign("🧭", "Discovery", 130)
PUT_RIGHT: Final = Sign("🛠", "Put right", 145)
PEOPLE: Final = Sign("📣", "People", 150)
_UNSIGNED: Final = 1_000  # after all that have a sign


@dataclass(frozen=True, slots=True)
class News:
    """What one event is to one reader."""

    rank: NewsRank = NewsRank.NEWS
    sign: Sign | None = None
    """Of a headline."""
    title: str = ""
    """Of a headline: what happened, in a few words that stand alone, such as "Wystan fell"."""
    tail: str = ""
    """How the title ends, where others may end so too: " at Mossump"."""
    one: str = ""
    many: str = ""
    """Of routine: what one such event is counted as, and several."""
    vain: bool = False
    """Whether who tried it failed: no such act is ticked as done."""

    @property
    def weight(self) -> int:
        """Where a headline stands among others, the lower the sooner."""
        return self.sign.weight if self.sign else _UNSIGNED

    @property
    def headline(self) -> str:
        """The headline with its sign and the word for it: "☠ Defeat: Iron Guard at Mossump"."""
        assert self.sign
        return f"{self.sign.mark} {self.sign.word}: {self.title}"


Kind = News | Callable[[Any, Any], News]
"""What events of a class are; if that hangs on the event or on its reader, from it and `Names`."""

PLAIN: Final = News()
VAIN: Final = News(vain=True)
NEEDS: Final = News(NewsRank.NEEDS)
ELSEWHERE: Final = News(NewsRank.ELSEWHERE)


def headline(sign: Sign, title: str, tail: str = "", *, vain: bool = False) -> News:
    """A headline; its title ends with the tail."""
    return News(NewsRank.HEADLINE, sign, title + tail, tail, vain=vain)


MOST_NAMED: Final = 4
"""Headlines of a kind that a heading names; of more it says how many there are."""


def heading(heads: Sequence[News], room: int) -> str:
    """The weightiest headline and the others of its kind, in at most `room` characters."""
    first = min(heads, key=lambda each: each.weight)
    assert first.sign
    word = first.sign.word
    alike = {each.title: each for each in (first, *heads) if each.sign and each.sign.word == word}
    for shown in range(min(len(alike), MOST_NAMED), 0, -1):
        left = f"; {len(alike) - shown} more" if shown < len(alike) else ""
        told = f"{first.sign.mark} {word}: {_titles(list(alike.values())[:shown])}{left}"
        if len(told) <= room:
            return told
    return first.headline[:room]


def _titles(alike: Sequence[News]) -> str:
    """The titles, those that end alike in one: "Aldric and Mirel at Mossump; Wystan at Harrow"."""
    found: dict[str, list[str]] = {}
    for each in alike:
        start = each.title.removesuffix(each.tail)
        found.setdefault(each.tail or each.title, []).append(start if each.tail else "")
    return "; ".join(listed(starts) + end if starts[0] else end for end, starts in found.items())


def routine(one: str, many: str = "") -> News:
    """What happens every week, by what it is counted as: "move", "training"."""
    return News(NewsRank.ROUTINE, one=one, many=many or f"{one}s")


def unless_vain(done: str, kind: News = PLAIN) -> Callable[[Any, Any], News]:
    """Of that kind if the event's field `done` is true, else in vain."""

    def found(event: Any, names: Any) -> News:
        return kind if getattr(event, done) else VAIN

    return found
