"""A panel as it stands under an answer: its picture, a menu of tabs, and buttons to turn pages.

It is of the tick at which it was asked for, and holds words and a picture, no world.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, TypeVar

import discord

from bot.answers import Panel, acknowledge
from bot.cogs.seats import Interaction, seat_of
from bot.host import Seat
from bot.images.chart import Picture
from bot.jobs.panels import Further, PanelMade
from bot.playing.order_texts import card
from bot.reports.names import escaped

LIFETIME: Final = 14 * 60.0  # seconds; Discord lets an answer be changed for 15 minutes
BACK: Final = "Back to the card"

T = TypeVar("T")


async def show(
    interaction: Interaction, seat: Seat, job: Callable[..., PanelMade], *about: int | str
) -> None:
    """Have a worker make a panel for the caller's faction, and answer with it; it is deferred."""
    await ShowPanel(seat, await _made(interaction, seat, job, *about)).show(interaction)


async def _made(
    interaction: Interaction, seat: Seat, job: Callable[..., T], *about: int | str
) -> T:
    host, campaign = interaction.client.host, seat.campaign
    path, faction = host.path(seat.guild), seat.member.faction
    return await host.workers.run(job, path, campaign.id, campaign.tick, faction, *about)


class ShowPanel(Panel):
    """The panel; its picture goes with the first tab, others in its place for a button."""

    def __init__(self, seat: Seat, made: PanelMade) -> None:
        super().__init__(timeout=LIFETIME)
        self.seat = seat
        self.made = made
        self.open = made.tabs[0]
        self.at = 0
        self.looked: Further | None = None
        """What a button was pressed for; None for the panel's own picture."""
        self._picture = made.picture
        self._drawn: Picture | None = None
        """The picture that stands there now."""
        self._further = [_FurtherButton(each) for each in made.further]
        self._last: Interaction | None = None

    async def show(self, interaction: Interaction) -> None:
        """Put the open page in place of what the answer showed; it must be deferred."""
        wanted = self._picture if self.looked or self.open is self.made.tabs[0] else None
        files: dict[str, Any] = {}
        if wanted is not self._drawn:
            files["attachments"] = [_file(wanted)] if wanted else []
        self._drawn = wanted
        self._set()
        self._last = interaction
        await interaction.edit_original_response(embed=self._card(), view=self, **files)

    async def look(self, interaction: Interaction, further: Further) -> None:
        """Have a further picture drawn and show it; or the panel's own if it is there already."""
        await acknowledge(interaction, thinking=False)
        await seat_of(interaction, f"#{self.seat.campaign.id}")  # refuses whoever has left
        if self.looked is further:
            self._look_back()
        else:
            self._picture = await _made(interaction, self.seat, further.job, *further.about)
            self.looked = further
        await self.show(interaction)

    def _look_back(self) -> None:
        self.looked, self._picture = None, self.made.picture

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
        for button in self._further:
            shown = button.further is self.looked
            button.label = BACK if shown else button.further.label
            self.add_item(button)

    @discord.ui.select(placeholder="What to look at", row=0)
    async def tab(self, interaction: Interaction, select: discord.ui.Select[Any]) -> None:
        """Another tab."""
        self._look_back()
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


class _FurtherButton(discord.ui.Button[ShowPanel]):
    """Shows a further picture, and takes it away again."""

    def __init__(self, further: Further) -> None:
        super().__init__(label=further.label, emoji="🗺️", row=2)
        self.further = further

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        assert self.view is not None
        await self.view.look(interaction, self.further)


def _file(picture: Picture) -> discord.File:
    return discord.File(io.BytesIO(picture.png), picture.filename, description=picture.alt)
