"""Items: how many of a kind are where, and moving them without losing or making any.

Items of one type in one place are one record with a count (cohorts.item.attributes). What players
may do with them stands in `transfers`; what items are stands in the module.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from engine.module import key_of
from engine.packs.cohorts.pieces.records import Possession
from engine.world import Place, World

as_compared = lru_cache(4096)(key_of)
"""An item's name as names are compared: with that of every kind of item that lies in a place."""


def held(world: World, holder: Place) -> Iterator[Possession]:
    """What is held there, by id."""
    return world.by(Possession, "holder", holder)


def find(world: World, holder: Place, item: str) -> Possession | None:
    """The items of that name held there, however it is spelt, or None."""
    key = as_compared(item)
    return next((each for each in held(world, holder) if as_compared(each.item) == key), None)


def count(world: World, holder: Place, item: str) -> int:
    """How many of an item are held there."""
    found = find(world, holder, item)
    return found.count if found else 0


def enough_of(
    world: World, holder: Place, items: Iterable[str], number: int, named: str = ""
) -> str | None:
    """The first of the items of which that many are held there; if one is named, only that."""
    for item in items:
        found = find(world, holder, item)
        if found and found.count >= number and (not named or found == find(world, holder, named)):
            return found.item
    return None


def tally(world: World, holder: Place) -> dict[str, int]:
    """How many of each item are held there, by its name `as_compared`."""
    found: dict[str, int] = {}
    for each in held(world, holder):
        found.setdefault(as_compared(each.item), each.count)
    return found


def give(world: World, holder: Place, item: str, number: int) -> None:
    """Add items to what is held there; a number of 0 changes nothing."""
    if not number:
        return
    found = find(world, holder, item)
    if found:
        world.put(found.replace(count=found.count + number))
    else:
        world.add(Possession, holder=holder, item=item, count=number)


def take(world: World, holder: Place, item: str, number: int) -> int:
    """Remove up to a number of items, and say how many these were."""
    found = find(world, holder, item)
    if found is None:
        return 0
    taken = min(number, found.count)
    if taken == found.count:
        world.remove(found)
    else:
        world.put(found.replace(count=found.count - taken))
    return taken


def move(world: World, start: Place, to: Place, item: str, number: int) -> int:
    """Move up to a number of items from one place to another, and say how many these were."""
    found = find(world, start, item)
    if found is None:
        return 0
    moved = take(world, start, found.item, number)
    give(world, to, found.item, moved)
    return moved


def move_all(world: World, start: Place, to: Place) -> dict[str, int]:
    """Move everything held in one place to another, and say what it was, by name."""
    moved: dict[str, int] = {}
    for each in tuple(held(world, start)):
        moved[each.item] = move(world, start, to, each.item, each.count)
    return dict(sorted(moved.items()))
