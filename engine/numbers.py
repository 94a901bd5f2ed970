"""Exact arithmetic for rules: percent, square roots and rounding without binary fractions deciding.

A rule that rounds works on exact ratios (`Exact`) and rounds once, at the end. Battles whose
ledger asks for real numbers use floats and add them up with `total`.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import floor, isqrt
from typing import Annotated

from pydantic import BeforeValidator

Exact = int | Fraction


def _share(given: object) -> object:
    return _share_of(given) if isinstance(given, str) else given


@lru_cache(1024)
def _share_of(text: str) -> Fraction | str:
    """A share as it is stored; there are few, each of thousands of records.

    What is written otherwise stays as it is, for the reader of all fractions to judge.
    """
    digits, stroke, parts = text.partition("/")
    plain = digits.isdecimal() and (not stroke or (parts.isdecimal() and int(parts)))
    return Fraction(int(digits), int(parts or 1)) if plain else text


Share = Annotated[Fraction, BeforeValidator(_share)]
"""A part of something, of which a world has the same few many times over."""


def exact(number: float | str | Fraction) -> Fraction:
    """The number as it is written: 0.1 in a module is a tenth, not the nearest binary fraction."""
    return Fraction(repr(number) if isinstance(number, float) else number)


def total(numbers: Iterable[float]) -> float:
    """The sum, added from left to right.

    Python's own `sum` compensates for rounding since 3.12 and so differs between versions.
    """
    added = 0.0
    for number in numbers:
        added += number
    return added


def percent_of(value: Exact, percent: Exact) -> Fraction:
    """That percentage of the value, not rounded: `percent_of(50, 25)` is 12.5."""
    return Fraction(value) * percent / 100


def square_root(value: Exact) -> int:
    """The square root, rounded down; ValueError below 0.

    A factor goes under the root, so that it is not applied to a rounded one: people P at rate R
    give `square_root(P * R * R)` recruits (`cohorts.city.conscript-recruits`).
    """
    return isqrt(floor(value))


def nearest_square_root(value: Exact) -> int:
    """The square root, rounded to the nearest whole number, half up; ValueError below 0."""
    return (square_root(4 * value) + 1) // 2
