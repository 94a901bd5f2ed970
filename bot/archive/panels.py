"""What the archive shows, page by page: texts, reports as they were sent, maps turn by turn."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

import discord

from bot.archive.contents import Index
from bot.callers.pager import Pager
from bot.callers.seats import Interaction
from bot.jobs.draw import draw
from bot.past_reports.paging import report_page
from bot.payload import MapRecipe
from bot.post.filming import LONG
from bot.store.lines import TakenBack
from bot.store.records import Campaign, Message


class ReportPages(Pager):
    """A side's reports, as they were sent to it."""

    def __init__(
        self,
        guild: int,
        campaign: Campaign,
        pages: Sequence[Message],
        gone: Mapping[int, TakenBack],
    ) -> None:
        """`gone` are the campaign's ticks that were taken back."""
        super().__init__()
        self.gone = gone
        self.guild = guild
        self.campaign = campaign
        self.pages = pages

    def count(self) -> int:
        return len(self.pages)

    async def show(self, interaction: Interaction) -> None:
        self.add_turns()
        host = interaction.client.host
        async with host.stores.use(self.guild) as store:
            path = host.path(self.guild)
            post = await report_page(host.workers, path, store, self.pages, self.at, self.gone)
        self._last = interaction
        await interaction.edit_original_response(
            content=post.text or None,
            embeds=post.embeds,
            attachments=post.files,
            view=self,
            allowed_mentions=discord.AllowedMentions.none(),
        )


class MapPages(Pager):
    """A map after each turn: of all that there was, or as a side knew it."""

    def __init__(
        self,
        guild: int,
        campaign: Campaign,
        index: Index,
        faction: int,
        layer: str,
        at: int,
        realm: int,
    ) -> None:
        super().__init__(at=at)
        self.guild = guild
        self.campaign = campaign
        self.index = index
        self.faction = faction
        self.layer = layer
        self.realm = realm

    def count(self) -> int:
        return len(self.index.turns)

    async def show(self, interaction: Interaction) -> None:
        self.add_turns()
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
        self._last = interaction
        file = discord.File(io.BytesIO(picture.png), picture.filename, description=picture.alt)
        await interaction.edit_original_response(
            content=f"After turn {turn} · {date}", attachments=[file], view=self
        )
