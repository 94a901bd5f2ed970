"""Figures as panels explain them: a value, and line by line where it comes from.

The lines are those of `engine.modifiers`; nothing is worked out here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Final

from engine.modifiers import Modifier, Operation, Statistic

Amount = Fraction | int | float
Shares = tuple[tuple[str, str], ...]
"""Sources, and what each does: ("Human", "10"), ("Sword +2", "+20%")."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A value with what it is made of."""

    name: str
    value: str
    shares: Shares = ()


@dataclass(frozen=True, slots=True)
class Worn:
    """Something worn or wielded."""

    place: str
    name: str
    gives: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """Something with a name and what it does: a talent, title, status or potion at work."""

    name: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Bearing:
    """How somebody fights by the battle system of the campaign."""

    ratings: tuple[Figure, ...] = ()
    note: str = "The battles of this campaign have ratings of their own; see /rules."
    """What the ratings are, in a sentence."""
    state: tuple[Named, ...] = ()
    """What that system knows of its state."""
    relics: tuple[Worn, ...] = ()
    """What it wears in battles of that system alone."""


def figure(
    name: str, found: Statistic, base: str, value: Amount | None = None, more: Shares = ()
) -> Figure:
    """A statistic as a figure; `base` is what its base comes from.

    `value` is what the rules make of it in the end, if they make more of it than the statistic.
    """
    lines = ((line.source, change(line.operation, line.amount)) for line in found.lines)
    shown = amount(found.value if value is None else value)
    return Figure(name, shown, ((base, amount(found.base)), *lines, *more))


def amount(value: Amount) -> str:
    """A number as people read it, rounded down to what matters of it: 1.52, 127.5, 13,735."""
    exact = Fraction(value).limit_denominator(1_000_000)
    digits = 2 if abs(exact) < 100 else 1 if abs(exact) < 1000 else 0
    whole = floor(exact * 10**digits)
    text = f"{whole / 10**digits:,.{digits}f}"
    return text.rstrip("0").rstrip(".") if digits else text


_WORDED: Final[Mapping[Operation, str]] = {
    "set": "=",
    "times": "×",
    "most": "at most",
    "least": "at least",
}


def change(operation: Operation, by: Amount) -> str:
    """What a line does: "+2", "−3", "+20%", "= 5", "× 2", "at most 5"."""
    if operation in _WORDED:
        return f"{_WORDED[operation]} {amount(by)}"
    sign = "−" if by < 0 else "+"
    return f"{sign}{amount(abs(by))}{'%' if operation == 'percent' else ''}"


def effects(changes: Iterable[Modifier]) -> tuple[str, ...]:
    """Modifiers in words, such as "AF +10% in melee"."""
    return tuple(
        f"{_statistic(each.target)} {change(each.operation, each.amount)}{_when(each.when)}"
        for each in changes
    )


def _statistic(target: str) -> str:
    family, _, name = target.partition(".")
    words = name.replace("_", " ")
    if family == "skill":
        return words
    return f"{words} attack" if family == "special" else target


_WHEN: Final = {
    "attack": "in {} attacks",
    "weapon": "with a {}",
    "terrain": "in {}",
    "stance": "when {}",
    "type": "against {}",
    "mode": "by {}",
    "held": "with this weapon",
}


def _when(facts: Mapping[str, str]) -> str:
    parts: list[str] = []
    for fact, value in facts.items():
        if fact == "riding":
            parts.append("riding" if value == "yes" else "on foot")
        else:
            parts.append(_WHEN.get(fact, "{}").format(value.replace("_", " ")))
    return f" {', '.join(parts)}" if parts else ""
