"""Panels under answers about orders: after an order, the list with its buttons, pages, a question.

They look everything up anew at each press. What changes the list says on which version of it a
person decided, so a panel that has grown old does no harm.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import discord

from bot import faces
from bot.answers import LIFETIME, Panel, Refused, SelectMenu, acknowledge
from bot.callers.confirming import Confirm
from bot.callers.embeds import card, clipped
from bot.callers.leading import begin, follow, open_queued
from bot.callers.pager import SeatPager, TextPages
from bot.callers.seats import seated
from bot.campaign.status import day_name
from bot.client import HostBot
from bot.faces.leads import Lead
from bot.faces.words.orders import order_title
from bot.faces.words.text import clean, number
from bot.host import DraftPlan, Seat
from bot.orders import access, arranging, choosing, fights, ordering, sharing, submitting
from bot.orders import sheets as order_sheets
from bot.orders.guarding import ask, submitted
from bot.orders.sharing import shared_card, together_pages
from bot.orders.standing_panel import ask_how_long
from bot.orders.texts import MARKS, difference, order_line, preview_pages
from bot.store.records import Draft
from engine.orders import Queued, Ref
from engine.packs import Rules
from engine.world import World

SHOWN = 10
"""Orders on a page of the list."""

Interaction = discord.Interaction[HostBot]
Button = discord.ui.Button[Any]


class AfterOrder(Panel):
    """Under orders that were taken: undo them, do more with the same thing, show all, submit."""

    def __init__(
        self, seat: Seat, queued: Queued, edits: Sequence[ordering.Edit] | None = None
    ) -> None:
        """`edits` are what was done to the list; left out, the order was added to it."""
        super().__init__(timeout=LIFETIME)
        self.seat = seat
        self.edits = edits or [ordering.Edit(queued.key, queued.to_json())]
        self.thing = _subject(queued)
        self.key = queued.key
        if not self.thing:
            self.remove_item(self.more)
        if len(self.edits) > 1:
            self.remove_item(self.again)

    @discord.ui.button(label="Undo", style=discord.ButtonStyle.secondary)
    async def undo(self, interaction: Interaction, button: Button) -> None:
        """Take the order out again."""
        await acknowledge(interaction, thinking=False)
        seat = await seated(interaction, self.seat)
        draft = await arranging.undo(interaction.client.host, seat, self.edits)
        choosing.warm(interaction.client.host, seat, draft)
        count = number(len(draft.orders), "order")
        changed = any(edit.before for edit in self.edits)
        several = "Orders" if len(self.edits) > 1 else "Order"
        title = "Order changed back" if changed else f"{several} taken out"
        gone = card(title, f"Your list now holds {count}.")
        await interaction.edit_original_response(embed=gone, view=None)
        self.stop()

    @discord.ui.button(label="Do more with this", style=discord.ButtonStyle.secondary)
    async def more(self, interaction: Interaction, button: Button) -> None:
        """What else can be done with what the order is about."""
        await follow(interaction, self.seat, Lead(label="Do more", thing=self.thing))

    @discord.ui.button(label="Repeat …", style=discord.ButtonStyle.secondary)
    async def again(self, interaction: Interaction, button: Button) -> None:
        """Have it given again, turn after turn."""
        await acknowledge(interaction)
        await ask_how_long(interaction, await seated(interaction, self.seat), self.key)

    @discord.ui.button(label="Show all", style=discord.ButtonStyle.secondary)
    async def show_all(self, interaction: Interaction, button: Button) -> None:
        """The whole list, as a separate message."""
        await acknowledge(interaction)
        await show_list(interaction, await seated(interaction, self.seat))

    @discord.ui.button(label="Submit", style=discord.ButtonStyle.primary)
    async def submit(self, interaction: Interaction, button: Button) -> None:
        """Submit the turn for the next run day."""
        await acknowledge(interaction)
        await submit_now(interaction, await seated(interaction, self.seat))


def _told(queued: Queued, world: World, rules: Rules) -> str | None:
    """What an order says behind its name, as far as a menu has room for it."""
    line = clean(faces.of(rules).given(queued.order, world))
    return (line if len(line) <= 100 else f"{line[:99]}…") or None


def _subject(queued: Queued) -> str:
    """What an order is about: what it makes, else what it names first; empty for nothing."""
    if queued.order.makes:
        return str(Ref(queued.order.makes, 0, queued.key))
    ref = next(iter(queued.order.refs().values()), None)
    return str(ref) if ref and not ref.name else ""


async def submit_now(
    interaction: Interaction, seat: Seat, day: str | None = None, sequence: str | None = None
) -> None:
    """Submit and answer, or ask first about what is unused; the interaction has been deferred."""
    host = interaction.client.host

    async def submit(now: Seat) -> discord.Embed:
        return submitted(await submitting.submit(host, now, day, sequence))

    asked = await submitting.question(host, seat, day, sequence)
    if asked:
        await ask(interaction, seat, asked, submit)
    else:
        await interaction.followup.send(embed=await submit(seat), ephemeral=True)


async def share_now(interaction: Interaction, seat: Seat) -> None:
    """Share the list and answer; the interaction has been deferred."""
    host = interaction.client.host
    shared = await sharing.share(host, seat)
    waiting = await submitting.pending(host, seat)
    as_submitted = waiting and waiting[0].version == shared.version
    run = waiting[0].run_date if waiting and as_submitted else None
    await interaction.followup.send(embed=shared_card(shared, run), ephemeral=True)


async def show_list(interaction: Interaction, seat: Seat) -> None:
    """Answer with the list of orders; the interaction has been deferred."""
    listing = await Listing.of(interaction, seat)
    panel = ListPanel(listing)
    await interaction.followup.send(embed=panel.embed(), view=panel, ephemeral=True)


class Listing:
    """A draft and its plan at one moment."""

    def __init__(
        self,
        rules: Rules,
        seat: Seat,
        draft: Draft,
        plan: DraftPlan,
        orders: Sequence[Queued],
        note: str,
        stands_in: str = "",
    ) -> None:
        self.rules = rules
        self.seat = seat
        self.draft = draft
        self.plan = plan
        self.orders = orders
        self.note = note
        self.stands_in = stands_in

    @classmethod
    async def of(cls, interaction: Interaction, seat: Seat) -> Listing:
        """The list as it stands."""
        host = interaction.client.host
        access.check_player(seat)
        draft = await ordering.draft_of(host, seat)
        plan = await host.plan(seat, draft)
        rules = await host.rules(seat.guild, seat.campaign)
        orders = ordering.queued_of(rules, draft)
        waiting = await submitting.pending(host, seat)
        note, stands_in = "Not submitted yet.", ""
        if waiting:
            submission, _ = waiting
            same = "" if submission.version == draft.version else ", but the list has changed since"
            note = f"Submitted for {day_name(submission.run_date)}{same}."
        if shared := await sharing.shared_by(host, seat):
            stale = "" if shared.version == draft.version else " before it changed: share it again"
            note += f" Shared{stale}."
        if waiting and (by := submitting.by_whom(waiting[0])):
            stands_in = f"Submitted {by.rstrip()}."
        elif changed := await submitting.changed_by(host, seat, draft.version):
            stands_in = f"Last changed by deputy <@{changed}>."
        return cls(rules, seat, draft, plan, orders, note, stands_in)

    @property
    def world(self) -> World:
        """The names of things."""
        return self.plan.names

    def pages(self) -> int:
        """How many pages there are, at least one."""
        return max(1, -(-len(self.orders) // SHOWN))

    def on(self, page: int) -> Sequence[Queued]:
        """The orders of a page."""
        return self.orders[page * SHOWN : (page + 1) * SHOWN]

    def page(self, page: int) -> discord.Embed:
        """One page of the list."""
        lines = [self._line(queued) for queued in self.on(page)]
        if self.stands_in:
            lines.append(f"-# {self.stands_in}")
        text = "\n".join(lines) or "You have no orders yet. `/orders help` tells what you can give."
        place = f" · page {page + 1} of {self.pages()}" if self.pages() > 1 else ""
        footer = f"{number(len(self.orders), 'order')}{place} · {self.note}"
        return card("Your orders", clipped(text), footer)

    def _line(self, queued: Queued) -> str:
        planned = self.plan.of(queued.key)
        mark = MARKS[planned.outcome] if planned else MARKS["unforeseen"]
        return f"{mark} `{queued.key}` {order_line(queued, self.world, self.rules)}"


class ListPanel(SeatPager):
    """The list of orders: choose one to move or remove it, clear, preview, submit."""

    def __init__(self, listing: Listing) -> None:
        super().__init__(listing.seat, row=1)
        self.listing = listing
        self.chosen = ""

    def count(self) -> int:
        return self.listing.pages()

    def _set(self) -> None:
        listing = self.listing
        self.add_turns()
        shown = listing.on(self.at)
        if self.chosen not in [queued.key for queued in shown]:
            self.chosen = ""
        self.remove_item(self.choose)
        if shown:
            self.choose.options = [
                discord.SelectOption(
                    label=f"{queued.key} {order_title(type(queued.order))}"[:100],
                    value=queued.key,
                    description=_told(queued, listing.world, listing.rules),
                    default=queued.key == self.chosen,
                )
                for queued in shown
            ]
            self.add_item(self.choose)
        for button in (self.up, self.down, self.take_out, self.change):
            button.disabled = not self.chosen
        if self.chosen:
            self.up.disabled = self.chosen == listing.orders[0].key
            self.down.disabled = self.chosen == listing.orders[-1].key
        for button in (self.clear, self.preview, self.share, self.submit):
            button.disabled = not shown

    async def show(self, interaction: Interaction, *, follow: bool = False) -> None:
        """The list as it is now: the page that is open or, to follow, that of the chosen order."""
        self.listing = await Listing.of(interaction, self.seat)
        places = [queued.key for queued in self.listing.orders]
        if follow and self.chosen in places:
            self.at = places.index(self.chosen) // SHOWN
        await interaction.edit_original_response(embed=self.embed(), view=self)

    def embed(self) -> discord.Embed:
        """The open page of the list as it was last read, its buttons set."""
        self._set()
        return self.listing.page(self.at)

    @discord.ui.select(
        cls=SelectMenu[Any], placeholder="Choose an order to change, move or remove", row=0
    )
    async def choose(self, interaction: Interaction, select: SelectMenu[Any]) -> None:
        """The order that the buttons are about."""
        self.chosen = select.values[0]
        await self.go(interaction, self.at)

    @discord.ui.button(label="Up", row=1)
    async def up(self, interaction: Interaction, button: Button) -> None:
        """One place up."""
        await self._move(interaction, -1)

    @discord.ui.button(label="Down", row=1)
    async def down(self, interaction: Interaction, button: Button) -> None:
        """One place down."""
        await self._move(interaction, 1)

    @discord.ui.button(label="Remove", row=1)
    async def take_out(self, interaction: Interaction, button: Button) -> None:
        """Take the order out."""
        await acknowledge(interaction, thinking=False)
        await self.check(interaction)
        async with self._as_shown(interaction) as version:
            await arranging.remove(interaction.client.host, self.seat, [self.chosen], version)
        await self.show(interaction)

    @discord.ui.button(label="Clear", style=discord.ButtonStyle.danger, row=2)
    async def clear(self, interaction: Interaction, button: Button) -> None:
        """Take all out, once confirmed."""
        await acknowledge(interaction)
        await ask_to_clear(interaction, await seated(interaction, self.seat))

    @discord.ui.button(label="Preview", row=2)
    async def preview(self, interaction: Interaction, button: Button) -> None:
        """What the orders would do."""
        await acknowledge(interaction)
        await show_preview(interaction, await seated(interaction, self.seat))

    @discord.ui.button(label="Share", row=2)
    async def share(self, interaction: Interaction, button: Button) -> None:
        """Let the faction's players read the list."""
        await acknowledge(interaction)
        await share_now(interaction, await seated(interaction, self.seat))

    @discord.ui.button(label="Submit", style=discord.ButtonStyle.primary, row=2)
    async def submit(self, interaction: Interaction, button: Button) -> None:
        """Submit the turn for the next run day."""
        await acknowledge(interaction)
        await submit_now(interaction, await seated(interaction, self.seat))

    @discord.ui.button(label="Change", row=2)
    async def change(self, interaction: Interaction, button: Button) -> None:
        """The form of the chosen order, as a separate message."""
        await acknowledge(interaction)
        await open_queued(interaction, await seated(interaction, self.seat), self.chosen)

    @discord.ui.button(label="Give another order", emoji="📜", row=3)
    async def another(self, interaction: Interaction, button: Button) -> None:
        """What can be begun with: own things, and all orders by their groups."""
        await begin(interaction, self.seat)

    async def _move(self, interaction: Interaction, by: int) -> None:
        await acknowledge(interaction, thinking=False)
        await self.check(interaction)
        host = interaction.client.host
        draft = await ordering.draft_of(host, self.seat)
        places = [order.key for order in draft.orders]
        async with self._as_shown(interaction) as version:
            if self.chosen in places:
                place = places.index(self.chosen) + 1 + by
                await arranging.move(host, self.seat, self.chosen, place, version)
        await self.show(interaction, follow=True)

    @asynccontextmanager
    async def _as_shown(self, interaction: Interaction) -> AsyncGenerator[int]:
        """For a change of the version that is shown; of another one, it is shown and refused."""
        try:
            yield self.listing.draft.version
        except ordering.ListChanged:
            await self.show(interaction)
            raise


