"""How things stand when somebody asks: workers, stores, what is due, memory, files."""

import asyncio
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from prometheus_client import Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from bot.backups.making import Backups
from bot.host import Host
from bot.metrics.files import Found, GuildFiles
from bot.workers import LOSSES, Workers
from engine import __version__


class Present(Collector):
    """Figures that are looked up. `look` does what takes time; `collect` then only tells."""

    def __init__(self) -> None:
        self.host: Host | None = None
        self.backups: Backups | None = None
        self._files = GuildFiles()
        self._looking = asyncio.Lock()
        self._found: Found | None = None
        self._workers_bytes: int | None = None

    async def look(self) -> None:
        """Look at the guilds' files and the workers' memory, in a thread; one look at a time."""
        if self.host is None:
            return
        async with self._looking:
            stores, now = self.host.stores, self.host.clock.now()
            self._found = await asyncio.to_thread(self._files.look, stores, now)
            self._workers_bytes = await asyncio.to_thread(_resident, self.host.workers.pids)

    def collect(self) -> Iterator[Metric]:
        """What `look` found last, and what is at hand."""
        version = GaugeMetricFamily(
            "hexmuster_version", "Always 1; the label says which.", labels=["version"]
        )
        version.add_metric([__version__], 1)
        yield version
        if self.host is None:
            return
        shards = GaugeMetricFamily(
            "hexmuster_shards", "Shards of this process; the label says which.", labels=["shards"]
        )
        held = self.host.stores.shards
        shards.add_metric([str(held)], len(held.ids))
        yield shards
        yield from _of_workers(self.host.workers)
        if self._workers_bytes is not None:
            yield _gauge("workers_resident_bytes", "Memory of all workers.", self._workers_bytes)
        yield _gauge("stores_open", "Guild files that are open.", self.host.stores.open_count)
        due = self.host.stores.schedule.next_time()
        behind = (self.host.clock.now() - due).total_seconds() if due else 0.0
        yield _gauge(
            "due_behind_seconds",
            "How long the earliest thing that is due waits to be looked after.",
            max(0.0, behind),
        )
        if self.backups is not None:
            yield from _of_backups(self.backups, self.host.clock.now())
        if self._found is not None:
            yield from _of_files(self._found)


def _gauge(name: str, text: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"hexmuster_{name}", text, value)


def _of_workers(workers: Workers) -> Iterator[Metric]:
    yield _gauge("workers", "Worker processes.", len(workers.pids))
    yield _gauge("workers_busy", "Workers that have a job, or are being replaced.", workers.busy)
    yield _gauge("jobs_waiting", "Jobs that wait for a worker.", workers.waiting)
    restarts = CounterMetricFamily(
        "hexmuster_worker_restarts", "Workers that were replaced, by why.", labels=["why"]
    )
    for why in LOSSES:
        restarts.add_metric([why], workers.restarts[why])
    yield restarts


def _of_backups(backups: Backups, now: datetime) -> Iterator[Metric]:
    ended = CounterMetricFamily(
        "hexmuster_backups", "Backups of guilds' files, by how they ended.", labels=["ending"]
    )
    ended.add_metric(["made"], backups.made)
    ended.add_metric(["failed"], backups.failed)
    yield ended
    yield _gauge("backups_failing", "Guilds whose last backup failed.", len(backups.failing))
    yield _gauge(
        "backups_waiting", "Guilds whose backup should have been made by now.", backups.waiting(now)
    )
    if (last := backups.last) is not None:
        yield _gauge(
            "backup_age_seconds",
            "How long ago the newest backup of any guild was made.",
            max(0.0, (now - last).total_seconds()),
        )


def _of_files(found: Found) -> Iterator[Metric]:
    yield _gauge("guild_files", "Files of guilds.", found.files)
    yield _gauge("guild_files_bytes", "Bytes of all guilds' files.", found.size)
    yield _gauge("guild_files_largest_bytes", "Bytes of the largest guild's file.", found.largest)
    yield _gauge("guild_files_wal_bytes", "Bytes of their write-ahead logs.", found.wal)
    yield _gauge(
        "guild_files_unread",
        "Files whose outbox could not be read, or has not been since the start.",
        found.unread,
    )
    messages = GaugeMetricFamily(
        "hexmuster_outbox_messages",
        "Messages to Discord that wait to be sent, or are held where nothing can be posted.",
        labels=["state"],
    )
    messages.add_metric(["waiting"], found.waiting)
    messages.add_metric(["held"], found.held)
    yield messages
    yield _gauge("outbox_oldest_seconds", "Age of the oldest message that waits.", found.oldest)


def _resident(pids: tuple[int, ...]) -> int | None:
    """The bytes of memory of processes; None where the system does not tell.

    What a page's processes share is shared out among them, so that it counts once in all.
    """
    found: list[int] = []
    for pid in pids:
        try:
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
        except OSError:  # it has just ended, or this is no Linux
            continue
        found += [int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")]
    return sum(found) if found else None
