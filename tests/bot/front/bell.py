"""Waiting on conditions: every change rings the bell, every waiter then looks again.

It replaces sleeps in tests that span two processes. It is not a queue: a waiter sees the newest
state only.
"""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class Bell:
    """Wakes tasks that wait for something to become true. Belongs to one event loop."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Something changed: let every waiter test its condition again."""
        self._rung.set()
        self._rung = asyncio.Event()

    async def until(self, condition: Callable[[], T], *, within: float, what: str) -> T:
        """The first truthy value of `condition()`; `TimeoutError` after `within` seconds."""
        try:
            async with asyncio.timeout(within):
                while not (value := condition()):
                    await self._rung.wait()
                return value
        except TimeoutError:
            raise TimeoutError(f"waited {within:g} s for {what}") from None
