"""Kings and armies at the frontier of a kingdom, and the land beyond it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.packs.kingdoms.crowns.provinces import adjacent
from engine.packs.kingdoms.pieces.records import (
    Army,
    Holding,
    Ruler,
)
from tests.packs.kingdoms.crowns.table import Table
from tests.rules.adapters.kingdoms.words import ARMIES


def land_beside(table: Table, holding: int, *, owned: bool = False) -> list[Holding]:
    near = (table.world.get(Holding, id) for id in adjacent(table.world, holding))
    return [
        each for each in near if not ARMIES.grounds[each.terrain].sea and bool(each.owner) == owned
    ]


def frontier(table: Table, number: int = 1) -> tuple[Holding, Holding]:
    """Land of a kingdom, and independent land beside it."""
    for holding in table.owned(number):
        if not ARMIES.grounds[holding.terrain].sea:
            for wild in land_beside(table, holding.id):
                return holding, wild
    raise AssertionError("a kingdom without neighbours")


def defend(table: Table, holding: Holding, armies: int = 2) -> None:
    """Have that many armies of militia in a province, and no others."""
    for army in list(table.world.by(Army, "holding", holding.id)):
        table.world.remove(army)
    for _ in range(armies):
        table.army("GA", holding.id, militia=True, quality=1)


def march(
    table: Table, number: int = 1, types: Sequence[str] = ("LE",) * 6
) -> tuple[Ruler, Holding]:
    """A King with good armies at the frontier of the kingdom, and the land beyond it."""
    home, wild = frontier(table, number)
    king = table.king(number)
    for army in list(table.world.by(Army, "leader", king.id)):
        table.world.remove(army)
    table.put(king, holding=home.id)
    for type in types:
        table.army(type, home.id, number, leader=king.id, quality=5)
    return table.king(number), wild
