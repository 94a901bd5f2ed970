"""The index of when each guild next needs attention, so that nobody opens 200 files to know.

An entry may be early, never late: it is lowered before a guild's file is given an earlier time,
and raised only to what that file says. It holds nothing that the guild files do not say, so a
missing or damaged index is simply made anew: at the start from them, later from memory. Who puts
an older copy of a guild's file in its place deletes the index. It is kept in rollback mode, not in
WAL: then SQLite refuses to write to an index that was deleted, instead of going on with it.
"""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator, Callable, Container
from contextlib import asynccontextmanager, closing
from datetime import datetime
from pathlib import Path

import aiosqlite

from bot.store.connection import connect, open_file, remove
from bot.store.errors import StoreError, is_damage, typed_errors
from bot.store.schema import prepare
from bot.store.times import instant, micros, micros_or_none

SCHEDULE = "schedule.sqlite"
"""The index's file in the data folder."""
NEXT_TIME = "SELECT at FROM next_time"
"""When something in a guild's file is next due, a timer or a message to try."""

_VERSION = 1

_log = logging.getLogger(__name__)


class Schedule:
    """When each guild is next due; kept in memory and, before that, in the index file."""

    def __init__(self, path: Path, on_earlier: Callable[[datetime], None]) -> None:
        """`on_earlier` is told every time that comes before what its guild was waiting for."""
        self._path = path
        self._on_earlier = on_earlier
        self._times: dict[int, int | None] = {}
        self._held: dict[int, int] = {}
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
        self._db = await self._connected()
        return unreadable

    def coming(self) -> list[tuple[datetime, int]]:
        """Every time that a guild waits for, with the guild, the earliest first."""
        times = sorted((at, guild) for guild, at in self._times.items() if at is not None)
        return [(instant(at), guild) for at, guild in times]

    def due(self, now: datetime) -> list[int]:
        """The guilds whose time has come, the earliest first."""
        limit = micros(now)
        due = [(at, guild) for guild, at in self._times.items() if at is not None and at <= limit]
        return [guild for _, guild in sorted(due)]

    async def at_most(self, guild: int, at: datetime) -> None:
        """Be sure to look after the guild at `at` or earlier."""
        async with self._writing:
            present = self._times.get(guild)
            if present is not None and present <= micros(at):
                return
            await self._write(guild, micros(at))
        self._on_earlier(at)

    async def put(self, guild: int, at: datetime | None) -> None:
        """Note what the guild's file says; does nothing while the guild is held."""
        async with self._writing:
            if guild not in self._held:
                await self._write(guild, micros_or_none(at))

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

    async def _write(self, guild: int, at: int | None) -> None:
        assert self._db is not None, "the schedule is not open"
        # Before the wait: should the task be cancelled in it, the file still gets the same.
        self._times[guild] = at
        with typed_errors(self._path):
            try:
                await self._db.execute_fetchall("REPLACE INTO due VALUES (?, ?)", (guild, at))
            except sqlite3.DatabaseError as error:
                if not _is_unusable(error):
                    raise
                _log.warning("%s was deleted or damaged; it is made anew", self._path.name)
                await self._make_anew()

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
    """Whether the index file is damaged, or bears its name no longer."""
    return is_damage(error) or error.sqlite_errorcode == sqlite3.SQLITE_READONLY_DBMOVED


def _next_time(path: Path, *, make: bool) -> int | None:
    prepare(path, make=make)
    with typed_errors(path), closing(connect(path)) as db:
        return db.execute(NEXT_TIME).fetchone()[0]
