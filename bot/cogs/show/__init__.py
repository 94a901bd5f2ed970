"""/show: what the caller's faction knows of one thing, as a picture and words, for him alone.

A new panel is one more command here, which names the job in `bot.jobs.panels` that makes it.
"""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.answers import acknowledge
from bot.client import HostBot
from bot.cogs.seats import CAMPAIGN, Interaction, my_campaigns
from bot.cogs.show.naming import (
    city_meant,
    item_meant,
    items_known,
    known,
    seat_and_view,
    thing_meant,
)
from bot.cogs.show.panel import show
from bot.jobs.panels import (
    agent_panel,
    character_panel,
    city_panel,
    growth_panel,
    item_panel,
    market_panel,
    quest_panel,
    stack_panel,
    unit_panel,
)
from engine.packs.cohorts.pieces.records import Agent, Character, City, Stack, Unit


class Show(
    commands.GroupCog, name="show", description="Look at a city, a piece, an item, the market"
):
    """The commands."""

    @app_commands.command(description="A city: people, guilds, resources, what it can make and why")
    @app_commands.describe(name="Which city; left out, one of yours", campaign=CAMPAIGN)
    @app_commands.autocomplete(name=known(City), campaign=my_campaigns)
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

    @app_commands.command(description="Quests and adventures: where, what for, who could go now")
    @app_commands.describe(campaign=CAMPAIGN)
    @app_commands.autocomplete(campaign=my_campaigns)
    async def quests(self, interaction: Interaction, campaign: str | None = None) -> None:
        await acknowledge(interaction)
        seat, _ = await seat_and_view(interaction, campaign)
        await show(interaction, seat, quest_panel)

    @app_commands.command(description="How a city grew under your faction, turn by turn")
    @app_commands.describe(city="Which city; left out, one of yours", campaign=CAMPAIGN)
    @app_commands.autocomplete(city=known(City), campaign=my_campaigns)
    async def growth(
        self, interaction: Interaction, city: str | None = None, campaign: str | None = None
    ) -> None:
        await acknowledge(interaction)
        seat, view = await seat_and_view(interaction, campaign)
        await show(interaction, seat, growth_panel, city_meant(view, seat, city).id)

    @app_commands.command(description="A character: attributes, skills, spells, what it can do")
    @app_commands.describe(name="Which character that you know of", campaign=CAMPAIGN)
    @app_commands.autocomplete(name=known(Character), campaign=my_campaigns)
    async def character(
        self, interaction: Interaction, name: str, campaign: str | None = None
    ) -> None:
        await acknowledge(interaction)
        seat, view = await seat_and_view(interaction, campaign)
        await show(interaction, seat, character_panel, thing_meant(view, Character, name).id)

    @app_commands.command(description="A military unit: soldiers, ratings, talents, gear")
    @app_commands.describe(name="Which unit that you know of", campaign=CAMPAIGN)
    @app_commands.autocomplete(name=known(Unit), campaign=my_campaigns)
    async def unit(self, interaction: Interaction, name: str, campaign: str | None = None) -> None:
        await acknowledge(interaction)
        seat, view = await seat_and_view(interaction, campaign)
        await show(interaction, seat, unit_panel, thing_meant(view, Unit, name).id)

    @app_commands.command(description="An agent: skills, what it can try with which chance, goods")
    @app_commands.describe(name="Which agent that you know of", campaign=CAMPAIGN)
    @app_commands.autocomplete(name=known(Agent), campaign=my_campaigns)
    async def agent(self, interaction: Interaction, name: str, campaign: str | None = None) -> None:
        await acknowledge(interaction)
        seat, view = await seat_and_view(interaction, campaign)
        await show(interaction, seat, agent_panel, thing_meant(view, Agent, name).id)

    @app_commands.command(description="A stack: who is in it, how fast it is and why, its reach")
    @app_commands.describe(name="Which stack that you know of", campaign=CAMPAIGN)
    @app_commands.autocomplete(name=known(Stack), campaign=my_campaigns)
    async def stack(self, interaction: Interaction, name: str, campaign: str | None = None) -> None:
        await acknowledge(interaction)
        seat, view = await seat_and_view(interaction, campaign)
        await show(interaction, seat, stack_panel, thing_meant(view, Stack, name).id)

    @app_commands.command(description="An item: what it gives, how it is made, where yours are")
    @app_commands.describe(name="Which item", campaign=CAMPAIGN)
    @app_commands.autocomplete(name=items_known, campaign=my_campaigns)
    async def item(self, interaction: Interaction, name: str, campaign: str | None = None) -> None:
        await acknowledge(interaction)
        seat, view = await seat_and_view(interaction, campaign)
        rules = await interaction.client.host.rules(seat.guild, seat.campaign)
        meant = item_meant(rules, view, seat.member.faction, name)
        await show(interaction, seat, item_panel, meant)


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(Show())
