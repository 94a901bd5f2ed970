"""Under the answer to orders that were carried out at once: the battle that was fought, if any."""

from __future__ import annotations

from typing import Any

import discord

from bot.answers import LIFETIME, Panel
from bot.cogs.leading import follow
from bot.cogs.seats import Interaction
from bot.faces.leads import battle_of
from bot.host import Seat
from bot.jobs.done import Done


class AfterDone(Panel):
    """Leads to the battle."""

    def __init__(self, seat: Seat, done: Done) -> None:
        super().__init__(timeout=LIFETIME)
        self.seat, self.done = seat, done
        if not done.battle:
            self.remove_item(self.watch)

    @discord.ui.button(label="See the battle", emoji="⚔️", style=discord.ButtonStyle.primary)
    async def watch(self, interaction: Interaction, _: discord.ui.Button[Any]) -> None:
        """The battle round by round, as `/battle` shows it."""
        await follow(interaction, self.seat, battle_of(self.done.tick, 1, "The battle"))
