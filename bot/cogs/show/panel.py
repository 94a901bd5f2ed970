"""A panel as it stands under an answer: its picture, a menu of tabs, and buttons to turn pages.

It is of the tick at which it was asked for, and holds words and a picture, no world.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import discord

from bot.answers import Panel, acknowledge
from bot.cogs.seats import Interaction, seat_of
from bot.host import Seat
from bot.jobs.panels import PanelMade
from bot.playing.order_texts import card
from bot.reports.names import escaped

LIFETIME: Final = 14 * 60.0  # seconds; Discord lets an answer be changed for 15 minutes


async def show(
    interaction: Interaction, seat: Seat, job: Callable[..., PanelMade], *about: int
) -> None:
    """Have a worker make a panel for the caller's faction, and answer with it; it is deferred."""
    host = interaction.client.host
    campaign = seat.campaign
    made: PanelMade = await host.workers.run(
        job, host.path(seat.guild), campaign.id, campaign.tick, seat.member.faction, *about
    )
    await ShowPanel(seat, made).show(interaction)


class ShowPanel(Panel):
    """The panel; its picture goes with the first tab."""

    def __init__(self, seat: Seat, made: PanelMade) -> None:
        super().__init__(timeout=LIFETIME)
        self.seat = seat
        self.made = made
        self.open = made.tabs[0]
        self.at = 0
        self._drawn = False
        self._last: Interaction | None = None

    async def show(self, interaction: Interaction) -> None:
        """Put the open page in place of what the answer showed; it must be deferred."""
        first = self.open is self.made.tabs[0]
        files: dict[str, Any] = {}
        if first and not self._drawn and self.made.picture:
            drawn = self.made.picture
            file = discord.File(io.BytesIO(drawn.png), drawn.filename, description=drawn.alt)
            files["attachments"] = [file]
        elif not first and self._drawn:
            files["attachments"] = []
        self._drawn = first
        self._set()
        self._last = interaction
        await interaction.edit_original_response(embed=self._card(), view=self, **files)

    async def on_timeout(self) -> None:
        if self._last:
            with suppress(discord.HTTPException):
                await self._last.edit_original_response(view=None)

    def _card(self) -> discord.Embed:
        tabbed = f" · {self.open.name}" if len(self.made.tabs) > 1 else ""
        pages = len(self.open.pages)
        foot = [f"Turn {self.made.turn}"]
        foot += [f"page {self.at + 1} of {pages}"] if pages > 1 else []
        foot += [self.open.hint] if self.open.hint else []
        title = f"{escaped(self.made.title)}{tabbed}"
        return card(title, self.open.pages[self.at], " · ".join(foot))

    def _set(self) -> None:
        """Show what can be pressed here."""
        self.clear_items()
        if len(self.made.tabs) > 1:
            self.tab.options = [
                discord.SelectOption(label=tab.name, default=tab is self.open)
                for tab in self.made.tabs
            ]
            self.add_item(self.tab)
        if len(self.open.pages) > 1:
            self.back.disabled = self.at == 0
            self.on.disabled = self.at == len(self.open.pages) - 1
            self.add_item(self.back)
            self.add_item(self.on)

    @discord.ui.select(placeholder="What to look at", row=0)
    async def tab(self, interaction: Interaction, select: discord.ui.Select[Any]) -> None:
        """Another tab."""
        self.open = next(tab for tab in self.made.tabs if tab.name == select.values[0])
        await self._turn(interaction, -self.at)

    @discord.ui.button(label="Back", emoji="◀️", row=1)
    async def back(self, interaction: Interaction, _: discord.ui.Button[Any]) -> None:
        """The page before."""
        await self._turn(interaction, -1)

    @discord.ui.button(label="On", emoji="▶️", row=1)
    async def on(self, interaction: Interaction, _: discord.ui.Button[Any]) -> None:
        """The next page."""
        await self._turn(interaction, 1)

    async def _turn(self, interaction: Interaction, by: int) -> None:
        await acknowledge(interaction, thinking=False)
        await seat_of(interaction, f"#{self.seat.campaign.id}")  # refuses whoever has left
        self.at = min(max(self.at + by, 0), len(self.open.pages) - 1)
        await self.show(interaction)
