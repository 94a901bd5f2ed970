"""The primer: the game in a few cards with pictures, browsed by buttons.

What the cards say and show, the faces of a campaign say; workers draw each once.
"""

from __future__ import annotations

import io
from contextlib import suppress
from typing import Any, Final

import discord

from bot.answers import LIFETIME, Panel, acknowledge
from bot.callers.embeds import card
from bot.callers.pager import Pager
from bot.callers.seats import Interaction
from bot.faces.face import Faces
from bot.faces.help_topics import PrimerCard
from bot.faces.paint.picture import Picture
from bot.help.examples import draw_card
from bot.payload import YOUR_TURN, turn_button
from bot.rulebook.command import read_menu

OPEN: Final = "The game in a few cards"
"""What the button says that opens it."""
_drawn: dict[PrimerCard, Picture] = {}
"""The pictures so far: some six a system, of about 40 KiB each, the same for everybody."""


async def open_primer(interaction: Interaction, shown: Faces) -> None:
    """Answer with the first card, as a separate message; it is deferred.

    Raises LookupError if the system has no primer.
    """
    await PrimerPanel(shown).show(interaction, first=True)


class PrimerPanel(Pager):
    """The cards with buttons to go on."""

    def __init__(self, shown: Faces) -> None:
        super().__init__(row=1)
        self.shown = shown
        self.cards = list(shown.primer.values())
        if not self.cards:
            raise LookupError("this system has no primer")
        self._message: discord.WebhookMessage | None = None

    def count(self) -> int:
        return len(self.cards)

    async def show(self, interaction: Interaction, *, first: bool = False) -> None:
        """Put the open card in place of the one before; the interaction must be deferred."""
        shown = self.cards[self.at]
        picture = await picture_of(interaction, shown)
        embed = card(shown.name, shown.text, f"Card {self.at + 1} of {len(self.cards)}")
        embed.set_image(url=f"attachment://{picture.filename}")
        file = discord.File(io.BytesIO(picture.png), picture.filename, description=picture.alt)
        self.clear_items()
        if menu := read_menu(interaction, self.shown, shown.rules, row=0):
            self.add_item(menu)
        self.add_turns()
        if first:
            self._message = await interaction.followup.send(
                embed=embed, file=file, view=self, ephemeral=True, wait=True
            )
        else:
            await interaction.edit_original_response(embed=embed, attachments=[file], view=self)

    async def on_timeout(self) -> None:
        if self._message:
            with suppress(discord.HTTPException):
                await self._message.edit(view=None)


class PrimerOffer(Panel):
    """Below the welcome: a button that opens Your turn, and one for the primer if there is any."""

    def __init__(self, shown: Faces, campaign: int, faction: int) -> None:
        super().__init__(timeout=LIFETIME)
        self.shown = shown
        if not shown.primer:
            self.clear_items()
        # `bot.turn.command` answers it by its id. Were its dynamic item in a view, discord.py would
        # forget all buttons of that kind as soon as the view ends.
        id = turn_button(campaign, faction)
        self.add_item(discord.ui.Button[Any](label=YOUR_TURN, custom_id=id))

    @discord.ui.button(label=OPEN, emoji="🃏", style=discord.ButtonStyle.primary)
    async def primer(self, interaction: Interaction, _: discord.ui.Button[PrimerOffer]) -> None:
        await acknowledge(interaction)
        await open_primer(interaction, self.shown)


async def picture_of(interaction: Interaction, shown: PrimerCard) -> Picture:
    """The picture of a card, drawn when it is first wanted."""
    if shown not in _drawn:
        _drawn[shown] = await interaction.client.host.workers.run(draw_card, shown)
    return _drawn[shown]
