"""/turn: what is left to do this turn, and what each of it leads to; one message, edited in place.

Forms open in its place and lead back to it, and it follows the list of orders, however these are
given. The same opens by a button under reports, the status message and the welcome. What is on it
stands in `bot.turn.pages`, where its lines lead in `bot.callers.leading`.
"""

from __future__ import annotations

import re
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import faces
from bot.answers import Refused, acknowledge, answer_error, hold
from bot.callers.embeds import card
from bot.callers.following import follow_list, unfollow
from bot.callers.leading import LeadMenu, follow, in_place
from bot.callers.pager import SeatPager
from bot.callers.seats import Interaction, seat_of
from bot.client import HostBot
from bot.faces.forecasts import Brief
from bot.faces.leads import Lead
from bot.faces.words.text import number
from bot.host import Seat
from bot.orders import arranging
from bot.orders.ordering import Given
from bot.orders.panels import show_list, show_preview, submit_now
from bot.orders.texts import taken
from bot.payload import YOUR_TURN, turn_button
from bot.turn.pages import Menu, YourTurn, your_turn

_PAGE_ROW, _FOOT = 3, 4
_MORE = "more"

Button = discord.ui.Button[Any]


class Turn(commands.Cog):
    """The command."""

    @app_commands.command(description="Your turn: what is left to do, and a menu for all of it")
    async def turn(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        await open_turn(interaction, await seat_of(interaction))


async def open_turn(interaction: Interaction, seat: Seat) -> None:
    """Answer with Your turn; the interaction has been deferred."""
    host = interaction.client.host
    made = await your_turn(host, seat, at_once=True)
    mapped = faces.of(await host.rules(seat.guild, seat.campaign)).atlas is not None
    panel = TurnPanel(seat, made, mapped=mapped)
    await panel.show(interaction)
    await panel.reckon(interaction)


class TurnPanel(SeatPager):
    """Your turn: menus of where its lines lead, and the turn's own buttons."""

    def __init__(self, seat: Seat, made: YourTurn, *, mapped: bool) -> None:
        super().__init__(seat, row=_PAGE_ROW)
        self.made: YourTurn = made
        self.mapped = mapped
        self.parts: dict[str, int] = {}
        """Which part of each menu is shown, by the menu's name."""
        self.away = False
        """Whether its message shows a form that was opened from it."""
        self.given: Given | None = None
        """The orders that were last given in such a form, until something else changes."""

    def count(self) -> int:
        return len(self.made.pages)

    async def show(self, interaction: Interaction) -> None:
        if self._last is None:
            follow_list(interaction.client.host, self.seat, interaction.user.id, self.follow)
        self._set()
        self._last = interaction
        text = self.made.pages[self.at].text
        if self.given:
            # What its fights would bring stands below, among those of the whole list.
            keys = [self.given.queued.key, *(queued.key for queued, _ in self.given.others)]
            known = self.made.fights or {}
            poor = any(not known[key].hopeful for key in keys if key in known)
            text = f"{taken(self.given, Brief('', hopeful=not poor))}\n\n{text}"
        embed = card(self.made.title, text, self.place())
        await interaction.edit_original_response(embed=embed, view=self, attachments=[])

    async def follow(self, seat: Seat) -> None:
        """Show the list of orders as it has become; a form in its place stays."""
        if self._last is None or self.away or self.is_finished():
            return
        given, host = self.given, self._last.client.host
        made = await your_turn(host, seat, self.made, at_once=True)
        if self.away or self.given is not given or made == self.made:
            return  # it has been shown meanwhile
        self.seat, self.made, self.given = seat, made, None
        await self.show(self._last)
        await self.reckon(self._last)

    async def home(self, interaction: Interaction, given: Given | None) -> None:
        """Back from a form, with what was given in it."""
        self.given = given
        try:
            seat = await seat_of(interaction, f"#{self.seat.campaign.id}")
            await self._anew(interaction, seat)
        except BaseException:
            self.away = False
            raise

    async def on_timeout(self) -> None:
        if self._last:
            unfollow(self._last.client.host, self.seat, self._last.user.id, self.follow)
        if not self.away:
            await super().on_timeout()

    async def unchosen(self, interaction: Interaction) -> None:  # type: ignore[override]
        if not self.away:
            await super().unchosen(interaction)

    def _set(self) -> None:
        """Show what can be pressed on this page."""
        self.clear_items()
        self.add_turns()
        for row, menu in enumerate(self.made.pages[self.at].menus):
            self.add_item(_SubjectMenu(self, menu, row))
        if self.given:
            self.add_item(self.undo)
        for lead in self.made.buttons:
            self.add_item(_LeadButton(self, lead))
        self.preview.disabled = self.submit.disabled = self.made.empty
        self.add_item(self.orders).add_item(self.preview)
        if self.mapped:
            self.add_item(self.map)
        self.add_item(self.submit).add_item(self.refresh)

    async def _now(self, interaction: Interaction) -> Seat:
        """The seat as it is now, with the message acknowledged."""
        await acknowledge(interaction, thinking=False)
        return await seat_of(interaction, f"#{self.seat.campaign.id}")

    async def _anew(self, interaction: Interaction, seat: Seat) -> None:
        """The message as things are by now."""
        self.seat = seat
        self.made = await your_turn(interaction.client.host, seat, self.made, at_once=True)
        self.away = False
        await self.show(interaction)
        await self.reckon(interaction)

    async def reckon(self, interaction: Interaction) -> None:
        """Show what fights would bring, once that is known, unless something else is shown."""
        if self.made.fights is not None:
            return
        shown, made = self.made, await your_turn(interaction.client.host, self.seat)
        if self.made is shown and not self.away and not self.is_finished():
            self.made = made
            await self.show(self._last or interaction)

    async def check(self, interaction: Interaction) -> None:
        """Find the seat, and read the turn as things are by now."""
        await super().check(interaction)
        self.made = await your_turn(interaction.client.host, self.seat, self.made)

    async def open(self, interaction: Interaction, lead: Lead) -> None:
        """Follow a lead; a form opens in place of the panel and leads back to it."""
        self.away = in_place(lead)
        try:
            await follow(interaction, self.seat, lead, self.home)
        except BaseException:
            self.away = False
            raise

    async def more(self, interaction: Interaction, menu: str) -> None:
        """The next part of a menu."""
        seat = await self._now(interaction)
        self.parts[menu] = self.parts.get(menu, 0) + 1
        await self._anew(interaction, seat)

    @discord.ui.button(label="Undo", row=_PAGE_ROW)
    async def undo(self, interaction: Interaction, _: Button) -> None:
        """Take back what was given last."""
        seat = await self._now(interaction)
        if self.given:
            self.away = True  # what follows the list need not come in between
            try:
                await arranging.undo(interaction.client.host, seat, self.given.edits)
            finally:
                self.away, self.given = False, None
        await self._anew(interaction, seat)

    @discord.ui.button(label="Orders", row=_FOOT)
    async def orders(self, interaction: Interaction, _: Button) -> None:
        """The list of orders."""
        await show_list(interaction, await self._now(interaction))

    @discord.ui.button(label="Preview", row=_FOOT)
    async def preview(self, interaction: Interaction, _: Button) -> None:
        """What the orders would do."""
        await show_preview(interaction, await self._now(interaction))

    @discord.ui.button(label="Map", row=_FOOT)
    async def map(self, interaction: Interaction, _: Button) -> None:
        """The map, as `/map` shows it."""
        await follow(interaction, self.seat, Lead(label="Map", command="map"))

    @discord.ui.button(label="Submit", style=discord.ButtonStyle.primary, row=_FOOT)
    async def submit(self, interaction: Interaction, _: Button) -> None:
        """Submit the turn, and show that it is."""
        seat = await self._now(interaction)
        await submit_now(interaction, seat)
        await self._anew(interaction, seat)

    @discord.ui.button(label="Refresh", row=_FOOT)
    async def refresh(self, interaction: Interaction, _: Button) -> None:
        """As things are by now."""
        await self._anew(interaction, await self._now(interaction))


class _LeadButton(discord.ui.Button["TurnPanel"]):
    """Opens what many a turn needs in place of the panel."""

    def __init__(self, panel: TurnPanel, lead: Lead) -> None:
        super().__init__(label=lead.label, emoji=lead.emoji or None, row=_PAGE_ROW)
        self.panel, self.lead = panel, lead

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        await self.panel.open(interaction, self.lead)


class _SubjectMenu(LeadMenu):
    """What the lines of a subject lead to, a part at a time; forms open in place of the panel."""

    def __init__(self, panel: TurnPanel, menu: Menu, row: int) -> None:
        at, parts = panel.parts.get(menu.called, 0) % len(menu.parts), len(menu.parts)
        super().__init__(panel.seat, menu.parts[at], placeholder=menu.called, row=row)
        self.panel, self.menu = panel, menu
        if parts > 1:
            left = sum(map(len, menu.parts)) - len(menu.parts[at])
            self.add_option(label=f"More … ({number(left, 'other')})", value=_MORE)

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        if self.values[0] == _MORE:
            await self.panel.more(interaction, self.menu.called)
        else:
            await super().callback(interaction)

    async def open(self, interaction: Interaction, lead: Lead) -> None:
        await self.panel.open(interaction, lead)


# ---------------------------------------------------------------- the button


class TurnButton(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]],
    template=r"turn:(?P<campaign>\d+):(?P<faction>\d+)",
):
    """The button that opens Your turn under a message of ours; it works after a restart too."""

    def __init__(self, campaign: int, faction: int) -> None:
        id = turn_button(campaign, faction)
        super().__init__(discord.ui.Button(label=YOUR_TURN, custom_id=id))
        self.campaign, self.faction = campaign, faction

    @classmethod
    async def from_custom_id(  # type: ignore[override]
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str]
    ) -> TurnButton:
        hold(interaction)
        return cls(int(match["campaign"]), int(match["faction"]))

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        try:
            await acknowledge(interaction)
            seat = await seat_of(interaction, f"#{self.campaign}")
            if self.faction not in (0, seat.member.faction):
                raise Refused(
                    "This button is for the players of the faction that the message is for.",
                    way_out="See your own turn with /turn.",
                )
            await open_turn(interaction, seat)
        except Exception as error:  # noqa: BLE001 - discord.py would only log it
            await answer_error(interaction, error)


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    bot.add_dynamic_items(TurnButton)
    await bot.add_cog(Turn())
