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
Operation = Literal["set", "add", "highest", "percent", "times", "most", "least"]
"""`set` replaces the base, `add` adds points, `highest` adds points of which only the highest of
its stack of equal `group` counts, `percent` adds percent points that are applied once together,
`times` multiplies the result by a factor, and last the result is limited to no more than `most` and
no less than `least`."""


_ALL = Fraction(100)  # percent
_BOUNDS: Final = ("most", "least")
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
    base: Fraction | int | Statistic,
    modifiers: Iterable[Modifier],
    situation: Situation | None = None,
) -> Statistic:
    """The statistic after all modifiers that apply: (base + additions) * (100 + percents) / 100.

    Percents are summed and applied once (the ledger's README, Names), then factors multiply. Of
    several `set` the last counts; of each group of `highest` the highest amount, or the worst if
    one is a penalty; the first of equals. A bound is a line only where it cuts something off, and
    of several each in the order given. Where a rule has several steps, such as a cut in between,
    the base is the statistic of the step before, whose lines come first.
    """
    situation = situation or {}
    lines: list[Line] = []
    earlier: tuple[Line, ...] = ()
    if isinstance(base, Statistic):
        value, start, earlier = base
    else:
        start = value = base if isinstance(base, Fraction) else Fraction(base)
    best: dict[str, Modifier] = {}
    bounds: list[Modifier] = []
    for modifier in modifiers:
        if modifier.target != target or (modifier.when and not modifier.applies(target, situation)):
            continue
        operation = modifier.operation
        if operation == "highest":
            held = best.get(modifier.group)
            if held is None or _prevails(modifier.amount, held.amount):
                best[modifier.group] = modifier
        elif operation in _BOUNDS:
            bounds.append(modifier)
        else:
            lines.append(Line(modifier.source, operation, modifier.amount, modifier.rule))
    lines.extend(Line(held.source, "add", held.amount, held.rule) for held in best.values())
    if lines:
        value = _changed(value, lines)
    for bound in bounds:
        if value > bound.amount if bound.operation == "most" else value < bound.amount:
            value = bound.amount
            lines.append(Line(bound.source, bound.operation, value, bound.rule))
    return Statistic(value, start, (*earlier, *lines) if lines else earlier)


def _changed(value: Fraction, lines: list[Line]) -> Fraction:
    """The value with what the lines do to it."""
    # Mostly there is one addition and nothing else, and fractions are slow.
    added = percent = factor = None
    for line in lines:
        if line.operation == "add":
            added = line.amount if added is None else added + line.amount
        elif line.operation == "percent":
            percent = (_ALL if percent is None else percent) + line.amount
        elif line.operation == "set":
            value = line.amount
        else:
            factor = line.amount if factor is None else factor * line.amount
    if added:
        value = value + added if value else added
    if percent is not None:
        top = value.numerator * percent.numerator
        value = Fraction(top, value.denominator * percent.denominator * 100)
    return value if factor is None else value * factor


def _prevails(one: Fraction, other: Fraction) -> bool:
    """Whether one of a group counts and not the other: a penalty overrides every bonus."""
    return one < other if one < 0 or other < 0 else one > other
