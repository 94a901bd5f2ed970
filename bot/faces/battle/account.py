"""The full account of a battle as chapters of lines, which its pages and its file are made of.

Each system tells its record in a separate file; the chapters have the names of the scenes. What all
systems tell alike is said here: sides, chances, the digest of all scenes, who won.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Generic, TypeVar

from bot.faces.battle.scene import AnyBattle
from bot.faces.words.names import Show
from bot.faces.words.pages import Section, plain_text
from bot.faces.words.text import number
from engine.facts import Tagged

T = TypeVar("T")
E = TypeVar("E", bound=Tagged)

DIGEST: Final = "In short"
MOST: Final = 99
"""Names in a list; nobody is left out of an account."""
NOBODY_FOUGHT: Final = "Nobody fought."
_SIDES: Final = ("attacker", "defender")


class Tellers(Generic[T]):
    """How each event of a system's record is told, by a teller of type T that knows the fight."""

    def __init__(self) -> None:
        self.told: dict[type[Tagged], Callable[[T, Any], Iterator[str]]] = {}

    def of(self, event: type[E]) -> Callable[[Callable[[T, E], Iterator[str]]], None]:
        """The function tells events of this class."""

        def add(function: Callable[[T, E], Iterator[str]]) -> None:
            self.told[event] = function

        return add

    def tell(self, teller: T, event: Tagged) -> Iterator[str]:
        """An event in lines."""
        return self.told[type(event)](teller, event)


@dataclass(frozen=True, slots=True)
class AccountChapter:
    """A part of the account, such as "Round 2"."""

    name: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """All that the record of a battle tells, in order."""

    title: str
    chapters: tuple[AccountChapter, ...]
    """The first is who fought; those of scenes have their names, in their order."""

    def parted(self, scenes: Sequence[str]) -> list[list[AccountChapter]]:
        """The chapters that go with each scene: those of its name and what follows before the next.

        What comes before all goes with the first.
        """
        parts: list[list[AccountChapter]] = [[] for _ in scenes]
        at = 0
        for chapter in self.chapters:
            if chapter.name in scenes:
                at = scenes.index(chapter.name)
            parts[at].append(chapter)
        return parts

    def text(self) -> str:
        """The whole account as a text file."""
        return plain_text(
            self.title, (Section(chapter.name, chapter.lines) for chapter in self.chapters)
        )


# ---------------------------------------------------------------- what all systems tell alike


def sided(name: str, side: int | str) -> str:
    """Somebody with the letter of the side, by its number or name: "Spears (A)"."""
    place = side if isinstance(side, int) else _SIDES.index(side)
    return f"{name} ({'AD'[place]})"


def drew(chance: str | int, drawn: str | int) -> str:
    """A chance in percent, and the draw if there was one: "30%, drew 12"."""
    percent = f"{chance}%" if isinstance(chance, int) else chance
    return f"{percent}, drew {drawn}" if drawn else percent


def won(side: int | str, when: str = "") -> str:
    """Who won, and when: "The attackers won in round 3."."""
    name = _SIDES[side] if isinstance(side, int) else side
    return f"The {name}s won{f' {when}' if when else ''}."


def digest(battle: AnyBattle, show: Show) -> tuple[AccountChapter, ...]:
    """Each scene in a line: who was left, if that changed, and what it cost; none of a lone one."""
    lines: list[str] = []
    for before, scene in pairwise(battle.scenes):
        told = [show(each) for each in battle.cost(scene)]
        if before.strength != scene.strength:
            told.insert(0, _left(battle, before.strength, scene.strength, show))
        line = " ".join(told) or "Nobody was lost."
        lines.append(line if line.startswith(scene.name) else f"{scene.name}: {line}")
    return (AccountChapter(DIGEST, tuple(lines)),) if lines else ()


def _left(battle: AnyBattle, before: Sequence[int], now: Sequence[int], show: Show) -> str:
    """Who was left on either side, and how many that side lost."""
    parts: list[str] = []
    for place, side in enumerate(battle.setting.sides):
        lost = before[place] - now[place]
        left = number(now[place], *battle.unit) if now[place] else "none"
        who = side.role.lower() or show(side.name)
        parts.append(f"{who} {left}" + (f" ({lost} lost)" if lost > 0 else ""))
    return f"{', '.join(parts)}."
