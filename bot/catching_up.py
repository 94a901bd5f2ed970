"""Making the ticks of a campaign that are due, one after the other, until it is up to date."""

from __future__ import annotations

import asyncio
import logging
import traceback

from bot.calendar.readiness import have_looked, holds_back
from bot.campaign.almanac import (
    TIMER,
    almanac_of,
    halt,
    still,
    wind,
)
from bot.host import Host
from bot.onlookers import onlookers
from bot.payload import Payload, TextFile
from bot.post.telling import MODERATORS, tell
from bot.store.errors import LeaseHeld, Stale, StoreError
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState
from bot.store.steps import STATUS
from bot.terms.changing import take_effect
from bot.workers import WorkerError
from engine.packs import Rules

_log = logging.getLogger(__name__)
RETRIES = (1.0, 5.0, 30.0)  # seconds before a tick that was lost is tried again


async def catch_up(host: Host, guild: int, campaign_id: int) -> int:
    """Make every tick of a campaign that is due, in calendar order; returns how many.

    A tick that is lost with its worker is tried again. One that breaks is not taken: the campaign
    is halted with it still due, and its moderators are told. Raises `StoreError` if the store
    cannot be read or written; then nothing is lost and it may be called again.
    """
    made = lost = tick = 0
    async with host.stores.use(guild) as store:
        while True:
            # Looked up anew each time: a lost worker, or another caller, may have committed.
            campaign = await store.campaigns.get(campaign_id)
            if campaign.state is not CampaignState.RUNNING:
                async with store.unit():
                    await still(store, campaign_id)
                    await store.timers.put(campaign_id, STATUS, store.now())
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
                        await store.timers.put(campaign_id, STATUS, store.now())
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
                    await _stop(store, campaign, error)
                    return made
                await asyncio.sleep(RETRIES[lost])
                lost += 1
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001 - whatever breaks, other campaigns go on
                _log.exception("guild=%d campaign=%d tick failed", guild, campaign_id)
                await _stop(store, campaign, error)
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


async def _stop(store: GuildStore, campaign: Campaign, error: Exception) -> None:
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
        await store.timers.put(campaign.id, STATUS, store.now())
