"""What terrain does: who may enter it, who has cover in it, what cannot be seen through.

Source: warmaster.field.terrain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from engine.packs.warmaster.battle.grid import CELLS, NEIGHBOURS, cell_of, distances
from engine.packs.warmaster.battle.values import Field, Terrain
from engine.packs.warmaster.content.lists import Kind

COVER: Final[Mapping[Terrain, int]] = {"woods": 1, "wall1": 1, "wall2": 1, "wall3": 2, "wall4": 2}
"""The cover of a unit in it: 1 defended, 2 fortified; elsewhere 0."""
BLIND: Final = ("woods", "crag")
"""What blocks sight through it."""
ROUGH: Final = ("woods", "marsh")
"""Where units are harder to command (warmaster.command.value)."""
BARRIERS: Final = ("woods", "crag", "water")
"""Where flyers may not end."""
_WALLS: Final = ("wall1", "wall2", "wall3", "wall4")
_ENTERS: Final[Mapping[Kind, tuple[Terrain, ...]]] = {
    "infantry": ("open", "hill", "woods", "marsh", *_WALLS),
    "machine": ("open", "hill", *_WALLS),
}
_OTHERS: Final = ("open", "hill")
UNREACHABLE: Final = 255
"""For cells from which a goal cannot be reached (warmaster.move.approach)."""


def may_enter(kind: Kind, terrain: Terrain, *, flyer: bool) -> bool:
    """Whether a unit may end a move in a hex of this terrain."""
    if flyer:
        return terrain not in BARRIERS
    return terrain in _ENTERS.get(kind, _OTHERS)


class Ways:
    """Where units of one kind may go on one field."""

    def __init__(self, ends: Sequence[bool], *, flyer: bool) -> None:
        self.flyer = flyer
        self.ends = ends
        """Whether they may end in a cell, and, unless they fly, pass it."""
        self.next = tuple(tuple(cell for cell in around if ends[cell]) for around in NEIGHBOURS)
        """For each cell the cells next to it that they may enter."""
        self._steps: dict[int, bytes] = {}

    def steps_to(self, goal: int) -> bytes:
        """The steps from each cell to a goal as if there were no units; `UNREACHABLE` for none.

        Source: warmaster.move.approach.
        """
        if self.flyer:
            return distances(goal)
        steps = self._steps.get(goal)
        if steps is None:
            steps = self._steps[goal] = self._search(goal)
        return steps

    def _search(self, goal: int) -> bytes:
        steps = bytearray([UNREACHABLE]) * CELLS
        steps[goal] = 0
        edge, count = [goal], 0
        while edge:
            count += 1
            beyond: list[int] = []
            for cell in edge:
                for following in self.next[cell]:
                    if steps[following] == UNREACHABLE:
                        steps[following] = count
                        beyond.append(following)
            edge = beyond
        return bytes(steps)


class Land:
    """The terrain of a field, cell by cell, and what it does."""

    def __init__(self, terrain: tuple[Terrain, ...]) -> None:
        self.terrain = terrain
        self.cover = bytes(COVER.get(each, 0) for each in terrain)
        self.blind = tuple(each in BLIND for each in terrain)
        self.hill = tuple(each == "hill" for each in terrain)
        self.rough = tuple(each in ROUGH for each in terrain)
        self.walled = tuple(each in _WALLS for each in terrain)
        self.crag = tuple(each == "crag" for each in terrain)
        self.ways = cache(self._ways)
        """The ways of a kind of unit: `ways(kind, flyer)`."""

    def _ways(self, kind: Kind, flyer: bool) -> Ways:
        ends = tuple(may_enter(kind, each, flyer=flyer) for each in self.terrain)
        return Ways(ends, flyer=flyer)


def land_of(field: Field) -> Land:
    """The terrain of a field; of equal ones the same, for its tables are costly."""
    cells: list[Terrain] = ["open"] * CELLS
    for ground in field.grounds:
        cells[cell_of(ground.at)] = ground.terrain
    return _land(tuple(cells))


@lru_cache(maxsize=16)
def _land(cells: tuple[Terrain, ...]) -> Land:
    return Land(cells)
