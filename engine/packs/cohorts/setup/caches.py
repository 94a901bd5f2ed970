"""Things hidden in the provinces where items lie when a world is made."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dice import Streams
from engine.packs.cohorts.pieces.possessions import give
from engine.packs.cohorts.pieces.records import Possession, Province
from engine.world import World


def hide(world: World, dice: Streams, items: Sequence[str], percent: int, purpose: str) -> None:
    """Put one of the items into each cache, with that chance; `purpose` names the dice."""
    caches = dict.fromkeys(
        each.holder for each in world.all(Possession) if each.holder.kind == Province.kind
    )
    for cache in caches:
        stream = dice.stream(f"province:{cache.id}", purpose)
        if items and stream.whole(100, chance=percent) <= percent:
            give(world, cache, stream.pick(items), 1)
