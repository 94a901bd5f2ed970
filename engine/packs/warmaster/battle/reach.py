"""Where a unit can go: its reach, its charges, its way towards a goal, and back.

Sources: warmaster.move.reach, warmaster.move.charge, warmaster.move.approach, warmaster.move.back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.packs.warmaster.battle.grid import NEIGHBOURS, WIDTH, distances
from engine.packs.warmaster.battle.state import Battle, BattleUnit


class UnitReach:
    """The cells that a unit can get to, with the steps and the way to each."""

    __slots__ = ("_from", "start", "steps")

    def __init__(self, start: int) -> None:
        self.start = start
        self.steps: dict[int, int] = {}
        """By cell where it may end. Those next to an enemy are among them, the start is not."""
        self._from: dict[int, int] = {}

    @classmethod
    def of(cls, battle: Battle, unit: BattleUnit, pace: int) -> UnitReach:
        """What a unit can reach with that many steps (warmaster.move.reach)."""
        found = cls(unit.cell)
        if unit.ways.flyer:
            found._fly(battle, unit, pace)
        else:
            found._walk(battle, unit, pace)
        return found

    def _fly(self, battle: Battle, unit: BattleUnit, pace: int) -> None:
        ends, at = unit.ways.ends, battle.at
        for cell, steps in enumerate(distances(unit.cell)):
            if steps <= pace and ends[cell] and cell not in at:
                self.steps[cell] = steps
                self._from[cell] = self.start

    def _walk(self, battle: Battle, unit: BattleUnit, pace: int) -> None:
        near, at, ways = battle.near[1 - unit.side], battle.at, unit.ways.next
        start, before, steps = self.start, self._from, self.steps
        free_start = near[start] > 0
        before[start] = start
        edge = [start]
        for count in range(1, pace + 1):
            beyond: list[int] = []
            for cell in edge:
                for following in ways[cell]:
                    if following in before:
                        continue
                    other = at.get(following)
                    if other is None:
                        steps[following] = count
                    elif other.side != unit.side or near[following]:
                        continue  # enemies, and friends in a fight
                    before[following] = cell
                    if not near[following] or (free_start and count == 1):
                        beyond.append(following)
            edge = beyond

    def path(self, cell: int) -> tuple[int, ...]:
        """The way to a cell, both ends with it."""
        way = [cell]
        while way[-1] != self.start:
            way.append(self._from[way[-1]])
        return tuple(reversed(way))


class Charge(NamedTuple):
    """A charge that a unit may make."""

    target: BattleUnit
    path: tuple[int, ...]


def charge_of(
    battle: Battle, unit: BattleUnit, pace: int | None = None, within: int | None = None
) -> Charge | None:
    """The charge that a unit makes if it makes one, None if it has none (warmaster.move.charge).

    `pace` is that of the unit if none is given; with `within` only enemies no farther away count.
    """
    pace = unit.troop.pace if pace is None else pace
    most = pace + 1 if within is None else min(within, pace + 1)
    away = distances(unit.cell)
    targets = [
        each
        for each in battle.living(1 - unit.side)
        if away[each.cell] <= most and (unit.ways.flyer or battle.sees(unit.cell, each.cell))
    ]
    if not targets:
        return None
    reach = UnitReach.of(battle, unit, pace)
    pairs = (
        (reach.steps[cell], target.stands, target.number, cell // WIDTH, cell % WIDTH, target)
        for target in targets
        for cell in NEIGHBOURS[target.cell]
        if cell in reach.steps
    )
    best = min(pairs, key=lambda pair: pair[:5], default=None)
    if best is None:
        return None
    return Charge(best[5], reach.path(best[3] * WIDTH + best[4]))


def approach(
    battle: Battle, unit: BattleUnit, goal: int, pace: int, may_end: Callable[[int], bool]
) -> tuple[int, ...] | None:
    """The path of a move towards a goal, None if none brings it nearer (warmaster.move.approach).

    `may_end` says of a cell whether the army's line allows to end there.
    """
    toward = unit.ways.steps_to(goal)
    reach = UnitReach.of(battle, unit, pace)
    near, best, chosen = battle.near[1 - unit.side], (toward[unit.cell], 0, 0), -1
    for cell, steps in reach.steps.items():
        # Cells count row by row, so that the lower row comes first, then the lower column.
        key = (toward[cell], steps, cell)
        if key < best and toward[cell] < toward[unit.cell] and not near[cell] and may_end(cell):
            best, chosen = key, cell
    return reach.path(chosen) if chosen >= 0 else None


def way_back(battle: Battle, unit: BattleUnit, hexes: int) -> tuple[int, ...]:
    """The way of a unit that moves back by that many hexes, or as far as it can.

    The cell where it stands is the first. Source: warmaster.move.back.
    """
    near, at = battle.near[1 - unit.side], battle.at
    enemies = [distances(each.cell) for each in battle.living(1 - unit.side)]

    def worth(cell: int) -> tuple[int, int]:
        row = cell // WIDTH
        return min((away[cell] for away in enemies), default=0), (-row if unit.side else row)

    path = [unit.cell]
    for _ in range(hexes):
        free = [
            cell
            for cell in unit.ways.next[path[-1]]
            if not near[cell] and at.get(cell) in (None, unit)
        ]
        if not free:
            break
        path.append(max(free, key=worth))
    return tuple(path)
