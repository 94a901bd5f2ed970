"""Pages under an answer that are turned by buttons."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

import discord

from bot.answers import LIFETIME, Panel, acknowledge
from bot.callers.embeds import card
from bot.callers.seats import Interaction


class Turning(Panel):
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

    @discord.ui.button(label="Next", emoji="▶️")
    async def on(self, interaction: Interaction, _: discord.ui.Button[Any]) -> None:
        """The next page or turn."""
        await self._turn(interaction, 1)


class TextPages(Turning):
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
