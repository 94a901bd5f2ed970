"""What lies between two provinces, or along the side that they share: rivers, roads, barriers."""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import Annotated

from engine.facts import facts
from engine.fields import Within
from engine.hexes import Grid
from engine.packs.cohorts.pieces import unknown
from engine.world import Record, World


@facts
class Link(Record):
    """What joins or parts two neighbouring provinces; its id is `link_id` of either side."""

    laid = True
    unknown = unknown.LINK

    river: Annotated[int, Within(0, 4)]
    """0 to 4."""
    road: Annotated[int, Within(0, 4)]
    """0 to 4."""
    paved: int = 0
    """The turn in which its road was last built or raised (cohorts.improvement.road-building)."""
    barrier: Annotated[int, Within(0, 511)]
    """0 for none, else the sum of 1 for a natural barrier, of 2 and 4 for magic ones that bar the
    way into the link's province and into the other, and of 8 to 256 for natural ones that bar one
    way in one mode each (cohorts.world.barriers, `steps.NATURAL`)."""

    @property
    def side(self) -> int:
        """River, road and barrier as one number, as memories hold them."""
        partly, barrier = divmod(self.barrier, 8)
        return 1000 * partly + 100 * self.river + 10 * self.road + barrier

    @classmethod
    def of_side(cls, id: int, side: int) -> Link:
        """The link of such a number; when its road was last raised is not known of it."""
        partly, levels = divmod(side, 1000)
        return cls.partly(
            id=id, river=levels // 100, road=levels // 10 % 10, barrier=8 * partly + levels % 10
        )


def link_id(grid: Grid, province: int, direction: int) -> int:
    """The id of the link on a province's side, the same from both sides; 0 at the map's edge."""
    neighbour = grid.adjacency()[province - 1][direction]
    if neighbour < 0:
        return 0
    return (province - 1) * 3 + direction + 1 if direction < 3 else neighbour * 3 + direction - 2


def links_around(world: World, grid: Grid, province: int) -> list[Link | None]:
    """Barriers and roads on a province's six sides, by direction."""
    return world.find_each(Link, link_ids(grid, province))


def link_ids(grid: Grid, province: int) -> array[int]:
    """The ids of the links on a province's six sides, as `link_id` has them."""
    return _link_ids(grid)[6 * province - 6 : 6 * province]


@lru_cache(maxsize=16)
def _link_ids(grid: Grid) -> array[int]:
    """Those of all provinces in one row, which takes a tenth of the memory of numbers by side."""
    return array("i", (link_id(grid, id + 1, way) for id in range(len(grid)) for way in range(6)))
