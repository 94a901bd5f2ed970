"""The plainest land and records, of which a scene is made."""

from __future__ import annotations

import datetime as dt
import functools
import types
import typing
from fractions import Fraction
from typing import Any

from engine.campaign import Now
from engine.facts import Facts
from engine.packs.cohorts.pieces.records import Map, Province, Realm
from engine.world import Place, Record, World


@functools.cache
def land(
    records: tuple[type[Record], ...],
    width: int,
    height: int,
    realms: tuple[Realm, ...],
    terrain: str,
    date: dt.date,
) -> World:
    """A world with nothing but land; each scene takes a copy."""
    world = World(records)
    world.add(Now, tick=0, turn=1, month=1, date=date)
    for hex_ in world.add(Map, width=width, height=height, realms=realms).grid:
        name = realms[hex_.realm].name if realms else ""
        place = {"x": hex_.x, "y": hex_.y, "terrain": terrain, "realm": name}
        world.add(Province, **{**blank(Province), **place})
    return world


@functools.cache
def _blanks(cls: type[Facts]) -> dict[str, Any]:
    hints = typing.get_type_hints(cls)
    return {name: _plainest(hints[name]) for name in cls.names if name != "id"}


def blank(cls: type[Facts]) -> dict[str, Any]:
    """The plainest value of every field of a record or event."""
    return dict(_blanks(cls))


def _plainest(kind: Any) -> Any:
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        return inner[0]
    if origin in {typing.Union, types.UnionType}:
        return None if types.NoneType in inner else _plainest(inner[0])
    if kind is Place:
        return Place("province", 1)
    if kind is Fraction:
        return Fraction(0)
    return (origin or kind)()
