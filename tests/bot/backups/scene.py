"""What the tests of backups share: a tick to be copied, and waiting until all is copied."""

import asyncio

from bot.backups.making import Backups
from bot.clock import MovableClock
from bot.practice import PATIENCE
from bot.store.stores import Stores
from tests.bot.store.scene import found_campaign, make_tick


async def play(stores: Stores, guild: int) -> None:
    """A tick in a campaign of the guild, made if there is none."""
    async with stores.use(guild) as store:
        campaigns = await store.campaigns.all()
        campaign = campaigns[0] if campaigns else await found_campaign(store)
        now = stores._clock.now()
        make_tick(store.path, campaign.id, now=now, changes=[("unit", 1, str(now).encode())])


async def at_rest(backups: Backups, clock: MovableClock) -> None:
    """Return once all that is due by the clock has been tried, and the task sleeps."""
    async with asyncio.timeout(PATIENCE):
        while (  # noqa: ASYNC110 - a thread is at work
            backups._look_at is None
            or backups._look_at <= clock.now()
            or backups.waiting(clock.now())
            or backups._alarm._nap is None
        ):
            await asyncio.sleep(0.01)
