"""The index of when each guild next needs attention, so that nobody opens 200 files to know.

An entry may be early, never late: it is lowered before a guild's file is given an earlier time, and
raised only to what that file says. It holds nothing that the guild files do not say, so a missing
or damaged index is simply made anew: at the start from them, later from memory. Who puts an older
copy of a guild's file in its place deletes the index (`restore` does it). Each range of shards has
a separate index. It is kept in rollback mode, not in WAL: then SQLite refuses to write to an index
that was deleted, instead of going on with it.
"""

import asyncio
import json
import logging
import sqlite3
from collections.abc import AsyncGenerator, Callable, Container
from contextlib import asynccontextmanager, closing
from datetime import datetime
from heapq import heapify, heappop, heappush
from pathlib import Path

import aiosqlite

from bot.shards import Shards
from bot.store.connection import connect, open_file, remove
from bot.store.errors import StoreError, is_damage, typed_errors
from bot.store.records import instant, micros, micros_or_none
from bot.store.schema import prepare

SCHEDULE = "schedule.sqlite"
"""The index's file in the data folder."""
NEXT_TIME = "SELECT at FROM next_time"
"""When something in a guild's file is next due, a timer or a message to try."""

_VERSION = 1
_SPARE = 64  # entries that the queue may hold in vain
_OTHER = -1  # no time
_WRITE = """
    REPLACE INTO due SELECT value ->> 0, value ->> 1 FROM json_each(?)
"""

_log = logging.getLogger(__name__)


def drop_late(folder: Path, shards: Shards) -> None:
    """Remove the indexes of other ranges that meet these shards, which must be the caller's.

    Made before the shards were dealt out anew, they could by now be late.
    """
    for path in folder.glob("schedule*"):
        theirs = Shards.owner_of(path.name, SCHEDULE)
        if theirs and path.name != shards.own(SCHEDULE) and theirs.overlap(shards):
            remove(path)


def forget(folder: Path, guild: int) -> None:
    """Have a guild's file read at the next start, for another is about to take its place.

    The caller sees to it that no bot of that guild runs.
    """
    for path in folder.glob("schedule*"):
        theirs = Shards.owner_of(path.name, SCHEDULE)
        if theirs is not None and theirs.has(guild):
            remove(path)


