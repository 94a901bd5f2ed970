"""What moderators do at the desk with seats: take one away, and have computers play.

The acts are in `bot.seats.seating` and `bot.seats.caretaking`.
"""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands

from bot.answers import Refused, acknowledge
from bot.callers.confirming import Confirm
from bot.callers.desk_acts import desk_act
from bot.callers.pager import TextPages
from bot.callers.rights import moderated
from bot.callers.seats import (
    CHOICE_NAME,
    CHOICES,
    Choices,
    Interaction,
    campaign_of,
    factions_suggested,
    guild_of,
)
from bot.faces.words.tabs import paged
from bot.faces.words.text import plain
from bot.orders import choosing
from bot.seats import caretaking, seating
from bot.seats.commands import here
from bot.seats.history import WISHES
from bot.seats.standin_commands import WISH_CHOICES, duty_of
from bot.store.errors import StoreError
from bot.store.records import Campaign
from bot.store.seats import Caretaker
from bot.typed import faction_of, name_of, reason_of
from engine.campaign import Player
from engine.module.names import key_of
from engine.names import NAME_LENGTH
from engine.rivals import Strength


@desk_act(name="kick", description="Take a player's seat away; it is free to be taken over")
@app_commands.describe(player="Whose", reason="Told to the player, and kept in the log")
async def kick(interaction: Interaction, player: discord.User, reason: str) -> None:
    """Once that is confirmed."""
    await acknowledge(interaction)
    meant, host = await moderated(interaction), interaction.client.host
    by = seating.By(interaction.user.id, reason_of(reason))
    seat = await seating.to_be_removed(host, guild_of(interaction), meant, player.id)

    async def act(clicked: Interaction) -> None:
        await acknowledge(clicked, thinking=False)
        again = await moderated(clicked, f"#{meant.id}")
        await seating.remove(host, here(clicked), again, by, player.id)
        await clicked.edit_original_response(
            content=f"<@{player.id}> plays no longer. The seat is free with all that belongs "
            "to it: `/seat take` takes it, the desk has a computer look after it, "
            "`/campaign undo` gives it back.",
            view=None,
        )

    called = f" (**{plain(seat.name)}**)" if seat.name else ""
    await interaction.edit_original_response(
        content=f"Take the seat of <@{player.id}>{called} away? A turn that waits is withdrawn "
        "and the faction's channel closes for them at once. They are told, with your reason.",
        view=Confirm("Take the seat away", act),
    )


@desk_act(name="caretaker", description="Let a computer look after a seat, or no longer")
@app_commands.describe(
    seat="Whose; a free one too",
    on="Whether one looks after it",
    reason="Told to the faction, and kept in the log",
    wish="What it is to do",
)
@app_commands.choices(wish=WISH_CHOICES)
async def caretaker(
    interaction: Interaction,
    seat: str,
    on: bool,
    reason: str,
    wish: app_commands.Choice[str] | None = None,
) -> None:
    """By a moderator; a vacation has its own."""
    await acknowledge(interaction)
    meant, host = await moderated(interaction), interaction.client.host
    guild, player = guild_of(interaction), await _player_named(interaction, meant, seat)
    by = seating.By(interaction.user.id, reason_of(reason))
    if not on:
        await caretaking.end_over(host, guild, meant, by, player)
        await interaction.edit_original_response(content="No computer looks after that seat now.")
        return
    duty = duty_of(wish)
    await caretaking.set_over(host, guild, meant, by, Caretaker(player, "caretaker", duty))
    await interaction.edit_original_response(
        content=f"From now on a caretaker looks after the seat: it {WISHES[duty]}. It submits some "
        "hours before the cut-off, unless somebody has; the desk tells why it did what it did."
    )


