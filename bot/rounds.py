"""The host's rounds: looking after each guild when its time comes, and sleeping in between.

One standing task waits for the earliest time over all guilds; each guild is then looked after in a
task of its own, so that a long turn in one holds up no other. What is due is made in the order of
the calendar; then what Discord must be told goes out (`bot.post.delivery`).
"""

import asyncio
import logging
import traceback

import discord
from discord.ext import commands, tasks

from bot.campaigns import onlookers
from bot.campaigns.calendar import (
    CARETAKERS,
    EARLY,
    REMINDERS,
    STANDING,
    TIMER,
    almanac_of,
    halt,
    still,
    wind,
)
from bot.campaigns.caretaking import tend_seats
from bot.campaigns.ceremony import hold
from bot.campaigns.desk import refresh_desks
from bot.campaigns.readiness import have_looked, holds_back, look_for_early
from bot.campaigns.reminding import remind
from bot.campaigns.standing import submit_standing
from bot.campaigns.status import status_message
from bot.campaigns.steps import is_foreseen, not_done
from bot.campaigns.terms import take_effect
from bot.campaigns.watched import ONLOOKERS
from bot.campaigns.wellbeing import wellbeing_of
from bot.client import HostBot
from bot.cogs.guild_commands import refresh
from bot.doing import STEPS, do_step
from bot.host import Host
from bot.jobs.seed import CEREMONY
from bot.post.delivery import Delivery
from bot.post.payload import Payload, TextFile
from bot.post.telling import MODERATORS, tell
from bot.store.errors import LeaseHeld, MovedAway, NotFound, Stale, StoreError, Taken
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState, Timer
from bot.store.stores import OPEN_AT_MOST
from bot.workers import WorkerError
from engine.packs import Rules

AT_ONCE = OPEN_AT_MOST // 2  # guilds looked after; the other stores stay free for commands
TROUBLE = 30.0  # seconds before a guild that could not be looked after is tried again
RETRIES = (1.0, 5.0, 30.0)  # seconds before a tick that was lost is tried again

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
            for guild in (*self._put_off, *schedule.take(self.host.clock.now())):
                # It rings again when the tick has ended.
                if self.host.busy(guild):
                    self._put_off.add(guild)
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

    async def _look_after(self, guild: int) -> None:
        try:
            async with self._places, self.host.stores.use(guild) as store:
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


async def catch_up(host: Host, guild: int, campaign_id: int) -> int:
    """Make every tick of a campaign that is due, in calendar order; returns how many.

    A tick that is lost with its worker is tried again. One that breaks is not taken: the campaign
    is halted with it still due, and its moderators are told. Raises `StoreError` if the store
    cannot be read or written; then nothing is lost and it may be called again.
    """
    made = lost = tick = 0
    rules = None
    async with host.stores.use(guild) as store:
        while True:
            # Looked up anew each time: a lost worker, or another caller, may have committed.
            campaign = await store.campaigns.get(campaign_id)
            if campaign.state is not CampaignState.RUNNING:
                async with store.unit():
                    await still(store, campaign_id)
                    rules = rules or await host.rules(guild, campaign)
                    await store.outbox.add(
                        campaign_id, await status_message(store, rules, campaign_id)
                    )
                return made
            if campaign.tick != tick:
                tick, lost = campaign.tick, 0
            try:
                campaign, rules = await _at_present(host, guild, store, campaign)
                almanac = await almanac_of(store, campaign, rules.module.calendar)
                due = almanac.due(host.clock.now())
                if due is None:
                    async with store.unit():
                        await wind(store, campaign, rules.module.calendar)
                        await store.outbox.add(
                            campaign_id, await status_message(store, rules, campaign_id)
                        )
                        await have_looked(host, store, campaign_id)
                        await onlookers.have_shown(host, store, campaign_id)
                    return made
                if await holds_back(host, guild, campaign, due):
                    continue
                await host.tick(guild, campaign_id, due)
            except LeaseHeld as held:
                await store.timers.put(campaign_id, TIMER, held.until)
                return made
            except (Stale, WorkerError) as error:
                if lost == len(RETRIES):
                    await _stop(store, rules, campaign, error)
                    return made
                await asyncio.sleep(RETRIES[lost])
                lost += 1
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001 - whatever breaks, other campaigns go on
                _log.exception("guild=%d campaign=%d tick failed", guild, campaign_id)
                await _stop(store, rules, campaign, error)
                return made
            else:
                made += 1


async def _at_present(
    host: Host, guild: int, store: GuildStore, campaign: Campaign
) -> tuple[Campaign, Rules]:
    """The campaign with its rules, once settings that waited for this turn hold."""
    if await take_effect(host, guild, store, campaign):
        campaign = await store.campaigns.get(campaign.id)
    return campaign, await host.rules(guild, campaign)


async def _stop(
    store: GuildStore, rules: Rules | None, campaign: Campaign, error: Exception
) -> None:
    """Halt a campaign whose tick breaks; what was due stays due."""
    trace = "".join(traceback.format_exception(error))
    payload = Payload(
        text=(
            "⚠️ **The turn could not be made, so I paused the campaign.** Nothing is lost: it is "
            "still due and every order is kept. The details are attached; when the cause is "
            "mended, `/campaign resume` goes on."
        ),
        files=(TextFile(name="what-went-wrong.txt", text=trace),),
    )
    async with store.unit():
        present = await store.campaigns.get(campaign.id)
        if present.state is not CampaignState.RUNNING:
            return  # a moderator was quicker
        await halt(store, campaign.id)
        note = await store.audit.note(
            campaign.id, 0, "campaign paused", why=f"a tick failed: {error}"
        )
        key = f"T{campaign.tick + 1}·E{note.id}"
        await tell(store, campaign.id, MODERATORS, key, payload)
        if rules:
            await store.outbox.add(campaign.id, await status_message(store, rules, campaign.id))


async def setup(bot: HostBot) -> None:
    """Add the cog."""
    await bot.add_cog(Rounds(bot))
