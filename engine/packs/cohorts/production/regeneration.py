"""Those who regenerate: wounds that close and mana that comes back at the end of every turn.

What regenerating does in a battle is in `battle.statuses`. Source:
cohorts.battle-status.regenerating, cohorts.status.production-order.
"""

from __future__ import annotations

from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.worth import healing, mana
from engine.packs.cohorts.worth.levels import heroic_level
from engine.state import State

STATUS = "regenerating"


def regenerate(state: State) -> None:
    """The last step of a weekly production: those who have the status for good heal."""
    points = state.module.content(Content).battle_statuses[STATUS].heals
    for cls in (Character, Unit):
        for piece in state.world.all(cls):
            if STATUS not in piece.statuses or (isinstance(piece, Character) and piece.dead):
                continue
            healed = min(points, piece.wounds)
            if healed:
                piece = piece.replace(wounds=piece.wounds - healed)  # noqa: PLW2901
                state.world.put(piece)
                healing.tell(state, piece, healed)
            if isinstance(piece, Character):
                mana.regain(state, piece, heroic_level(piece.level))
