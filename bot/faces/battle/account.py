"""The full account of a battle as chapters of lines, which its pages and its file are made of.

Each system tells its own record in a file of its own; the chapters bear the names of the scenes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.faces.words.pages import Section, plain_text


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the account, such as "Round 2"."""

    name: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """All that the record of a battle tells, in order."""

    title: str
    chapters: tuple[Chapter, ...]
    """The first is who fought; those of scenes bear their names, in their order."""

    def parted(self, scenes: Sequence[str]) -> list[list[Chapter]]:
        """The chapters that go with each scene: those of its name and what follows before the next.

        What comes before all goes with the first.
        """
        parts: list[list[Chapter]] = [[] for _ in scenes]
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
