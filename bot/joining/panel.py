"""The form: one private message that turns from page to page and keeps every choice at once.

It holds where the person stands in the form and nothing else that counts: each press reads what is
kept, changes it and keeps it again. The rules judge when it joins, whatever was shown here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import discord

from bot.answers import LIFETIME, Panel, Refused, acknowledge
from bot.campaigns.joining import check_newcomer, check_open
from bot.cogs.seats import Interaction
from bot.faces import seats
from bot.faces.arms.coat import Arms
from bot.faces.seats import (
    ARMS,
    PLACE,
    Ask,
    Button,
    Change,
    Draft,
    Menu,
    Page,
    Progress,
    Seat,
    Spot,
    Take,
    Turn,
)
from bot.jobs.starting import FreePlaces, starting_places
from bot.joining import kept
from bot.joining.cards import shown
from bot.joining.heraldry import add_arms, arms_card, change_arms
from bot.joining.kept import arms_of
from bot.joining.places import place_page, ready_page
from bot.joining.widgets import LineForm, Press, Select, turned_to
from bot.store.records import Campaign
from bot.typed import name_of
from bot.wording import check_words
from engine.packs import Rules

_STYLES: Final = {True: discord.ButtonStyle.success, False: discord.ButtonStyle.secondary}

TakeSeat = Callable[[Interaction, Any, str], Awaitable[None]]
"""Seats the person with a draft and the key of a ready-made start or none, and answers with the
welcome, as `bot.cogs.join` does."""


class JoiningPanel(Panel):
    """The form of one person for one campaign."""

    def __init__(
        self,
        campaign: Campaign,
        rules: Rules,
        seat: Seat[Any],
        user: int,
        start: Draft,
        take: TakeSeat,
    ) -> None:
        super().__init__(timeout=LIFETIME)
        self.campaign, self.rules, self.seat, self.user = campaign, rules, seat, user
        self.draft = start
        self._take_seat = take
        self._at = PLACE
        self._parts: dict[str, int] = {}  # of menus that have more options than Discord takes
        self._warned = False  # of what would be lost
        self._arms = Arms()

    # ------------------------------------------------------------------ showing

    async def open(self, interaction: Interaction) -> None:
        """Show where the person left off; the interaction is acknowledged."""
        begun = self.draft.faction and self.seat.begun(self.rules, self.draft)
        self._at = (begun and self.seat.first) or PLACE
        await self._show(interaction)

    async def _show(self, interaction: Interaction) -> None:
        self._last = interaction
        async with interaction.client.host.stores.use(_guild(interaction)) as store:
            self._arms = await arms_of(store, self.campaign.id, self.user)
        self.clear_items()
        page = await self._page(interaction)
        for control in page.controls:
            self.add_item(self._item(control))
        embed, files = await shown(interaction.client.workers, page.card)
        await interaction.edit_original_response(
            content=None, embed=embed, view=self, attachments=files
        )

    async def _page(self, interaction: Interaction) -> Page[Any]:
        at = Progress(self.rules, self.draft, self._at, self._arms, self._warned)
        match self._at.page:
            case PLACE.page:
                return place_page(self.seat, at, await self._places(interaction))
            case seats.READY if self.seat.ready:
                return ready_page(self.seat, self.seat.ready, at)
            case ARMS.page:
                return self._heraldry()
            case page:
                return self.seat.pages[page](at)

    async def on_timeout(self) -> None:
        if self._last:
            with suppress(discord.HTTPException):
                await self._last.edit_original_response(
                    content="All that you chose is kept; `/join` brings it back.", view=None
                )

    # ------------------------------------------------------------------ controls

    def _item(self, control: Menu[Any] | Button[Any]) -> discord.ui.Item[Panel]:
        if isinstance(control, Button):
            return Press(
                control.id,
                control.label,
                self._pressed(control.act),
                style=_STYLES[control.main],
                disabled=control.disabled,
            )
        return Select(
            control.id,
            control.about,
            control.options,
            self._chosen(control),
            chosen=control.chosen,
            least=control.least,
            most=control.most,
            part=self._parts.get(control.id, 0),
        )

    def _pressed(
        self, act: Turn | Change[Any] | Ask[Any] | Take
    ) -> Callable[[Interaction], Awaitable[None]]:
        async def pressed(interaction: Interaction) -> None:
            if isinstance(act, Ask):
                await self._ask(interaction, act)
                return
            await acknowledge(interaction, thinking=False)
            if isinstance(act, Take):
                await self._take(interaction, act.ready)
            else:
                await self._do(interaction, act)

        return pressed

    def _chosen(self, menu: Menu[Any]) -> Callable[[Interaction, tuple[str, ...]], Awaitable[None]]:
        async def chosen(interaction: Interaction, values: tuple[str, ...]) -> None:
            await acknowledge(interaction, thinking=False)
            if (part := turned_to(values)) is None:
                await self._do(interaction, menu.act(values))
                return
            self._parts[menu.id] = part
            await self._show(interaction)

        return chosen

    async def _do(self, interaction: Interaction, act: Turn | Change[Any]) -> None:
        if isinstance(act, Turn):
            self._go(act.to)
            await self._show(interaction)
            return
        wanted = act.edit(self.draft)
        if wanted.faction != self.draft.faction:
            async with interaction.client.host.stores.use(_guild(interaction)) as store:
                await check_newcomer(
                    store, self.rules, self.campaign, self.user, self._number(wanted)
                )
        await self._keep(interaction, act.edit, act.to)

    def _go(self, to: Spot) -> None:
        self._at, self._warned = to, False
        self._parts.clear()

    async def _keep(
        self, interaction: Interaction, edit: Callable[[Any], Any], to: Spot | None = None
    ) -> None:
        """Change what is kept, and show it, on another page if one is named."""
        host, guild = interaction.client.host, _guild(interaction)
        self.draft = await kept.change(host, guild, self.campaign, self.user, edit, self.draft)
        self._warned = False
        if to:
            self._go(to)
        await self._show(interaction)

    async def _ask(self, interaction: Interaction, ask: Ask[Any]) -> None:
        async def answer(asked: Interaction, text: str) -> None:
            await acknowledge(asked, thinking=False)
            name = name_of(text, ask.what, ask.longest)
            await check_words(asked.client.host, _guild(asked), self.campaign.id, [name])
            await self._keep(asked, lambda draft: ask.edit(draft, name))

        line = LineForm(ask.title, ask.label, ask.longest, ask.present, answer)
        await interaction.response.send_modal(line)

    # ------------------------------------------------------------------ the pages of every form

    async def _places(self, interaction: Interaction) -> FreePlaces:
        """Where one may begin now; who plays for a faction here is told of no other."""
        host, guild, faction = (
            interaction.client.host,
            _guild(interaction),
            self._number(self.draft),
        )
        async with host.stores.use(guild) as store:
            present = await store.campaigns.get(self.campaign.id)
            check_open(self.rules, present)
            await check_newcomer(store, self.rules, present, self.user, faction)
            before = [m for m in await store.members.former(present.id, self.user) if m.player]
        only = before[-1].faction if before else 0
        at = (host.path(guild), present.id, present.tick)
        return await host.workers.run(starting_places, *at, self.seat.starts, faction, only)

    def _number(self, draft: Draft) -> int:
        """The chosen faction's id in the world; 0 for none yet."""
        keys = list(self.rules.module.factions)
        return keys.index(draft.faction) + 1 if draft.faction in keys else 0

    def _heraldry(self) -> Page[Any]:
        """The coat of arms, whose menus change a paper of their own."""
        at = self._at.about[0] if self._at.about else ""

        async def turn(interaction: Interaction, values: tuple[str, ...]) -> None:
            await acknowledge(interaction, thinking=False)
            await self._do(interaction, Turn(Spot(ARMS.page, values)))

        async def take(interaction: Interaction, values: tuple[str, ...]) -> None:
            await acknowledge(interaction, thinking=False)
            await change_arms(interaction, self.campaign.id, at, values)
            await self._show(interaction)

        add_arms(self, self._arms, at, turn, take)
        back: Button[Any] = Button("join:party", self.seat.back, Turn(self.seat.first or PLACE))
        return Page(arms_card(self._arms, self.draft.name), (back,))

    # ------------------------------------------------------------------ taking the seat

    async def _take(self, interaction: Interaction, ready: str) -> None:
        """Take the seat; what would be lost is told first, and a second press takes it."""
        if not (ready or self._warned) and self.seat.lost(self.rules, self.draft):
            self._warned = True
            await self._show(interaction)
            return
        try:
            await self._take_seat(interaction, self.draft, ready)
        except Refused as refused:
            starts = self.seat.starts
            if starts and refused.rule == starts.rule:  # somebody was quicker: the next choice
                await self._keep(interaction, lambda draft: draft.but(place=0), PLACE)
            raise
        self.stop()


def _guild(interaction: Interaction) -> int:
    assert interaction.guild_id is not None
    return interaction.guild_id
