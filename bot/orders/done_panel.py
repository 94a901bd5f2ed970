"""Under the answer to orders carried out at once: a battle that was fought, and what is next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.answers import LIFETIME, Panel
from bot.callers.leading import LeadMenu, follow
from bot.callers.seats import Interaction
from bot.faces.leads import Lead, battle_of
from bot.host import Seat
from bot.orders.done import Done


class AfterDone(Panel):
    """Leads to the battle, and to what may come next."""

    def __init__(self, seat: Seat, done: Done, leads: Sequence[Lead] = ()) -> None:
        super().__init__(timeout=LIFETIME)
        self.seat, self.done = seat, done
        if not done.battle:
            self.remove_item(self.watch)
        if leads:
            self.add_item(LeadMenu(seat, leads, placeholder="Go on to …"))

    @discord.ui.button(label="See the battle", emoji="⚔️", style=discord.ButtonStyle.primary)
    async def watch(self, interaction: Interaction, _: discord.ui.Button[Any]) -> None:
        """The battle round by round, as `/battle` shows it."""
        await follow(interaction, self.seat, battle_of(self.done.tick, 1, "The battle"))
