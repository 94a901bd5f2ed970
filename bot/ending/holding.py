"""The ceremony with which a campaign is seen off, however it ended: one flow for both ways.

The code that ends a campaign, a tick or a moderator's act, sets its timer in the same commit; the
host's rounds then hold it. All of it stands in the outbox in one unit, so a host that dies
meanwhile holds it anew, and it is never posted twice. Messages go out in their order; pictures,
chronicles and the film are made as each is sent.

What other rooms have to tell once nothing is secret any more, such as sealed treaties, they add to
`FURTHER`: this is the only place for it.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from bot.campaign.watched import ONLOOKERS, watch_of
from bot.ending.ceremony import PARTS, SEED, ceremony_part
from bot.ending.revealing import Told, looks_told, unsealed
from bot.host import Host
from bot.payload import Payload
from bot.post.telling import tell
from bot.store.errors import StoreError
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState
from bot.store.steps import CEREMONY
from bot.workers import WorkerError

_LIMIT: Final = 300.0
"""Seconds that a part which looks through the whole campaign may take in its worker."""

Further = Callable[[Host, int, GuildStore, Campaign], Awaitable[Told]]

FURTHER: Final[Sequence[Further]] = (unsealed, looks_told)
"""What is told after the film and before the seed, in order; each is called with the guild's id
once the campaign has ended, and reads what it has to tell from the store."""

_log = logging.getLogger(__name__)


async def hold(host: Host, guild: int, campaign_id: int) -> None:
    """Put the ceremony of a campaign that has ended into its outbox.

    A part of which nothing comes is logged and left out, so that the seed is told whatever
    happens. Raises `StoreError`; then it may be called again.
    """
    async with host.stores.use(guild) as store:
        campaign = await store.campaigns.get(campaign_id)
        told: list[tuple[str, Payload]] = []
        if campaign.state is CampaignState.ENDED:
            for name in PARTS:
                told += await _part(host, guild, campaign_id, name)
            for each in FURTHER:
                told += await _further(each, host, guild, store, campaign)
            told += await _part(host, guild, campaign_id, SEED)
        async with store.unit("step"):
            # The faster one has removed the timer, and told it all.
            timers = [(each.campaign, each.name) for each in await store.timers.all()]
            if (campaign_id, CEREMONY) not in timers:
                return
            await store.timers.clear(campaign_id, CEREMONY)
            if (await watch_of(store, campaign_id)).open:  # who then see the whole world
                await store.timers.put(campaign_id, ONLOOKERS, host.clock.now())
            for place, (role, payload) in enumerate(told, 1):
                key = f"T{campaign.tick}·END·{place}/{len(told)}"
                await tell(store, campaign_id, role, key, payload)


async def _part(host: Host, guild: int, campaign: int, name: str) -> Told:
    path = host.path(guild)
    try:
        try:
            return await host.workers.run(
                ceremony_part, path, campaign, name, limit=_LIMIT, long=True
            )
        except WorkerError:  # once more, but no part may lose worker after worker
            return await host.workers.run(
                ceremony_part, path, campaign, name, limit=_LIMIT, long=True
            )
    except StoreError as error:
        _log.error("guild=%d campaign=%d: no %s in the ceremony: %s", guild, campaign, name, error)
    except Exception:  # noqa: BLE001 - the rest of the ceremony is held all the same
        _log.exception("guild=%d campaign=%d: no %s in the ceremony", guild, campaign, name)
    return ()


async def _further(
    each: Further, host: Host, guild: int, store: GuildStore, campaign: Campaign
) -> Told:
    try:
        return await each(host, guild, store, campaign)
    except Exception:  # noqa: BLE001 - as above
        _log.exception("campaign=%d: a further part of the ceremony failed", campaign.id)
    return ()
