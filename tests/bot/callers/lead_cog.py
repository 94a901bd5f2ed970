"""A cog of no product: a message with a menu of leads, to prove that each is followed."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import Panel, acknowledge
from bot.callers.leading import LeadMenu
from bot.callers.seats import seat_of
from bot.client import HostBot
from bot.faces.leads import Lead


class LeadCog(commands.Cog):
    def __init__(self) -> None:
        self.offered: list[Lead] = []

    @app_commands.command(description="Leads")
    async def leads(self, interaction: discord.Interaction[HostBot]) -> None:
        """The menu."""
        await acknowledge(interaction)
        panel = Panel()
        panel.add_item(LeadMenu(await seat_of(interaction), self.offered, placeholder="Leads"))
        embed = discord.Embed(title="Leads")
        await interaction.edit_original_response(embed=embed, view=panel)


async def setup(bot: HostBot) -> None:
    await bot.add_cog(LeadCog())
