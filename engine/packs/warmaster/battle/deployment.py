"""Where armies stand at the start (warmaster.deploy.zones, warmaster.deploy.auto)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal

from engine.packs.warmaster.battle.grid import WIDTH, cell_of, on_field
from engine.packs.warmaster.battle.posts import post
from engine.packs.warmaster.battle.state import Battle, Unit
from engine.packs.warmaster.battle.values import Spot, Troop

MOST_UNITS: Final = 40
ROWS: Final = ((11, 12, 13), (2, 1, 0))
"""The rows of the attacker's and the defender's zone, the front row first."""
COLUMNS: Final = (8, 9, 7, 10, 6, 11, 5, 12, 4, 13, 3, 14, 2, 15, 1, 16, 0, 17)
"""The columns from the middle outward."""

Arm = Literal["foot", "shooters", "horse", "machines", "flyers"]
"""What has its own place in an army, in the order in which it is given one."""
_ROWS: Final[Mapping[Arm, tuple[int, ...]]] = {
    "foot": (0, 1, 2),
    "shooters": (1, 2, 0),
    "horse": (0, 1, 2),
    "machines": (1, 2, 0),
    "flyers": (1, 2, 0),
}
"""The rows of its zone in the order in which an arm fills them; 0 is the front row."""


def in_zone(side: int, spot: Spot) -> bool:
    """Whether a hex belongs to a side's zone (warmaster.deploy.zones)."""
    return on_field(spot) and spot[1] in ROWS[side]


def arm_of(troop: Troop) -> Arm:
    """The arm of a unit: foot with missiles are shooters, all who ride or are beasts are horse."""
    if "flyer" in troop.special:
        return "flyers"
    match troop.kind:
        case "machine":
            return "machines"
        case "infantry":
            return "shooters" if troop.shots else "foot"
        case "cavalry" | "chariot" | "monster":
            return "horse"


def deploy(battle: Battle) -> None:
    """Set all units on the field, where their players want them or else where there is room."""
    for side in (0, 1):
        for unit in battle.units[side]:
            at = unit.troop.at
            if at and in_zone(side, at) and _free(battle, unit, cell_of(at)):
                battle.place(unit, cell_of(at))
        left = [unit for unit in battle.units[side] if unit.cell not in battle.at]
        for arm, brigade in _brigades(left):
            _line_up(battle, brigade, [ROWS[side][row] for row in _ROWS[arm]])
        post(battle, side)


def _free(battle: Battle, unit: Unit, cell: int) -> bool:
    return cell not in battle.at and unit.ways.ends[cell]


def _brigades(units: Iterable[Unit]) -> Iterator[tuple[Arm, list[Unit]]]:
    """The units arm by arm, those of a brigade together; who has none is one alone."""
    found: dict[Arm, dict[int, list[Unit]]] = {arm: {} for arm in _ROWS}
    for unit in units:
        brigades = found[arm_of(unit.troop)]
        brigades.setdefault(unit.troop.brigade or -unit.number, []).append(unit)
    for arm, brigades in found.items():
        for brigade in brigades.values():
            yield arm, brigade


def _line_up(battle: Battle, brigade: Sequence[Unit], rows: Iterable[int]) -> None:
    """Place a brigade side by side in the first row that has room, as near the middle as it goes.

    Where there is no such row its units stand wherever there is room.
    """
    for row in rows:
        if run := _run(battle, brigade, row):
            for unit, cell in zip(brigade, run, strict=True):
                battle.place(unit, cell)
            return
    for unit in brigade:
        cells = (column + WIDTH * row for row in rows for column in COLUMNS)
        battle.place(unit, next(cell for cell in cells if _free(battle, unit, cell)))


def _run(battle: Battle, brigade: Sequence[Unit], row: int) -> range | None:
    """The cells of a row side by side where a brigade may stand, nearest the middle, if any are."""
    runs = (
        range(first, first + len(brigade))
        for first in range(WIDTH * row, WIDTH * (row + 1) - len(brigade) + 1)
    )
    free = (
        run
        for run in runs
        if all(_free(battle, unit, cell) for unit, cell in zip(brigade, run, strict=True))
    )
    return min(free, key=_from_middle, default=None)


def _from_middle(cells: range) -> int:
    return sum(abs(2 * (cell % WIDTH) - WIDTH + 1) for cell in cells)
