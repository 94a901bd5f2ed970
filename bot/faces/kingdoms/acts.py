"""What the host does for people in a campaign of Kingdoms."""

from __future__ import annotations

from typing import Final

from bot.faces.acts import Acts
from engine.packs.kingdoms.crowns.joining import Leave


def _leave(player: int) -> Leave:
    return Leave(player=player)


ACTS: Final = Acts(leave=_leave)
