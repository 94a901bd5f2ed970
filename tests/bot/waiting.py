"""Waiting in tests for what another process or the event loop brings about, never for time."""

import asyncio
from collections.abc import Callable

from bot.practice import PATIENCE


async def until(condition: Callable[[], bool]) -> None:
    """Return once the condition holds; fails if it never does."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - what is waited for has no event
            await asyncio.sleep(0.005)
