"""/show: what the caller's faction knows of one thing, as a picture and words, for him alone.

A new panel is one more command here, which names the job in `bot.jobs.panels` that makes it.
"""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.answers import acknowledge
from bot.client import HostBot
from bot.cogs.seats import CAMPAIGN, Interaction, my_campaigns
from bot.cogs.show.naming import cities_known, city_meant, seat_and_view
from bot.cogs.show.panel import show
from bot.jobs.panels import city_panel, growth_panel, market_panel


class Show(commands.GroupCog, name="show", description="Look at a city, the market, growth"):
    """The commands."""

    @app_commands.command(description="A city: people, guilds, resources, what it can make and why")
    @app_commands.describe(name="Which city; left out, one of yours", campaign=CAMPAIGN)
    @app_commands.autocomplete(name=cities_known, campaign=my_campaigns)
    async def city(
        self, interaction: Interaction, name: str | None = None, campaign: str | None = None
    ) -> None:
        await acknowledge(interaction)
        seat, view = await seat_and_view(interaction, campaign)
        await show(interaction, seat, city_panel, city_meant(view, seat, name).id)

    @app_commands.command(description="The market: what is open where, offers, agreements")
    @app_commands.describe(campaign=CAMPAIGN)
    @app_commands.autocomplete(campaign=my_campaigns)
    async def market(self, interaction: Interaction, campaign: str | None = None) -> None:
        await acknowledge(interaction)
        seat, _ = await seat_and_view(interaction, campaign)
        await show(interaction, seat, market_panel)

    @app_commands.command(description="How a city grew under your faction, turn by turn")
    @app_commands.describe(city="Which city; left out, one of yours", campaign=CAMPAIGN)
    @app_commands.autocomplete(city=cities_known, campaign=my_campaigns)
    async def growth(
        self, interaction: Interaction, city: str | None = None, campaign: str | None = None
    ) -> None:
        await acknowledge(interaction)
        seat, view = await seat_and_view(interaction, campaign)
        await show(interaction, seat, growth_panel, city_meant(view, seat, city).id)


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(Show())
