"""Roles that were lost by hand: what is deleted is made anew, and people who lost one are told.

The caller's own roles are compared with the seat by `bot.callers.seats`, wherever a seat acts.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.callers.seats import LACKED
from bot.client import HostBot
from bot.store.records import CampaignState
from bot.store.steps import FURNISH


class Doors(commands.Cog):
    """Listens for what tells of lost roles."""

    def __init__(self, bot: HostBot) -> None:
        self.bot = bot
        self.host = bot.host

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Have a role of a campaign that goes on made anew, and given to whom it belongs."""
        if not self.host.stores.has_file(role.guild.id):
            return
        async with self.host.stores.use(role.guild.id) as store:
            for place in await store.places.at(role.id):
                campaign = await store.campaigns.get(place.campaign)
                if place.role.startswith("role:") and campaign.state is not CampaignState.ENDED:
                    await store.timers.put(place.campaign, FURNISH, self.host.clock.now())

    @commands.Cog.listener()
    async def on_app_command_completion(
        self,
        interaction: discord.Interaction[HostBot],
        _: app_commands.Command[Any, Any, Any] | app_commands.ContextMenu,
    ) -> None:
        """Tell the caller below the answer."""
        text = interaction.extras.pop(LACKED, "")
        if text and interaction.response.is_done():
            with suppress(discord.HTTPException):  # the work does not depend on it
                await interaction.followup.send(text, ephemeral=True)


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(Doors(bot))
