"""`/archive`, which opens what was played, and what can be named in it."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.answers import Refused, acknowledge
from bot.archive.contents import Index, index_of
from bot.archive.panel import ArchivePanel
from bot.callers.seats import CHOICE_NAME, CHOICES, Choices, Interaction, campaign_around, guild_of
from bot.campaign.parts import copy_tells_secrets
from bot.client import HostBot
from bot.faces.choices.asking import has
from bot.faces.words.text import plain
from bot.store.errors import NotFound, StoreError
from bot.store.records import Campaign, CampaignState
from engine.module.names import key_of


async def ended_campaigns(interaction: Interaction) -> list[Campaign]:
    """Those of the server that have ended and had a world, the last first.

    A copy is left out while its original goes on: it would tell the original's secrets.
    """
    async with interaction.client.host.stores.use(guild_of(interaction)) as store:
        known = await store.campaigns.all()
        return [
            each
            for each in reversed(known)
            if each.state is CampaignState.ENDED
            and each.tick
            and not await copy_tells_secrets(store, each.id)
        ]


async def ended_of(interaction: Interaction, named: str | None) -> Campaign:
    """The ended campaign that is meant: that of the option, of the channel, or the last one.

    Raises `Refused` if there is none, or if one that goes on is meant.
    """
    found = await ended_campaigns(interaction)
    if named:
        wanted = key_of(named)
        for each in found:
            if wanted in (f"#{each.id}", key_of(each.name)):
                return each
        raise Refused(
            f"No campaign called “{plain(named[:100])}” has ended here.",
            way_out="`/archive` suggests those that have. What goes on keeps its secrets.",
        )
    around = await campaign_around(interaction)
    for each in found:
        if around and each.id == around.id:
            return each
    if not found:
        raise Refused(
            "No campaign of this server has ended yet.",
            way_out="What goes on keeps its secrets. When a campaign ends, its archive opens.",
        )
    return found[0]


def turn_meant(index: Index, turn: int | None) -> int:
    """A turn of the index, the last one by default. Raises `Refused`."""
    last = index.turns[-1][0]
    if turn is None or turn in [each for each, _, _ in index.turns]:
        return turn or last
    raise Refused(f"There was no turn {turn}.", way_out=f"There were turns 1 to {last}.")


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
