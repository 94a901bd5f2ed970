"""A guided form that ends in orders: what a face describes, as a message that turns its pages."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from bot.answers import Refused
from bot.callers.seats import Interaction, guild_of, seat_of
from bot.faces.choices.asking import Asking
from bot.faces.macros import key_of
from bot.faces.pages import Page, Take
from bot.faces.wizards import Guided, Here
from bot.guided.panel import PagesPanel
from bot.host import Seat
from bot.orders import at_once
from bot.orders.asking import asking_of
from bot.orders.done_panel import AfterDone
from engine.orders import Queued


async def open_guided(interaction: Interaction, seat: Seat, name: str, about: str) -> None:
    """Show a guided form in place of what the answer showed; the interaction has been deferred.

    One that the person left undone goes on where it was. Raises `Refused` if there is no such form
    any more, `Unanswered` if it cannot begin so.
    """
    seat, asking = await asking_of(interaction, f"#{seat.campaign.id}")
    at_once.check_now(seat)
    guided = asking.faces.guided.get(name)
    if guided is None:
        raise Refused(
            "In this campaign there is no such form.",
            way_out="/orders help tells which orders there are.",
        )
    begun = guided.begin(asking, about)
    async with interaction.client.host.stores.use(seat.guild) as store:
        body = await store.papers.get(seat.campaign.id, interaction.user.id, "form")
    panel = GuidedPanel(seat, guided, about, begun)
    panel.take_up(body)
    await panel.show(interaction)


class GuidedPanel(PagesPanel):
    """A guided form of one player; what is put down is kept until it is done."""

    def __init__(self, seat: Seat, guided: Guided[Any], about: str, draft: Any) -> None:
        super().__init__(seat.campaign.id, guided.first)
        self.guided, self.draft = guided, draft
        self._of = [seat.campaign.module_digest, guided.name, about]
        self.taking = False
        """Whether its orders are being carried out, or were."""

    def take_up(self, body: str | None) -> None:
        """Go on with what was kept, if it is of this form, this module and about the same."""
        of, text = json.loads(body) if body else (None, "")
        if of == self._of:
            with suppress(ValueError):  # put down in the form of another version
                self.draft = self.guided.read(text)

    async def page(self, interaction: Interaction) -> Page[Any]:
        asking = await self._asking(interaction)
        return self.guided.pages[self._at.page](Here(asking, self.draft, self._at))

    async def keep(self, interaction: Interaction, edit: Callable[[Any], Any]) -> None:
        self.draft = edit(self.draft)
        body = json.dumps([self._of, self.guided.write(self.draft)])
        async with interaction.client.host.stores.use(guild_of(interaction)) as store:
            await store.papers.put(self.campaign_id, interaction.user.id, "form", body)

    async def take(self, interaction: Interaction, take: Take) -> None:
        """Carry its orders out, and answer with the results."""
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
        async with interaction.client.host.stores.use(seat.guild) as store:
            await store.papers.remove(self.campaign_id, interaction.user.id, "form")
        after = AfterDone(seat, done, self.guided.after(self.draft))
        await interaction.edit_original_response(
            embed=at_once.done_card(done), view=after, attachments=[]
        )
        self.stop()

    async def _asking(self, interaction: Interaction) -> Asking:
        _, asking = await asking_of(interaction, f"#{self.campaign_id}")
        return asking
