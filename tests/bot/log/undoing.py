"""Taking an act back from its entry in the log, as `/campaign undo` does."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

from bot.campaign.undoing import Undoing
from bot.host import Host
from bot.log.undoing import undo
from bot.practice.table import Table
from bot.store.records import AuditEntry
from tests.bot.samples import GUILD, USER, present, store_of, the_campaign


async def entry_of(table: Table, what: str) -> AuditEntry:
    """The latest entry of that act."""
    async with store_of(table) as store:
        found = await store.audit.latest(await the_campaign(table), last=50)
    return next(each for each in found if each.what == what)


async def undone(table: Table, what: str) -> str:
    """Morgan takes the latest act of that name back, which anybody may read of; what is told."""
    entry = await entry_of(table, what)
    assert entry.trace.open
    return await taken_back(table, entry)


async def taken_back(table: Table, entry: AuditEntry) -> str:
    """Morgan takes an act back; what is told."""
    guild = table.bot.get_guild(table.guild.handle.id)
    assert guild is not None
    async with store_of(table) as store:
        campaign = await store.campaigns.get(await the_campaign(table))
    morgan = table.guild.people["Morgan"].id
    with table.env._bot_scope():
        undoing = Undoing(table.bot, guild, campaign, entry, morgan, "A mistake")
        done = asyncio.create_task(undo(undoing))
    await table.rest()
    return await done


async def undone_on(host: Host, what: str, entry: int = 0) -> str:
    """Somebody takes an act back on a host without Discord, that entry or the latest of it."""
    async with host.stores.use(GUILD) as store:
        latest = await store.audit.latest(1, last=50)
    found = next(each for each in latest if each.what == what and entry in (0, each.id))
    bot, guild = SimpleNamespace(host=host), SimpleNamespace(id=GUILD)
    campaign = await present(host)
    return await undo(Undoing(cast("Any", bot), cast("Any", guild), campaign, found, USER, "no"))
