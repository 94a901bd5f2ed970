"""What can be chosen, one step at a time, and what each choice does; a menu shows it.

A step names its options and makes the change. It knows neither menus nor what the thing is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

NOTHING: Final = "-"
"""The value of the option that leaves a place empty."""

T = TypeVar("T")


def _one(_thing: Any) -> int:
    return 1


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be chosen."""

    value: str
    label: str
    about: str = ""
    """What it does, in a line."""


@dataclass(frozen=True, slots=True)
class Question(Generic[T]):
    """Something to choose for a thing of type T."""

    key: str
    label: str
    options: Callable[[T], list[Option]]
    chosen: Callable[[T], tuple[str, ...]]
    take: Callable[[T, tuple[str, ...]], T]
    """The thing with these values chosen."""
    most: Callable[[T], int] = _one
    """How many may be chosen at once."""
    least: int = 1

    def present(self, thing: T) -> str:
        """What is chosen, in words."""
        labels = {each.value: each.label for each in self.options(thing)}
        names = [labels.get(value, value) for value in self.chosen(thing) if value != NOTHING]
        return ", ".join(names) or "nothing yet"
