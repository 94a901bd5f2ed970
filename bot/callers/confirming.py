"""Asking a person once more before something is done that cannot be undone."""

from collections.abc import Awaitable, Callable

import discord

from bot.answers import Panel
from bot.client import HostBot

Interaction = discord.Interaction[HostBot]

WAIT = 300.0  # seconds; later the person asks anew, for things may have changed


class Confirm(Panel):
    """Two buttons below a private question; `act` answers the click on the first."""

    def __init__(self, label: str, act: Callable[[Interaction], Awaitable[None]]) -> None:
        super().__init__(timeout=WAIT)
        self._act = act
        self.yes.label = label

    @discord.ui.button(style=discord.ButtonStyle.danger)
    async def yes(self, interaction: Interaction, _: discord.ui.Button["Confirm"]) -> None:
        self.stop()
        await self._act(interaction)

    @discord.ui.button(label="No")
    async def no(self, interaction: Interaction, _: discord.ui.Button["Confirm"]) -> None:
        self.stop()
        await interaction.response.edit_message(content="Nothing was done.", embed=None, view=None)
