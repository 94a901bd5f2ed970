"""/orders: a player's list of orders as commands: list, move, remove, clear, preview, submit ...

Every command acknowledges at once and answers its caller alone. What happens is in `ordering`;
the panels under the answers are in `bot.orders.panels`.
"""

import io
from collections.abc import Iterable

import discord
from discord import app_commands
from discord.ext import commands

from bot import faces
from bot.answers import Refused, acknowledge
from bot.callers.embeds import card
from bot.callers.looking_up import fetched
from bot.callers.pager import TextPages
from bot.callers.seats import CHOICE_NAME, CHOICES, Choices, seat_of
from bot.campaign.status import day_name
from bot.client import HostBot
from bot.faces.words.text import clean, escaped, number, plain
from bot.help.command import around, found_orders, offered_orders, show_help
from bot.host import Seat
from bot.orders import arranging, choosing, ordering, sharing, standing, submitting
from bot.orders import sheets as order_sheets
from bot.orders.panels import (
    ask_to_clear,
    ask_to_replace,
    share_now,
    show_list,
    show_preview,
    show_preview_together,
    submit_now,
)
from bot.orders.sharing import shared_pages, team_pages
from bot.orders.standing_panel import ask_how_long, keys_offered, repeat_now, show_standing, way_of
from bot.store.errors import StoreError
from engine.campaign import Player
from engine.module.names import key_of
from engine.sheet import BYTES, item_of
from engine.world import World

Interaction = discord.Interaction[HostBot]
SHEET = "orders.txt"


