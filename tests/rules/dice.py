"""Dice that fall as a test wishes, for all who throw them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from engine.dice import Dice, Percent

T = TypeVar("T")


class WholeDice:
    """Dice that draw whole numbers alone, each as `whole` says; to pick is to draw a place."""

    def stream(self, actor: str, purpose: str) -> Dice:
        return self

    def whole(self, sides: int, *, chance: Percent | None = None) -> int:
        return sides

    def real100(self, *, chance: Percent | None = None) -> float:
        raise AssertionError("only whole numbers are drawn here")

    def pick(self, options: Sequence[T]) -> T:
        return options[self.whole(len(options)) - 1]


class Even(WholeDice):
    """Dice that always fall alike, for all who throw them, and so that what may happen does."""

    def whole(self, sides: int, *, chance: Percent | None = None) -> int:
        return 1

    def real100(self, *, chance: Percent | None = None) -> float:
        return 0.0


class Unsighted:
    """Dice with which nothing is sighted; they keep the chances of the tests of each actor."""

    def __init__(self) -> None:
        self.tests: dict[str, list[Percent | None]] = {}

    def stream(self, actor: str, purpose: str) -> Dice:
        return _Noting(self.tests.setdefault(actor, []) if purpose == "sighting" else [])

    def of(self, faction: int) -> list[Percent | None]:
        """The chances that a faction had."""
        return self.tests.get(f"faction:{faction}", [])


class _Noting(WholeDice):
    def __init__(self, chances: list[Percent | None]) -> None:
        self.chances = chances

    def whole(self, sides: int, *, chance: Percent | None = None) -> int:
        self.chances.append(chance)
        return sides
