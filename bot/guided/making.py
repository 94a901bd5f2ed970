"""A guided form that ends in orders: what a face describes, as a message that turns its pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.answers import Refused
from bot.cogs.asking import asking_of
from bot.cogs.done_panels import AfterDone
from bot.cogs.seats import Interaction, seat_of
from bot.faces.choosing import Asking
from bot.faces.guided import Guided, Here
from bot.faces.pages import Page, Take
from bot.faces.recipes import key_of
from bot.guided.panel import PagesPanel
from bot.host import Seat
from bot.playing import at_once
from engine.orders import Queued


async def open_guided(interaction: Interaction, seat: Seat, name: str, about: str) -> None:
    """Show a guided form in place of what the answer showed; the interaction has been deferred.

    Raises `Refused` if there is no such form any more, `Unanswered` if it cannot begin so.
    """
    seat, asking = await asking_of(interaction, f"#{seat.campaign.id}")
    at_once.check_now(seat)
    guided = asking.faces.guided.get(name)
    if guided is None:
        raise Refused("In this campaign there is no such form.")
    await GuidedPanel(seat, guided, guided.begin(asking, about)).show(interaction)


class GuidedPanel(PagesPanel):
    """A guided form of one player."""

    def __init__(self, seat: Seat, guided: Guided[Any], draft: Any) -> None:
        super().__init__(seat.campaign.id, guided.first)
        self.guided, self.draft = guided, draft
        self.taking = False
        """Whether its orders are being carried out, or were."""

    async def page(self, interaction: Interaction) -> Page[Any]:
        asking = await self._asking(interaction)
        return self.guided.pages[self._at.page](Here(asking, self.draft, self._at))

    async def keep(self, interaction: Interaction, edit: Callable[[Any], Any]) -> None:
        self.draft = edit(self.draft)

    async def take(self, interaction: Interaction, take: Take) -> None:
        """Carry its orders out, and answer with what came of them."""
        if self.taking:  # pressed twice
            return
        self.taking = True
        orders = self.guided.orders(self.draft)
        bodies = [Queued(key_of(n), order).to_json() for n, order in enumerate(orders, 1)]
        try:
            seat = await seat_of(interaction, f"#{self.campaign_id}")
            done = await at_once.carry_out(interaction.client.host, seat, bodies)
        except BaseException:
            self.taking = False
            raise
        after = AfterDone(seat, done, self.guided.after(self.draft))
        await interaction.edit_original_response(
            embed=at_once.done_card(done), view=after, attachments=[]
        )
        self.stop()

    async def _asking(self, interaction: Interaction) -> Asking:
        _, asking = await asking_of(interaction, f"#{self.campaign_id}")
        return asking
