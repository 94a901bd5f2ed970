"""The full account of a battle as chapters of lines, which its pages and its file are made of.

Each system tells its record in a separate file; the chapters have the names of the scenes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from bot.faces.words.pages import Section, plain_text
from engine.facts import Tagged

T = TypeVar("T")
E = TypeVar("E", bound=Tagged)


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
