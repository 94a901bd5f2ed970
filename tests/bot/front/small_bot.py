"""A small discord.py bot that uses every part of the front, run as a process by its tests.

It stands in for the real bot where a test is about the front itself. It prints what it notices.
"""

import io
import os

import aiohttp
import discord
from discord import app_commands

from tests.bot.front.redirect import ENVIRONMENT, redirect


def say(text: str) -> None:
    print(text, flush=True)


class Form(discord.ui.Modal, title="A message for the herald"):
    text: discord.ui.TextInput["Form"] = discord.ui.TextInput(label="Text", custom_id="text")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"The herald reads: {self.text.value}")


class Panel(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Ready", custom_id="ready")
    async def ready(self, interaction: discord.Interaction, _: discord.ui.Button["Panel"]) -> None:
        await interaction.response.edit_message(content="Everyone is ready.", view=None)


class SmallBot(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        self.add_view(Panel())
        await self.tree.sync()

    async def on_ready(self) -> None:
        say(f"ready in {len(self.guilds)} guilds")

    async def on_resumed(self) -> None:
        say("resumed")


bot = SmallBot()


@bot.tree.command(description="Scout a city")
async def scout(interaction: discord.Interaction, city: str) -> None:
    await interaction.response.send_message(f"Scouts ride to {city}.")


@scout.autocomplete("city")
async def cities(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    known = ["Ashford", "Ashmere", "Brill"]
    return [app_commands.Choice(name=c, value=c) for c in known if c.startswith(typed)]


@bot.tree.command(description="Draw the map")
async def draw(interaction: discord.Interaction) -> None:
    await interaction.response.defer(thinking=True)
    picture = discord.File(io.BytesIO(b"\x89PNG map"), "map.png", description="A map of the north")
    await interaction.edit_original_response(content="The map.", attachments=[picture])


@bot.tree.command(description="Write to the herald")
async def write(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(Form())


@bot.tree.command(description="Show the panel")
async def panel(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Who is ready?", view=Panel())


@bot.tree.command(description="Read an order sheet")
async def sheet(interaction: discord.Interaction, orders: discord.Attachment) -> None:
    text = (await orders.read()).decode()
    lines = len(text.splitlines())
    await interaction.response.send_message(f"{orders.filename} holds {lines} orders.")


@bot.tree.command(description="Post a report")
async def post(interaction: discord.Interaction, key: str) -> None:
    await interaction.response.defer()
    assert isinstance(interaction.channel, discord.TextChannel)
    try:
        message = await interaction.channel.send(f"Report {key}", nonce=key)
        outcome = f"posted {message.nonce}"
    except discord.HTTPException as error:
        outcome = f"not posted: {type(error).__name__}"
    except aiohttp.ClientError as error:  # discord.py passes on a cut connection as it is
        outcome = f"in doubt: {type(error).__name__}"
    await interaction.edit_original_response(content=outcome)


@bot.tree.command(description="Read back the channel")
async def history(interaction: discord.Interaction) -> None:
    assert isinstance(interaction.channel, discord.TextChannel)
    mine = [m.content async for m in interaction.channel.history(limit=20) if m.author == bot.user]
    await interaction.response.send_message(" | ".join(reversed(mine)) or "nothing")


@bot.tree.command(description="Look up a member")
async def find(interaction: discord.Interaction, member: str) -> None:
    assert interaction.guild is not None
    found = await interaction.guild.query_members(user_ids=[int(member)])
    await interaction.response.send_message(", ".join(each.name for each in found))


@bot.tree.command(description="Set up a campaign's rooms")
async def found(interaction: discord.Interaction, name: str) -> None:
    await interaction.response.defer(ephemeral=True)
    guild = interaction.guild
    assert guild is not None
    me, see = guild.me, discord.PermissionOverwrite(view_channel=True, send_messages=True)
    hidden = discord.PermissionOverwrite(view_channel=False)
    role = await guild.create_role(name=name, mentionable=True, reason="A campaign begins")
    category = await guild.create_category(name, overwrites={me: see})
    room = await guild.create_text_channel(
        "council",
        category=category,
        topic="Where the faction meets",
        overwrites={me: see, guild.default_role: hidden},
    )
    await room.set_permissions(role, overwrite=see, reason="The faction's own room")
    assert isinstance(interaction.user, discord.Member)
    await interaction.user.add_roles(role)
    status = await room.send(embed=discord.Embed(title="Turn 1", description="Orders are open."))
    await status.pin()
    await status.edit(embed=discord.Embed(title="Turn 2"))
    await room.edit(topic="Turn 2")
    await interaction.user.remove_roles(role)
    await room.set_permissions(role, overwrite=None)
    await status.unpin()
    await status.delete()
    await room.delete(reason="The campaign ends")
    await category.delete()
    await role.delete()
    await interaction.followup.send("Founded and dissolved.", ephemeral=True)


if __name__ == "__main__":
    redirect(os.environ[ENVIRONMENT])
    bot.run(os.environ["DISCORD_TOKEN"])
