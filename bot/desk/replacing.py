"""*Replace …* of the desk: which seat, and who takes it over, from two menus; then the reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.answers import LIFETIME, Panel, Refused, acknowledge
from bot.callers.rights import moderated, moderated_here
from bot.callers.seats import Interaction, guild_of
from bot.desk.card import Seen, seen_by, side_of
from bot.faces.words.choosing import Option
from bot.faces.words.text import clean
from bot.guided.widgets import Press, Select, TextForm, turned_to
from bot.seats import seating
from bot.seats.commands import called_in, here
from bot.store.records import Campaign, Member
from bot.typed import LONGEST_REASON, reason_of
from engine.packs import Rules

_ASKED: Final = (
    "Whose seat goes to whom, with all that belongs to it? Both are told, with your reason. "
    "“Take a seat away” under More … frees a seat instead."
)


async def open_replacing(interaction: Interaction, campaign: Campaign) -> None:
    """Show the two menus; the interaction is acknowledged."""
    host, guild = interaction.client.host, guild_of(interaction)
    rules = await host.rules(guild, campaign)
    async with host.stores.use(guild) as store:
        members = await store.members.of_campaign(campaign.id)
        seen = await seen_by(host, guild, campaign, store)
    seats = list(_options(rules, members, seen))
    if not seats:
        raise Refused("Nobody plays yet.", way_out="More … seats a computer player.")
    panel = ReplacePanel(campaign, seats)
    await interaction.edit_original_response(content=_ASKED, view=panel)


def _options(rules: Rules, members: Sequence[Member], seen: Seen) -> Sequence[Option]:
    """The seats that people hold, those first for whom nobody waits any more."""
    held = [each for each in members if each.player and each.user > 0]
    held.sort(key=lambda each: (each.player not in seen.idle, each.faction, each.player or 0))
    return [
        Option(
            str(each.user),
            clean(seen.names.get(each.player or 0, f"Seat {each.player}")),
            clean(side_of(rules, each.faction)) + (", idle" if each.player in seen.idle else ""),
        )
        for each in held
    ]


class ReplacePanel(Panel):
    """The menus, and the button that asks why once both are chosen."""

    def __init__(self, campaign: Campaign, seats: Sequence[Option]) -> None:
        super().__init__(timeout=LIFETIME)
        self._campaign, self._seats = campaign, seats
        self._old = ""
        self._new: discord.Member | None = None
        self._part = 0
        self._compose()

    def _compose(self) -> None:
        self.clear_items()
        chosen = (self._old,) if self._old else ()
        self.add_item(
            Select(
                "replace:old",
                "Whose seat",
                self._seats,
                self._choose_old,
                chosen=chosen,
                part=self._part,
            )
        )
        people: discord.ui.UserSelect[Any] = discord.ui.UserSelect(
            custom_id="replace:new",
            placeholder="Who takes it over",
            default_values=[self._new] if self._new else [],
        )

        async def choose_new(interaction: discord.Interaction) -> None:
            await self._choose_new(interaction, people.values[0])  # type: ignore[arg-type]

        people.callback = choose_new  # type: ignore[method-assign]
        self.add_item(people)
        ready = bool(self._old and self._new)
        self.add_item(Press("replace:do", "Give the seat …", self._why, disabled=not ready))

    async def _choose_old(self, interaction: Interaction, values: tuple[str, ...]) -> None:
        part = turned_to(values)
        if part is not None:
            self._part = part
        else:
            self._old = values[0]
        self._compose()
        await interaction.response.edit_message(view=self)

    async def _choose_new(
        self, interaction: Interaction, person: discord.Member | discord.User
    ) -> None:
        if not isinstance(person, discord.Member):
            raise Refused("That person is not on this server.", way_out="Choose somebody else.")
        self._new = person
        self._compose()
        await interaction.response.edit_message(view=self)

    async def _why(self, interaction: Interaction) -> None:
        await moderated_here(interaction, f"#{self._campaign.id}")

        async def act(given: Interaction, reason: str) -> None:
            await acknowledge(given)
            await self._replace(given, reason_of(reason))

        form = TextForm(
            "Give the seat to somebody else", "Why? Both read it", LONGEST_REASON, "", act
        )
        await interaction.response.send_modal(form)

    async def _replace(self, interaction: Interaction, why: str) -> None:
        new = self._new
        assert new is not None, "the button can be pressed once both are chosen"
        meant, host = await moderated(interaction, f"#{self._campaign.id}"), interaction.client.host
        by, old = seating.By(interaction.user.id, why), int(self._old)
        await seating.replace(host, here(interaction), meant, by, old, new, called_in(new, None))
        await interaction.edit_original_response(
            content=f"<@{new.id}> plays in the place of <@{old}> from now on. Both are told; "
            "`/campaign undo` takes it back."
        )
