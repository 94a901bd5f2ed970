"""`/me`: what is kept of a person, and how to be forgotten."""

import io
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import Refused, acknowledge
from bot.callers.confirming import Confirm
from bot.callers.seats import Interaction, guild_of, server_of
from bot.client import HostBot
from bot.erasing.erasing import forget
from bot.erasing.own_data import own_data
from bot.faces.words.text import number

ATTACHED = 10 * 1024 * 1024  # Discord: bytes of a file
SHOWN = 1500  # characters of the words beside the file


class MeGroup(commands.GroupCog, group_name="me", group_description="What is kept of you here"):
    """Everybody's commands."""

    def __init__(self, bot: HostBot) -> None:
        self.bot = bot
        self.host = bot.host

    @app_commands.command(description="Everything that I keep of you in this server, as a file")
    async def data(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        guild = guild_of(interaction)
        async with self.host.stores.use(guild) as store:
            path = store.path
        text, words = await self.host.workers.run(own_data, path, interaction.user.id)
        data = text.encode()
        if len(data) > ATTACHED:
            raise Refused(
                "It is more than Discord takes in a file.", way_out="Ask the host for it."
            )
        if not words:
            await interaction.edit_original_response(
                content="I keep nothing of you in this server."
            )
            return
        await interaction.edit_original_response(
            content=f"**What I keep of you here**\n{words[:SHOWN]}\n"
            "-# The world itself belongs to the game: your orders are in it, under your player's "
            "name. `/me erase` makes me forget you.",
            attachments=[discord.File(io.BytesIO(data), "my-data.json")],
        )

    @app_commands.command(description="Have me forget you: names, arms, messages, seats, drafts")
    async def erase(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        guild = server_of(interaction)

        async def act(clicked: Interaction) -> None:
            await acknowledge(clicked, thinking=False)
            await clicked.edit_original_response(content="Erasing …", view=None)
            await self._erase(clicked, guild)

        await interaction.edit_original_response(
            content="**Forget you in this server?** This cannot be undone.\n"
            "• You give up your seats; your pieces stay in the worlds.\n"
            "• Your names become “Former player”, in the past as well; messages that you wrote in "
            "orders become “(erased)”. Names that you gave to cities and heroes stay, unless "
            "your own name is in them.\n"
            "• Your arms, drafts, standing orders, vacations and reminders are deleted, and so is "
            "what I wrote to you directly. My messages in channels that name you are rewritten.\n"
            "• The game's record stays whole and can still be verified; the log says that "
            "somebody was erased, not who.\n"
            "What you have written on Discord yourself, only you can delete. The host's backups "
            "keep your data until they are thrown away by their age.",
            view=Confirm("Forget me", act),
        )

    async def _erase(self, interaction: Interaction, guild: discord.Guild) -> None:
        person: Any = interaction.user
        direct = person.dm_channel
        if direct is None:
            try:
                direct = await person.create_dm()
            except discord.HTTPException:
                direct = None  # then nothing was written there either
        done = await forget(self.bot, guild, person, direct.id if direct else 0)
        count = sum(each.messages for each in done.campaigns)
        where = number(len(done.campaigns), "campaign")
        told = f"You are forgotten: erased from {where}; {number(count, 'message')} of mine "
        told += "on Discord will be rewritten or taken away within minutes."
        if done.waits:
            told += f" {number(done.waits, 'campaign')} could not be done just now, as when a turn "
            told += "is being made; that goes on by itself, you need do nothing."
        if not done.cleaned:
            told += " The file is in use, so deleted bytes leave it when that is tried again soon."
        told += "\n-# The host: backups made before now still hold this person's data; throw them "
        told += "away, or let them run out."
        await interaction.edit_original_response(content=told, view=None)


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(MeGroup(bot))
