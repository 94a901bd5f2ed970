"""Turns worked cases into checks of the code: adapters, the `given` they read, the comparison.

It knows no rule and builds no world; adapters do the first and the scene the second.
"""

from __future__ import annotations

import importlib
import math
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from types import ModuleType
from typing import Any, Final

from engine.rulebook import LedgerEntry, Rulebook

# How far a number that is written with a fraction may be off.
TOLERANCE: Final = {"cohorts-battle": Decimal("0.001"), "warlords": Decimal("5e-7")}
USUAL_TOLERANCE: Final = Decimal("1e-6")


class UnknownKeyError(Exception):
    """A case gives something that nothing in its adapter reads."""


class AdapterError(Exception):
    """An adapter is missing, declared twice or returns no mapping."""


@dataclass(frozen=True)
class Case:
    """A worked case with its id: the rule's id, `/` and anything."""

    id: str
    given: Mapping[str, Any]
    expect: Mapping[str, Any]

    @property
    def rule(self) -> str:
        return self.id.partition("/")[0]


class Name(str):
    """A name of an item, resource, race, terrain, talent, spell or guild.

    Adapters wrap such names in it, so that they compare without case, blanks, hyphens and
    underscores (the README of the rulebook, Names). All other strings compare exactly.
    """

    __slots__ = ()


def folded(name: str) -> str:
    """The form in which names are compared: `Spider Wart` and `spider_wart` are one."""
    return re.sub(r"[\s_-]", "", name).casefold()


@dataclass(frozen=True, eq=False)
class Given(Mapping[str, Any]):
    """What a case gives. Keys are read in either case; mappings inside are of this type too."""

    fields: Mapping[str, Any]
    where: str
    """The case and the way into it, such as `cohorts.unit.xp/2 unit`; errors begin with it."""
    _noted: set[str] = field(default_factory=set[str], repr=False, compare=False)
    """The ways of all that was read so far, shared with the mappings inside."""
    _spelt: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_spelt", {key.casefold(): key for key in self.fields})

    def __getitem__(self, key: str) -> Any:
        spelt = self._spelt[key.casefold()]
        where = f"{self.where} {spelt}"
        self._noted.add(where)
        return self._read(self.fields[spelt], where)

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key.casefold() in self._spelt

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)

    @property
    def about(self) -> str:
        """What the case's rule is about: the last part of its id, such as `spy-city`."""
        return self.where.partition("/")[0].rpartition(".")[2]

    def flag(self, key: str, usual: bool = False) -> bool:
        """Yes or no. Raises UnknownKeyError, naming key and case, for any other value."""
        value = self.get(key, usual)
        if not isinstance(value, bool):
            raise UnknownKeyError(f"{self.where}: {key} is true or false, not {value!r}")
        return value

    def takes(self, *keys: str) -> None:
        """Raise UnknownKeyError, naming key and case, if there is any other key than these."""
        known = {key.casefold() for key in keys}
        for key in self.fields:
            if key.casefold() not in known:
                raise UnknownKeyError(
                    f"{self.where}: unknown key {key!r}; known here: {', '.join(sorted(keys))}"
                )

    def unread(self) -> Iterator[str]:
        """Where the keys stand whose values nobody took, also those in mappings inside.

        To look whether a key is there, or to iterate over keys alone, is not to read.
        """
        for key, value in self.fields.items():
            where = f"{self.where} {key}"
            if where not in self._noted:
                yield where
            else:
                yield from self._unread_in(value, where)

    def _unread_in(self, value: Any, where: str) -> Iterator[str]:
        match self._read(value, where):
            case Given() as inside:
                yield from inside.unread()
            case list():
                for number, one in enumerate(value):
                    yield from self._unread_in(one, f"{where}[{number}]")
            case _:
                pass

    def _read(self, value: Any, where: str) -> Any:
        match value:
            case dict():
                return Given(value, where, self._noted)
            case list():
                return [self._read(one, f"{where}[{n}]") for n, one in enumerate(value)]
            case _:
                return value


Result = Mapping[str, object]
"""What an adapter returns: the results of the case, by the keys of `expect` and others."""
Function = Callable[[Given], Result]


@dataclass(frozen=True)
class Adapter:
    """What runs the cases of one rule; the keys of `given` that it takes are those it reads."""

    rule: str
    function: Function

    @property
    def place(self) -> str:
        return f"{self.function.__module__}.{self.function.__qualname__}"


def rule(rule_id: str) -> Callable[[Function], Function]:
    """Mark a function as the adapter of a rule.

    The function returns a mapping with at least the keys of `expect`. It may be marked for
    several rules. One that takes all that is given, whatever its name, says first what it `takes`.
    """

    def mark(function: Function) -> Function:
        function.__dict__.setdefault("adapts", []).append(Adapter(rule_id, function))
        return function

    return mark


