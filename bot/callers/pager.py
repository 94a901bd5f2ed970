"""Panels of several pages: Back and Next, the same everywhere."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

import discord

from bot.answers import LIFETIME, Panel, acknowledge
from bot.callers.embeds import card
from bot.callers.seats import Interaction, seated
from bot.host import Seat


class Pager(Panel):
    """A panel that shows one page at a time, from 0, and has buttons to turn them.

    Each subject says how many pages there are, and shows the open one; it sets the buttons out by
    `add_turns`, which adds none where there is but one page.
    """

    def __init__(self, *, at: int = 0, row: int | None = None) -> None:
        super().__init__(timeout=LIFETIME)
        self.at = at
        self._back_and_next = (_Turn("Back", "◀️", -1, row), _Turn("Next", "▶️", 1, row))

    @abstractmethod
    def count(self) -> int:
        """How many pages there are, at least 1."""

    @abstractmethod
    async def show(self, interaction: Interaction) -> None:
        """Put the open page in place of what the answer showed; it is acknowledged."""

    async def check(self, interaction: Interaction) -> None:
        """Raise `Refused` for a person who may read on no longer. By default everybody may."""

    async def go(self, interaction: Interaction, at: int) -> None:
        """Open a page, the nearest there is; the interaction is not yet acknowledged."""
        await acknowledge(interaction, thinking=False)
        await self.check(interaction)
        self.at = at
        await self.show(interaction)

    def add_turns(self) -> None:
        """Set out the buttons for the pages that there are now, with the open one among them."""
        last = self.count() - 1
        self.at = min(max(self.at, 0), last)
        for turn in self._back_and_next:
            self.remove_item(turn)
            turn.disabled = not 0 <= self.at + turn.by <= last
            if last:
                self.add_item(turn)

    def place(self) -> str:
        """Which page is open, for a footer; nothing where there is but one."""
        return f"Page {self.at + 1} of {self.count()}" if self.count() > 1 else ""


class SeatPager(Pager):
    """Pages for who sits in a seat; somebody who has left it turns them no longer."""

    def __init__(self, seat: Seat, *, row: int | None = None) -> None:
        super().__init__(row=row)
        self.seat = seat

    async def check(self, interaction: Interaction) -> None:
        """Find the seat as it is now. Raises `Refused` if it is no longer the caller's."""
        self.seat = await seated(interaction, self.seat)


class TextPages(Pager):
    """Pages of a text under a title; `seat` is whose secrets are in them, if there are any."""

    def __init__(self, title: str, pages: Sequence[str], seat: Seat | None = None) -> None:
        super().__init__()
        self.title, self.pages, self.seat = title, pages, seat

    def count(self) -> int:
        return len(self.pages)

    async def check(self, interaction: Interaction) -> None:
        if self.seat:
            self.seat = await seated(interaction, self.seat)

    async def show(self, interaction: Interaction, files: Sequence[discord.File] = ()) -> None:
        """The open page; files stay below all pages."""
        self._last = interaction
        more: dict[str, Any] = {"attachments": list(files)} if files else {}
        await interaction.edit_original_response(embed=self.embed(), view=self, **more)

    async def follow_up(self, interaction: Interaction) -> None:
        """The open page as a separate message; the interaction is acknowledged."""
        await interaction.followup.send(embed=self.embed(), view=self, ephemeral=True)

    def embed(self) -> discord.Embed:
        """The open page, its buttons set out."""
        self.add_turns()
        return card(self.title, self.pages[self.at], self.place())


class _Turn(discord.ui.Button[Pager]):
    """Turns a page back or on."""

    def __init__(self, label: str, emoji: str, by: int, row: int | None) -> None:
        super().__init__(label=label, emoji=emoji, row=row)
        self.by = by

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        assert self.view
        await self.view.go(interaction, self.view.at + self.by)