@desk_act(name="computer", description="Seat a computer player in a faction")
@app_commands.describe(
    faction="For which side it plays",
    name="What it is called; everybody is told that it is a computer",
    nature="What it wants most; without, the module's next",
    strength="How well it reckons",
    reason="Kept in the log",
)
async def computer(
    interaction: Interaction,
    faction: str,
    name: app_commands.Range[str, 1, NAME_LENGTH],
    nature: str | None = None,
    strength: Literal["weak", "middle", "strong"] = "middle",
    reason: str = "",
) -> None:
    """At a starting place that is free."""
    await acknowledge(interaction)
    meant, host = await moderated(interaction), interaction.client.host
    guild, module = guild_of(interaction), (await host.rules(guild_of(interaction), meant)).module
    number = faction_of(faction, module.factions)
    wanted = key_of(nature or "")
    keys = [
        key for key, each in module.rivals.items() if wanted in (key_of(key), key_of(each.name))
    ]
    if wanted and not keys:
        names = ", ".join(each.name for each in module.rivals.values()) or "none"
        raise Refused(f"There is no nature “{plain(wanted[:40])}”.", way_out=f"There are: {names}.")
    level: Strength = strength
    made = Caretaker(0, "rival", "play", "".join(keys[:1]), level)
    by = seating.By(interaction.user.id, reason_of(reason))
    called = name_of(name, "A player's name", NAME_LENGTH)
    await caretaking.seat_rival(host, guild, meant, by, number, called, made)
    await interaction.edit_original_response(
        content=f"**{plain(called)}** plays from now on, by computer. The desk tells why it did "
        "what it did, and sends it away: let no computer look after its seat."
    )


@desk_act(name="why", description="Why a computer player did what it did last turn")
@app_commands.describe(seat="Whose; it is told to you alone, unless you play here")
async def why(interaction: Interaction, seat: str) -> None:
    """Told to the asker alone: among the moderators may be players."""
    await acknowledge(interaction)
    meant = await moderated(interaction)
    player = await _player_named(interaction, meant, seat)
    host, guild = interaction.client.host, guild_of(interaction)
    title, lines = await caretaking.why(host, guild, meant, interaction.user.id, player)
    await TextPages(title, paged(lines)).show(interaction)


async def _player_named(interaction: Interaction, campaign: Campaign, typed: str) -> int:
    players = await seating.players_of(interaction.client.host, guild_of(interaction), campaign)
    wanted = key_of(typed)
    for player in players.values():
        if wanted in (f"#{player.id}", key_of(player.name)):
            return player.id
    raise Refused(
        f"There is no player called “{plain(typed[:40])}”.",
        way_out="Choose one of the suggestions that appear while you type.",
    )


@caretaker.autocomplete("seat")
async def _players(interaction: Interaction, typed: str) -> Choices:
    return await _seats(interaction, typed, tended=False)


@why.autocomplete("seat")
async def _computers(interaction: Interaction, typed: str) -> Choices:
    return await _seats(interaction, typed, tended=True)


async def _seats(interaction: Interaction, typed: str, *, tended: bool) -> Choices:
    """The players, or those alone for whom a computer plays."""
    host = interaction.client.host
    try:
        meant = await moderated(interaction)
        players = await seating.players_at_hand(host, guild_of(interaction), meant, choosing.COLD)
        factions = list((await host.rules(guild_of(interaction), meant)).module.factions.values())
        async with host.stores.use(guild_of(interaction)) as store:
            computers = await store.seats.caretakers(meant.id)
    except (Refused, StoreError):
        return []

    def label(player: Player) -> str:
        by = ", by computer" if player.id in computers else ""
        return f"{player.name}, {factions[player.faction - 1].name}{by}"[:CHOICE_NAME]

    return [
        app_commands.Choice(name=label(each), value=f"#{each.id}")
        for each in players.values()
        if key_of(typed) in key_of(label(each)) and (not tended or each.id in computers)
    ][:CHOICES]


computer.autocomplete("faction")(factions_suggested)


@computer.autocomplete("nature")
async def _natures(interaction: Interaction, typed: str) -> Choices:
    try:
        meant = await campaign_of(interaction)
        module = (await interaction.client.host.rules(guild_of(interaction), meant)).module
    except (Refused, StoreError):
        return []
    return [
        app_commands.Choice(name=f"{each.name}: {each.help}"[:CHOICE_NAME], value=key)
        for key, each in module.rivals.items()
        if key_of(typed) in key_of(f"{each.name} {each.help}")
    ][:CHOICES]
