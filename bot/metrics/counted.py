"""What is counted and timed as it happens: ticks, orders, Discord's answers."""

from collections.abc import Mapping
from datetime import timedelta
from itertools import product
from types import SimpleNamespace
from typing import get_args

import aiohttp
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
)

from bot.backups.making import Backups
from bot.host import Host
from bot.metrics.present import Present
from bot.watching import Ending
from engine.turn import DueKind

_SECONDS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300)
_LATENESS = (1, 5, 15, 60, 300, 900, 3600, 6 * 3600, 24 * 3600)
_SCOPES = ("user", "global", "shared")
_OTHER = "other"
NO_ANSWER = "none"
"""The status of a request that Discord did not answer."""


class Metrics:
    """All figures of a process; a `bot.watching.Watcher`."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.present = Present()
        self.registry.register(self.present)
        ProcessCollector(registry=self.registry)
        self._ticks = Counter(
            "hexmuster_ticks", "Ticks that ended.", ["kind", "ending"], registry=self.registry
        )
        self._parts = Histogram(
            "hexmuster_tick_seconds",
            "Seconds of a tick that was made, by its parts.",
            ["part"],
            buckets=_SECONDS,
            registry=self.registry,
        )
        self._late = Histogram(
            "hexmuster_tick_lateness_seconds",
            "Seconds from when a tick of the calendar was due until it was committed.",
            buckets=_LATENESS,
            registry=self.registry,
        )
        self._accepted = Counter(
            "hexmuster_orders_accepted",
            "What players gave, changed, took back, shared or submitted, once committed.",
            registry=self.registry,
        )
        self._answers = Counter(
            "hexmuster_discord_answers",
            "Discord's answers to requests, by HTTP status.",
            ["status"],
            registry=self.registry,
        )
        self._limits = Counter(
            "hexmuster_discord_limits",
            "Requests that Discord refused for their number (429), by whose limit it was.",
            ["scope"],
            registry=self.registry,
        )
        # From 0 on, so that Prometheus sees the first as an increase.
        for kind, ending in product(get_args(DueKind), get_args(Ending)):
            self._ticks.labels(kind, ending)
        for scope in (*_SCOPES, _OTHER):
            self._limits.labels(scope)

    def watch(self, host: Host, backups: Backups | None = None) -> None:
        """Let what is asked for from now on be this host's, and its backups' if it makes any."""
        self.present.host, self.present.backups = host, backups

    # ------------------------------------------------------------------ as a watcher

    def ticked(
        self, kind: str, ending: Ending, parts: Mapping[str, float], late: timedelta | None
    ) -> None:
        """Count a tick."""
        self._ticks.labels(kind, ending).inc()
        for part, seconds in parts.items():
            self._parts.labels(part).observe(seconds)
        if late is not None:
            self._late.observe(late.total_seconds())

    def accepted(self) -> None:
        """Count what was accepted."""
        self._accepted.inc()

    # ------------------------------------------------------------------ Discord's answers

    def trace(self) -> aiohttp.TraceConfig:
        """What counts the answers to requests, for the client that makes them."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._answered)
        trace.on_request_exception.append(self._unanswered)
        return trace

    async def _answered(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        made: aiohttp.TraceRequestEndParams,
    ) -> None:
        status = made.response.status
        self._answers.labels(str(status)).inc()
        if status == 429:
            scope = made.response.headers.get("X-RateLimit-Scope", "")
            self._limits.labels(scope if scope in _SCOPES else _OTHER).inc()

    async def _unanswered(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        _made: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        self._answers.labels(NO_ANSWER).inc()
