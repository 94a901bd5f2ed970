"""How people ask about rules: what their words mean, and the chapters that rules are browsed by.

It reads `words/*.yaml` beside the files of the rulebook, one file a system and `common.yaml` for
all; their format is in the README there. It searches nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Final, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.rulebook import FOLDER, Rulebook, RulebookError, area_of, system_of, title_of

WORDS: Final = "words"
"""The folder beside the files of a rulebook."""


class Chapter(BaseModel):
    """A part of the rulebook.

    Its rules are named by id, by area, or by area in one file: `cohorts-battle/cohorts.order`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(max_length=90)
    about: str = Field(default="", max_length=90)
    rules: tuple[str, ...]

    def among(self, book: Rulebook) -> list[str]:
        """The ids of its rules, in its order."""
        found: dict[str, None] = {}
        for part in self.rules:
            found.update(dict.fromkeys(_meant(book, part)))
        return list(found)


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    idle: str = ""
    means: dict[str, str] = {}
    asked: dict[str, str] = {}
    less: dict[str, float] = {}
    instead_of: tuple[str, ...] = ()
    chapters: tuple[Chapter, ...] = ()


class Vocabulary:
    """All of it, of every system."""

    def __init__(self, files: Mapping[str, _File]) -> None:
        self._files = dict(files)
        each = list(files.values())
        self.idle = frozenset(word for file in each for word in file.idle.split())
        self.means: dict[str, str] = {}
        for file in each:
            for word, meaning in file.means.items():
                self.means[word] = f"{self.means.get(word, '')} {meaning}".strip()
        self.asked = {rule: text for file in each for rule, text in file.asked.items()}
        self.less = {part: share for file in each for part, share in file.less.items()}

    @classmethod
    def load(cls, *besides: Path) -> Self:
        """Read the project's files, and those of further rulebooks.

        Raises RulebookError if one cannot be read.
        """
        files: dict[str, _File] = {}
        for path in (
            p for each in (FOLDER, *besides) for p in sorted((each / WORDS).glob("*.yaml"))
        ):
            try:
                text = yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader)
                files[path.stem] = _File.model_validate(text)
            except (OSError, UnicodeDecodeError, yaml.YAMLError, ValidationError) as error:
                raise RulebookError(f"{WORDS}/{path.name}: {error}") from error
        return cls(files)

    def superseded(self, systems: Collection[str]) -> tuple[str, ...]:
        """The areas that do not count where these systems are in use."""
        return tuple(
            area for name in systems if name in self._files for area in self._files[name].instead_of
        )

    def chapters_of(self, book: Rulebook, systems: Collection[str] = ()) -> Iterator[Chapter]:
        """The chapters of these systems, or of all; a system without any has one for each area."""
        for system in systems or dict.fromkeys(map(system_of, book.ids)):
            file = self._files.get(system)
            if file and file.chapters:
                yield from file.chapters
                continue
            areas = dict.fromkeys(area_of(r) for r in book.ids if system_of(r) == system)
            for area in areas:
                yield Chapter(name=title_of(area), rules=(area,))


def by_prefix(book: Rulebook, shares: Mapping[str, float]) -> dict[str, float]:
    """What is said of areas or rules, for each rule that it is said of."""
    return {rule: share for part, share in shares.items() for rule in _meant(book, part)}


def _meant(book: Rulebook, part: str) -> Iterator[str]:
    """The rules that a part of a chapter names."""
    ledger, slash, prefix = part.rpartition("/")
    for rule in book.ids:
        if (rule == prefix or area_of(rule) == prefix) and (
            not slash or book.ledger(rule) == ledger
        ):
            yield rule
