"""Moving back: drive-backs, retreats, some blunders and spells (warmaster.move.back)."""

from __future__ import annotations

from engine.packs.warmaster.battle.grid import spot_of
from engine.packs.warmaster.battle.happenings import MovedBack
from engine.packs.warmaster.battle.reach import way_back
from engine.packs.warmaster.battle.state import Battle, BattleUnit
from engine.packs.warmaster.battle.values import SIDES


def move_back(battle: Battle, unit: BattleUnit, hexes: int) -> int:
    """Move a unit back by that many hexes, or as far as it can; gives how far it went."""
    path = way_back(battle, unit, hexes)
    if len(path) > 1:
        battle.place(unit, path[-1])
    battle.happen(
        MovedBack(
            side=SIDES[unit.side],
            number=unit.number,
            path=tuple(spot_of(cell) for cell in path),
            hexes=hexes,
        )
    )
    return len(path) - 1
