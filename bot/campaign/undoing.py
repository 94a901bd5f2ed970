"""An act that is to be taken back, as each kind of act's own way back is given it."""

from dataclasses import dataclass

import discord

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
