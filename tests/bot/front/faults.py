"""Faults that a test orders for coming REST requests: refusals, silence, cut connections.

A fault is used up by the requests it hits, in the order in which faults were ordered. Faults of
the gateway are in `gateway`.
"""

from dataclasses import dataclass
from enum import Enum
from fnmatch import fnmatchcase

from tests.bot.front.record import RecordedRequest


class Cut(Enum):
    """Ways of giving no answer at all."""

    DROPPED = "the connection is closed"
    SILENT = "nothing comes back until the client gives up or the front closes"


@dataclass(slots=True)
class Fault:
    """The next `times` requests that match `method` and `path` (a glob) fail.

    `outcome` is an HTTP status, or a `Cut`. With `after` the simulated Discord takes the effect
    first and only the answer is lost. `retry_after` is in seconds and only for status 429.
    """

    method: str
    path: str
    outcome: int | Cut
    times: int = 1
    after: bool = False
    retry_after: float = 0.05
    everywhere: bool = False

    def body(self) -> dict[str, object]:
        """The JSON that goes with an HTTP status."""
        if self.outcome == 429:
            return {
                "message": "You are being rate limited.",
                "retry_after": self.retry_after,
                "global": self.everywhere,
            }
        return {"message": f"ordered by the test: {self.outcome}", "code": 0}


class Faults:
    """The faults still to come."""

    def __init__(self) -> None:
        self._ordered: list[Fault] = []

    def order(
        self,
        method: str,
        path: str,
        outcome: int | Cut,
        *,
        times: int = 1,
        after: bool = False,
        retry_after: float = 0.05,
        everywhere: bool = False,
    ) -> Fault:
        """Order a fault; its `times` counts down as it strikes. `method` may be `*`."""
        fault = Fault(method, path, outcome, times, after, retry_after, everywhere)
        self._ordered.append(fault)
        return fault

    def strike(self, request: RecordedRequest) -> Fault | None:
        """The fault that hits this request, if any, used up by one."""
        for fault in self._ordered:
            if fault.method in ("*", request.method) and fnmatchcase(request.path, fault.path):
                fault.times -= 1
                if fault.times <= 0:
                    self._ordered.remove(fault)
                return fault
        return None
