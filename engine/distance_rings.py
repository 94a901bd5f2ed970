"""The places of a map by their distance from one of them, found as far as anybody goes over them.

Places are numbered from 1, a place being the hex of the index before it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from engine.hexes import APART, Grid

Ring = tuple[int, Sequence[int]]
"""A distance, and the places that are so far away, in order."""


@functools.lru_cache(maxsize=64)
def rings(grid: Grid, start: int) -> Iterable[Ring]:
    """All places by how far they are from one, the nearest first; those of other realms last.

    Results are kept for the next call.
    """
    return _Rings(grid, start)


class _Rings:
    def __init__(self, grid: Grid, start: int) -> None:
        self._found: list[Ring] = []
        self._rest = _search(grid, start)

    def __iter__(self) -> Iterator[Ring]:
        for number in count():
            if number == len(self._found):
                ring = next(self._rest, None)
                if ring is None:
                    return
                self._found.append(ring)
            yield self._found[number]


def _search(grid: Grid, start: int) -> Iterator[Ring]:
    adjacency, seen, ring = grid.adjacency(), {start - 1: None}, [start - 1]
    for far in count():
        yield far, [place + 1 for place in ring]
        further = dict.fromkeys(n for place in ring for n in adjacency[place] if n >= 0)
        ring = sorted(place for place in further if place not in seen)
        if not ring:
            break
        seen.update(dict.fromkeys(ring))
    if apart := [place + 1 for place in range(len(grid)) if place not in seen]:
        yield APART, apart
