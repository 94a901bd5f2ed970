"""The form: one private message that turns from page to page and keeps every choice at once.

It holds where the person stands in the form and nothing else that counts: each press reads what is
kept, changes it and keeps it again. The rules judge when it joins, whatever was shown here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import discord

from bot.answers import Refused, acknowledge
from bot.callers.seats import Interaction
from bot.campaign import kept_drafts as kept
from bot.campaign.kept_drafts import arms_of
from bot.faces import join_forms
from bot.faces.arms.coat import Arms
from bot.faces.join_forms import ARMS, PLACE, Draft, Progress, Seat
from bot.faces.pages import Button, Change, FormPosition, Page, Take, Turn
from bot.guided.panel import PagesPanel
from bot.joining.heraldry import add_arms, arms_card, change_arms
from bot.joining.places import place_page, ready_page
from bot.joining.starts import FreePlaces, starting_places
from bot.seats.joining import check_newcomer, check_open
from bot.store.records import Campaign
from engine.packs import Rules

TakeSeat = Callable[[Interaction, Any, str], Awaitable[None]]
"""Seats the person with a draft and the key of a ready-made start or none, and answers with the
welcome, as `bot.joining.command` does."""


class JoiningPanel(PagesPanel):
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
        super().__init__(campaign.id, PLACE)
        self.campaign, self.rules, self.seat, self.user = campaign, rules, seat, user
        self.draft = start
        self._take_seat = take
        self._warned = False  # of what would be lost
        self._arms = Arms()

    # ------------------------------------------------------------------ showing

    async def open(self, interaction: Interaction) -> None:
        """Show where the person left off; the interaction is acknowledged."""
        begun = self.draft.faction and self.seat.begun(self.rules, self.draft)
        self._at = (begun and self.seat.first) or PLACE
        await self.show(interaction)

    async def page(self, interaction: Interaction) -> Page[Any]:
        async with interaction.client.host.stores.use(_guild(interaction)) as store:
            self._arms = await arms_of(store, self.campaign.id, self.user)
        at = Progress(self.rules, self.draft, self._at, self._arms, self._warned)
        match self._at.page:
            case PLACE.page:
                return place_page(self.seat, at, await self._places(interaction))
            case join_forms.READY if self.seat.ready:
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

    # ------------------------------------------------------------------ what a press does

    def go(self, to: FormPosition) -> None:
        super().go(to)
        self._warned = False

    async def keep(self, interaction: Interaction, edit: Callable[[Any], Any]) -> None:
        host, guild = interaction.client.host, _guild(interaction)
        wanted = edit(self.draft)
        if wanted.faction != self.draft.faction:
            async with host.stores.use(guild) as store:
                await check_newcomer(
                    store, self.rules, self.campaign, self.user, self._number(wanted)
                )
        self.draft = await kept.change(host, guild, self.campaign, self.user, edit, self.draft)
        self._warned = False

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

    def compose(self, page: Page[Any]) -> None:
        if self._at.page == ARMS.page:
            self._add_arms()
        super().compose(page)

    def _heraldry(self) -> Page[Any]:
        """The coat of arms."""
        back: Button[Any] = Button("join:party", self.seat.back, Turn(self.seat.first or PLACE))
        return Page(arms_card(self._arms, self.draft.name), (back,))

    def _add_arms(self) -> None:
        """The menus of the coat of arms, which change a paper of their own."""
        at = self._at.about[0] if self._at.about else ""

        async def turn(interaction: Interaction, values: tuple[str, ...]) -> None:
            await acknowledge(interaction, thinking=False)
            await self.do(interaction, Turn(FormPosition(ARMS.page, values)))

        async def take(interaction: Interaction, values: tuple[str, ...]) -> None:
            await acknowledge(interaction, thinking=False)
            await change_arms(interaction, self.campaign.id, at, values)
            await self.show(interaction)

        add_arms(self, self._arms, at, turn, take)

    # ------------------------------------------------------------------ taking the seat

    async def take(self, interaction: Interaction, take: Take) -> None:
        """Take the seat; what would be lost is told first, and a second press takes it."""
        ready = take.ready
        if not (ready or self._warned) and self.seat.lost(self.rules, self.draft):
            self._warned = True
            await self.show(interaction)
            return
        try:
            await self._take_seat(interaction, self.draft, ready)
        except Refused as refused:
            starts = self.seat.starts
            if starts and refused.rule == starts.rule:  # somebody was quicker: the next choice
                await self.do(interaction, Change(lambda draft: draft.but(place=0), PLACE))
            raise
        self.stop()


def _guild(interaction: Interaction) -> int:
    assert interaction.guild_id is not None
    return interaction.guild_id
