"""How long the bot's event loop was held by one callback, counted in the bot's own process.

The CPU time of the loop's thread counts, not the wall's: a busy machine makes no pause longer. A
wait for a disk on the loop itself would therefore not be seen; the store has threads for that.
"""

import asyncio
import heapq
import json
import time
from pathlib import Path

PAUSES = "TEST_PAUSES"
"""The environment variable that names the file in which the longest are told."""
TOLD = 10
SHORTEST = 0.005  # seconds


class Pauses:
    """The longest so far, each with what was called; written anew whenever one joins them."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._longest: list[tuple[float, str]] = []
        self._run = asyncio.Handle._run
        asyncio.Handle._run = lambda handle: self._timed(handle)  # type: ignore[method-assign]  # noqa: PLW0108

    def _timed(self, handle: asyncio.Handle) -> None:
        begun = time.thread_time()
        self._run(handle)
        spent = time.thread_time() - begun
        if spent < SHORTEST:
            return
        if not self._file.exists():  # taken away: the caller wants those from here on
            self._longest.clear()
        if len(self._longest) == TOLD and spent <= self._longest[0][0]:
            return
        add = heapq.heappushpop if len(self._longest) == TOLD else heapq.heappush
        add(self._longest, (spent, repr(handle)))
        self._file.write_text(json.dumps(sorted(self._longest, reverse=True)))
