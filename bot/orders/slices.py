"""Long work on the event loop, cut into slices between which others are served."""

import asyncio
from collections.abc import AsyncGenerator, Iterable
from time import perf_counter
from typing import Final, TypeVar

T = TypeVar("T")

SLICE: Final = 0.01
"""Seconds after which others on the event loop have their turn."""


async def sliced(items: Iterable[T]) -> AsyncGenerator[T]:
    """Every item, with a pause between two of them once a slice of time has passed."""
    began = perf_counter()
    for item in items:
        if perf_counter() - began > SLICE:
            await asyncio.sleep(0)
            began = perf_counter()
        yield item
