"""Waiting in tests for what another process or the event loop brings about, never for time."""

import asyncio
from collections.abc import Callable


async def until(condition: Callable[[], bool]) -> None:
    """Return once the condition holds; fails after 30 s."""
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110 - what is waited for has no event
            await asyncio.sleep(0.005)
