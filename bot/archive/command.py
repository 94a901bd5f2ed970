"""`/archive`, which opens what was played, and what can be named in it."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.answers import Refused, acknowledge
from bot.archive.contents import index_of
from bot.archive.naming import ended_campaigns, ended_of, turn_meant
from bot.archive.panel import ArchivePanel
from bot.callers.seats import CHOICE_NAME, CHOICES, Choices, Interaction, guild_of
from bot.client import HostBot
from bot.faces.choices.asking import has
from bot.store.errors import NotFound, StoreError


class Archive(commands.Cog):
    """The command."""

    @app_commands.command(description="A campaign that has ended: maps, reports, film, medals")
    @app_commands.describe(
        campaign="Which one; left out, that of the channel or the last that ended",
        turn="Which turn its maps and reports begin with; left out, the last",
    )
    async def archive(
        self,
        interaction: Interaction,
        campaign: str | None = None,
        turn: app_commands.Range[int, 1] | None = None,
    ) -> None:
        """Its panel, which shows all there is by menus."""
        await acknowledge(interaction)
        meant = await ended_of(interaction, campaign)
        host, guild = interaction.client.host, guild_of(interaction)
        try:
            index = await host.workers.run(index_of, host.path(guild), meant.id)
        except NotFound as error:
            raise Refused(str(error), way_out="Choose another campaign.") from error
        async with host.stores.use(guild) as store:
            gone = await store.campaigns.taken_back(meant.id)
        first = turn_meant(index, turn)
        await ArchivePanel(guild, meant, index, gone, first).show(interaction)

    @archive.autocomplete("campaign")
    async def campaigns(self, interaction: Interaction, typed: str) -> Choices:
        """Those that have ended, the last first."""
        try:
            found = await ended_campaigns(interaction)
        except (Refused, StoreError):
            return []
        return [
            app_commands.Choice(name=each.name[:CHOICE_NAME], value=f"#{each.id}")
            for each in found
            if has(each.name, typed)
        ][:CHOICES]


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(Archive())
