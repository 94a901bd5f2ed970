"""A form that is filled in by tapping, as one message that is edited in place.

What it shows is made in a worker from the state as it is now (`made_forms`), at each tap anew; what
its orders would do is shown before they are given. Nothing is given but by its last button.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import discord

from bot.answers import LIFETIME, Form, Panel, Refused, acknowledge
from bot.callers.embeds import card, clipped
from bot.callers.leading import Home
from bot.callers.menus import Pick, PickMenu
from bot.callers.pager import SeatPager
from bot.callers.seats import Interaction
from bot.faces.choices.filling import Filling, Made, MenuEntry, OpenMenu, Picked, Writing, toggled
from bot.faces.forms import Gone
from bot.faces.words.text import escaped, listed
from bot.guided.cards import file_of
from bot.host import Seat
from bot.orders import access, at_once, choosing, fights, ordering
from bot.orders.done_panel import AfterDone
from bot.orders.made_forms import fill
from bot.orders.panels import AfterOrder
from bot.orders.texts import accepted, rehearsed

Button = discord.ui.Button[Any]
_FIELD: Final = "line"
"""The name of the one field of a modal."""

Back = Callable[[Interaction], Awaitable[None]]
"""Shows in place of a form what it was opened from; the interaction has been acknowledged."""


async def open_form(
    interaction: Interaction,
    seat: Seat,
    filling: Filling,
    back: Back | None = None,
    *,
    home: Home | None = None,
) -> None:
    """Show a form in place of what the answer showed; the interaction has been deferred.

    `back` shows what it was chosen from, `home` what it returns to once it is given or cancelled.
    Raises `Refused` if the campaign has ended, or has no such order any more.
    """
    access.check_player(seat)
    await FormPanel(seat, filling, back, home).show(interaction)


class FormPanel(SeatPager):
    """A form: what is filled in, what is asked next, and once it is ready its effect."""

    def __init__(
        self, seat: Seat, filling: Filling, back: Back | None = None, home: Home | None = None
    ) -> None:
        super().__init__(seat, row=2)
        self.home = home
        self.filling = filling
        self.back_to = back
        self.made: Made | None = None
        self.giving = False
        """Whether its orders are on their way into the list, or there."""

    def count(self) -> int:
        return self.made.menu.pages if self.made and self.made.menu else 1

    async def go(self, interaction: Interaction, at: int) -> None:
        """Another page of the menu of what is asked now."""
        await self.step(interaction, replace(self.filling, page=at))

    async def show(self, interaction: Interaction, typed: str | None = None) -> None:
        """The form as it stands now; the interaction has been deferred."""
        await self.put(interaction, self.seat, await self.fill(interaction, self.seat, typed))

    async def fill(self, interaction: Interaction, seat: Seat, typed: str | None = None) -> Made:
        """What the form shows as things stand now; `typed` is for what is open in it."""
        host, campaign = interaction.client.host, seat.campaign
        draft = await ordering.draft_of(host, seat)
        orders = [each for each in ordering.bodies_of(draft.orders) if each[0] != self.filling.key]
        path, faction = host.path(seat.guild), seat.member.faction
        try:
            return await host.workers.run(
                fill,
                path,
                campaign.id,
                campaign.tick,
                faction,
                seat.player,
                orders,
                self.filling,
                typed,
            )
        except Gone:
            raise Refused(
                "The rules of this campaign have no such order.",
                way_out="See its orders with /orders help.",
            ) from None

    async def put(self, interaction: Interaction, seat: Seat, made: Made) -> None:
        """Put what the form shows in place of what the answer showed; it has been deferred."""
        rehearsal, effect = None, ""
        if made.complete:
            try:
                rehearsal = await self._rehearse(interaction, seat, made)
                effect = rehearsed(rehearsal)
            except Refused as refused:
                way_out = f" {refused.way_out}" if refused.way_out else ""
                mark = "❌" if self._last else "✏️"  # who has only opened it did nothing wrong
                effect = f"{mark} {refused.what}{way_out}"
        self.made, self.filling, self._last = made, made.filling, interaction
        self.offer(made, ready=rehearsal is not None and not rehearsal.refused)
        card, files = form_card(made, effect), list[discord.File]()
        if made.picture:
            drawn = await interaction.client.workers.run(made.picture.draw, *made.picture.about)
            card.set_image(url=f"attachment://{drawn.filename}")
            files.append(file_of(drawn))
        await interaction.edit_original_response(embed=card, view=self, attachments=files)
        if rehearsal is None:
            return
        fight = await fights.fight_in(interaction.client.host, seat, rehearsal)
        if fight and self.made is made and not self.giving:  # soon after the form itself
            card.description = form_card(made, rehearsed(rehearsal, fight)).description
            await interaction.edit_original_response(embed=card, view=self)

    async def _rehearse(
        self, interaction: Interaction, seat: Seat, made: Made
    ) -> ordering.Rehearsal:
        """What the orders would do. Raises `Refused` if the list would not take them."""
        host, key = interaction.client.host, made.filling.key
        return await ordering.rehearse(host, seat, made.bodies, key, at_once=made.at_once)

    # ------------------------------------------------------------ what can be pressed

    def offer(self, made: Made, *, ready: bool = False) -> None:
        """Have what can be pressed in a form, in at most five rows.

        `ready` says that its orders would be taken as they stand.
        """
        self.clear_items()
        if made.menu:
            self.add_item(self._choices(made.menu))
        if made.more:
            more = [Pick(each, each.label, each.note, says=each.value) for each in made.more]
            self.add_item(PickMenu(more, self._more, "More …", row=1))
        self.at = made.menu.page if made.menu else 0
        self.add_turns()
        if made.writing:
            self.write.label = _write_label(made)
            self.add_item(self.write)
        if made.menu and made.menu.repeats and made.filling.of(made.menu.parameter):
            self.add_item(self.take_last)
        if made.menu and made.menu.many and not made.needs:
            self.add_item(self.close_menu)
        self.give.disabled = not ready
        self.give.label = _give_label(made)
        self.add_item(self.give)
        if self.back_to:
            self.add_item(self.leave)
        self.add_item(self.cancel)

    def _choices(self, menu: OpenMenu) -> PickMenu[Picked]:
        """The menu of what is asked now."""
        picks = [
            Pick(
                Picked(each.value, each.label), each.label, each.note,
                chosen=each.chosen, says=f"{menu.parameter} {each.value}",
            )
            for each in menu.options
        ]  # fmt: skip
        pages = f" · page {menu.page + 1} of {menu.pages}" if menu.pages > 1 else ""
        least = 0 if menu.many and not menu.repeats else 1
        title = f"{menu.title}{pages}: {menu.help}"
        act = partial(self._chosen, menu)
        return PickMenu(picks, act, title, row=0, least=least, most=menu.most)

    async def _chosen(
        self, menu: OpenMenu, interaction: Interaction, chosen: Sequence[Picked]
    ) -> None:
        name = menu.parameter
        if menu.many:
            here = [] if menu.repeats else [each.value for each in menu.options]
            kept = [each for each in self.filling.of(name) if each.value not in here]
            chosen = [*kept, *chosen]
        filling = self.filling.filled_in(name, chosen)
        if menu.many and (menu.pages > 1 or menu.repeats):
            filling = replace(filling, focus=name, page=menu.page)
        await self.step(interaction, filling)

    async def _more(self, interaction: Interaction, chosen: Sequence[MenuEntry]) -> None:
        """What else can be filled in, turned on or changed."""
        name, turn = chosen[0].value, chosen[0].label[:1] in "☐☑"
        filling = toggled(self.filling, name) if turn else self.filling.at(name)
        await self.step(interaction, filling)

    async def step(self, interaction: Interaction, filling: Filling) -> None:
        """Go on with the form filled in so; the interaction has not been acknowledged."""
        await acknowledge(interaction, thinking=False)
        self.filling = filling
        await self.check(interaction)
        await self.show(interaction)

    async def typed(self, interaction: Interaction, text: str) -> None:
        """Take what was typed for what is open; the interaction has not been acknowledged."""
        await acknowledge(interaction, thinking=False)
        await self.check(interaction)
        await self.show(interaction, text)

    async def check(self, interaction: Interaction) -> None:
        await super().check(interaction)
        access.check_player(self.seat)

    @discord.ui.button(label="Search", emoji="✏️", row=2)
    async def write(self, interaction: Interaction, _: Button) -> None:
        """Type what is asked, or a part of what is looked for."""
        assert self.made
        if self.made.writing:
            await interaction.response.send_modal(_WritingForm(self, self.made.writing))

    @discord.ui.button(label="Take the last out", row=2)
    async def take_last(self, interaction: Interaction, _: Button) -> None:
        """One step less."""
        name = self.filling.focus
        await self.step(interaction, self.filling.with_values(name, self.filling.of(name)[:-1]))

    @discord.ui.button(label="Done", row=2)
    async def close_menu(self, interaction: Interaction, _: Button) -> None:
        """Close the menu of a list."""
        await self.step(interaction, self.filling.at(""))

    @discord.ui.button(label="Give order", style=discord.ButtonStyle.primary, row=3)
    async def give(self, interaction: Interaction, _: Button) -> None:
        """Put the orders into the list, or have them carried out."""
        await acknowledge(interaction, thinking=False)
        if self.giving:  # pressed twice
            return
        self.giving = True
        try:
            await self.check(interaction)
            embed, after, given = await self._given(interaction, self.seat)
        except BaseException:
            self.giving = False
            raise
        if self.home is None:
            await interaction.edit_original_response(embed=embed, view=after, attachments=[])
            fight = given and await fights.fight_of(interaction.client.host, self.seat, given)
            if given and fight and not after.is_finished():
                await interaction.edit_original_response(embed=accepted(given, fight), view=after)
        else:
            if given is None:  # what was carried out at once is an answer to be kept
                await interaction.followup.send(embed=embed, view=after, ephemeral=True)
            await self.home(interaction, given)
        self.stop()

    async def _given(
        self, interaction: Interaction, seat: Seat
    ) -> tuple[discord.Embed, Panel, ordering.Given | None]:
        host = interaction.client.host
        assert self.made
        bodies, key = self.made.bodies, self.filling.key
        if key:
            given = await ordering.change(host, seat, key, bodies[0])
        elif self.made.at_once:
            done = await at_once.carry_out(host, seat, bodies)
            return at_once.done_card(done), AfterDone(seat, done), None
        else:
            given = await ordering.give_all(host, seat, bodies)
        choosing.warm(host, seat, given.draft)
        return accepted(given), AfterOrder(seat, given.queued, given.edits), given

    @discord.ui.button(label="Other orders", row=3)
    async def leave(self, interaction: Interaction, _: Button) -> None:
        """Back to where the form was opened."""
        await acknowledge(interaction, thinking=False)
        assert self.back_to
        await self.back_to(interaction)
        self.stop()

    @discord.ui.button(label="Cancel", row=3)
    async def cancel(self, interaction: Interaction, _: Button) -> None:
        """Give nothing."""
        if self.home:
            await acknowledge(interaction, thinking=False)
            await self.home(interaction, None)
            self.stop()
            return
        gone = card("No order given", "Your list is as it was.")
        await interaction.response.edit_message(embed=gone, view=None, attachments=[])
        self.stop()


class _WritingForm(Form):
    """One field, for a text, a number, or what is looked for."""

    def __init__(self, panel: FormPanel, writing: Writing) -> None:
        super().__init__(title=writing.title[:45], timeout=LIFETIME)
        self.panel = panel
        self.filling = panel.filling
        self.field: discord.ui.TextInput[Any] = discord.ui.TextInput(
            label=("Part of the name" if writing.searches else writing.title)[:45],
            placeholder=writing.help[:100],
            custom_id=_FIELD,
            default=writing.now[: writing.most] or None,
            min_length=writing.least or None,
            max_length=writing.most,
            required=writing.least > 0,
        )
        self.add_item(self.field)

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        """Go on with what was typed, for what was open when it was asked."""
        self.panel.filling = self.filling
        await self.panel.typed(interaction, self.field.value)


def _write_label(made: Made) -> str:
    assert made.writing
    if made.writing.searches:
        return "Search"
    kind = "Another number" if made.menu else f"Write {made.writing.title.lower()}"
    return kind[:80]


def _give_label(made: Made) -> str:
    if made.filling.key:
        return f"Change order {made.filling.key}"
    if made.at_once:
        return "Do it now"
    return f"Give {len(made.bodies)} orders" if len(made.bodies) > 1 else "Give order"


def _then(needs: Sequence[str]) -> str:
    return f", then {listed(need.lower() for need in needs)}" if needs else ""


def form_card(made: Made, effect: str) -> discord.Embed:
    """What a form says, and below it what its orders would do."""
    parts = [made.does]
    for line in made.lines:
        how = f" ({line.how})" if line.how else ""
        parts.append(f"**{line.title}**: {line.text}{how}")
    if made.needs:
        asked = made.menu or made.writing
        help = f" ({escaped(asked.help)})" if asked and asked.title == made.needs[0] else ""
        parts.append(f"-# Still needed: {made.needs[0]}{help}{_then(made.needs[1:])}")
    parts += [f"⚠️ {note}" for note in made.notes]
    if effect:
        parts += ["", "**What would happen**", effect]
    searched = f"Looking for “{made.filling.search}”" if made.filling.search else ""
    return card(made.title, clipped("\n".join(parts)), searched)
