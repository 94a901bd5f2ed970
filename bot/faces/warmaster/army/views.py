"""Pictures of armies in their places, drawn in a worker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.faces.battle.scene import Side
from bot.faces.paint.looks import Looks
from engine.packs.warmaster.battle.values import Army, Field

if TYPE_CHECKING:
    from bot.faces.paint.picture import Picture


def drawn_up(
    title: str,
    army: Army,
    side: Side,
    subtitle: str,
    turn: int,
    looks: Looks,
    field: Field | None = None,
) -> Picture:
    """An army in its places, on an open field unless one is given."""
    from bot.faces.warmaster.battle.field import Deployment, draw_deployment

    return draw_deployment(
        Deployment(title, army, side, subtitle, turn, field or Field(), looks=looks)
    )
