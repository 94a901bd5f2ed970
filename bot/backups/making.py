"""When each guild's file is copied, and the result: after ticks, and once a day.

One copy is made at a time, in a thread, so that neither the event loop nor a tick waits for it.
Whatever goes wrong with a copy is told (log, health, figures), and the copy is tried again.
"""

import asyncio
import logging
from datetime import datetime, timedelta
from pathlib import Path

from bot.backups.keeping import DAY
from bot.backups.shelf import Copy, Shelf, stamp
from bot.clock import Alarm, Clock
from bot.store.connection import SCHEMA_VERSION
from bot.store.errors import StoreError
from bot.store.stores import Stores

APART = timedelta(minutes=10)
"""So long after a copy the guild's next one is made at the earliest, however many ticks there are,
and so long after one that failed it is tried again."""
LOOK = timedelta(hours=6)
"""So often all files are looked through for changes that no tick made."""

_log = logging.getLogger(__name__)


class Backups:
    """The copies of all guilds of this process. `go_on` is its standing task."""

    def __init__(self, folder: Path, stores: Stores, clock: Clock) -> None:
        """`folder` is made when the first copy is."""
        self.shelf = Shelf(folder)
        self.made = 0
        """Copies made since the start."""
        self.failed = 0
        """Copies that could not be made since the start."""
        self.failing: dict[int, str] = {}
        """By guild, why its newest copy could not be made."""
        self._stores = stores
        self._of_tick: set[int] = set()
        """Guilds of which a tick is not copied yet."""
        self._clock = clock
        self._alarm = Alarm(clock)
        self._newest: dict[int, datetime] = {}
        self._due: dict[int, datetime] = {}
        self._look_at: datetime | None = None

    @property
    def last(self) -> datetime | None:
        """When the newest copy of any guild was made; None if there is none."""
        return max(self._newest.values(), default=None)

    def newest(self, guild: int) -> datetime | None:
        """When the guild's newest copy was made; None if there is none, or none is known yet."""
        return self._newest.get(guild)

    def waiting(self, now: datetime) -> int:
        """Guilds whose copy should have been made by now."""
        return sum(at <= now for at in self._due.values())

    def ticked(self, guild: int) -> None:
        """Have the guild's file copied soon: a tick of it was made."""
        self._of_tick.add(guild)
        self._want(guild, self._clock.now())

    def told(self) -> list[str]:
        """What a host should know of failures, in a sentence each."""
        if not self.failing:
            return []
        whose = "a guild" if len(self.failing) == 1 else f"{len(self.failing)} guilds"
        return [f"Backups fail for {whose}: {next(reversed(self.failing.values()))}"]

    async def before_upgrade(self) -> None:
        """Copy every file that this version is about to bring up to date; call it before it does.

        So a host can go back to the version before.
        """
        older = await asyncio.to_thread(self._older)
        if older:
            _log.info("Backing up %d files before they are brought up to date", len(older))
        for guild in older:
            await self._make(guild)

    async def go_on(self) -> None:
        """Make what is due, for ever."""
        while True:
            now = self._clock.now()
            if self._look_at is None or now >= self._look_at:
                await self._look(now)
            while due := [guild for guild, at in self._due.items() if at <= self._clock.now()]:
                await self._make(min(due, key=lambda guild: (self._due[guild], guild)))
            assert self._look_at is not None
            self._alarm.set(min([self._look_at, *self._due.values()]))
            await self._alarm.wait()

    # ------------------------------------------------------------------ what is due

    def _want(self, guild: int, at: datetime) -> None:
        """Have it copied at that time, or when its newest copy is old enough for another."""
        newest = self._newest.get(guild)
        # A copy from the future, of a clock that was ahead, holds up nothing.
        if newest is not None and newest <= self._clock.now():
            at = max(at, newest + APART)
        if guild not in self._due or at < self._due[guild]:
            self._due[guild] = at
            self._alarm.set(at)

    async def _look(self, now: datetime) -> None:
        """Find what has changed since it was copied: orders given, or a tick before a kill."""
        first, self._look_at = self._look_at is None, now + LOOK
        for guild, newest in (await asyncio.to_thread(self._changed)).items():
            if newest is None:
                self._want(guild, now)
                continue
            changed, at = newest
            self._newest[guild] = max(at, self._newest.get(guild, at))
            if changed:
                self._want(guild, now if first else at + DAY)

    def _changed(self) -> dict[int, tuple[bool, datetime] | None]:
        """By guild, whether its file has changed since its newest copy, and when that was made."""
        found: dict[int, tuple[bool, datetime] | None] = {}
        for guild in self._stores.guilds():
            written = stamp(self._stores.path(guild))
            if written is None:
                continue  # gone in this moment
            newest = self._newest_copy(guild)
            found[guild] = newest and (stamp(newest.path) != written, newest.at)
        return found

    def _older(self) -> list[int]:
        """The guilds whose file has an earlier schema and is not copied as it is."""
        older: list[int] = []
        for guild in self._stores.guilds():
            path = self._stores.path(guild)
            if not 0 < _schema_in_head(path) < SCHEMA_VERSION:
                continue
            newest = self._newest_copy(guild)
            if newest is None or stamp(newest.path) != stamp(path):
                older.append(guild)
        return older

    def _newest_copy(self, guild: int) -> Copy | None:
        try:
            return next(iter(self.shelf.of(guild)), None)
        except OSError:  # faults of the folder are told when a copy is made there
            return None

    # ------------------------------------------------------------------ a copy

    async def _make(self, guild: int) -> None:
        now = self._clock.now()
        self._due.pop(guild, None)
        failed = guild in self.failing
        try:
            copy = await asyncio.to_thread(self.shelf.make, guild, self._stores.path(guild), now)
        except StoreError as error:
            _log.error("guild=%d was not backed up: %s", guild, error)
            self._note_failure(guild, str(error), now)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one guild, the others are copied
            _log.exception("guild=%d was not backed up", guild)
            self._note_failure(guild, f"{type(error).__name__}; the log says more.", now)
        else:
            self.made += 1
            self.failing.pop(guild, None)
            self._newest[guild] = copy.at
            _log.debug("guild=%d backed up: %s", guild, copy.path)
        # A desk that were changed for a copy of no tick would be the cause of the next copy.
        if guild in self._of_tick or failed or guild in self.failing:
            self._of_tick.discard(guild)
            await self._have_seen(guild)

    async def _have_seen(self, guild: int) -> None:
        """Have the guild looked after, so that its desks tell of the copy."""
        try:
            await self._stores.schedule.at_most(guild, self._clock.now())
        except StoreError as error:  # what is told late is told all the same
            _log.warning("guild=%d is told of its backup later: %s", guild, error)

    def _note_failure(self, guild: int, why: str, now: datetime) -> None:
        self.failed += 1
        self.failing.pop(guild, None)  # so that the newest stands last
        self.failing[guild] = why
        self._due[guild] = now + APART


def _schema_in_head(path: Path) -> int:
    """The schema's number as SQLite keeps it in a file's head; 0 if it cannot be read."""
    try:
        with path.open("rb") as file:
            return int.from_bytes(file.read(64)[60:64])
    except OSError:
        return 0
