"""`Do ...`: a menu of what can be done with a thing now, and below it what not, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.answers import Refused, acknowledge
from bot.callers.embeds import card, pages
from bot.callers.leading import Home
from bot.callers.menus import OPTIONS, Pick, PickMenu
from bot.callers.pager import SeatPager, TextPages
from bot.callers.seats import Interaction, seat_of
from bot.faces.choices.filling import Filling, of_given
from bot.faces.words.text import escaped, number, plain
from bot.host import Seat
from bot.orders import access, ordering
from bot.orders.forms.form import open_form
from bot.orders.made_forms import ActionsMade, Doable, make_actions
from bot.payload import YOUR_TURN

Button = discord.ui.Button[Any]


async def open_actions(
    interaction: Interaction, seat: Seat, thing: str, home: Home | None = None
) -> None:
    """Show what can be done with a thing in place of what the answer showed; it is deferred.

    Raises `Refused` if the player knows of no such thing (any more).
    """
    access.check_player(seat)
    panel = ActionsPanel(seat, await _made(interaction, seat, thing), home)
    await panel.show(interaction)


async def _made(interaction: Interaction, seat: Seat, thing: str) -> ActionsMade:
    host, campaign = interaction.client.host, seat.campaign
    draft = await ordering.draft_of(host, seat)
    path, faction, orders = (
        host.path(seat.guild),
        seat.member.faction,
        ordering.bodies_of(draft.orders),
    )
    made = await host.workers.run(
        make_actions, path, campaign.id, campaign.tick, faction, seat.player, orders, thing
    )
    if not made.name:
        raise Refused(
            "There is no such thing that you know of, or it is there no more.",
            way_out="Look at what you have with /show, or see your orders with /orders list.",
        )
    return made


class ActionsPanel(SeatPager):
    """The menu; choosing an order opens its form in its place."""

    def __init__(self, seat: Seat, made: ActionsMade, home: Home | None = None) -> None:
        super().__init__(seat, row=1)
        self.home = home
        self.made = made

    def count(self) -> int:
        return max(1, -(-len(self.made.doable) // OPTIONS))

    async def show(self, interaction: Interaction) -> None:
        self._set()
        self._last = interaction
        await interaction.edit_original_response(embed=self._card(), view=self, attachments=[])

    def _set(self) -> None:
        self.clear_items()
        self.add_turns()
        if shown := self.made.doable[self.at * OPTIONS :][:OPTIONS]:
            picks = [Pick(each, each.title, each.does, says=_value(each)) for each in shown]
            self.add_item(PickMenu(picks, self._open, "Do …", row=0))
        if self.made.hindered:
            self.add_item(self.hindered)
        if self.home:
            self.add_item(self.leave)

    def _card(self) -> discord.Embed:
        doable = self.made.doable
        text = "Nothing can be ordered here as things stand."
        if doable:
            inner = sum(bool(each.thing) for each in doable)
            count = number(len(doable) - inner, "thing")
            text = f"{count} can be ordered now, the likeliest first. Nothing is given yet."
            text += " What ends in … opens another menu." if inner else ""
        return card(f"{escaped(self.made.name)}: do …", text, self.place())

    async def _open(self, interaction: Interaction, chosen: Sequence[Doable]) -> None:
        """The form of an order, in place of the menu."""
        (action,) = chosen
        await acknowledge(interaction, thinking=False)
        seat = await seat_of(interaction, f"#{self.seat.campaign.id}")
        if action.thing:
            await open_actions(interaction, seat, action.thing, self.home)
            self.stop()
            return
        filling = Filling(order=action.path, recipe=action.recipe, values=of_given(action.given))

        async def again(pressed: Interaction) -> None:
            now = await seat_of(pressed, f"#{self.seat.campaign.id}")
            await open_actions(pressed, now, self.made.thing, self.home)

        await open_form(interaction, seat, filling, again, home=self.home)
        self.stop()

    @discord.ui.button(label=YOUR_TURN, row=1)
    async def leave(self, interaction: Interaction, _: Button) -> None:
        """Back to where the menu was opened."""
        await acknowledge(interaction, thinking=False)
        assert self.home
        await self.home(interaction, None)
        self.stop()

    @discord.ui.button(label="Not now …", row=1)
    async def hindered(self, interaction: Interaction, _: Button) -> None:
        """What would be refused, and why."""
        await acknowledge(interaction)
        blocks = [
            f"**{each.title}**: {plain(each.says)} {plain(each.instead)}".rstrip()
            for each in self.made.hindered
        ]
        title = f"{escaped(self.made.name)}: not now"
        await TextPages(title, pages(blocks), self.seat).follow_up(interaction)


def _value(action: Doable) -> str:
    return action.recipe or action.thing or " ".join(action.path or ())
