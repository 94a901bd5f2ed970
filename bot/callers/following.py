"""Messages that show what hangs on a player's list of orders: each is edited when the list changes.

The code that gives an order knows none of them; the code that shows one has it follow the list.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final

import discord

from bot.answers import Refused
from bot.host import Follower, Host, Seat
from bot.workers import WorkerError

_log = logging.getLogger(__name__)
_AT_WORK: Final = set[asyncio.Task[None]]()


def follow_list(host: Host, seat: Seat, reader: int, follower: Follower) -> None:
    """Have a message of a reader's follow the seat's list, in place of the reader's last one."""
    host.followers.setdefault(_list(seat), {})[reader] = follower


def unfollow(host: Host, seat: Seat, reader: int, follower: Follower) -> None:
    """The message can be edited no more."""
    readers = host.followers.get(_list(seat), {})
    if readers.get(reader) == follower:
        del readers[reader]
        if not readers:
            del host.followers[_list(seat)]


def list_changed(host: Host, seat: Seat) -> None:
    """Bring what follows the seat's list up to date, in the background."""
    for follower in tuple(host.followers.get(_list(seat), {}).values()):
        task = asyncio.create_task(_told(follower, seat))
        _AT_WORK.add(task)
        task.add_done_callback(_AT_WORK.discard)


async def _told(follower: Follower, seat: Seat) -> None:
    with suppress(discord.HTTPException, Refused):  # its message is gone, or the turn is over
        try:
            await follower(seat)
        except WorkerError as error:
            _log.warning("A message is not up to date: guild=%d %s", seat.guild, error)


def _list(seat: Seat) -> tuple[int, int, int]:
    return seat.guild, seat.campaign.id, seat.player
