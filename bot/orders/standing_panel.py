"""Standing orders on Discord: how long an order is given again, and the panel of all of them.

What happens is in `bot.orders.standing`. Everything is looked up anew at each press.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot import faces
from bot.answers import LIFETIME, Form, Panel, Refused, SelectMenu, acknowledge
from bot.callers.embeds import card, clipped
from bot.callers.seats import CHOICE_NAME, CHOICES, seated
from bot.client import HostBot
from bot.faces.words.text import clean, number
from bot.host import Seat
from bot.orders import choosing, ordering, standing
from bot.orders.standing import StandingShown, Way
from bot.orders.texts import order_line
from bot.store.records import StandingState
from engine.module.names import key_of

Interaction = discord.Interaction[HostBot]
Button = discord.ui.Button[Any]

SIGNS: Final = {StandingState.ON: "🔁", StandingState.PAUSED: "⏸️", StandingState.ENDED: "⏹️"}
_HOW: Final = (
    "A standing order stays in your list, is checked like any other, and is given again each turn. "
    "If you do not come, it is submitted for the week's last run. It ends by itself when it has "
    "nothing left to do or something stands in its way, and your report says why."
)


async def ask_how_long(interaction: Interaction, seat: Seat, key: str) -> None:
    """Ask how long to repeat an order; the interaction has been deferred."""
    panel = HowLong(seat, key)
    panel.offer(await standing.ways(interaction.client.host, seat, key))
    await interaction.followup.send(
        embed=await panel.question(interaction), view=panel, ephemeral=True
    )


async def repeat_now(interaction: Interaction, seat: Seat, key: str, way: Way) -> None:
    """Make an order a standing one and answer; the interaction has been deferred."""
    host = interaction.client.host
    made = await standing.repeat(host, seat, key, way.repeat)
    choosing.warm(host, seat, await ordering.draft_of(host, seat))
    world = await host.view(seat.guild, seat.campaign, seat.member.faction)
    line = order_line(made.queued, world, await host.rules(seat.guild, seat.campaign))
    text = f"{SIGNS[made.state]} {line}\nIt is given {made.how_long}."
    await interaction.followup.send(
        embed=card("Standing order", clipped(text), "Submit your list as usual; the rest is mine."),
        view=StandingPanel(seat, [made]),
        ephemeral=True,
    )


async def show_standing(interaction: Interaction, seat: Seat) -> None:
    """Answer with all standing orders; the interaction has been deferred."""
    found = await standing.standing(interaction.client.host, seat)
    panel = StandingPanel(seat, found)
    embed = await panel.shown(interaction, found)
    if found:
        await interaction.followup.send(embed=embed, view=panel, ephemeral=True)
    else:
        await interaction.followup.send(embed=embed, ephemeral=True)


class HowLong(Panel):
    """Asks how long to repeat an order."""

    def __init__(self, seat: Seat, key: str) -> None:
        super().__init__(timeout=LIFETIME)
        self.seat, self.key = seat, key
        self.ways: dict[str, Way] = {}

    def offer(self, ways: Sequence[Way]) -> None:
        """Show these ways in the menu."""
        self.ways = {str(place): way for place, way in enumerate(ways[:CHOICES])}
        self.remove_item(self.choose)
        if self.ways:
            self.choose.options = [
                discord.SelectOption(label=way.label[:CHOICE_NAME], value=place)
                for place, way in self.ways.items()
            ]
            self.add_item(self.choose)

    async def question(self, interaction: Interaction, typed: str = "") -> discord.Embed:
        """What is asked."""
        found = "" if self.ways else f"\nNothing fits “{clean(typed)[:60]}”. Try other words."
        return card(f"How long is {self.key} to be given again?", f"{_HOW}{found}")

    @discord.ui.select(cls=SelectMenu[Any], placeholder="How long", row=0)
    async def choose(self, interaction: Interaction, select: SelectMenu[Any]) -> None:
        """Make it a standing order."""
        await acknowledge(interaction)
        seat = await seated(interaction, self.seat)
        await repeat_now(interaction, seat, self.key, self.ways[select.values[0]])

    @discord.ui.button(label="Search …", row=1)
    async def search(self, interaction: Interaction, button: Button) -> None:
        """Look for another way by words."""
        await interaction.response.send_modal(_Search(self))


class _Search(Form, title="Until when?"):
    """Words of what is waited for."""

    words: discord.ui.TextInput[Any] = discord.ui.TextInput(
        label="Such as: 5 turns, level 4, 200 iron", max_length=80
    )

    def __init__(self, panel: HowLong) -> None:
        super().__init__()
        self.panel = panel

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        await acknowledge(interaction, thinking=False)
        panel = self.panel
        seat = await seated(interaction, panel.seat)
        host = interaction.client.host
        panel.offer(await standing.ways(host, seat, panel.key, self.words.value))
        await interaction.edit_original_response(
            embed=await panel.question(interaction, self.words.value), view=panel
        )


class StandingPanel(Panel):
    """All standing orders: choose one to let it rest, go on, end, or be given otherwise."""

    def __init__(self, seat: Seat, found: Sequence[StandingShown]) -> None:
        super().__init__(timeout=LIFETIME)
        self.seat = seat
        self.chosen = found[0].key if len(found) == 1 else ""
        self._set(found)

    async def shown(
        self, interaction: Interaction, found: Sequence[StandingShown]
    ) -> discord.Embed:
        """The list."""
        if not found:
            way = "Choose *Repeat* under an order, or give `/orders repeat`."
            return card("Standing orders", f"You have none.\n{way}")
        host = interaction.client.host
        world = await host.view(self.seat.guild, self.seat.campaign, self.seat.member.faction)
        rules = await host.rules(self.seat.guild, self.seat.campaign)
        lines: list[str] = []
        for each in found:
            tail = f"ended: {each.why}" if each.state is StandingState.ENDED else each.how_long
            line = order_line(each.queued, world, rules)
            lines.append(f"{SIGNS[each.state]} `{each.key}` {line}\n-# {tail}")
        return card(
            "Standing orders", clipped("\n".join(lines)), number(len(found), "standing order")
        )

    def _set(self, found: Sequence[StandingShown]) -> None:
        keys = {each.key: each for each in found}
        chosen = keys.get(self.chosen)
        self.chosen = self.chosen if chosen else ""
        self.remove_item(self.choose)
        if len(found) > 1:
            self.choose.options = [
                discord.SelectOption(
                    label=f"{each.key} {' '.join(type(each.queued.order).path)}"[:CHOICE_NAME],
                    description=each.how_long[:CHOICE_NAME],
                    value=each.key,
                    default=each is chosen,
                )
                for each in found[:CHOICES]
            ]
            self.add_item(self.choose)
        on = chosen is not None and chosen.state is StandingState.ON
        self.rest.disabled = not on
        self.go_on.disabled = chosen is None or on
        self.change.disabled = self.end.disabled = chosen is None

    async def _show(self, interaction: Interaction, seat: Seat) -> None:
        found = await standing.standing(interaction.client.host, seat)
        self._set(found)
        await interaction.edit_original_response(
            embed=await self.shown(interaction, found), view=self if found else None
        )

    @discord.ui.select(cls=SelectMenu[Any], placeholder="Choose a standing order", row=0)
    async def choose(self, interaction: Interaction, select: SelectMenu[Any]) -> None:
        """The one that the buttons are about."""
        await acknowledge(interaction, thinking=False)
        self.chosen = select.values[0]
        await self._show(interaction, await seated(interaction, self.seat))

    @discord.ui.button(label="Pause", row=1)
    async def rest(self, interaction: Interaction, button: Button) -> None:
        """Let it rest."""
        await acknowledge(interaction, thinking=False)
        seat = await seated(interaction, self.seat)
        host = interaction.client.host
        choosing.warm(host, seat, await standing.pause(host, seat, self.chosen))
        await self._show(interaction, seat)

    @discord.ui.button(label="Go on", row=1)
    async def go_on(self, interaction: Interaction, button: Button) -> None:
        """Let it go on."""
        await acknowledge(interaction, thinking=False)
        seat = await seated(interaction, self.seat)
        host = interaction.client.host
        choosing.warm(host, seat, await standing.resume(host, seat, self.chosen))
        await self._show(interaction, seat)

    @discord.ui.button(label="How long …", row=1)
    async def change(self, interaction: Interaction, button: Button) -> None:
        """Ask anew how long it is given."""
        await acknowledge(interaction)
        await ask_how_long(interaction, await seated(interaction, self.seat), self.chosen)

    @discord.ui.button(label="End", style=discord.ButtonStyle.danger, row=1)
    async def end(self, interaction: Interaction, button: Button) -> None:
        """Give it no more."""
        await acknowledge(interaction, thinking=False)
        seat = await seated(interaction, self.seat)
        await standing.end(interaction.client.host, seat, self.chosen)
        await self._show(interaction, seat)


async def way_of(interaction: Interaction, seat: Seat, key: str, typed: str) -> Way:
    """The way that a text means. Raises `Refused` if it means none."""
    for way in await standing.ways(interaction.client.host, seat, key, typed):
        if key_of(way.label) == key_of(typed):
            return way
    raise Refused(
        f"I do not know how long “{clean(typed)[:60]}” is.",
        way_out="Choose from the suggestions that appear as you type.",
    )


async def keys_offered(interaction: Interaction, seat: Seat, typed: str) -> list[tuple[str, str]]:
    """The orders of the list as (label, key)."""
    host = interaction.client.host
    draft = await ordering.draft_of(host, seat)
    view = await choosing.known(host, seat, draft)
    if view is None:
        return []
    rules = await host.rules(seat.guild, seat.campaign)
    orders, face = ordering.queued_of(rules, draft), faces.of(rules)
    labels = ((f"{each.key} {face.line(each.order, view)}", each.key) for each in orders)
    wanted = key_of(typed)
    return [(label[:CHOICE_NAME], key) for label, key in labels if wanted in key_of(label)]
