"""The message of a guided form: it shows a page, and does what a press on it says.

What is put down, where it is kept and how the form ends is its kind's matter.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord

from bot.answers import LIFETIME, Panel, acknowledge
from bot.callers.seats import Interaction
from bot.faces.pages import Ask, Button, Change, FormPosition, Menu, Page, Take, Turn
from bot.guided.cards import shown
from bot.guided.widgets import Press, Select, TextForm, turned_to
from bot.typed import name_of
from bot.wording import check_words

_STYLES: Final = {True: discord.ButtonStyle.success, False: discord.ButtonStyle.secondary}


class PagesPanel(Panel):
    """A guided form of one person in one campaign."""

    def __init__(self, campaign: int, at: FormPosition) -> None:
        super().__init__(timeout=LIFETIME)
        self.campaign_id = campaign
        self._at = at
        self._parts: dict[str, int] = {}  # of menus that have more options than Discord takes

    # ------------------------------------------------------------------ what each kind says

    @abstractmethod
    async def page(self, interaction: Interaction) -> Page[Any]:
        """The page at which the person is."""

    @abstractmethod
    async def keep(self, interaction: Interaction, edit: Callable[[Any], Any]) -> None:
        """Change what is put down."""

    @abstractmethod
    async def take(self, interaction: Interaction, take: Take) -> None:
        """End the form, or say why not; the interaction is acknowledged."""

    # ------------------------------------------------------------------ showing

    async def show(self, interaction: Interaction) -> None:
        """Put the page in place of what the answer showed; it is acknowledged."""
        self._last = interaction
        page = await self.page(interaction)
        self.clear_items()
        self.compose(page)
        embed, files = await shown(interaction.client.workers, page.card)
        await interaction.edit_original_response(
            content=None, embed=embed, view=self, attachments=files
        )

    def compose(self, page: Page[Any]) -> None:
        """Set out what can be pressed on a page."""
        for control in page.controls:
            self.add_item(self._item(control))

    def go(self, to: FormPosition) -> None:
        """Turn to another page."""
        self._at = to
        self._parts.clear()

    # ------------------------------------------------------------------ controls

    def _item(self, control: Menu[Any] | Button[Any]) -> discord.ui.Item[Panel]:
        if isinstance(control, Button):
            return Press(
                control.id,
                control.label,
                self._pressed(control.act),
                style=_STYLES[control.main],
                disabled=control.disabled,
            )
        return Select(
            control.id,
            control.about,
            control.options,
            self._chosen(control),
            chosen=control.chosen,
            least=control.least,
            most=control.most,
            part=self._parts.get(control.id, 0),
        )

    def _pressed(
        self, act: Turn | Change[Any] | Ask[Any] | Take
    ) -> Callable[[Interaction], Awaitable[None]]:
        async def pressed(interaction: Interaction) -> None:
            if isinstance(act, Ask):
                await self._ask(interaction, act)
                return
            await acknowledge(interaction, thinking=False)
            if isinstance(act, Take):
                await self.take(interaction, act)
            else:
                await self.do(interaction, act)

        return pressed

    def _chosen(self, menu: Menu[Any]) -> Callable[[Interaction, tuple[str, ...]], Awaitable[None]]:
        async def chosen(interaction: Interaction, values: tuple[str, ...]) -> None:
            await acknowledge(interaction, thinking=False)
            if (part := turned_to(values)) is None:
                await self.do(interaction, menu.act(values))
                return
            self._parts[menu.id] = part
            await self.show(interaction)

        return chosen

    async def do(self, interaction: Interaction, act: Turn | Change[Any]) -> None:
        """Do what a press says, and show the result."""
        if isinstance(act, Turn):
            self.go(act.to)
        else:
            await self.keep(interaction, act.edit)
            if act.to:
                self.go(act.to)
        await self.show(interaction)

    async def _ask(self, interaction: Interaction, ask: Ask[Any]) -> None:
        async def answer(asked: Interaction, text: str) -> None:
            await acknowledge(asked, thinking=False)
            name = name_of(text, ask.what, ask.longest)
            guild = asked.guild_id
            assert guild is not None
            await check_words(asked.client.host, guild, self.campaign_id, [name])
            await self.keep(asked, lambda draft: ask.edit(draft, name))
            await self.show(asked)

        form = TextForm(ask.title, ask.label, ask.longest, ask.present, answer)
        await interaction.response.send_modal(form)
