"""The one mechanism for every bonus and penalty, from whatever source.

A rule asks for a statistic: a base, changed by the modifiers that apply. The answer can be
explained line by line. Where modifiers come from (races, talents, items, terrain, roads) is the
packs' matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final, Literal, NamedTuple

Situation = Mapping[str, str | tuple[str, ...]]
"""What holds where a statistic is asked for, fact by fact."""
Operation = Literal["set", "add", "percent", "highest"]
"""`set` replaces the base, `add` adds points, `percent` adds percent points that are applied once
together, `highest` adds points of which only the highest of its stack of equal `group` counts."""


_NONE, _ALL = Fraction(0), Fraction(100)  # percent
_ALWAYS: Final[Mapping[str, str]] = {}

# Named tuples, not dataclasses: a tick makes hundreds of thousands of them.


class Modifier(NamedTuple):
    """One bonus or penalty on a statistic."""

    target: str
    """The statistic, such as `rate.land` or `cost.forest`."""
    operation: Operation
    amount: Fraction
    source: str
    """What gives it, for people, such as `Road, level 3`."""
    rule: str = ""
    when: Mapping[str, str] = _ALWAYS
    """Facts of the situation that must hold, such as `terrain` = `forest`; of a fact with several
    values, such as the classes of a weapon, one must fit."""
    group: str = ""
    """For `highest`: the modifiers among which only the highest counts, or the worst penalty."""

    def applies(self, target: str, situation: Situation) -> bool:
        """Whether it changes that statistic in that situation."""
        return self.target == target and (
            not self.when
            or all(value in _values(situation.get(name, ())) for name, value in self.when.items())
        )


def _values(fact: str | tuple[str, ...]) -> tuple[str, ...]:
    return (fact,) if isinstance(fact, str) else fact


class Line(NamedTuple):
    """One line of an explanation: the source, what it does, and the amount."""

    source: str
    operation: Operation
    amount: Fraction
    rule: str = ""


class Statistic(NamedTuple):
    """A value and where it comes from."""

    value: Fraction
    base: Fraction
    lines: tuple[Line, ...] = ()


def statistic(
    target: str,
    base: Fraction | int,
    modifiers: Iterable[Modifier],
    situation: Situation | None = None,
) -> Statistic:
    """The statistic after all modifiers that apply: (base + additions) * (100 + percents) / 100.

    Percents are summed and applied once (the ledger's README, Names). Of several `set` the last
    counts; of each group of `highest` the highest amount, or the worst if one is a penalty; the
    first of equals.
    """
    situation = situation or {}
    lines: list[Line] = []
    start = value = base if isinstance(base, Fraction) else Fraction(base)
    percent = _ALL
    best: dict[str, Modifier] = {}
    for modifier in modifiers:
        if modifier.target != target or not modifier.applies(target, situation):
            continue
        if modifier.operation == "highest":
            held = best.get(modifier.group)
            if held is None or _prevails(modifier.amount, held.amount):
                best[modifier.group] = modifier
            continue
        lines.append(Line(modifier.source, modifier.operation, modifier.amount, modifier.rule))
    lines.extend(Line(held.source, "add", held.amount, held.rule) for held in best.values())
    if not lines:  # as of most
        return Statistic(start, start)
    added = _NONE
    for line in lines:
        if line.operation == "add":
            added += line.amount
        elif line.operation == "percent":
            percent += line.amount
        else:
            value = line.amount
    if added:
        value += added
    if percent != _ALL:
        top = value.numerator * percent.numerator  # in one go: fractions are slow
        value = Fraction(top, value.denominator * percent.denominator * 100)
    return Statistic(value, start, tuple(lines))


def _prevails(one: Fraction, other: Fraction) -> bool:
    """Whether one of a group counts and not the other: a penalty overrides every bonus."""
    return one < other if one < 0 or other < 0 else one > other
