"""Free seats as people are offered them: by `/seat take`, and before `/join` begins anew."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

import discord

from bot.answers import Panel, SelectMenu, acknowledge
from bot.callers.seats import CHOICE_NAME, Interaction, guild_of
from bot.faces.gaps import gaps_told
from bot.faces.words.text import number, plain
from bot.seats import seating
from bot.store.records import Campaign
from bot.store.seats import FreeSeat
from engine.campaign import Player
from engine.packs import Rules

OFFERED = 25  # Discord: options of a menu

Anew = Callable[[Interaction], Awaitable[None]]
"""Goes on to a place of one's own."""


def name_of_seat(seat: FreeSeat, players: Mapping[int, Player]) -> str:
    """What the seat's player is called, not escaped."""
    known = players.get(seat.player)
    return known.name if known else f"Seat {seat.player}"


async def sit_down(
    interaction: Interaction, campaign: Campaign, seat: FreeSeat, called: str
) -> None:
    """Take a free seat for the caller, and say so. Raises `Refused`."""
    host, guild, person = interaction.client.host, interaction.guild, interaction.user
    assert guild is not None
    assert isinstance(person, discord.Member)
    member, admitted = await seating.take(host, guild, campaign, person, seat.player, called)
    async with host.stores.use(guild.id) as store:
        place = await store.places.get(campaign.id, f"faction:{member.faction}")
        draft = await store.drafts.get(campaign.id, person.id)
    where = f"<#{place.snowflake}>" if place else "your faction's channel"
    count = len(draft.orders)
    stand, them = ("stands", "it") if count == 1 else ("stand", "them")
    told = f" {number(count, 'order')} {stand} in your list; `/orders list` shows {them}."
    waits = told if count else ""
    lacks = "" if admitted else "\nI could not give you the role; the moderators know."
    gaps = gaps_told([called])
    await interaction.edit_original_response(
        content=f"The seat is yours, with all that belongs to it. Your faction meets in {where}; "
        f"`/turn` shows what is to do.{waits}{lacks}\n{gaps}".rstrip(),
        embed=None,
        view=None,
    )


async def offered_first(
    interaction: Interaction, campaign: Campaign, faction: int, called: str, anew: Anew
) -> bool:
    """Offer the free seats of the faction, 0 for any, if there are some; whether it was done."""
    host, guild = interaction.client.host, guild_of(interaction)
    free = await seating.free_seats(host, guild, campaign)
    seats = [each for each in free if faction in (0, each.faction)][:OFFERED]
    if not seats:
        return False
    rules = await host.rules(guild, campaign)
    players = await seating.players_of(host, guild, campaign)
    await interaction.edit_original_response(
        content=f"Some seats of **{plain(campaign.name)}** are free, with their cities, people, "
        "orders and all that they know. Take one over, or begin anew with a place of your own.",
        view=_Seats(campaign, rules, seats, players, called, anew),
    )
    return True


class _Seats(Panel):
    """A menu of free seats, and a button that begins anew."""

    def __init__(
        self,
        campaign: Campaign,
        rules: Rules,
        seats: Sequence[FreeSeat],
        players: Mapping[int, Player],
        called: str,
        anew: Anew,
    ) -> None:
        super().__init__()
        factions = [each.name for each in rules.module.factions.values()]
        self._campaign, self._called, self._anew = campaign, called, anew
        self._seats = {str(each.player): each for each in seats}
        self.choose.options = [
            discord.SelectOption(
                label=name_of_seat(each, players)[:CHOICE_NAME],
                value=str(each.player),
                description=factions[each.faction - 1][:CHOICE_NAME],
            )
            for each in seats
        ]

    @discord.ui.select(cls=SelectMenu["_Seats"], placeholder="Take over a seat")
    async def choose(self, interaction: Interaction, menu: SelectMenu[_Seats]) -> None:
        """Sit down."""
        await acknowledge(interaction, thinking=False)
        await sit_down(interaction, self._campaign, self._seats[menu.values[0]], self._called)

    @discord.ui.button(label="Begin anew")
    async def begin(self, interaction: Interaction, _: discord.ui.Button[_Seats]) -> None:
        """Go on to the form."""
        await acknowledge(interaction, thinking=False)
        await interaction.edit_original_response(content=None, view=None)
        await self._anew(interaction)
