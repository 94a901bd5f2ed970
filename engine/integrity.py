"""Whether what records name is there: a world in which something dangles would break its rules.

A field that holds a `Place` names a record, and so does a number whose field has the name of a
kind, or is listed by its class (`Record.refers`). What only remembers may name what is gone.
"""

from __future__ import annotations

import functools
import typing
from collections.abc import Iterator, Mapping
from typing import Any, cast

from engine.facts import NotKnown
from engine.world import Place, Record, World

HELD = ("holder", "on", "piece")
"""Fields that say in or on which record this one is; it moves with that."""


@functools.cache
def _fields(cls: type[Record], kinds: frozenset[str]) -> Mapping[str, str]:
    """The fields that name other records, with their kind; empty for places, which say it."""
    hints = typing.get_type_hints(cls)
    found: dict[str, str] = {}
    for name in cls.names:
        if hints[name] is Place:
            found[name] = ""
        elif name in cls.refers or hints[name] is int:
            kind = cls.refers.get(name, name)
            if kind in kinds:
                found[name] = kind
    return found


def references(record: Record, kinds: frozenset[str]) -> Iterator[tuple[str, Place]]:
    """What the record names, by field; numbers that stand for none (0 and below) left out."""
    for name, kind in _fields(type(record), kinds).items():
        try:
            value: Any = getattr(record, name)
        except NotKnown:
            continue
        ids = cast("tuple[Any, ...]", value if kind and isinstance(value, tuple) else (value,))
        for each in ids:
            place = Place(kind, each) if kind else each
            if place.id > 0:
                yield name, place


def dangling(world: World, record: Record) -> Iterator[tuple[str, Place]]:
    """What a record names that is not there, by field."""
    if record.remembers:
        return
    for name, place in references(record, frozenset(world.kinds)):
        if world.at(place) is None:
            yield name, place


def unseen(view: World, place: Place) -> str:
    """What a record of a view is in, as far as it is known and yet not in the view; else empty."""
    record = view.at(place)
    named = references(record, frozenset(view.kinds)) if record else ()
    return next(
        (f"{held.kind} {held.id}" for name, held in named if name in HELD and not view.at(held)), ""
    )


def circle(world: World, record: Record) -> str:
    """The field that names the record itself, or places it in or on itself; empty if none does."""
    kinds = frozenset(world.kinds)
    own = (name for name, place in references(record, kinds) if place == record.place)
    found = "" if record.remembers else next(own, "")
    passed: list[Place] = []
    inside: Record | None = record
    while inside and not found:
        passed.append(inside.place)
        held = ((name, place) for name, place in references(inside, kinds) if name in HELD)
        name, place = next(held, ("", inside.place))
        inside = world.at(place) if name else None
        found = name if place in passed else ""
    return found


def named_by(world: World, place: Place) -> Iterator[tuple[Record, str]]:
    """Every record that refers to that one, with the field that does; memories apart."""
    kinds = frozenset(world.kinds)
    for cls in world.kinds.values():
        if cls.remembers or not _fields(cls, kinds):
            continue
        for record in world.all(cls):
            for name, named in references(record, kinds):
                if named == place:
                    yield record, name
