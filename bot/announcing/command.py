"""`/announce`: what moderators tell all players at once, typed in a line or in a form."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.announcing.announcing import LONGEST, announce
from bot.answers import Form, acknowledge
from bot.callers.rights import moderated_here
from bot.callers.seats import Interaction, guild_of
from bot.client import HostBot
from bot.faces.words.text import plain
from bot.store.records import Campaign


class AnnouncingCog(commands.Cog):
    """The command."""

    def __init__(self, bot: HostBot) -> None:
        self.bot = bot

    @app_commands.command(
        name="announce", description="Moderators: tell all factions and the herald something"
    )
    @app_commands.describe(
        text="What all are to read; left out, a form opens that has room for lines",
        notify="Whether each faction's role is mentioned, so that its players' phones ring",
    )
    async def announce_(
        self,
        interaction: Interaction,
        text: app_commands.Range[str, 1, LONGEST] | None = None,
        notify: bool = False,
    ) -> None:
        """Announce it, or ask for it."""
        if text is None:
            meant = await moderated_here(interaction)
            await interaction.response.send_modal(AnnouncementForm(meant, notify=notify))
            return
        await acknowledge(interaction)
        await _announce(interaction, await moderated_here(interaction), text, notify=notify)


class AnnouncementForm(Form, title="Announcement"):
    """Asks for the text; the sender's right is checked again then."""

    text: discord.ui.TextInput[Any] = discord.ui.TextInput(
        label="What all players are to read",
        custom_id="text",
        style=discord.TextStyle.paragraph,
        max_length=LONGEST,
    )

    def __init__(self, campaign: Campaign, *, notify: bool = False) -> None:
        super().__init__()
        self._campaign, self._notify = campaign, notify

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        await acknowledge(interaction)
        meant = await moderated_here(interaction, f"#{self._campaign.id}")
        await _announce(interaction, meant, self.text.value, notify=self._notify)


async def _announce(
    interaction: Interaction, campaign: Campaign, text: str, *, notify: bool
) -> None:
    host, guild, who = interaction.client.host, guild_of(interaction), interaction.user.id
    entry = await announce(host, guild, campaign, who, text, notify=notify)
    await interaction.edit_original_response(
        content=f"**{plain(campaign.name)}**: it is on its way to every faction's channel and to "
        f"the herald's. It is entry {entry.id} of the log, by which it can be taken back."
    )


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(AnnouncingCog(bot))
