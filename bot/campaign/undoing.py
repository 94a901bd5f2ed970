"""An act to undo, as the undo function of its kind gets it."""

from dataclasses import dataclass

import discord

from bot.client import HostBot
from bot.store.records import AuditEntry, Campaign


@dataclass(frozen=True, slots=True)
class Undoing:
    """An act to undo, by whom and why."""

    bot: HostBot
    guild: discord.Guild
    campaign: Campaign
    entry: AuditEntry
    who: int
    why: str
