"""A cog of no product: one of each thing that a cog can do, to prove the frame."""

import io
from datetime import timedelta

import discord
from discord import app_commands
from discord.ext import commands, tasks

from bot.answers import Form, Panel, Refused
from bot.client import HostBot
from bot.clock import Alarm
from tests.bot.practice import jobs

PLACES = ("Harbour", "Hill", "Mill", "Moor")


class DemoCog(commands.Cog):
    def __init__(self, bot: HostBot) -> None:
        self.bot = bot
        self.orders: list[str] = []
        self.alarm = Alarm(bot.clock)
        self.alarm.set(bot.clock.now() + timedelta(hours=10))

    async def cog_load(self) -> None:
        self.daily.start()

    async def cog_unload(self) -> None:
        self.daily.cancel()

    @tasks.loop(count=1)
    async def daily(self) -> None:
        """Standing work: sleeps until the next run, then draws in a worker and posts."""
        while True:
            await self.alarm.wait()
            now = self.bot.clock.now()
            self.alarm.set(now + timedelta(days=1))
            image = await self.bot.workers.run(jobs.picture, "daily", long=True)
            channel = self.bot.guilds[0].text_channels[0]
            await channel.send(
                f"Run of {now:%d %H:%M}", file=discord.File(io.BytesIO(image), "daily.png")
            )

    @daily.before_loop
    async def once_ready(self) -> None:
        await self.bot.wait_until_ready()

    @app_commands.command(description="Send a stack somewhere")
    async def go(self, interaction: discord.Interaction, place: str) -> None:
        if place not in PLACES:
            raise Refused(f"Nobody knows {place}.", rule="demo.go", way_out="Name a known place.")
        self.orders.append(place)
        await interaction.response.send_message(f"Going to {place}.", view=Orders(self))

    @go.autocomplete("place")
    async def places(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        found = [place for place in PLACES if place.lower().startswith(typed.lower())]
        return [app_commands.Choice(name=place, value=place) for place in found]

    @app_commands.command(description="Draw the map")
    async def draw(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        image = await self.bot.workers.run(jobs.picture, "map")
        await interaction.followup.send(
            "The map", file=discord.File(io.BytesIO(image), "map.png", description="A line falls.")
        )

    @app_commands.command(description="Ask, and wait for the end of the asking")
    async def ask(self, interaction: discord.Interaction) -> None:
        panel = Orders(self)
        await interaction.response.send_message("Rename it?", view=panel)
        in_time = await panel.wait()
        assert isinstance(interaction.channel, discord.TextChannel)
        await interaction.channel.send("Too late." if in_time else "Renamed.")

    @app_commands.command(description="Fail in a way")
    async def fail(self, interaction: discord.Interaction, how: str) -> None:
        if how == "deferred":
            await interaction.response.defer()
        if how == "worker":
            await self.bot.workers.run(jobs.hang, limit=0.05)
        raise KeyError("@everyone secret detail")


class Orders(Panel):
    def __init__(self, cog: DemoCog) -> None:
        super().__init__(timeout=3600)
        self.cog = cog

    @discord.ui.button(label="Rename")
    async def rename(
        self, interaction: discord.Interaction, _: discord.ui.Button["Orders"]
    ) -> None:
        await interaction.response.send_modal(Rename(self.cog))


class Rename(Form, title="Rename the place"):
    name = discord.ui.TextInput["Rename"](label="New name", max_length=20)

    def __init__(self, cog: DemoCog) -> None:
        super().__init__()
        self.cog = cog

    async def on_submit(self, interaction: discord.Interaction) -> None:
        self.cog.orders[-1] = self.name.value
        await interaction.response.send_message(f"Now called {self.name.value}.", ephemeral=True)


async def setup(bot: HostBot) -> None:
    await bot.add_cog(DemoCog(bot))
