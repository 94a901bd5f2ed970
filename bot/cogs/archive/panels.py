"""What the archive shows, page by page: texts, reports as they were sent, maps turn by turn."""

from __future__ import annotations

import io
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot.answers import LIFETIME, Panel, acknowledge
from bot.cogs.embeds import card
from bot.cogs.seats import Interaction
from bot.jobs.archive import Index
from bot.jobs.draw import draw
from bot.post.filming import LONG
from bot.post.paging import report_page
from bot.post.payload import MapRecipe
from bot.store.lines import TakenBack
from bot.store.records import Campaign, Message


class _Turning(Panel):
    """Pages with buttons to turn them. Nobody's secrets are in them, so anybody may."""

    def __init__(self, count: int, at: int = 0) -> None:
        super().__init__(timeout=LIFETIME)
        self.count = count
        self.at = at
        if count == 1:
            self.clear_items()

    @abstractmethod
    async def put(self, interaction: Interaction) -> None:
        """Put the page in place of what the answer showed; it must be deferred."""

    def _set(self, interaction: Interaction) -> None:
        self.back.disabled = self.at == 0
        self.on.disabled = self.at == self.count - 1
        self._last = interaction

    async def _turn(self, interaction: Interaction, by: int) -> None:
        await acknowledge(interaction, thinking=False)
        self.at = min(max(self.at + by, 0), self.count - 1)
        await self.put(interaction)

    @discord.ui.button(label="Back", emoji="◀️")
    async def back(self, interaction: Interaction, _: discord.ui.Button[Any]) -> None:
        """The page or turn before."""
        await self._turn(interaction, -1)

    @discord.ui.button(label="On", emoji="▶️")
    async def on(self, interaction: Interaction, _: discord.ui.Button[Any]) -> None:
        """The next page or turn."""
        await self._turn(interaction, 1)


class TextPages(_Turning):
    """Pages of a text under a title."""

    def __init__(self, title: str, pages: Sequence[str]) -> None:
        super().__init__(len(pages))
        self.title = title
        self.pages = pages

    async def show(self, interaction: Interaction, files: Sequence[discord.File] = ()) -> None:
        """The first page, with files that stay below all pages."""
        await self.put(interaction, files=files)

    async def put(  # type: ignore[override]
        self, interaction: Interaction, files: Sequence[discord.File] = ()
    ) -> None:
        self._set(interaction)
        foot = f"page {self.at + 1} of {self.count}" if self.count > 1 else ""
        more: dict[str, Any] = {"attachments": list(files)} if files else {}
        await interaction.edit_original_response(
            embed=card(self.title, self.pages[self.at], foot), view=self, **more
        )


class ReportPages(_Turning):
    """A side's reports, as they were sent to it."""

    def __init__(
        self,
        guild: int,
        campaign: Campaign,
        pages: Sequence[Message],
        gone: Mapping[int, TakenBack],
    ) -> None:
        """`gone` are the campaign's ticks that were taken back."""
        super().__init__(len(pages))
        self.gone = gone
        self.guild = guild
        self.campaign = campaign
        self.pages = pages

    async def show(self, interaction: Interaction) -> None:
        """The first page."""
        await self.put(interaction)

    async def put(self, interaction: Interaction) -> None:
        host = interaction.client.host
        async with host.stores.use(self.guild) as store:
            path = host.path(self.guild)
            post = await report_page(host.workers, path, store, self.pages, self.at, self.gone)
        self._set(interaction)
        await interaction.edit_original_response(
            content=post.text or None,
            embeds=post.embeds,
            attachments=post.files,
            view=self,
            allowed_mentions=discord.AllowedMentions.none(),
        )


class MapPages(_Turning):
    """A map after each turn: of all that there was, or as a side knew it."""

    def __init__(
        self, guild: int, campaign: Campaign, index: Index, faction: int, layer: str, at: int
    ) -> None:
        super().__init__(len(index.turns), at)
        self.guild = guild
        self.campaign = campaign
        self.index = index
        self.faction = faction
        self.layer = layer
        self.realm = 0

    async def show(self, interaction: Interaction, realm: int) -> None:
        """The turn that was asked for."""
        self.realm = realm
        await self.put(interaction)

    async def put(self, interaction: Interaction) -> None:
        turn, tick, date = self.index.turns[self.at]
        host = interaction.client.host
        recipe = MapRecipe(
            tick=tick,
            faction=self.faction,
            known=bool(self.faction) and not self.realm,
            realm=self.realm,
            layer=self.layer,
        )
        picture = await host.workers.run(
            draw, host.path(self.guild), self.campaign.id, recipe, limit=LONG
        )
        self._set(interaction)
        file = discord.File(io.BytesIO(picture.png), picture.filename, description=picture.alt)
        await interaction.edit_original_response(
            content=f"After turn {turn} · {date}", attachments=[file], view=self
        )
