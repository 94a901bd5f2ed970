"""/report: what was posted to the caller's faction, shown again to the caller alone, page by page.

And how much of the runs the faction is told at once.

It shows the messages of the outbox as `bot.post` builds them for their channel. What reports say
is decided in `bot.reports`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import Refused, acknowledge
from bot.callers.pager import SeatPager
from bot.callers.seats import CHOICES, Interaction, seat_of
from bot.client import HostBot
from bot.faces.words.undone import MARK
from bot.host import Seat
from bot.orders.access import check_power
from bot.past_reports.paging import in_order, report_page
from bot.store.errors import StoreError
from bot.store.lines import TakenBack
from bot.store.records import Message, Wish

_WISHES: Final[dict[Wish, str]] = {
    "all": "Every run that brings something",
    "news": "Runs with headlines, needs or failures; the rest waits",
    "digest": "None; the production's report tells the whole week",
}


class Reports(commands.Cog):
    """The command."""

    def __init__(self, bot: HostBot) -> None:
        self.bot = bot

    @app_commands.command(description="The reports of your faction, the last one first")
    @app_commands.describe(
        turn="Which turn's; left out, the last report there is",
        posting="From now on: which runs your faction's channel hears of at once",
    )
    @app_commands.choices(
        posting=[app_commands.Choice(name=name, value=wish) for wish, name in _WISHES.items()]
    )
    async def report(
        self,
        interaction: Interaction,
        turn: app_commands.Range[int, 1] | None = None,
        posting: str | None = None,
    ) -> None:
        await acknowledge(interaction)
        seat = await seat_of(interaction)
        if posting is not None:
            await _wish(interaction, seat, cast("Wish", posting))
            return
        async with interaction.client.host.stores.use(seat.guild) as store:
            role = f"faction:{seat.member.faction}"
            pages = await store.outbox.reports(seat.campaign.id, role, turn)
            gone = await store.campaigns.taken_back(seat.campaign.id)
        if not pages:
            when = f" for turn {turn}" if turn else ""
            raise Refused(
                f"There is no report{when} yet.",
                way_out="Reports come after each run and each production; /report alone shows "
                "the last one.",
            )
        await ReportPanel(seat, in_order(pages, gone), gone).show(interaction)

    @report.autocomplete("turn")
    async def turns(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        """The turns that have been, the latest first; those that were taken back after them."""
        try:
            seat = await seat_of(interaction)
            async with interaction.client.host.stores.use(seat.guild) as store:
                gone = await store.campaigns.taken_back(seat.campaign.id)
        except (Refused, StoreError):
            return []
        present = seat.campaign.turn
        later = {each.turn for each in gone.values() if each.turn > present}
        labels = {turn: f"Turn {turn}" for turn in range(present, 0, -1)}
        labels |= {turn: f"Turn {turn} · {MARK}" for turn in sorted(later, reverse=True)}
        wanted = str(typed).strip()
        found = [turn for turn in labels if str(turn).startswith(wanted)]
        return [app_commands.Choice(name=labels[turn], value=turn) for turn in found[:CHOICES]]


async def _wish(interaction: Interaction, seat: Seat, wish: Wish) -> None:
    """Keep what the faction wants to be told at once, and say so."""
    check_power(seat, "submit")
    async with interaction.client.host.stores.use(seat.guild) as store:
        await store.wishes.put(seat.campaign.id, seat.member.faction, wish)
    await interaction.edit_original_response(
        content=f"Your faction's channel now hears at once of: **{_WISHES[wish].lower()}**. This "
        "is for all of your faction; `/report posting` changes it again. Nothing is lost: what "
        "was held back stands in the next report."
    )


class ReportPanel(SeatPager):
    """Pages of reports with buttons to turn them."""

    def __init__(self, seat: Seat, pages: Sequence[Message], gone: Mapping[int, TakenBack]) -> None:
        """`gone` are the campaign's ticks that were taken back."""
        super().__init__(seat)
        self.gone = gone
        self.pages = pages

    def count(self) -> int:
        return len(self.pages)

    async def show(self, interaction: Interaction) -> None:
        self.add_turns()
        host, guild = interaction.client.host, self.seat.guild
        async with host.stores.use(guild) as store:
            post = await report_page(
                host.workers, host.path(guild), store, self.pages, self.at, self.gone
            )
        self._last = interaction
        await interaction.edit_original_response(
            content=post.text or None,
            embeds=post.embeds,
            attachments=post.files,
            view=self,
            allowed_mentions=discord.AllowedMentions.none(),
        )
