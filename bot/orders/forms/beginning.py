"""`Give another order`: what one can begin with, own things by kind and all orders by group."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.answers import acknowledge
from bot.callers.embeds import card
from bot.callers.menus import OPTIONS, Pick, PickMenu
from bot.callers.pager import SeatPager
from bot.callers.seats import Interaction, seat_of
from bot.faces.choices.filling import Filling
from bot.faces.words.text import clean, number, word
from bot.guided.widgets import TextForm
from bot.host import Seat
from bot.orders import access, ordering
from bot.orders.forms.actions import open_actions
from bot.orders.forms.form import open_form
from bot.orders.made_forms import Group, groups_of
from engine.module.names import key_of

Button = discord.ui.Button[Any]


async def open_beginning(interaction: Interaction, seat: Seat) -> None:
    """Show what can be begun with in place of what the answer showed; it has been deferred."""
    access.check_player(seat)
    host, campaign = interaction.client.host, seat.campaign
    draft = await ordering.draft_of(host, seat)
    path, faction = host.path(seat.guild), seat.member.faction
    orders = ordering.bodies_of(draft.orders)
    groups = await host.workers.run(
        groups_of, path, campaign.id, campaign.tick, faction, seat.player, orders
    )
    await BeginningPanel(seat, groups).show(interaction)


class BeginningPanel(SeatPager):
    """First the groups, then what is in the one that was chosen; pages, and a search."""

    def __init__(self, seat: Seat, groups: Sequence[Group]) -> None:
        super().__init__(seat, row=1)
        self.groups = groups
        self.group: Group | None = None
        self.search = ""

    def count(self) -> int:
        return max(1, -(-len(self._entries()) // OPTIONS))

    async def show(self, interaction: Interaction) -> None:
        self.clear_items()
        self.add_turns()
        shown = self._entries()[self.at * OPTIONS :][:OPTIONS]
        if shown:
            pages = f", page {self.at + 1} of {self.count()}" if self.count() > 1 else ""
            title = f"{_title(self.group)}{pages}"
            self.add_item(PickMenu(shown, self._chosen, title, row=0))
        if self.count() > 1 or self.search:
            self.add_item(self.look)
        if self.group:
            self.add_item(self.up)
        text = "Choose who or what is to do something, or a group of orders."
        if self.group:
            text = "Choose one: what can be done with it comes next."
            if not self.group.things:
                text = "\n".join(f"• **{o.title}**: {clean(o.does)}" for o in self.group.orders)
        if not shown:
            text = f"Nothing here is called “{clean(self.search)[:60]}”."
        await interaction.edit_original_response(
            embed=card(_title(self.group), text[:1900]), view=self, attachments=[]
        )

    def _entries(self) -> list[Pick[int]]:
        """What can be chosen, by its place."""
        if self.group is None:
            found = [Pick(n, *_of_group(group)) for n, group in enumerate(self.groups)]
        elif self.group.things:
            found = [Pick(n, *_parted(o.label)) for n, o in enumerate(self.group.things)]
        else:
            found = [Pick(n, o.title, o.does) for n, o in enumerate(self.group.orders)]
        wanted = key_of(self.search)
        return [each for each in found if wanted in key_of(f"{each.label}{each.note}")]

    async def _chosen(self, interaction: Interaction, chosen: Sequence[int]) -> None:
        """Go on with what was chosen."""
        (place,) = chosen
        await acknowledge(interaction, thinking=False)
        seat = await seat_of(interaction, f"#{self.seat.campaign.id}")
        if self.group is None:
            self.group, self.at, self.search = self.groups[place], 0, ""
            await self.show(interaction)
        elif self.group.things:
            await open_actions(interaction, seat, self.group.things[place].value)
            self.stop()
        else:
            order = self.group.orders[place]

            async def again(pressed: Interaction) -> None:
                await open_beginning(pressed, await seat_of(pressed, f"#{self.seat.campaign.id}"))

            await open_form(
                interaction, seat, Filling(order=order.path, recipe=order.recipe), again
            )
            self.stop()

    async def search_for(self, interaction: Interaction, text: str) -> None:
        """Show what has the text in its name; the interaction is not yet acknowledged."""
        self.search = text
        await self.go(interaction, 0)

    @discord.ui.button(label="Search", emoji="✏️", row=1)
    async def look(self, interaction: Interaction, _: Button) -> None:
        """Look for a name."""
        form = TextForm("Search", "Part of the name", 100, "", self.search_for, required=False)
        await interaction.response.send_modal(form)

    @discord.ui.button(label="Other things", row=1)
    async def up(self, interaction: Interaction, _: Button) -> None:
        """The groups again."""
        self.group = None
        await self.search_for(interaction, "")


def _title(group: Group | None) -> str:
    if group is None:
        return "Give another order"
    return _of_group(group)[0]


def _of_group(group: Group) -> tuple[str, str]:
    """The label and note of a group."""
    if group.things:
        name = _plural(word(group.name))
        return f"{name[:1].upper()}{name[1:]} ({len(group.things)})", ""
    title = f"{group.name[:1].upper()}{group.name[1:]}"
    names = ", ".join(order.title.lower() for order in group.orders)
    return f"{title}: {number(len(group.orders), 'order')}", names


def _plural(noun: str) -> str:
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"


def _parted(label: str) -> tuple[str, str]:
    head, _, note = label.partition(" · ")
    return head, note
