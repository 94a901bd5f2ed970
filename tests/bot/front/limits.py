"""The request limits of Discord that a report meets: messages of a channel, and all requests.

A client that keeps to them is told in every answer's headers how much is left; one that does not
gets a 429. They are real: they pass with real time.
"""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

A_CHANNEL, CHANNEL_SECONDS = 5, 5.0
"""Messages a channel takes, in that many seconds."""
IN_ALL, ALL_SECONDS = 50, 1.0
"""Requests of any kind a bot may make, in that many seconds."""
_GLOBAL = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the limits say to a request; with `retry_after` seconds it is refused."""

    headers: dict[str, str]
    retry_after: float | None = None
    everywhere: bool = False

    def body(self) -> dict[str, object]:
        """The JSON of a refusal."""
        return {
            "message": "You are being rate limited.",
            "retry_after": self.retry_after,
            "global": self.everywhere,
        }


@dataclass
class Limits:
    """Windows that open with their first request, as Discord's do; `clock` is in seconds."""

    clock: Callable[[], float] = time.monotonic
    refused: int = 0
    """How many requests were too many."""
    _windows: dict[str, deque[float]] = field(default_factory=dict[str, deque[float]])

    def judge(self, method: str, path: str) -> Verdict:
        """Count a request, or refuse it."""
        wait, _ = self._left(_GLOBAL, IN_ALL, ALL_SECONDS)
        if wait is not None:
            return self._refuse({"X-RateLimit-Global": "true"}, wait, everywhere=True)
        if method != "POST" or not fnmatchcase(path, "/channels/*/messages"):
            return Verdict({})
        wait, left = self._left(path, A_CHANNEL, CHANNEL_SECONDS)
        ends = self._windows[path][0] + CHANNEL_SECONDS - self.clock()
        headers = {
            "X-RateLimit-Limit": str(A_CHANNEL),
            "X-RateLimit-Remaining": str(left),
            "X-RateLimit-Reset-After": f"{ends:.3f}",
            "X-RateLimit-Bucket": "messages",
        }
        return Verdict(headers) if wait is None else self._refuse(headers, wait)

    def _left(self, window: str, most: int, seconds: float) -> tuple[float | None, int]:
        """How long to wait if a window is full, else how many more it takes after this one."""
        now, taken = self.clock(), self._windows.setdefault(window, deque())
        if taken and now - taken[0] >= seconds:
            taken.clear()
        if len(taken) >= most:
            return taken[0] + seconds - now, 0
        taken.append(now)
        return None, most - len(taken)

    def _refuse(self, headers: dict[str, str], wait: float, *, everywhere: bool = False) -> Verdict:
        self.refused += 1
        told = {**headers, "Retry-After": f"{wait:.3f}", "Via": "1.1 front"}
        return Verdict(told, wait, everywhere)
