"""The folder of guild files: which are open, and when each is next due.

A guild's file is named by the guild's number alone; nothing that a person typed reaches a path.
"""

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

from bot.clock import Clock
from bot.shards import ALL, Shards
from bot.store.campaigns import all_campaigns
from bot.store.connection import reading
from bot.store.errors import InUse, StoreError, StoreNotWritable
from bot.store.guild import GuildStore
from bot.store.ownership import Owned, own_folder
from bot.store.records import Campaign
from bot.store.register import REGISTER, Register
from bot.store.schedule import SCHEDULE, Schedule, drop_late
from bot.store.schema import lost

OPEN_AT_MOST = 32
_LARGEST_SNOWFLAKE = 2**63 - 1

_log = logging.getLogger(__name__)


def _unheard(_: object) -> None:
    pass


class _Slot:
    """A guild's place among the open stores. The lock is held while the file is being opened."""

    def __init__(self) -> None:
        self.users = 0
        self.opening = asyncio.Lock()
        self.store: GuildStore | None = None


class Stores:
    """All guilds' stores, at most 32 of them open, those used last.

    From `open` to `close` the folder is this process's (`bot.store.ownership`). Of a process that
    has a range of shards these are the guilds on them; foreign files in the folder are left alone.
    """

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        *,
        on_earlier: Callable[[datetime], None] = _unheard,
        on_commit: Callable[[str], None] = _unheard,
        open_at_most: int = OPEN_AT_MOST,
        shards: Shards = ALL,
    ) -> None:
        """`on_earlier` is told of every due time that is earlier than what was known.

        `on_commit` is told the name of every act that was committed under one (`GuildStore.unit`).
        """
        self.shards = shards
        self.schedule = Schedule(folder / shards.own(SCHEDULE), on_earlier)
        self._register = Register(folder / REGISTER)
        self._folder = folder
        self._owned: Owned | None = None
        self._clock = clock
        self._on_commit = on_commit
        self._open_at_most = open_at_most
        self._slots: OrderedDict[int, _Slot] = OrderedDict()
        self._room = asyncio.Condition()

    async def open(self) -> dict[int, StoreError]:
        """Make the folder if there is none, make it ours, and read the register and the schedule.

        Returns, by guild, the files that are gone or could not be read. Raises InUse,
        StoreNotWritable.
        """
        try:
            await asyncio.to_thread(self._folder.mkdir, parents=True, exist_ok=True)
        except OSError as error:
            raise StoreNotWritable(
                f"The data folder {self._folder} cannot be made: {error.strerror}. "
                "Choose another folder or let the bot's user write there."
            ) from error
        owned = await asyncio.to_thread(own_folder, self._folder, shards=self.shards)
        try:
            await self._register.open()
            await asyncio.to_thread(drop_late, self._folder, self.shards)
            gone, files = await asyncio.to_thread(self._found)
            unreadable = await self.schedule.open(files, self._register)
        except BaseException:
            owned.release()
            raise
        self._owned = owned
        return gone | unreadable

    def path(self, guild: int) -> Path:
        """The guild's file, whether or not it exists.

        Raises ValueError for what cannot be a guild's id.
        """
        return self._folder / f"{self._checked(guild)}.sqlite"

    @staticmethod
    def _checked(guild: int) -> int:
        if type(guild) is not int or not 0 < guild <= _LARGEST_SNOWFLAKE:
            raise ValueError(f"{guild!r} is not a guild's id")
        return guild

    def guilds(self) -> list[int]:
        """The guilds of this process that have a file, in order of their ids.

        It reads the folder, so ask in a thread.
        """
        names = (path.stem for path in self._folder.glob("*.sqlite"))
        found = (int(name) for name in names if re.fullmatch("[1-9][0-9]*", name))
        return sorted(filter(self.shards.has, found))

    def expects(self, guild: int) -> bool:
        """Whether the guild has had a campaign, or has a file, so that it is worth opening."""
        return guild in self._register or self.has_file(guild)

    def has_file(self, guild: int) -> bool:
        """Whether the guild is this process's and has a file, without a look at all others."""
        return self.shards.has(guild) and self.path(guild).exists()

    @property
    def folder(self) -> Path:
        """Where all of it is kept."""
        return self._folder

    @property
    def open_count(self) -> int:
        """How many files are open."""
        return sum(slot.store is not None for slot in self._slots.values())

    @asynccontextmanager
    async def use(self, guild: int) -> AsyncGenerator[GuildStore]:
        """The guild's store, made if there is none; it stays open at least until the block ends.

        With all places in use it waits for one, so do not use a second guild's within the block.
        Raises LostStore for a guild that has had a campaign and whose file is gone, InUse (also
        for one that is on another process's shards), NewerStore, CorruptStore, StoreNotWritable.
        """
        slot = await self._take(self._checked(guild))
        try:
            async with slot.opening:
                if slot.store is None:
                    slot.store = await self._open(guild)
            yield slot.store
        finally:
            # First of all and without a wait: a task that is cancelled again must not keep it.
            slot.users -= 1
            if slot.store is None and not slot.users:
                del self._slots[guild]
            async with self._room:
                self._room.notify_all()

    async def campaigns(self, guilds: Sequence[int]) -> dict[int, list[Campaign] | StoreError]:
        """Every campaign of these guilds, or why a file cannot be read; guilds with files, please.

        It opens no store: made for looking at many files, each for a millisecond.
        """
        found = await asyncio.to_thread(self._look_into, guilds)
        for guild, error in found.items():
            if isinstance(error, StoreError):  # it may only have to be brought up to date
                try:
                    async with self.use(guild) as store:
                        found[guild] = await store.campaigns.all()
                except StoreError as still:
                    found[guild] = still
        playing = [guild for guild, campaigns in found.items() if isinstance(campaigns, list)]
        await self._remember(guild for guild in playing if found[guild])
        return found

    def _look_into(self, guilds: Sequence[int]) -> dict[int, list[Campaign] | StoreError]:
        found: dict[int, list[Campaign] | StoreError] = {}
        for guild in guilds:
            try:
                with reading(self.path(guild)) as db:
                    found[guild] = all_campaigns(db)
            except StoreError as error:
                found[guild] = error
        return found

    async def _remember(self, guilds: Iterable[int]) -> None:
        try:
            await self._register.note(*guilds)
        except StoreError as error:  # as on a full disk: who opens their files next notes them
            _log.warning("The register is not up to date: %s", error)

    async def close(self) -> None:
        """Close everything, each once nobody uses it."""
        async with self._room:
            await self._room.wait_for(lambda: not any(slot.users for slot in self._slots.values()))
            while self._slots:
                _, slot = self._slots.popitem()
                if slot.store is not None:
                    await slot.store.close()
        await self.schedule.close()
        if self._owned is not None:
            self._owned.release()
            self._owned = None

    def _found(self) -> tuple[dict[int, StoreError], dict[int, Path]]:
        """By guild, the files that are gone and those that are there; of ten thousand, slowly."""
        mine = filter(self.shards.has, self._register.all())
        gone = {guild: error for guild in mine if (error := self._lost(guild))}
        return gone, {guild: self.path(guild) for guild in self.guilds() if guild not in gone}

    def _lost(self, guild: int) -> StoreError | None:
        """What to say of the file of a guild with a campaign, if there is nothing in its place."""
        path = self.path(guild)
        return None if path.exists() and path.stat().st_size else lost(path)

    async def _open(self, guild: int) -> GuildStore:
        if not self.shards.has(guild):
            raise InUse("This server is looked after by another process of the bot. Ask there.")
        store = await GuildStore.open(
            guild,
            self.path(guild),
            self._clock,
            self.schedule,
            self._register,
            self._on_commit,
        )
        try:
            if guild not in self._register and await store.campaigns.all():
                await self._remember([guild])
        except BaseException:
            await store.close()
            raise
        return store

    async def _take(self, guild: int) -> _Slot:
        async with self._room:
            await self._room.wait_for(lambda: guild in self._slots or self._has_room())
            if guild not in self._slots:
                await self._close_oldest()
                self._slots[guild] = _Slot()
            slot = self._slots[guild]
            slot.users += 1
            self._slots.move_to_end(guild)
            return slot

    def _has_room(self) -> bool:
        return len(self._slots) < self._open_at_most or any(
            not slot.users for slot in self._slots.values()
        )

    async def _close_oldest(self) -> None:
        if len(self._slots) < self._open_at_most:
            return
        guild = next(guild for guild, slot in self._slots.items() if not slot.users)
        idle = self._slots.pop(guild).store
        if idle is not None:
            await idle.close()
