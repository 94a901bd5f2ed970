"""How many moves an army has in a turn: its speed, and what its leader adds.

Sources: kingdoms.ability.march, kingdoms.ability.naval.
"""

from __future__ import annotations

from engine.packs.kingdoms.content.armies import ArmyType, LineFigures


def moves(figures: LineFigures, type: ArmyType, *, march: int, naval: int, sea: bool) -> int:
    """The moves of an army in a turn, for a move under a leader of those levels.

    `sea` says whether the move leads to or from a Sea province. Flyers gain nothing, and at sea
    none but who swims or sails by itself.
    """
    if type.flies:
        return type.speed
    if sea:
        return type.speed + (naval if type.sails or type.swims else 0)
    return type.speed + figures.extra_moves(march, type.speed)
