"""`/seat`: seats that outlive their players. Taking a free one, and what moderators do with them.

Who acts in a seat beside its player is in `bot.seats.standin_commands`; the acts are in
`bot.seats.seating`.
"""

from __future__ import annotations

import discord
from discord import app_commands

from bot.answers import Refused, acknowledge
from bot.callers.seats import (
    CHOICE_NAME,
    CHOICES,
    Choices,
    Interaction,
    all_campaigns,
    campaign_of,
    guild_of,
)
from bot.client import HostBot
from bot.faces.words.text import number, plain
from bot.orders import choosing
from bot.seats import seating
from bot.seats.free_seats import name_of_seat, sit_down
from bot.seats.history import histories
from bot.seats.standin_commands import standins
from bot.store.errors import StoreError
from bot.store.records import Campaign
from bot.store.seats import FreeSeat
from bot.typed import likely_name, name_of
from engine.module.names import key_of
from engine.names import NAME_LENGTH

EMBED = 4096  # Discord: characters of an embed's description
FIELD = 1024  # of a field
WHOLE = 5900  # of the 6,000 of a whole embed


class SeatGroup(app_commands.Group):
    """`/seat`."""

    def __init__(self) -> None:
        super().__init__(name="seat", description="Seats, who holds them, and who acts in them")
        for command in standins():
            self.add_command(command)

    @app_commands.command(description="Take over a free seat with all that belongs to it")
    @app_commands.describe(
        seat="Which one; left out, those that are free are listed",
        name="What you are called in the campaign, if not as on this server",
        campaign="Which campaign, if several go on",
    )
    @app_commands.autocomplete(campaign=all_campaigns)
    async def take(
        self,
        interaction: Interaction,
        seat: str | None = None,
        name: app_commands.Range[str, 1, NAME_LENGTH] | None = None,
        campaign: str | None = None,
    ) -> None:
        await acknowledge(interaction)
        meant = await campaign_of(interaction, campaign)
        person = interaction.user
        assert isinstance(person, discord.Member)
        if seat is None:
            await _list_free(interaction, meant)
            return
        free = await free_seat(interaction, meant, seat)
        await sit_down(interaction, meant, free, called_in(person, name))

    @app_commands.command(description="Who has held which seat, and when")
    @app_commands.describe(faction="Only of this faction")
    async def history(self, interaction: Interaction, faction: str | None = None) -> None:
        await acknowledge(interaction)
        meant, host = await campaign_of(interaction), interaction.client.host
        guild = guild_of(interaction)
        players = await seating.players_of(host, guild, meant)
        rules = await host.rules(guild, meant)
        async with host.stores.use(guild) as store:
            told = await histories(store, meant.id, players)
        factions = [each.name for each in rules.module.factions.values()]
        embed = discord.Embed(title=f"{plain(meant.name)}: who has held which seat")
        wanted = key_of(faction or "")
        length = len(embed.title or "")
        for place, name in enumerate(factions, 1):
            text = "\n".join(seat for of, seat in told if of == place)
            if not text or (wanted and wanted not in key_of(name)):
                continue
            if len(text) > FIELD:
                text = text[: FIELD - 2].rsplit("\n", 1)[0] + "\n…"
            length += len(name) + len(text)
            if length > WHOLE:
                embed.set_footer(text="There is more: name a faction to see its seats.")
                break
            embed.add_field(name=name, value=text, inline=False)
        if not embed.fields:
            embed.description = "Nobody has taken a seat yet."
        await interaction.edit_original_response(embed=embed)

    @history.autocomplete("faction")
    async def _factions(self, interaction: Interaction, typed: str) -> Choices:
        try:
            meant = await campaign_of(interaction)
            rules = await interaction.client.host.rules(guild_of(interaction), meant)
        except (Refused, StoreError):
            return []
        return [
            app_commands.Choice(name=each.name, value=each.name)
            for each in rules.module.factions.values()
            if key_of(typed) in key_of(each.name)
        ][:CHOICES]

    @take.autocomplete("seat")
    async def _free_seats(self, interaction: Interaction, typed: str) -> Choices:
        try:
            meant = await campaign_of(interaction, interaction.namespace.campaign)
            host, guild = interaction.client.host, guild_of(interaction)
            rules = await host.rules(guild, meant)
            async with host.stores.use(guild) as store:
                seats = await store.seats.free(meant.id)
            players = await seating.players_at_hand(host, guild, meant, choosing.COLD)
        except (Refused, StoreError):
            return []
        factions = [each.name for each in rules.module.factions.values()]
        offered: Choices = []
        for seat in seats:
            days = (host.clock.now() - seat.since).days
            side = factions[seat.faction - 1]
            label = f"{name_of_seat(seat, players)}, {side}: free for {number(days, 'day')}"
            if key_of(typed) in key_of(label):
                offered.append(app_commands.Choice(name=label[:CHOICE_NAME], value=_value(seat)))
        return offered[:CHOICES]


async def _list_free(interaction: Interaction, meant: Campaign) -> None:
    """Answer with the seats that are free."""
    host, guild = interaction.client.host, guild_of(interaction)
    seats = await seating.free_seats(host, guild, meant)
    players = await seating.players_of(host, guild, meant)
    rules = await host.rules(guild, meant)
    factions = [each.name for each in rules.module.factions.values()]
    lines = [
        f"• **{plain(name_of_seat(seat, players))}**, {factions[seat.faction - 1]}: free since "
        f"<t:{int(seat.since.timestamp())}:R>"
        + (", a caretaker looks after it" if seat.tended else "")
        for seat in seats
    ]
    told = "\n".join(lines) or "There is none. `/join` begins anew where there is room."
    if lines:
        told += "\n`/seat take seat:` takes one with its cities, people, orders and what it knows."
    embed = discord.Embed(title=f"{plain(meant.name)}: free seats", description=told[:EMBED])
    await interaction.edit_original_response(embed=embed)


def here(interaction: Interaction) -> discord.Guild:
    """The server in which the command was given. Raises `Refused` outside of one."""
    guild_of(interaction)
    assert interaction.guild is not None
    return interaction.guild


async def free_seat(interaction: Interaction, campaign: Campaign, typed: str) -> FreeSeat:
    """The free seat that a person names or took from the suggestions. Raises `Refused`."""
    host, guild = interaction.client.host, guild_of(interaction)
    players = await seating.players_of(host, guild, campaign)
    wanted = key_of(typed)
    for seat in await seating.free_seats(host, guild, campaign):
        if wanted in (_value(seat), key_of(name_of_seat(seat, players))):
            return seat
    raise Refused(
        f"There is no free seat “{plain(typed[:40])}”.",
        way_out="/seat take lists those that are; /join begins anew.",
    )


def called_in(person: discord.Member, name: str | None) -> str:
    """The new name of a person in a campaign, as typed or as on the server."""
    if name is not None:
        return name_of(name, "A player's name", NAME_LENGTH)
    return likely_name(person.display_name, NAME_LENGTH) or f"Player {person.id % 10_000}"


def _value(seat: FreeSeat) -> str:
    return f"#{seat.player}"


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    bot.tree.add_command(SeatGroup())