class Schedule:
    """When each guild is next due; kept in memory and, before that, in the index file."""

    def __init__(self, path: Path, on_earlier: Callable[[datetime], None]) -> None:
        """`on_earlier` is told every time that comes before what its guild was waiting for."""
        self._path = path
        self._on_earlier = on_earlier
        self._times: dict[int, int | None] = {}
        self._queue: list[tuple[int, int]] = []
        """A heap of times with their guilds; what `_times` does not say any more is passed over."""
        self._taken: set[int] = set()
        self._held: dict[int, int] = {}
        self._unwritten: dict[int, int | None] = {}
        self._writing = asyncio.Lock()
        self._db: aiosqlite.Connection | None = None

    async def open(
        self, files: dict[int, Path], campaigns: Container[int] = ()
    ) -> dict[int, StoreError]:
        """Read the index, or make it anew; `files` are the guilds' files.

        Opens only the files that the index does not know; those of `campaigns`, the guilds that
        have one, must not be empty. Returns, by guild, the files that could not be read; they are
        tried again at the next start.
        """
        self._times, unreadable = await asyncio.to_thread(self._read, files, campaigns)
        self._line_up()
        self._db = await self._connected()
        return unreadable

    def next_time(self) -> datetime | None:
        """The earliest time that a guild waits for, of those that nobody looks after."""
        self._pass_over()
        return instant(self._queue[0][0]) if self._queue else None

    def take(self, now: datetime, most: int | None = None) -> list[int]:
        """The guilds whose time has come, the earliest first; give back each that was looked after.

        Until then it is offered no more. `most` bounds how many are taken.
        """
        limit, due = micros(now), list[int]()
        self._pass_over()
        while self._queue and self._queue[0][0] <= limit and len(due) != most:
            _, guild = heappop(self._queue)
            self._taken.add(guild)
            due.append(guild)
            self._pass_over()
        return due

    def give_back(self, guild: int) -> None:
        """Let the guild be offered again at its time."""
        self._taken.discard(guild)
        self._queue_up(guild)

    async def at_most(self, guild: int, at: datetime) -> None:
        """Be sure to look after the guild at `at` or earlier."""
        present = self._times.get(guild)
        earlier = present is None or present > micros(at)
        if earlier:
            self._note(guild, micros(at))
        await self._write()
        if earlier:
            self._on_earlier(at)

    async def put(self, guild: int, at: datetime | None) -> None:
        """Note what the guild's file says; does nothing while the guild is held."""
        if guild not in self._held:
            self._note(guild, micros_or_none(at))
            await self._write()

    @asynccontextmanager
    async def held(self, guild: int, now: datetime) -> AsyncGenerator[None]:
        """For as long as a worker may commit a tick with messages and timers.

        Should we die meanwhile, the guild is looked after at the next start.
        """
        self._held[guild] = self._held.get(guild, 0) + 1
        try:
            await self.at_most(guild, now)
            yield
        finally:
            self._held[guild] -= 1
            if not self._held[guild]:
                del self._held[guild]

    async def close(self) -> None:
        """Close the index file."""
        async with self._writing:
            if self._db is not None:
                await self._db.close()
                self._db = None

    # ------------------------------------------------------------ in memory

    def _note(self, guild: int, at: int | None) -> None:
        if guild not in self._times or self._times[guild] != at:
            self._times[guild] = self._unwritten[guild] = at
            self._queue_up(guild)

    def _queue_up(self, guild: int) -> None:
        at = self._times.get(guild)
        if at is None or guild in self._taken:
            return
        if len(self._queue) > 2 * len(self._times) + _SPARE:
            self._line_up()
        else:
            heappush(self._queue, (at, guild))

    def _line_up(self) -> None:
        """Queue all that wait, without what was passed over."""
        self._queue = [
            (at, guild)
            for guild, at in self._times.items()
            if at is not None and guild not in self._taken
        ]
        heapify(self._queue)

    def _pass_over(self) -> None:
        """Drop from the head of the queue what is true no longer."""
        while self._queue:
            at, guild = self._queue[0]
            if guild not in self._taken and self._times.get(guild) == at:
                return
            heappop(self._queue)

    # ------------------------------------------------------------ in the file

    async def _write(self) -> None:
        """Bring the index file up to date: one commit for all that have come to wait for it."""
        async with self._writing:
            rows = dict(self._unwritten)
            if not rows:
                return
            assert self._db is not None, "the schedule is not open"
            with typed_errors(self._path):
                try:
                    await self._db.execute_fetchall(_WRITE, (json.dumps(list(rows.items())),))
                except sqlite3.DatabaseError as error:
                    if not _is_unusable(error):
                        raise
                    _log.warning("%s was deleted or damaged; it is made anew", self._path.name)
                    await self._make_anew()
            for guild, at in rows.items():
                if self._unwritten.get(guild, _OTHER) == at:
                    del self._unwritten[guild]

    async def _make_anew(self) -> None:
        """Write all that we know into a new index file."""
        assert self._db is not None
        await asyncio.to_thread(self._rewrite)
        old, self._db = self._db, await self._connected()
        await old.close()

    async def _connected(self) -> aiosqlite.Connection:
        return await aiosqlite.Connection(lambda: open_file(self._path, "rw"), 1)

    def _rewrite(self) -> None:
        with closing(self._new_index()) as db:
            db.execute("BEGIN IMMEDIATE")
            db.executemany("INSERT INTO due VALUES (?, ?)", list(self._times.items()))
            db.execute("COMMIT")

    def _read(
        self, files: dict[int, Path], campaigns: Container[int]
    ) -> tuple[dict[int, int | None], dict[int, StoreError]]:
        unreadable: dict[int, StoreError] = {}
        with typed_errors(self._path), closing(self._sound_index()) as db:
            times = dict(db.execute("SELECT guild, at FROM due").fetchall())
            db.execute("BEGIN IMMEDIATE")
            for guild in sorted(files.keys() - times.keys()):
                try:
                    times[guild] = _next_time(files[guild], make=guild not in campaigns)
                except StoreError as error:
                    unreadable[guild] = error
                else:
                    db.execute("INSERT INTO due VALUES (?, ?)", (guild, times[guild]))
            for guild in sorted(times.keys() - files.keys()):
                del times[guild]
                db.execute("DELETE FROM due WHERE guild = ?", (guild,))
            db.execute("COMMIT")
        return times, unreadable

    def _sound_index(self) -> sqlite3.Connection:
        """The index file, emptied if it is damaged or of another version."""
        db = open_file(self._path, "rwc")
        try:
            version = db.execute("PRAGMA user_version").fetchone()[0]
            if version == _VERSION and db.execute("PRAGMA quick_check").fetchone()[0] == "ok":
                return db
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                db.close()
                raise
        db.close()
        return self._new_index()

    def _new_index(self) -> sqlite3.Connection:
        """An index file that holds nothing, in place of whatever is there."""
        remove(self._path)
        db = open_file(self._path, "rwc")
        db.execute("CREATE TABLE due (guild INTEGER PRIMARY KEY, at INTEGER) STRICT")
        db.execute(f"PRAGMA user_version = {_VERSION}")
        return db


def _is_unusable(error: sqlite3.DatabaseError) -> bool:
    """Whether the index file is damaged, or has lost its name."""
    return is_damage(error) or error.sqlite_errorcode == sqlite3.SQLITE_READONLY_DBMOVED


def _next_time(path: Path, *, make: bool) -> int | None:
    prepare(path, make=make)
    with typed_errors(path), closing(connect(path)) as db:
        return db.execute(NEXT_TIME).fetchone()[0]
