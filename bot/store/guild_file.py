"""One guild's file as the event loop uses it: one unit that writes and one that reads at a time.

Each of the two connections lives in a separate thread, so that a reader does not wait while a
writer waits for a tick's commit. What the units do is in the files by subject (`campaigns`,
`drafts`, ...).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import aiosqlite

from bot import faults
from bot.clock import Clock
from bot.store.connection import STAMP, connect_without_seed
from bot.store.errors import LostStore, MovedAway, typed_errors
from bot.store.ownership import Owned, own_file
from bot.store.records import ModuleCopy, instant, micros
from bot.store.schema import prepare

Sooner = Callable[[datetime], Awaitable[None]]
Founding = Callable[[], Awaitable[None]]

_FETCH_ROWS = 256


class FileConnection:
    """A connection with its thread, for one unit at a time."""

    def __init__(self, path: Path, db: aiosqlite.Connection) -> None:
        self._path = path
        self._db = db
        self._opened = _identity(path)
        self._turn = asyncio.Lock()
        self._holder: asyncio.Task[Any] | None = None

    @classmethod
    async def open(cls, path: Path) -> FileConnection:
        """Connect to an existing file."""
        with typed_errors(path):
            db = await aiosqlite.Connection(lambda: connect_without_seed(path), _FETCH_ROWS)
        return cls(path, db)

    def is_mine(self) -> bool:
        """Whether the unit under way is the present task's."""
        return self._holder is not None and self._holder is asyncio.current_task()

    @asynccontextmanager
    async def unit(self, begin: str, act: str | None) -> AsyncGenerator[Rows]:
        """A unit begun with that statement, or a part of the task's own that is under way."""
        if self.is_mine():
            async with self._part() as rows:
                yield rows
            return
        async with self._turn:
            self._look_for_file()
            self._holder = asyncio.current_task()
            try:
                with typed_errors(self._path):
                    await self._db.execute(begin)
                    yield Rows(self._db)
                    if act:
                        faults.hit(f"{act}.before_commit")
                    await self._db.execute("COMMIT")
            except BaseException:
                # Also when the task is cancelled: the thread does its work in the order it was
                # given, so this comes after whatever the task did not wait for.
                await self._db.rollback()
                raise
            finally:
                self._holder = None
        if act:
            faults.hit(f"{act}.after_commit")

    @asynccontextmanager
    async def _part(self) -> AsyncGenerator[Rows]:
        await self._db.execute("SAVEPOINT part")
        try:
            yield Rows(self._db)
        except BaseException:
            # A full disk may already have undone the whole unit.
            if self._db.in_transaction:
                await self._db.execute("ROLLBACK TO part")
                await self._db.execute("RELEASE part")
            raise
        await self._db.execute("RELEASE part")

    def _look_for_file(self) -> None:
        """See that our file is still in its place: SQLite would go on with one that was removed.

        Raises LostStore.
        """
        if (found := _identity(self._path)) == self._opened:
            return
        what = "replaced by another" if found else "removed"
        raise LostStore(
            f"{self._path.name} was {what} while the bot used it. Nothing was changed. The host "
            "can put the file or a backup of it in its place and start the bot again."
        )

    async def close(self) -> None:
        """Close it once the unit under way is done."""
        async with self._turn:
            await self._db.close()


class GuildFile:
    """The open file. Every read and write is a unit: it sees one moment, and is all or nothing.

    A unit begun inside a unit of the same kind and task, or inside a writing unit of the task,
    joins it, so that several acts can be committed together.
    """

    def __init__(
        self,
        path: Path,
        clock: Clock,
        sooner: Sooner,
        founding: Founding,
        lines: tuple[FileConnection, FileConnection],
        owned: Owned,
    ) -> None:
        self.path = path
        self.clock = clock
        self.sooner = sooner
        """To be told, inside the unit, of any time at which something will now be due here."""
        self.founding = founding
        """To be told, inside the unit, that there will now be a campaign here."""
        self._writer, self._reader = lines
        self._owned = owned

    @classmethod
    async def open(
        cls, path: Path, clock: Clock, sooner: Sooner, founding: Founding, *, make: bool
    ) -> GuildFile:
        """Open the file, made or brought up to date where needed. Raises what `prepare` does."""
        owned = await asyncio.to_thread(own_file, path)
        try:
            await asyncio.to_thread(prepare, path, make=make)
            writer = await FileConnection.open(path)
        except BaseException:
            owned.release()
            raise
        try:
            return cls(
                path, clock, sooner, founding, (writer, await FileConnection.open(path)), owned
            )
        except BaseException:
            await writer.close()
            owned.release()
            raise

    async def close(self) -> None:
        """Close the file once the units under way are done."""
        await self._reader.close()
        await self._writer.close()
        self._owned.release()

    def reading(self) -> AbstractAsyncContextManager[Rows]:
        """A unit that only reads."""
        line = self._writer if self._writer.is_mine() else self._reader
        return line.unit("BEGIN", None)

    def writing(self, act: str | None = None) -> AbstractAsyncContextManager[Rows]:
        """A unit that writes; committed at its end, undone if it raises.

        `act` names the crash points `<act>.before_commit` and `<act>.after_commit`.
        """
        return self._writer.unit("BEGIN IMMEDIATE", act)

    async def stamp(self, rows: Rows) -> datetime:
        """The clock, read now, as this writing unit's commit time: never earlier than the last."""
        (at,) = await rows.one(STAMP, (micros(self.clock.now()),))
        return instant(at)


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file has the name; None if none does."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


class Rows:
    """What a unit can do: run a statement and take its rows, each in one trip to the thread."""

    def __init__(self, db: aiosqlite.Connection) -> None:
        self._db = db

    async def all(self, sql: str, parameters: Iterable[Any] = ()) -> list[Any]:
        """Every row that the statement gives."""
        return list(await self._db.execute_fetchall(sql, parameters))

    async def one(self, sql: str, parameters: Iterable[Any] = ()) -> Any:
        """The first row; raises IndexError if there is none."""
        return (await self.all(sql, parameters))[0]

    async def first(self, sql: str, parameters: Iterable[Any] = ()) -> Any | None:
        """The first row or None."""
        rows = await self.all(sql, parameters)
        return rows[0] if rows else None

    async def many(self, sql: str, parameters: Iterable[Iterable[Any]]) -> None:
        """The statement for each set of parameters."""
        await self._db.executemany(sql, parameters)


async def check_here(db: Rows, campaign: int | None) -> None:
    """Raise MovedAway for a campaign that goes on in another server; None stands for none.

    It is asked in the transaction of whatever changes the campaign.
    """
    if await db.first("SELECT 1 FROM moved_away WHERE campaign = ?", (campaign,)):
        raise MovedAway


async def keep_module(db: Rows, module: ModuleCopy) -> None:
    """Keep a resolved module, once."""
    await db.all(
        "INSERT INTO module VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (module.digest, module.name, module.body),
    )
