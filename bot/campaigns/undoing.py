"""Taking back what was done to a campaign: each act by its own way, found by its name in the log.

An act that can be undone is named by `what` of its audit entry, one fixed phrase for one kind of
act; what its way back needs stands in the entry's trace. The entry of the
undoing names the one that it takes back, and can itself be undone by the same table.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final

import discord

from bot.answers import Refused
from bot.campaigns.amending import AMENDED, undo_amendment
from bot.campaigns.announcing import ANNOUNCED, undo_announcement
from bot.campaigns.terms import SETTINGS, undo_settings
from bot.client import HostBot
from bot.store.records import AuditEntry, Campaign


@dataclass(frozen=True, slots=True)
class Undoing:
    """An act that is to be taken back, by whom and why."""

    bot: HostBot
    guild: discord.Guild
    campaign: Campaign
    entry: AuditEntry
    who: int
    why: str


Undo = Callable[[Undoing], Awaitable[str]]
"""Takes an act back and notes it, with `undoes`, in the unit of the store in which it does so.

Returns in words what was done. Raises `Refused` where the act cannot be taken back (any more)."""

UNDO: Final[Mapping[str, Undo]] = {
    AMENDED: undo_amendment,
    ANNOUNCED: undo_announcement,
    SETTINGS: undo_settings,
}


async def undo(undoing: Undoing) -> str:
    """Take the act back; says in words what was done. Raises `Refused`."""
    async with undoing.bot.host.stores.use(undoing.guild.id) as store:
        done = await store.audit.undone_by(undoing.entry.id)
    if done:
        raise Refused("It was undone already.", way_out=f"Entry {done.id} of the log says by whom.")
    way = UNDO.get(undoing.entry.what)
    if way is None:
        raise Refused(
            "That is nothing that can be undone.",
            way_out="/world rollback brings back a whole earlier state of the world.",
        )
    return await way(undoing)