async def show_preview(interaction: Interaction, seat: Seat) -> None:
    """Answer with what each order would do; the interaction has been deferred."""
    listing = await Listing.of(interaction, seat)
    rules = await interaction.client.host.rules(seat.guild, seat.campaign)
    if not listing.orders:
        await interaction.followup.send(embed=listing.page(0), ephemeral=True)
        return
    found = await fights.expected(
        interaction.client.host,
        seat,
        [(each.key, each.to_json()) for each in listing.orders],
        listing.plan.orders,
    )
    planned = listing.plan.orders
    pages = await preview_pages(rules, listing.orders, planned, listing.world, fights=found)
    await TextPages("What your orders would do", pages, seat).follow_up(interaction)


async def show_preview_together(interaction: Interaction, seat: Seat, sequence: str) -> None:
    """Answer with what each order would do among teammates' turns; it has been deferred."""
    host = interaction.client.host
    made = await sharing.preview(host, seat, sequence)
    pages = await together_pages(await host.rules(seat.guild, seat.campaign), made)
    title = "What your orders would do in sequence"
    await TextPages(title, pages, seat).follow_up(interaction)


async def ask_to_clear(interaction: Interaction, seat: Seat) -> None:
    """Ask whether to take every order out; the interaction has been deferred.

    Raises `Refused` if the list is empty.
    """

    async def clear(pressed: Interaction) -> None:
        await acknowledge(pressed, thinking=False)
        now = await seated(pressed, seat)
        count = await arranging.clear(pressed.client.host, now, draft.version)
        done = card("List cleared", f"I took out {number(count, 'order')}.")
        await pressed.edit_original_response(embed=done, view=None)

    access.check_player(seat)
    draft = await ordering.draft_of(interaction.client.host, seat)
    if not draft.orders:
        raise Refused(
            "Your list is empty already.",
            way_out="/orders help tells what you can give.",
        )
    count = number(len(draft.orders), "order")
    text = f"Take everything ({count}) out of your list? What you have submitted stays."
    await interaction.followup.send(
        embed=card("Clear your list?", text), view=Confirm("Clear", clear), ephemeral=True
    )


async def ask_to_replace(interaction: Interaction, seat: Seat, sheet: order_sheets.Sheet) -> None:
    """Ask whether to take a sheet in place of the list; the interaction has been deferred."""

    async def replace(pressed: Interaction) -> None:
        await acknowledge(pressed, thinking=False)
        host, now = pressed.client.host, await seated(pressed, seat)
        draft = await order_sheets.replace(host, now, sheet)
        choosing.warm(host, now, draft)
        done = card("Sheet taken", f"Your list now holds {number(len(draft.orders), 'order')}.")
        await pressed.edit_original_response(embed=done, view=None)

    await interaction.followup.send(
        embed=card("Take this sheet?", difference(sheet)),
        view=Confirm("Take it", replace),
        ephemeral=True,
    )
