"""/turn: what is left to do this turn, and what each of it leads to; one message, edited in place.

The same opens by a button under reports, the status message and the welcome. What is on it stands
in `bot.turn.pages`, where its lines lead in `bot.callers.leading`.
"""

from __future__ import annotations

import re
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import faces
from bot.answers import LIFETIME, Panel, Refused, acknowledge, answer_error, hold
from bot.callers.embeds import card
from bot.callers.leading import LeadMenu, follow
from bot.callers.seats import Interaction, seat_of
from bot.client import HostBot
from bot.faces.leads import Lead
from bot.host import Seat
from bot.orders.panels import show_list, show_preview, submit_now
from bot.payload import YOUR_TURN, turn_button
from bot.turn.pages import YourTurn, your_turn

_PAGE_ROW, _FOOT = 3, 4

Button = discord.ui.Button[Any]


class Turn(commands.Cog):
    """The command."""

    @app_commands.command(description="Your turn: what is left to do, and a menu for all of it")
    async def turn(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        await open_turn(interaction, await seat_of(interaction))


async def open_turn(interaction: Interaction, seat: Seat) -> None:
    """Answer with Your turn; the interaction has been deferred."""
    host = interaction.client.host
    made = await your_turn(host, seat)
    mapped = faces.of(await host.rules(seat.guild, seat.campaign)).atlas is not None
    await TurnPanel(seat, made, mapped=mapped).show(interaction)


class TurnPanel(Panel):
    """Your turn: menus of where its lines lead, and the turn's own buttons."""

    def __init__(self, seat: Seat, made: YourTurn, *, mapped: bool) -> None:
        super().__init__(timeout=LIFETIME)
        self.seat = seat
        self.made = made
        self.mapped = mapped
        self.at = 0

    async def show(self, interaction: Interaction) -> None:
        """Put the page in place of what the answer showed; it must be deferred."""
        self.at = min(max(self.at, 0), len(self.made.pages) - 1)
        self._set()
        self._last = interaction
        pages = len(self.made.pages)
        footer = f"Page {self.at + 1} of {pages}" if pages > 1 else ""
        embed = card(self.made.title, self.made.pages[self.at].text, footer)
        await interaction.edit_original_response(embed=embed, view=self)

    def _set(self) -> None:
        """Show what can be pressed on this page."""
        self.clear_items()
        for row, menu in enumerate(self.made.pages[self.at].menus):
            self.add_item(LeadMenu(self.seat, menu.leads, placeholder=menu.called, row=row))
        if len(self.made.pages) > 1:
            self.back.disabled = self.at == 0
            self.on.disabled = self.at == len(self.made.pages) - 1
            self.add_item(self.back).add_item(self.on)
        self.add_item(self.orders).add_item(self.preview)
        if self.mapped:
            self.add_item(self.map)
        self.add_item(self.submit).add_item(self.refresh)

    async def _now(self, interaction: Interaction) -> Seat:
        """The seat as it is now, with the message acknowledged."""
        await acknowledge(interaction, thinking=False)
        return await seat_of(interaction, f"#{self.seat.campaign.id}")

    async def _anew(self, interaction: Interaction, seat: Seat) -> None:
        """The message as things are by now."""
        self.seat = seat
        self.made = await your_turn(interaction.client.host, seat)
        await self.show(interaction)

    @discord.ui.button(label="Back", emoji="◀️", row=_PAGE_ROW)
    async def back(self, interaction: Interaction, _: Button) -> None:
        """The page before."""
        await self._leaf(interaction, -1)

    @discord.ui.button(label="Next", emoji="▶️", row=_PAGE_ROW)
    async def on(self, interaction: Interaction, _: Button) -> None:
        """The next page."""
        await self._leaf(interaction, 1)

    async def _leaf(self, interaction: Interaction, by: int) -> None:
        seat = await self._now(interaction)
        self.at += by
        await self._anew(interaction, seat)

    @discord.ui.button(label="Orders", row=_FOOT)
    async def orders(self, interaction: Interaction, _: Button) -> None:
        """The list of orders."""
        await show_list(interaction, await self._now(interaction))

    @discord.ui.button(label="Preview", row=_FOOT)
    async def preview(self, interaction: Interaction, _: Button) -> None:
        """What the orders would do."""
        await show_preview(interaction, await self._now(interaction))

    @discord.ui.button(label="Map", row=_FOOT)
    async def map(self, interaction: Interaction, _: Button) -> None:
        """The map, as `/map` shows it."""
        await follow(interaction, self.seat, Lead(label="Map", command="map"))

    @discord.ui.button(label="Submit", style=discord.ButtonStyle.primary, row=_FOOT)
    async def submit(self, interaction: Interaction, _: Button) -> None:
        """Submit the turn, and show that it is."""
        seat = await self._now(interaction)
        await submit_now(interaction, seat)
        await self._anew(interaction, seat)

    @discord.ui.button(label="Refresh", row=_FOOT)
    async def refresh(self, interaction: Interaction, _: Button) -> None:
        """As things are by now."""
        await self._anew(interaction, await self._now(interaction))


# ---------------------------------------------------------------- the button


class TurnButton(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]],
    template=r"turn:(?P<campaign>\d+):(?P<faction>\d+)",
):
    """The button that opens Your turn under a message of ours; it works after a restart too."""

    def __init__(self, campaign: int, faction: int) -> None:
        id = turn_button(campaign, faction)
        super().__init__(discord.ui.Button(label=YOUR_TURN, custom_id=id))
        self.campaign, self.faction = campaign, faction

    @classmethod
    async def from_custom_id(  # type: ignore[override]
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str]
    ) -> TurnButton:
        hold(interaction)
        return cls(int(match["campaign"]), int(match["faction"]))

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        try:
            await acknowledge(interaction)
            seat = await seat_of(interaction, f"#{self.campaign}")
            if self.faction not in (0, seat.member.faction):
                raise Refused(
                    "This button is for the players of the faction that the message is for.",
                    way_out="See your own turn with /turn.",
                )
            await open_turn(interaction, seat)
        except Exception as error:  # noqa: BLE001 - discord.py would only log it
            await answer_error(interaction, error)


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    bot.add_dynamic_items(TurnButton)
    await bot.add_cog(Turn())
