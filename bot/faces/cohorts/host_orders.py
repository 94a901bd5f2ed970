"""What the host does for people in a campaign of Cohorts."""

from __future__ import annotations

from typing import cast, get_args

from bot.faces.host_orders import HostOrders, NewName, Renaming
from engine.packs.cohorts.production.idling import Excuse
from engine.packs.cohorts.setup.joining import Leave, Succeed
from engine.packs.cohorts.setup.renaming import NamedKind, Rename


def _leave(player: int) -> Leave:
    return Leave(player=player)


def _succeed(player: int, name: str) -> Succeed:
    return Succeed(player=player, name=name)


def _excuse(player: int) -> Excuse:
    return Excuse(player=player)


def _rename(new: NewName) -> Rename:
    kind = cast("NamedKind", new.kind)
    return Rename(kind=kind, called=new.called, name=new.name, player=new.player)


HOST_ORDERS = HostOrders(
    leave=_leave, succeed=_succeed, excuse=_excuse, renaming=Renaming(get_args(NamedKind), _rename)
)
