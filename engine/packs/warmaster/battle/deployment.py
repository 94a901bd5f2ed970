"""Where armies stand at the start, and with whom their characters are.

Sources: warmaster.deploy.zones, warmaster.deploy.auto.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.packs.warmaster.battle.grid import WIDTH, cell_of, on_field
from engine.packs.warmaster.battle.state import Battle, Unit
from engine.packs.warmaster.battle.values import Spot
from engine.packs.warmaster.content.lists import Kind

MOST_UNITS: Final = 40
ROWS: Final = ((11, 12, 13), (2, 1, 0))
"""The rows of the attacker's and the defender's zone, the front row first."""
COLUMNS: Final = (8, 9, 7, 10, 6, 11, 5, 12, 4, 13, 3, 14, 2, 15, 1, 16, 0, 17)
"""The order in which the columns are filled."""
_KINDS: Final[tuple[Kind, ...]] = ("infantry", "cavalry", "chariot", "monster")


def in_zone(side: int, spot: Spot) -> bool:
    """Whether a hex belongs to a side's zone (warmaster.deploy.zones)."""
    return on_field(spot) and spot[1] in ROWS[side]


def general_with(units: int) -> int:
    """The number of the unit, of so many, that a General without a unit is put with."""
    return units // 2 + 1


def deploy(battle: Battle) -> None:
    """Set all units on the field, where their players want them or else where there is room."""
    for side in (0, 1):
        for unit in battle.units[side]:
            at = unit.troop.at
            if at and in_zone(side, at) and _free(battle, unit, cell_of(at)):
                battle.place(unit, cell_of(at))
        placed = {unit.number for unit in battle.units[side] if unit.cell in battle.at}
        for unit in sorted(battle.units[side], key=_turn):
            if unit.number not in placed:
                battle.place(unit, next(_room(battle, unit)))
        post(battle, side)


def _free(battle: Battle, unit: Unit, cell: int) -> bool:
    return cell not in battle.at and unit.ways.ends[cell]


def _room(battle: Battle, unit: Unit) -> Iterator[int]:
    """The free cells of its zone that a unit may enter, in the order in which they are filled."""
    for row in ROWS[unit.side]:
        for column in COLUMNS:
            cell = column + WIDTH * row
            if _free(battle, unit, cell):
                yield cell


def _turn(unit: Unit) -> tuple[int, int]:
    """When the engine places a unit: by kind, then missiles, then machines."""
    troop = unit.troop
    if troop.kind == "machine":
        return len(_KINDS) + 1, unit.number
    return len(_KINDS) if troop.shots else _KINDS.index(troop.kind), unit.number


def post(battle: Battle, side: int) -> None:
    """Put the characters of a side with their units."""
    units = battle.units[side]
    if not units:
        return
    heroes = wizards = 0
    for character in battle.characters[side]:
        captain = character.captain
        if 1 <= captain.with_ <= len(units):
            number = captain.with_
        elif captain.role == "general":
            number = general_with(len(units))
        elif captain.role == "hero":
            heroes += 1
            number = (heroes - 1) % len(units) + 1
        else:
            number = len(units) - wizards % len(units)
            wizards += 1
        character.unit = units[number - 1]
