"""The store of one guild, as everything on the event loop uses it.

The world, the seed and the resolving of ticks are not here: see `world` and `resolving`.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from functools import partial
from pathlib import Path

from bot.clock import Clock
from bot.store.agenda import AgendaChanges
from bot.store.backup import back_up
from bot.store.campaigns import Campaigns, Members
from bot.store.deputies import Deputies
from bot.store.drafts import Drafts, StandingOrders, Submissions
from bot.store.guild_file import GuildFile
from bot.store.looks import Looks
from bot.store.notes import Notes
from bot.store.outbox import Outbox
from bot.store.papers import Papers, Wordings
from bot.store.places import Audit, GuildFacts, Places, Timers
from bot.store.records import instant_or_none
from bot.store.register import Register
from bot.store.schedule import NEXT_TIME, Schedule
from bot.store.seats import Seats
from bot.store.shares import Shares
from bot.store.treaties import Treaties
from bot.store.turn_notes import TurnNotes
from bot.store.uploads import Uploads
from bot.store.wishes import Wishes


class GuildStore:
    """All books of one guild. Each call is a separate transaction unless made in a `unit`."""

    def __init__(
        self, guild: int, file: GuildFile, schedule: Schedule, on_commit: Callable[[str], None]
    ) -> None:
        self.guild = guild
        self.path = file.path
        self.campaigns = Campaigns(file)
        self.members = Members(file)
        self.seats = Seats(file)
        self.deputies = Deputies(file)
        self.drafts = Drafts(file)
        self.submissions = Submissions(file)
        self.shares = Shares(file)
        self.standing = StandingOrders(file)
        self.outbox = Outbox(file)
        self.places = Places(file)
        self.timers = Timers(file)
        self.agenda = AgendaChanges(file)
        self.settings = GuildFacts(file)
        self.audit = Audit(file)
        self.papers = Papers(file)
        self.wordings = Wordings(file)
        self.turn_notes = TurnNotes(file)
        self.wishes = Wishes(file)
        self.uploads = Uploads(file)
        self.notes = Notes(file)
        self.treaties = Treaties(file)
        self.looks = Looks(file)
        self._file = file
        self._schedule = schedule
        self._on_commit = on_commit

    @classmethod
    async def open(
        cls,
        guild: int,
        path: Path,
        clock: Clock,
        schedule: Schedule,
        register: Register,
        on_commit: Callable[[str], None],
    ) -> "GuildStore":
        """Open the guild's file, or make it for a guild that has had no campaign.

        `on_commit` is told the name of every act that a `unit` has committed. Raises LostStore,
        InUse, NewerStore, CorruptStore, StoreNotWritable.
        """
        file = await GuildFile.open(
            path,
            clock,
            partial(schedule.at_most, guild),
            partial(register.note, guild),
            make=guild not in register,
        )
        return cls(guild, file, schedule, on_commit)

    @asynccontextmanager
    async def unit(self, act: str | None = None) -> AsyncGenerator[None]:
        """Commit everything that this task does in the block together, or nothing of it.

        `act` names its crash points, `<act>.before_commit` and `<act>.after_commit`. Keep it
        short: others wait. Wait for nothing else in it, and start no task in it that uses this
        store.
        """
        async with self._file.writing(act):
            yield
        if act:
            self._on_commit(act)

    def now(self) -> datetime:
        """The host's clock."""
        return self._file.clock.now()

    async def reschedule(self) -> datetime | None:
        """Bring the index up to date, when all that was due here has been dealt with.

        Returns when a timer or a message to try is next due; None if nothing is.
        """
        async with self._file.writing() as db:
            (at,) = await db.one(NEXT_TIME)
            # Inside the unit, so that no earlier time is noted in between and then overwritten.
            await self._schedule.put(self.guild, instant_or_none(at))
        return instant_or_none(at)

    async def back_up(self, target: Path) -> None:
        """Copy the file, as of one moment, while it is in use; see `bot.store.backup`."""
        await asyncio.to_thread(back_up, self.path, target)

    async def close(self) -> None:
        """Close the file."""
        await self._file.close()