class OrdersGroup(commands.GroupCog, group_name="orders", group_description="Your orders"):
    """The commands about a player's list of orders."""

    def __init__(self, bot: HostBot) -> None:
        self.bot = bot

    @app_commands.command(name="list", description="All your orders, to move and remove them")
    async def show(self, interaction: Interaction) -> None:
        """The panel."""
        await acknowledge(interaction)
        await show_list(interaction, await seat_of(interaction))

    @app_commands.command(description="Move an order to another place in your list")
    @app_commands.describe(order="The key of the order, such as k3", place="Its new place, from 1")
    async def move(
        self,
        interaction: Interaction,
        order: str,
        place: app_commands.Range[int, 1, ordering.MOST_ORDERS],
    ) -> None:
        """One order to a place."""
        await acknowledge(interaction)
        seat = await seat_of(interaction)
        await arranging.move(self.bot.host, seat, order, place)
        await show_list(interaction, seat)

    @app_commands.command(description="Take orders out of your list")
    @app_commands.describe(orders="The keys of the orders, with commas")
    async def remove(self, interaction: Interaction, orders: str) -> None:
        """One or several orders."""
        await acknowledge(interaction)
        seat = await seat_of(interaction)
        await arranging.remove(self.bot.host, seat, orders.strip(" ,").split(","))
        await show_list(interaction, seat)

    @app_commands.command(description="Give an order of your list again, turn after turn")
    @app_commands.describe(order="Which order", until="How long; left out, I ask")
    async def repeat(self, interaction: Interaction, order: str, until: str | None = None) -> None:
        """Make an order a standing one."""
        await acknowledge(interaction)
        seat = await seat_of(interaction)
        if until is None:
            await ask_how_long(interaction, seat, order)
        else:
            way = await way_of(interaction, seat, order, until)
            await repeat_now(interaction, seat, order, way)

    @repeat.autocomplete("order")
    async def orders_to_repeat(self, interaction: Interaction, typed: str) -> Choices:
        """The orders of the list."""
        try:
            seat = await seat_of(interaction)
            found = await keys_offered(interaction, seat, typed)
        except (Refused, StoreError):
            return []
        return [app_commands.Choice(name=name, value=key) for name, key in found[:CHOICES]]

    @repeat.autocomplete("until")
    async def ways_to_repeat(self, interaction: Interaction, typed: str) -> Choices:
        """How long it may be given."""
        try:
            seat = await seat_of(interaction)
            key = getattr(interaction.namespace, "order", None) or ""
            found = await standing.ways(self.bot.host, seat, key, typed)
        except (Refused, StoreError):
            return []
        names = [way.label for way in found if len(way.label) <= CHOICE_NAME]
        return [app_commands.Choice(name=name, value=name) for name in names]

    @app_commands.command(name="standing", description="Your standing orders: pause, go on, end")
    async def standing_orders(self, interaction: Interaction) -> None:
        """The panel of them."""
        await acknowledge(interaction)
        await show_standing(interaction, await seat_of(interaction))

    @app_commands.command(description="Take all orders out of your list")
    async def clear(self, interaction: Interaction) -> None:
        """All of them, once confirmed."""
        await acknowledge(interaction)
        await ask_to_clear(interaction, await seat_of(interaction))

    @app_commands.command(description="What your orders would do, as far as you can know")
    @app_commands.describe(
        sequence="Teammates whose shared orders run too, in this order; you come last if not named"
    )
    async def preview(self, interaction: Interaction, sequence: str | None = None) -> None:
        """Every order's outcome, alone or among the turns of teammates."""
        await acknowledge(interaction)
        seat = await seat_of(interaction)
        if sequence:
            await show_preview_together(interaction, seat, sequence)
        else:
            await show_preview(interaction, seat)

    @app_commands.command(description="Let your faction's players read your orders as they stand")
    @app_commands.describe(stop="Share them with nobody any more instead")
    async def share(self, interaction: Interaction, stop: bool = False) -> None:
        """A copy of the list (cohorts.turn.shared-orders); list and submission stay."""
        await acknowledge(interaction)
        seat = await seat_of(interaction)
        if not stop:
            await share_now(interaction, seat)
            return
        await sharing.unshare(self.bot.host, seat)
        text = "Your faction's players can read your orders no more. Your list is as it was."
        await interaction.followup.send(embed=card("Orders not shared", text), ephemeral=True)

    @app_commands.command(description="Who of your faction has shared or submitted orders")
    @app_commands.describe(player="A teammate whose shared orders you want to read")
    async def team(self, interaction: Interaction, player: str | None = None) -> None:
        """All of them, or what one of them shares."""
        await acknowledge(interaction)
        host, seat = self.bot.host, await seat_of(interaction)
        if player is None:
            players = team_pages(await sharing.team(host, seat), seat.player)
            await TextPages("Your faction's orders", players, seat).follow_up(interaction)
            return
        read = await sharing.read(host, seat, player)
        pages = await shared_pages(await host.rules(seat.guild, seat.campaign), read)
        title = f"Orders of {escaped(read.teammate.name)}"
        await TextPages(title, pages, seat).follow_up(interaction)

    @app_commands.command(description="Submit your turn for a run day")
    @app_commands.describe(
        date="The run day, such as 2026-01-05; left out, the next that is open",
        sequence="Teammates in the order in which your turns should run, with commas",
    )
    async def submit(
        self, interaction: Interaction, date: str | None = None, sequence: str | None = None
    ) -> None:
        """The list as it stands."""
        await acknowledge(interaction)
        await submit_now(interaction, await seat_of(interaction), date, sequence)

    @app_commands.command(description="Take back the turn that you have submitted")
    async def withdraw(self, interaction: Interaction) -> None:
        """Before its cut-off."""
        await acknowledge(interaction)
        taken, note = await submitting.withdraw(self.bot.host, await seat_of(interaction))
        text = f"Your turn for {day_name(taken.run_date)} will not run. Your orders are kept."
        text = f"{text} {note}".rstrip()
        await interaction.followup.send(embed=card("Turn taken back", text), ephemeral=True)

    @app_commands.command(description="Your orders as a text file, to edit and upload")
    async def sheet(self, interaction: Interaction) -> None:
        """The download."""
        await acknowledge(interaction)
        seat = await seat_of(interaction)
        text, count = await order_sheets.write_sheet(self.bot.host, seat)
        head = (
            f"# Orders in {clean(seat.campaign.name)}. One order a line; # begins a comment.\n"
            "# Keep the keys (k1:) of orders that you edit; new lines need none.\n"
        )
        file = discord.File(io.BytesIO((head + text).encode()), SHEET)
        note = card(
            "Your order sheet",
            f"{number(count, 'order')}. Edit the file, then bring it back with /orders upload.",
        )
        await interaction.followup.send(embed=note, file=file, ephemeral=True)

    @app_commands.command(description="Take an order sheet in place of your list")
    @app_commands.describe(file="A text file as /orders sheet gives it")
    async def upload(self, interaction: Interaction, file: discord.Attachment) -> None:
        """All of it, once confirmed, or nothing."""
        await acknowledge(interaction)
        seat = await seat_of(interaction)
        if file.size > BYTES:
            raise order_sheets.too_large()
        sheet = await order_sheets.read_sheet(self.bot.host, seat, await fetched(file))
        await ask_to_replace(interaction, seat, sheet)

    @app_commands.command(description="What an order does and what it asks for")
    @app_commands.describe(order="Which order; left out, all of them")
    async def help(self, interaction: Interaction, order: str | None = None) -> None:
        """One order's page, or all orders by what they are good for."""
        await acknowledge(interaction)
        await seat_of(interaction)  # asks which is meant, if that is not plain
        where = await around(interaction)
        if where and order and not found_orders(self.bot.lookup, where, order):
            raise Refused(
                f"There is no order “{plain(order[:40])}”.",
                way_out="See them all with /orders help.",
            )
        await show_help(interaction, where, order)

    # ------------------------------------------------------------------ autocomplete

    @help.autocomplete("order")
    async def known_orders(self, interaction: Interaction, typed: str) -> Choices:
        """The orders of the campaign that the words mean, by name or by what they do."""
        where = await around(interaction, getattr(interaction.namespace, "campaign", None))
        return offered_orders(self.bot.lookup, where, typed) if where else []

    @move.autocomplete("order")
    async def one_key(self, interaction: Interaction, typed: str) -> Choices:
        """The orders in the list."""
        return await self._keys(interaction, "", typed)

    @remove.autocomplete("orders")
    async def more_keys(self, interaction: Interaction, typed: str) -> Choices:
        """The orders in the list, for the last key."""
        head, comma, last = typed.rpartition(",")
        return await self._keys(interaction, f"{head}{comma} " if comma else "", last)

    @submit.autocomplete("date")
    async def run_days(self, interaction: Interaction, typed: str) -> Choices:
        """The run days that are open to the caller."""
        seat = await _seat(interaction)
        if seat is None or await self._known(seat) is None:
            return []
        days = await submitting.run_days(self.bot.host, seat)
        return [
            app_commands.Choice(name=f"{day:%A}, {day.isoformat()}", value=day.isoformat())
            for day in days
            if key_of(typed) in key_of(f"{day:%A} {day.isoformat()}")
        ]

    @team.autocomplete("player")
    async def sharing_players(self, interaction: Interaction, typed: str) -> Choices:
        """The players of the caller's faction who share orders."""
        return _last_name(typed, await self._sharing(interaction))

    @preview.autocomplete("sequence")
    async def sharing_sequence(self, interaction: Interaction, typed: str) -> Choices:
        """The same, and the caller, for the last name."""
        return _last_name(typed, await self._sharing(interaction, me=True))

    @submit.autocomplete("sequence")
    async def teammates(self, interaction: Interaction, typed: str) -> Choices:
        """The players of the caller's faction, for the last name."""
        seat = await _seat(interaction)
        view = await self._known(seat) if seat else None
        if seat is None or view is None:
            return []
        team = view.by(Player, "faction", seat.member.faction)
        return _last_name(typed, [player.name for player in team])

    async def _sharing(self, interaction: Interaction, *, me: bool = False) -> list[str]:
        seat = await _seat(interaction)
        if seat is None or await self._known(seat) is None:
            return []
        players = await sharing.team(self.bot.host, seat)
        return [each.name for each in players if each.shared or (me and each.player == seat.player)]

    async def _known(self, seat: Seat) -> World | None:
        host = self.bot.host
        return await choosing.known(host, seat, await ordering.draft_of(host, seat))

    async def _keys(self, interaction: Interaction, head: str, typed: str) -> Choices:
        seat = await _seat(interaction)
        view = await self._known(seat) if seat else None
        if seat is None or view is None:
            return []
        draft = await ordering.draft_of(self.bot.host, seat)
        rules = await self.bot.host.rules(seat.guild, seat.campaign)
        face = faces.of(rules)
        found: Choices = []
        for queued in ordering.queued_of(rules, draft):
            text = f"{queued.key} {clean(face.line(queued.order, view))}"
            value = head + queued.key
            if key_of(typed) in key_of(text) and len(value) <= CHOICE_NAME:
                label = (value if head else text)[:CHOICE_NAME]
                found.append(app_commands.Choice(name=label, value=value))
            if len(found) == CHOICES:
                break
        return found


def _last_name(typed: str, names: Iterable[str]) -> Choices:
    """The names that fit the last one typed, behind those before it, each once."""
    head, comma, last = typed.rpartition(",")
    before = f"{head}{comma} " if comma else ""
    there = [key_of(name) for name in head.split(",")]
    left = [name for name in names if key_of(name) not in there]
    whole = [before + item_of(name) for name in left if key_of(last) in key_of(name)]
    fits = [text for text in whole if len(text) <= CHOICE_NAME]
    return [app_commands.Choice(name=text, value=text) for text in fits[:CHOICES]]


async def _seat(interaction: Interaction) -> Seat | None:
    """The caller's seat for an autocomplete, which has nobody to tell of a refusal."""
    try:
        return await seat_of(interaction)
    except (Refused, StoreError):
        return None


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(OrdersGroup(bot))
