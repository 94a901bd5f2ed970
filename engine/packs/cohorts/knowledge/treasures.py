"""Unique items that a faction knows of: those named by items that it can see.

What possessions and equipment it sees stands in `views`. Source: cohorts.knowledge.view.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.packs import Rules
from engine.packs.cohorts.content.item_keys import item_of
from engine.packs.cohorts.pieces.records import Character, Possession, Unit
from engine.packs.cohorts.things.uniques import Unique
from engine.world import Place, Record, World

_BEARERS = (Possession, Character, Unit)


def show(rules: Rules, world: World, faction: int, seen: World) -> None:
    """Put into a view the unique items that possessions and equipment in it name."""
    if not world.count(Unique):
        return
    for cls in _BEARERS:
        for bearer in seen.all(cls):
            for id in named(bearer):
                unique = world.find(Unique, id)
                if unique:
                    seen.put(unique)


def bearers(world: World, unique: Unique) -> Iterator[Place]:
    """Where a unique item is: the holder of the possession, or who has it equipped."""
    for cls in _BEARERS:
        for bearer in world.all(cls):
            if unique.id in named(bearer):
                yield bearer.holder if isinstance(bearer, Possession) else bearer.place


def named(bearer: Record) -> list[int]:
    """The unique items that a possession or a piece's equipment names, as far as it is known."""
    names: list[str] = []
    match bearer:
        case Possession():
            names = [bearer.item]
        case Character() | Unit() if bearer.knows("equipment"):
            names = list(bearer.equipment.values())
        case _:
            pass
    return [item_of(name).unique for name in names if "#" in name]
