"""What a field of a record may hold, said where the field is declared.

The marks cost nothing when a world is loaded or changed by its rules: they are asked when somebody
puts a record right by hand (`engine.corrections`). A mark on a field holds for whatever is in it.
"""

from __future__ import annotations

import functools
import typing
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import UnionType
from typing import Annotated, Any, Final, Union, cast, get_args, get_origin

from pydantic import BaseModel
from pydantic_core import PydanticCustomError

from engine.facts import LAID, Facts
from engine.module import Module
from engine.module.sections import Data, Key, Named, Validation
from engine.names import NAME_LENGTH, flaw

MOST: Final = 1_000_000
"""No number is above it, and none below 0, where its field does not say otherwise."""
LONGEST_TEXT: Final = 2000
_NAME: Final = "name"


class Check(ABC):
    """Says what is wrong with a text."""

    @abstractmethod
    def flaw(self, text: str, reading: Validation) -> str:
        """What is wrong with it, in words that follow it; empty if nothing is."""


@dataclass(frozen=True, slots=True)
class Within:
    """Marks numbers by the lowest and the highest that there may be."""

    low: int
    high: int = MOST


@dataclass(frozen=True, slots=True)
class Many:
    """Marks a list by how many entries it must have; with `or_none` it may be empty too."""

    count: int
    or_none: bool = False


LEVEL: Final = Within(0, 1000)
"""Of a level, a skill or an attribute."""
PERCENT: Final = Within(0, 100)

_Flaw = str


def word(*words: str) -> Key:
    """Marks a text that is one of these words."""
    return Key((), also=words)


def reading_of(module: Module) -> Validation:
    """A module's names, against which its records are checked."""
    things = tuple(table for content in module.contents.values() for table in content.things)
    return Validation(tables_of(module, Data), things)


def tables_of(module: Module, of: type[Data] = Named) -> dict[str, dict[str, str]]:
    """The names of the records of every table of a module's packs, by key, by section.

    A table inside the records of another is found as `army_lists.units`.
    """
    found: dict[str, dict[str, str]] = {}
    for content in module.contents.values():
        for section in type(content).model_fields:
            _collect(getattr(content, section), section, of, found)
    return found


def flaws(before: Facts | None, after: Facts, reading: Validation) -> Iterator[tuple[str, str]]:
    """What a value's fields hold that they may not, in sentences, by field.

    Of one that there was before, only what has changed is looked at.
    """
    hints = _hints(type(after))
    for name, value in after.known().items():
        if name == "id" or (before and before.knows(name) and getattr(before, name) == value):
            continue
        if before and LAID in _marks(hints[name]):
            yield name, "It stays as it was made: more depends on it than this."
            continue
        for wrong in _of(hints[name], value, (), reading, name):
            yield name, wrong


# ---------------------------------------------------------------- inside


def _collect(value: object, section: str, of: type[Data], found: dict[str, dict[str, str]]) -> None:
    """Note the names of a table, and of the tables within its records."""
    if isinstance(value, Mapping):
        for key, record in cast("Mapping[str, object]", value).items():
            if isinstance(record, of):
                found.setdefault(section, {})[key] = getattr(record, "name", key)
            _collect(record, section, of, found)
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            _collect(getattr(value, name), f"{section}.{name}", of, found)


@functools.cache
def _hints(cls: type[Facts]) -> dict[str, Any]:
    return typing.get_type_hints(cls, include_extras=True)


def _marks(hint: Any) -> tuple[Any, ...]:
    return get_args(hint)[1:] if get_origin(hint) is Annotated else ()


def _of(
    hint: Any, value: Any, marks: tuple[Any, ...], reading: Validation, name: str
) -> Iterator[_Flaw]:
    """What is wrong with a value of this declared type, under the marks around it."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        yield from _of(inner[0], value, (*inner[1:], *marks), reading, name)
    elif value is None or isinstance(value, bool):
        return
    elif isinstance(value, Facts):
        for each, held in value.known().items():
            yield from _of(_hints(type(value))[each], held, (), reading, each)
    elif origin in (Union, UnionType):
        fitting = (each for each in inner if each is not type(None) and _fits(each, value))
        yield from _of(next(fitting, inner[0]), value, marks, reading, name)
    elif isinstance(value, str):
        if origin is not typing.Literal:
            yield from _text(value, marks, reading, name)
    elif isinstance(value, int | Fraction):
        yield from _number(value, marks)
    elif isinstance(value, Mapping):
        keys, values = inner or (str, Any)
        for key, held in cast("Mapping[Any, Any]", value).items():
            yield from _of(keys, key, marks, reading, name)
            yield from _of(values, held, marks, reading, name)
    elif isinstance(value, tuple):
        yield from _entries(inner, cast("tuple[Any, ...]", value), marks, reading, name)


def _fits(hint: Any, value: object) -> bool:
    origin = get_origin(hint)
    if origin is Annotated:
        return _fits(get_args(hint)[0], value)
    kind = origin or hint
    return isinstance(kind, type) and isinstance(value, kind)


def _entries(
    inner: Sequence[Any],
    values: tuple[Any, ...],
    marks: tuple[Any, ...],
    reading: Validation,
    name: str,
) -> Iterator[_Flaw]:
    for mark in marks:
        if isinstance(mark, Many) and len(values) not in {mark.count, 0 if mark.or_none else -1}:
            yield f"It has {mark.count} entries, not {len(values)}."
    if not inner:  # a named tuple, such as a place: what it names is looked for in the world
        return
    marks = tuple(mark for mark in marks if not isinstance(mark, Many))
    hints = (inner[0],) * len(values) if inner[-1] is Ellipsis else inner
    for hint, value in zip(hints, values, strict=True):
        yield from _of(hint, value, marks, reading, name)


def _number(value: int | Fraction, marks: Sequence[Any]) -> Iterator[_Flaw]:
    within = next((mark for mark in marks if isinstance(mark, Within)), Within(0))
    if not within.low <= value <= within.high:
        yield f"{_short(str(value))} is not between {within.low:,} and {within.high:,}."


def _text(value: str, marks: Sequence[Any], reading: Validation, name: str) -> Iterator[_Flaw]:
    keys = [mark for mark in marks if isinstance(mark, Key | Check)]
    for mark in keys:
        wrong = _key(mark, value, reading) if isinstance(mark, Key) else mark.flaw(value, reading)
        if wrong:
            yield f"“{_short(value)}” {wrong}."
    if keys:
        return
    if wrong := flaw(value):
        yield wrong
    elif name == _NAME and not 1 <= len(value) <= NAME_LENGTH:
        yield f"A name has 1 to {NAME_LENGTH} characters."
    elif len(value) > LONGEST_TEXT:
        yield f"It has {len(value):,} characters of {LONGEST_TEXT:,} at most."


def _key(key: Key, name: str, reading: Validation) -> _Flaw:
    near: object
    try:
        near = key.find(name, reading)
    except PydanticCustomError as error:
        near = (error.context or {}).get("suggestion")
    if near == name:
        return ""
    if not key.tables:
        return f"is none of {', '.join(each or 'nothing' for each in key.also)}"
    kinds = " or ".join(each.replace("_", " ").replace(".", " ") for each in key.tables)
    hint = f"; perhaps “{near}” is meant" if near else ""
    return f"is not among the module's {kinds}{hint}"


def _short(text: str) -> str:
    return text if len(text) <= NAME_LENGTH else text[: NAME_LENGTH - 1] + "…"
