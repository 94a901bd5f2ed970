"""What the host does for people in a campaign of Kingdoms."""

from __future__ import annotations

from typing import Final

from bot.faces.host_orders import HostOrders
from engine.packs.kingdoms.crowns.joining import Leave, Succeed


def _leave(player: int) -> Leave:
    return Leave(player=player)


def _succeed(player: int, name: str) -> Succeed:
    return Succeed(player=player, name=name)


HOST_ORDERS: Final = HostOrders(leave=_leave, succeed=_succeed)