def adapters_of(package: ModuleType) -> dict[str, Adapter]:
    """The adapters in all modules of a package, by rule.

    Raises AdapterError if two are for one rule.
    """
    found: dict[str, Adapter] = {}
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for thing in vars(importlib.import_module(module.name)).values():
            for adapter in getattr(thing, "adapts", ()):
                first = found.setdefault(adapter.rule, adapter)
                if first is not adapter:
                    raise AdapterError(f"{adapter.rule}: {first.place} and {adapter.place}")
    return found


def cases_of(book: Mapping[str, LedgerEntry], adapters: Mapping[str, Adapter]) -> list[Case]:
    """The cases of the rules that have an adapter, as `<rule id>/<number>`.

    A rule without cases may have an adapter for those that somebody brings. Raises AdapterError for
    an adapter of a rule that is unknown.
    """
    for adapter in adapters.values():
        if adapter.rule not in book:
            raise AdapterError(f"{adapter.place}: the rulebook has no {adapter.rule}")
    return [
        Case(f"{entry.id}/{number}", case.given, case.expect)
        for entry in book.values()
        if entry.id in adapters
        for number, case in enumerate(entry.cases, start=1)
    ]


def check(case: Case, book: Rulebook, adapters: Mapping[str, Adapter]) -> None:
    """Run a case. Raises AssertionError with every difference, or the error of a bad case.

    Raises UnknownKeyError if the adapter did not read all that the case gives: what it never looked
    at cannot have been tested. Any other error of the adapter has a note of what it did not read.
    """
    adapter = adapters.get(case.rule)
    if adapter is None:
        raise AdapterError(f"{case.id}: no adapter runs the cases of {case.rule}")
    given = Given(case.given, case.id)
    try:
        actual = adapter.function(given)
    except Exception as error:
        for key in given.unread():
            error.add_note(f"not read: {key}")
        raise
    if not isinstance(actual, Mapping):
        raise AdapterError(f"{adapter.place} returned {actual!r}, not a mapping")
    if unread := list(given.unread()):
        raise UnknownKeyError(f"{adapter.place} read nothing of {'; '.join(unread)}")
    tolerance = TOLERANCE.get(book.ledger(case.rule), USUAL_TOLERANCE)
    wrong: list[str] = []
    for key, value in case.expect.items():
        [*spelt] = (known for known in actual if known.casefold() == key.casefold())
        if not spelt:
            wrong.append(f"{key}: {adapter.place} returns only {', '.join(actual)}")
        else:
            wrong.extend(differences(value, actual[spelt[0]], tolerance, key))
    if wrong:
        raise AssertionError("\n".join([f"{case.id}, given {case.given}", *wrong]))


def differences(expected: Any, actual: Any, tolerance: Decimal, where: str) -> Iterator[str]:
    """Where two values differ, one line for each place; nothing if they agree.

    Mappings and lists agree if they have the same keys and length and all their values agree;
    a number that is written with a fraction agrees within the tolerance; all else exactly.
    """
    match expected, actual:
        case Mapping(), Mapping():
            yield from _keys_differ(expected, actual, tolerance, where)
        case list(), Sequence() if not isinstance(actual, str):
            if len(expected) != len(actual):
                yield f"{where}: expected {expected!r}, got {list(actual)!r}"
            else:
                for number, (one, other) in enumerate(zip(expected, actual, strict=True)):
                    yield from differences(one, other, tolerance, f"{where}[{number}]")
        case _ if not _agree(expected, actual, tolerance):
            yield f"{where}: expected {expected!r}, got {actual!r}"


def _keys_differ(
    expected: Mapping[str, Any], actual: Mapping[str, Any], tolerance: Decimal, where: str
) -> Iterator[str]:
    names = {folded(key): key for key in actual if isinstance(key, Name)}
    others = {key.casefold(): key for key in actual if not isinstance(key, Name)}
    for key, value in expected.items():
        known = others.pop(key.casefold(), None) or names.pop(folded(key), None)
        if known is None:
            yield f"{where}.{key}: expected {value!r}, got nothing"
        else:
            yield from differences(value, actual[known], tolerance, f"{where}.{key}")
    for key in [*others.values(), *names.values()]:
        yield f"{where}.{key}: expected nothing, got {actual[key]!r}"


def _agree(expected: Any, actual: Any, tolerance: Decimal) -> bool:
    if isinstance(expected, bool) or isinstance(actual, bool):
        return expected is actual
    if isinstance(actual, Name) and isinstance(expected, str):
        return folded(expected) == folded(actual)
    if isinstance(expected, float) and isinstance(actual, int | float | Fraction):
        if not math.isfinite(expected) or not math.isfinite(actual):
            return expected == actual
        # As written in decimals, so that the edge of the tolerance is where one reads it.
        return abs(_decimal(expected) - _decimal(actual)) <= tolerance
    return expected == actual


def _decimal(number: float | Fraction) -> Decimal:
    return Decimal(repr(float(number) if isinstance(number, Fraction) else number))
