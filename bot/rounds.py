"""The host's rounds: looking after each guild when its time comes, and sleeping in between.

One standing task waits for the earliest time over all guilds; each guild is then looked after in a
separate task, so that a long turn in one holds up no other. What is due is made in the order of the
calendar; then what Discord must be told goes out (`bot.post.delivery`).
"""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import discord
from discord.ext import commands, tasks

from bot.calendar.readiness import look_for_early
from bot.calendar.reminding import remind
from bot.campaign.almanac import (
    CARETAKERS,
    EARLY,
    REMINDERS,
    STANDING,
    TIMER,
)
from bot.campaign.steps import is_foreseen, not_done
from bot.campaign.watched import ONLOOKERS
from bot.catching_up import catch_up
from bot.client import HostBot
from bot.desk.card import refresh_desks
from bot.desk.host_health import wellbeing_of
from bot.doing import STEPS, do_step
from bot.ending.holding import hold
from bot.guild_commands import refresh
from bot.onlookers import onlookers
from bot.post.delivery import Delivery
from bot.seats.caretaking import tend_seats
from bot.seats.standing_orders import submit_standing
from bot.store.errors import LeaseHeld, MovedAway, NotFound, Stale, StoreError, Taken
from bot.store.guild import GuildStore
from bot.store.records import CampaignState, Timer
from bot.store.steps import CEREMONY
from bot.store.stores import OPEN_AT_MOST

AT_ONCE = OPEN_AT_MOST // 2  # guilds looked after; the other stores stay free for commands
TROUBLE = 30.0  # seconds before a guild that could not be looked after is tried again

_ASIDE = {
    REMINDERS: remind,
    EARLY: look_for_early,
    STANDING: submit_standing,
    ONLOOKERS: onlookers.show,
    CARETAKERS: tend_seats,
    CEREMONY: hold,
}
"""What the timers ask for that holds up no turn."""

_OF_ONE_STEP = (LeaseHeld, MovedAway, NotFound, Stale, Taken)
"""What keeps one step from being done, and no other."""

_log = logging.getLogger(__name__)


class Rounds(commands.Cog):
    """Makes what is due in every guild, for as long as the bot runs."""

    def __init__(self, bot: HostBot) -> None:
        self.bot = bot
        self.host = bot.host
        self.delivery = Delivery(bot)
        self._at_work: dict[int, asyncio.Task[None]] = {}
        self._put_off: set[int] = set()
        """Guilds whose time has come while a tick of theirs is under way."""
        self._places = asyncio.Semaphore(AT_ONCE)
        self._out_of_reach: set[int] = set()

    async def cog_load(self) -> None:
        self.bot.standing.append(self.watch)
        self.watch.start()

    async def cog_unload(self) -> None:
        self.bot.standing.remove(self.watch)
        self.watch.cancel()
        for task in self._at_work.values():
            task.cancel()

    @tasks.loop(count=1)
    async def watch(self) -> None:
        """Wait for the next time, look after the guilds whose time has come, and again."""
        schedule = self.host.stores.schedule
        while True:
            await self.host.due.wait()
            # Of thousands that are due the others wait in the schedule, where they are small.
            for guild in (*self._put_off, *schedule.take(self.host.clock.now(), AT_ONCE)):
                await self._places.acquire()
                # It rings again when the tick has ended.
                if self.host.busy(guild):
                    self._put_off.add(guild)
                    self._places.release()
                else:
                    self._put_off.discard(guild)
                    self._at_work[guild] = asyncio.create_task(self._look_after(guild))
            self._set_alarm()

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Remember the outage: Discord calls every server available, also at each start."""
        self._out_of_reach.add(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Send what waited for the end of an outage."""
        if guild.id in self._out_of_reach:
            await self._back(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Send what waited while the bot was not in the server."""
        await self._back(guild.id)

    async def _back(self, guild: int) -> None:
        self._out_of_reach.discard(guild)
        if not self.host.stores.has_file(guild):
            return
        try:
            async with self.host.stores.use(guild) as store:
                await store.outbox.hasten()
        except StoreError as error:
            _log.error("guild=%d cannot be looked after: %s", guild, error)

    def _set_alarm(self) -> None:
        if at := self.host.stores.schedule.next_time():
            self.host.due.set(at)

    @watch.before_loop
    async def _ready(self) -> None:
        await self.bot.wait_until_ready()

    @asynccontextmanager
    async def _place(self) -> AsyncGenerator[None]:
        """The place that was taken for a guild; trouble is waited out without it."""
        try:
            yield
        finally:
            self._places.release()

    async def _look_after(self, guild: int) -> None:
        try:
            async with self._place(), self.host.stores.use(guild) as store:
                for timer in await store.timers.all():
                    if timer.at <= self.host.clock.now():
                        await self._ring(guild, store, timer)
                await self._refresh_desks(guild, store)
                await self.delivery.deliver(guild, store)
                if await self._refresh_desks(guild, store):  # something could not be sent
                    await self.delivery.deliver(guild, store)
                await store.reschedule()
        except StoreError as error:
            _log.error("guild=%d cannot be looked after: %s", guild, error)
            await asyncio.sleep(TROUBLE)
        except Exception:  # noqa: BLE001 - whatever is wrong with one guild, the others go on
            _log.exception("guild=%d was not looked after", guild)
            await asyncio.sleep(TROUBLE)
        finally:
            del self._at_work[guild]
            self.host.stores.schedule.give_back(guild)
            self._set_alarm()

    async def _refresh_desks(self, guild: int, store: GuildStore) -> bool:
        """Show moderators what has changed, whatever it was that the guild was looked after for."""
        try:
            return await refresh_desks(self.host, guild, store, wellbeing_of(self.bot, guild))
        except StoreError:
            raise
        except Exception:  # noqa: BLE001 - a desk that is not up to date stops nothing
            _log.exception("guild=%d: its desks are not up to date", guild)
            return False

    async def _ring(self, guild: int, store: GuildStore, timer: Timer) -> None:
        if timer.name == TIMER:
            await catch_up(self.host, guild, timer.campaign)
            campaign = await store.campaigns.get(timer.campaign)
            if campaign.state is CampaignState.ENDED:
                await refresh(self.bot, guild)
            return
        kind = timer.name.partition(":")[0]
        if kind not in STEPS and kind not in _ASIDE:  # left in place, it would ring for ever
            _log.error("guild=%d has a timer of an unknown name: %s", guild, timer)
            await store.timers.clear(timer.campaign, timer.name)
            return
        try:
            if kind in _ASIDE:
                await _ASIDE[kind](self.host, guild, timer.campaign)
            else:
                await do_step(self.bot, guild, store, timer)
        except StoreError as error:
            if not isinstance(error, _OF_ONE_STEP):
                raise  # the file's own trouble
            await not_done(self.host, store, timer, error)
        except Exception as error:  # noqa: BLE001 - whatever it is, other steps go on
            if not is_foreseen(error):
                _log.exception("guild=%d: nothing came of %s", guild, timer)
            await not_done(self.host, store, timer, error)


async def setup(bot: HostBot) -> None:
    """Add the cog."""
    await bot.add_cog(Rounds(bot))
