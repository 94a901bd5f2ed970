"""`/archive`: a campaign that has ended can still be read, by anybody and whosever it was.

Nothing of a campaign that goes on is shown here: each command asks first whether it has ended, and
so do the jobs that make what it shows.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections import OrderedDict
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import Refused, acknowledge
from bot.archive.contents import Index, final_told, index_of
from bot.archive.naming import (
    ended_campaigns,
    ended_of,
    faction_meant,
    realm_meant,
    turn_meant,
)
from bot.archive.panels import MapPages, ReportPages
from bot.callers.embeds import card
from bot.callers.pager import TextPages
from bot.callers.seats import CHOICE_NAME, CHOICES, Choices, Interaction, guild_of
from bot.client import HostBot
from bot.ending.awards import awards
from bot.faces.choices.asking import has
from bot.faces.words.tabs import paged
from bot.faces.words.text import escaped, number, plain
from bot.jobs.memoirs import chronicle_pages, chronicle_text
from bot.orders.choosing import COLD
from bot.past_reports.paging import in_order
from bot.post.filming import LONG, film
from bot.store.errors import NotFound, StoreError
from bot.store.records import Campaign
from bot.workers import WorkerError

KEPT: Final = 32
"""Ended campaigns of which it is at hand what can be named."""
EVERYTHING: Final = "Everything, as it was"
"""What is offered beside the factions: the truth."""
_CAMPAIGN: Final = "Which one; left out, that of the channel or the last that ended"
_FACTION: Final = "As whose knowledge; left out, everything as it was"

_log = logging.getLogger(__name__)


class Archive(
    commands.GroupCog, group_name="archive", group_description="Campaigns that have ended, in full"
):
    """The commands."""

    def __init__(self, bot: HostBot) -> None:
        self.bot = bot
        self.host = bot.host
        self._kept: OrderedDict[tuple[int, int], Index] = OrderedDict()
        super().__init__()

    # ------------------------------------------------------------------ which there are

    @app_commands.command(name="list", description="The campaigns of this server that have ended")
    async def every(self, interaction: Interaction) -> None:
        """A line for each, the last first."""
        await acknowledge(interaction)
        found = await ended_campaigns(interaction)
        if not found:
            raise Refused(
                "No campaign of this server has ended yet.",
                way_out="When one does, its archive opens to everybody.",
            )
        lines = [
            f"**{plain(each.name)}** · {number(each.turn, 'turn')}, since "
            f"<t:{int(each.created_at.timestamp())}:D>"
            for each in found
        ]
        await TextPages("Campaigns that have ended", paged(lines)).show(interaction)

    # ------------------------------------------------------------------ what one is shown

    @app_commands.command(name="map", description="A map of any turn: the whole world, or a side's")
    @app_commands.describe(
        turn="Which turn's end; left out, the last",
        faction=_FACTION,
        layer="What it shows; left out, the usual map",
        realm="Which realm, where there are several",
        campaign=_CAMPAIGN,
    )
    async def map_(
        self,
        interaction: Interaction,
        turn: app_commands.Range[int, 1] | None = None,
        faction: str | None = None,
        layer: str | None = None,
        realm: str | None = None,
        campaign: str | None = None,
    ) -> None:
        """With buttons from turn to turn."""
        await acknowledge(interaction)
        meant = await ended_of(interaction, campaign)
        index = await self._index(interaction, meant)
        if not index.layers:
            raise Refused(
                "This world has no map.",
                way_out="`/archive standings`, `/archive chronicle` and `/archive film` show it.",
            )
        whose = faction_meant(index, faction)
        if not whose and not index.mapped:
            raise Refused(
                "All of this world cannot be shown at once.", way_out="Name a faction as well."
            )
        shown = layer or index.layers[0][0]
        if shown not in dict(index.layers):
            raise Refused(
                f"There is no layer “{plain(shown[:40])}”.",
                way_out="There are: " + ", ".join(name for name, _ in index.layers) + ".",
            )
        at = turn_meant(index, turn)
        in_realm, guild = realm_meant(index, realm), guild_of(interaction)
        pages = MapPages(guild, meant, index, whose, shown, at, in_realm)
        await pages.show(interaction)

    @app_commands.command(description="The reports that a side was sent")
    @app_commands.describe(
        faction="Whose", turn="Which turn's; left out, the last", campaign=_CAMPAIGN
    )
    async def report(
        self,
        interaction: Interaction,
        faction: str,
        turn: app_commands.Range[int, 1] | None = None,
        campaign: str | None = None,
    ) -> None:
        """Page by page, as they were posted."""
        await acknowledge(interaction)
        meant = await ended_of(interaction, campaign)
        index = await self._index(interaction, meant)
        whose = faction_meant(index, faction)
        if not whose:
            raise Refused("A report is a side's.", way_out="Name one of its factions.")
        async with self.host.stores.use(guild_of(interaction)) as store:
            gone = await store.campaigns.taken_back(meant.id)
            found = await store.outbox.reports(meant.id, f"faction:{whose}", turn)
        if not found:
            when = f" for turn {turn}" if turn else ""
            raise Refused(f"That side had no report{when}.", way_out="Name another turn.")
        pages = in_order(found, gone)
        await ReportPages(guild_of(interaction), meant, pages, gone).show(interaction)

    @app_commands.command(description="All that a side lived through, to read and as a file")
    @app_commands.describe(faction="Whose", campaign=_CAMPAIGN)
    async def chronicle(
        self, interaction: Interaction, faction: str, campaign: str | None = None
    ) -> None:
        """Page by page, with the file beside the first."""
        await acknowledge(interaction)
        meant = await ended_of(interaction, campaign)
        index = await self._index(interaction, meant)
        whose = faction_meant(index, faction)
        if not whose:
            raise Refused("A chronicle is a side's.", way_out="Name one of its factions.")
        path = self.host.path(guild_of(interaction))
        run = self.host.workers.run
        name, pages = await run(chronicle_pages, path, meant.id, whose, limit=LONG)
        text = await run(chronicle_text, path, meant.id, whose, limit=LONG)
        title = f"The chronicle of {escaped(name)}"
        file = discord.File(io.BytesIO(text.encode()), f"chronicle-{whose}.txt")
        await TextPages(title, pages).show(interaction, files=[file])

    @app_commands.command(description="The film of a campaign, turn by turn")
    @app_commands.describe(faction=_FACTION, campaign=_CAMPAIGN)
    async def film(
        self, interaction: Interaction, faction: str | None = None, campaign: str | None = None
    ) -> None:
        """It says how far it is while it is made."""
        await acknowledge(interaction)
        meant = await ended_of(interaction, campaign)
        index = await self._index(interaction, meant)
        whose = faction_meant(index, faction)

        async def progress(done: int, of: int) -> None:
            await interaction.edit_original_response(
                content=f"🎞️ The film is being drawn: part {done + 1} of {of}."
            )

        await interaction.edit_original_response(content="🎞️ The campaign is being looked through.")
        path = self.host.path(guild_of(interaction))
        made = await film(self.host.workers, path, meant.id, whose, progress)
        file = discord.File(io.BytesIO(made.png), made.filename, description=made.alt)
        title = card(f"🎞️ {plain(meant.name)}", "Turn by turn, from the first to the last.")
        await interaction.edit_original_response(content=None, embed=title, attachments=[file])

    @app_commands.command(description="How all stood in the end, and who held which seat when")
    @app_commands.describe(campaign=_CAMPAIGN)
    async def standings(self, interaction: Interaction, campaign: str | None = None) -> None:
        """In words, with the picture."""
        await acknowledge(interaction)
        meant = await ended_of(interaction, campaign)
        path = self.host.path(guild_of(interaction))
        lines, drawn = await self.host.workers.run(final_told, path, meant.id, limit=LONG)
        files = []
        if drawn:
            files = [discord.File(io.BytesIO(drawn.png), drawn.filename, description=drawn.alt)]
        pages = paged(lines or ["Nobody kept standings in this campaign."])
        await TextPages(f"How all stood · {plain(meant.name)}", pages).show(interaction, files)

    @app_commands.command(description="Medals and records of a campaign")
    @app_commands.describe(campaign=_CAMPAIGN)
    async def records(self, interaction: Interaction, campaign: str | None = None) -> None:
        """In words."""
        await acknowledge(interaction)
        meant = await ended_of(interaction, campaign)
        path = self.host.path(guild_of(interaction))
        lines = await self.host.workers.run(awards, path, meant.id, limit=LONG, long=True)
        pages = paged(lines or ["Nobody has won anything that is kept here."])
        await TextPages(f"Medals and records · {plain(meant.name)}", pages).show(interaction)

    # ------------------------------------------------------------------ what may be named

    @map_.autocomplete("campaign")
    @report.autocomplete("campaign")
    @chronicle.autocomplete("campaign")
    @film.autocomplete("campaign")
    @standings.autocomplete("campaign")
    @records.autocomplete("campaign")
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

    @map_.autocomplete("faction")
    @film.autocomplete("faction")
    async def anybody(self, interaction: Interaction, typed: str) -> Choices:
        """Everything, then the factions."""
        sides = await self._sides(interaction, typed)
        whole = app_commands.Choice(name=EVERYTHING, value="0")
        there = await self._at_hand(interaction) and has(EVERYTHING, typed)
        return ([whole, *sides] if there else sides)[:CHOICES]

    @report.autocomplete("faction")
    @chronicle.autocomplete("faction")
    async def sides(self, interaction: Interaction, typed: str) -> Choices:
        """The factions."""
        return await self._sides(interaction, typed)

    async def _sides(self, interaction: Interaction, typed: str) -> Choices:
        index = await self._at_hand(interaction)
        return [
            app_commands.Choice(name=name[:CHOICE_NAME], value=str(id))
            for id, name in (index.factions if index else ())
            if has(name, typed)
        ][:CHOICES]

    @map_.autocomplete("turn")
    @report.autocomplete("turn")
    async def turns(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        """The turns, the last first."""
        index = await self._at_hand(interaction)
        return [
            app_commands.Choice(name=f"Turn {turn} · {date}"[:CHOICE_NAME], value=turn)
            for turn, _, date in reversed(index.turns if index else ())
            if has(f"{turn} {date}", str(typed))
        ][:CHOICES]

    @map_.autocomplete("layer")
    async def layers(self, interaction: Interaction, typed: str) -> Choices:
        """What maps of that campaign can show."""
        index = await self._at_hand(interaction)
        return [
            app_commands.Choice(name=f"{name}: {shows}"[:CHOICE_NAME], value=name)
            for name, shows in (index.layers if index else ())
            if has(f"{name} {shows}", typed)
        ][:CHOICES]

    @map_.autocomplete("realm")
    async def realms(self, interaction: Interaction, typed: str) -> Choices:
        """The realms."""
        index = await self._at_hand(interaction)
        return [
            app_commands.Choice(name=name[:CHOICE_NAME], value=name[:CHOICE_NAME])
            for name in (index.realms if index else ())
            if has(name, typed)
        ][:CHOICES]

    async def _at_hand(self, interaction: Interaction) -> Index | None:
        """What can be named of the campaign that is meant so far, if that is soon to be had."""
        try:
            named = getattr(interaction.namespace, "campaign", None)
            meant = await ended_of(interaction, named)
        except (Refused, StoreError):
            return None
        key = guild_of(interaction), meant.id
        if key not in self._kept:
            task = asyncio.create_task(self._index(interaction, meant))
            task.add_done_callback(_seen)
            await asyncio.wait({task}, timeout=COLD)
        return self._kept.get(key)

    async def _index(self, interaction: Interaction, meant: Campaign) -> Index:
        """What can be named of an ended campaign, which changes no more."""
        key = guild_of(interaction), meant.id
        found = self._kept.get(key)
        if found is None:
            path = self.host.path(key[0])
            try:
                found = await self.host.workers.run(index_of, path, meant.id)
            except NotFound as error:
                raise Refused(str(error), way_out="Choose another campaign.") from error
            self._kept[key] = found
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return found


def _seen(task: asyncio.Task[Index]) -> None:
    """Look at how a task ended that perhaps nobody waits for any more."""
    error = None if task.cancelled() else task.exception()
    if error and not isinstance(error, Refused | StoreError | WorkerError):
        _log.warning("No index at hand: %r", error)


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(Archive(bot))
