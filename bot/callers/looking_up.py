"""What a worker finds for an autocomplete: kept, and awaited for no longer than a person would.

What takes longer is there when the next letter is typed.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, TypeVar

import discord

from bot.answers import Refused
from bot.workers import Workers

FETCH = 20.0  # seconds for Discord to hand a file over


async def fetched(file: discord.Attachment) -> bytes:
    """What is in the file. Raises `Refused` if Discord does not hand it over in time."""
    try:
        async with asyncio.timeout(FETCH):
            return await file.read()
    except (discord.HTTPException, TimeoutError):
        raise Refused(
            "Discord did not hand the file over.", way_out="Upload it once more."
        ) from None


T = TypeVar("T")
_PATIENCE: Final = 1.0  # seconds
_KEPT: Final = 32


class LookedUp:
    """The latest that was found, by what was asked."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._asked: OrderedDict[tuple[Any, ...], asyncio.Task[Any]] = OrderedDict()

    async def get(self, empty: T, job: Callable[..., T], *args: Any) -> T:
        """What the job finds; `empty` while it is at work, or if it came to nothing."""
        key = (job, *args)
        task = self._asked.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._asked[key] = asyncio.create_task(self._workers.run(job, *args))
            while len(self._asked) > _KEPT:
                self._asked.popitem(last=False)
        await asyncio.wait({task}, timeout=_PATIENCE)
        if not task.done() or task.cancelled() or task.exception():
            return empty
        return task.result()
