"""/about: what this bot is, whether it is well, whose work it shows, and the campaigns here."""

from __future__ import annotations

import platform
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

import data
from bot.answers import acknowledge
from bot.callers.seats import CHOICES, Interaction, guild_of
from bot.faces.paint.palette import BRASS
from bot.faces.words.text import number, plain
from engine import __version__

# The first line of the page on the icons is the notice that their licence asks for.
ICONS: Final = (data.FOLDER / "art" / "ICONS.md").read_text("utf-8").partition("\n")[0].lstrip("> ")
FONTS: Final = "Fonts: Cinzel and Fira Sans Condensed, SIL Open Font License 1.1."


class About(commands.Cog):
    """The command."""

    @app_commands.command(description="What this bot is, and whether it is well")
    async def about(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        bot = interaction.client
        async with bot.host.stores.use(guild_of(interaction)) as store:
            campaigns = await store.campaigns.all()
        embed = discord.Embed(
            title=f"Hexmuster {__version__}",
            description="Host of play-by-post fantasy strategy campaigns. MIT licence.",
            colour=discord.Colour.from_str(BRASS),
        )
        listed = [f"{plain(each.name)}: {each.state.value}, turn {each.turn}" for each in campaigns]
        here = "\n".join(listed[-CHOICES:]) or "None yet."
        embed.add_field(name="Campaigns here", value=here[:1024], inline=False)
        embed.add_field(
            name="Host",
            value=f"Well: answers within {bot.latency * 1000:.0f} ms · "
            f"{number(len(bot.guilds), 'server')} · {number(len(bot.workers.pids), 'worker')}\n"
            f"Python {platform.python_version()}, discord.py {discord.__version__}",
            inline=False,
        )
        embed.add_field(name="Art", value=f"{ICONS}\n{FONTS}", inline=False)
        await interaction.edit_original_response(embed=embed)
