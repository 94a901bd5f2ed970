"""What the files of the guilds tell a host: how large they are, and what waits in their outboxes.

Only a file that has changed since it was last looked into is read again, and not too many in one
look, so that ten thousand guilds cost a look about what is going on in them.
"""

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from bot.store.connection import WAL
from bot.store.errors import StoreError
from bot.store.outbox import OpenMessage, open_messages
from bot.store.stores import Stores

READ_AT_ONCE = 500  # files in one look, a millisecond or two each; the others wait for the next


@dataclass(frozen=True, slots=True)
class Found:
    """What one look found, over all guilds. Sizes in bytes, the age in seconds."""

    files: int = 0
    size: int = 0
    largest: int = 0
    wal: int = 0
    unread: int = 0
    """Files whose outbox is not known."""
    waiting: int = 0
    held: int = 0
    oldest: float = 0.0
    """Age of the oldest message that waits, 0 if none does."""


@dataclass(slots=True)
class _Guild:
    """What is known of one file."""

    stamp: object = None
    """Says whether the file has changed."""
    messages: list[OpenMessage] | None = None
    first_seen: dict[int, datetime] = field(default_factory=dict[int, datetime])


class GuildFiles:
    """The files as they were found, to be looked at again and again."""

    def __init__(self, *, read_at_once: int = READ_AT_ONCE) -> None:
        self._read_at_once = read_at_once
        self._guilds: dict[int, _Guild] = {}

    def look(self, stores: Stores, now: datetime) -> Found:
        """Look at all files, and into those that have changed. It takes a while: use a thread."""
        guilds, sizes, wal, reads = dict[int, _Guild](), list[int](), 0, 0
        for guild in stores.guilds():
            path = stores.path(guild)
            main, log = _size_and_time(path), _size_and_time(path.with_name(path.name + WAL))
            if main is None:
                continue  # gone in this moment
            known = guilds[guild] = self._guilds.get(guild) or _Guild()
            if known.stamp != (main, log) and reads < self._read_at_once:
                reads += 1
                _read(known, path, now)
                known.stamp = (main, log)
            sizes.append(main[0])
            wal += log[0] if log else 0
        self._guilds = guilds
        messages = [
            (each, known.first_seen[each.id])
            for known in guilds.values()
            for each in known.messages or ()
        ]
        since = [each.at or seen for each, seen in messages if not each.held]
        return Found(
            files=len(sizes),
            size=sum(sizes),
            largest=max(sizes, default=0),
            wal=wal,
            unread=sum(known.messages is None for known in guilds.values()),
            waiting=len(since),
            held=len(messages) - len(since),
            oldest=max(0.0, (now - min(since, default=now)).total_seconds()),
        )


def _read(known: _Guild, path: Path, now: datetime) -> None:
    try:
        known.messages = open_messages(path)
    except StoreError:  # the log says why, when the guild is looked after
        known.messages = None
    known.first_seen = {
        each.id: known.first_seen.get(each.id, now) for each in known.messages or ()
    }


def _size_and_time(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns
