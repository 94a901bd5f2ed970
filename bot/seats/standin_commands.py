"""`/seat deputy`, `dismiss`, `caretaker`, `computer`, `why`: who acts beside a seat's player.

The acts are in `bot.seats.deputising` and `bot.seats.caretaking`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import discord
from discord import app_commands

from bot.answers import Refused, acknowledge
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
    own_seat_of,
)
from bot.faces.words.tabs import paged
from bot.faces.words.text import plain
from bot.host import Seat
from bot.orders import choosing
from bot.seats import caretaking, deputising, seating
from bot.seats.history import WISHES
from bot.store.deputies import Power, Term
from bot.store.errors import StoreError
from bot.store.records import Campaign
from bot.store.seats import Caretaker, Duty
from bot.typed import faction_of, name_of, reason_of
from engine.campaign import Player
from engine.module.names import key_of
from engine.names import NAME_LENGTH
from engine.rivals import Strength

WISH_CHOICES = [
    app_commands.Choice(name="Defend and grow, begin no war", value="grow"),
    app_commands.Choice(name="Production alone", value="production"),
    app_commands.Choice(name="Follow the standing orders", value="standing"),
]
POWER_CHOICES = [
    app_commands.Choice(name="Look: read all that the player reads", value="look"),
    app_commands.Choice(name="Draft: also change the list of orders", value="draft"),
    app_commands.Choice(name="Submit: also submit turns", value="submit"),
]


def _guild(interaction: Interaction) -> discord.Guild:
    guild_of(interaction)
    assert interaction.guild is not None
    return interaction.guild


async def _seat_for(interaction: Interaction, player: discord.User | None) -> Seat:
    """The caller's own seat, or as a moderator that of another player."""
    if player is None or player.id == interaction.user.id:
        return await own_seat_of(interaction)
    meant = await moderated(interaction)
    async with interaction.client.host.stores.use(guild_of(interaction)) as store:
        member = await store.members.get(meant.id, player.id)
    if member is None or not member.player:
        raise Refused(
            "That person does not play in this campaign.", way_out="/seat history shows who does."
        )
    return Seat(guild_of(interaction), meant, member)


# ---------------------------------------------------------------- deputies


@app_commands.command(name="deputy", description="Let another person act in your seat for a time")
@app_commands.describe(
    person="Who; nobody who plays or has played for another faction",
    may="How far",
    until="A last day such as 2026-01-05, or a number of turns; without, until you end it",
    player="As a moderator: in whose seat",
    reason="Kept in the log",
)
@app_commands.choices(may=POWER_CHOICES)
async def deputy(
    interaction: Interaction,
    person: discord.Member,
    may: app_commands.Choice[str],
    until: str = "",
    player: discord.User | None = None,
    reason: str = "",
) -> None:
    """Appoint one, or give one other powers."""
    await acknowledge(interaction)
    seat, bot = await _seat_for(interaction, player), interaction.client
    if person.id == seat.member.user:
        raise Refused("You cannot be your own deputy.", way_out="Choose somebody else.")
    power: Power = "look" if may.value == "look" else "draft" if may.value == "draft" else "submit"
    ends = await deputising.until_when(bot.host, seat, until)
    by = seating.By(interaction.user.id, reason_of(reason))
    made = await deputising.appoint(bot, _guild(interaction), seat, by, person, power, Term(ends))
    lasts = f" until <t:{int(made.until.timestamp())}:f>" if made.until else " until it is ended"
    await interaction.edit_original_response(
        content=f"<@{person.id}> may {deputising.MAY[power]}{lasts}. `/seat dismiss` ends it at "
        "once; what a deputy does stands in `/seat deputies`."
    )


@app_commands.command(name="dismiss", description="End a deputy's powers at once, or your own")
@app_commands.describe(person="Which deputy; without, yourself", reason="Kept in the log")
async def dismiss(
    interaction: Interaction, person: discord.User | None = None, reason: str = ""
) -> None:
    """By the player, the deputy, or a moderator."""
    await acknowledge(interaction)
    bot, guild = interaction.client, guild_of(interaction)
    whom = person or interaction.user
    meant = await campaign_of(interaction)
    async with bot.host.stores.use(guild) as store:
        found = [e for e in await store.deputies.appointed(meant.id) if e.user == whom.id]
        mine = await store.members.get(meant.id, interaction.user.id)
    if not found:
        raise Refused(
            "That person is nobody's deputy here.", way_out="/seat history shows all deputies."
        )
    (acting,) = found[:1]
    if interaction.user.id != acting.user and (mine is None or mine.player != acting.player):
        await moderated(interaction)
    by = seating.By(interaction.user.id, reason_of(reason))
    await deputising.dismiss(bot, guild, meant, by, acting)
    await interaction.edit_original_response(content=f"<@{acting.user}> is a deputy no more.")


@app_commands.command(name="deputies", description="Your deputies, and what they did in your seat")
async def deputies(interaction: Interaction) -> None:
    """For the player, who can dismiss them."""
    await acknowledge(interaction)
    seat, host = await own_seat_of(interaction), interaction.client.host
    async with host.stores.use(seat.guild) as store:
        acting = [
            e for e in await store.deputies.appointed(seat.campaign.id) if e.player == seat.player
        ]
        deeds = await store.deputies.deeds(seat.campaign.id, seat.player)
    lines = [
        f"• <@{each.user}> may {deputising.MAY[each.power]}"
        + (f", until <t:{int(each.until.timestamp())}:f>" if each.until else "")
        for each in acting
    ] or ["You have none. `/seat deputy` appoints one."]
    if deeds:
        lines.append("**What deputies did last**")
        lines += [f"• <t:{int(e.at.timestamp())}:f> <@{e.user}> {_DID[e.what]}" for e in deeds]
    embed = discord.Embed(title="Your deputies", description="\n".join(lines)[:4096])
    await interaction.edit_original_response(embed=embed)


_DID = {
    "drafted": "changed the list of orders",
    "submitted": "submitted the turn",
    "withdrew": "withdrew the turn",
}


# ---------------------------------------------------------------- computers


@app_commands.command(
    name="caretaker", description="Let a computer look after a seat, or no longer"
)
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
        "hours before the cut-off, unless somebody has; `/seat why` tells why it did what it did."
    )


def duty_of(wish: app_commands.Choice[str] | None) -> Duty:
    """What a caretaker is to do; to defend and grow if it is not said."""
    if wish is None or wish.value == "grow":
        return "grow"
    return "production" if wish.value == "production" else "standing"


@app_commands.command(name="computer", description="Seat a computer player in a faction")
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
        content=f"**{plain(called)}** plays from now on, by computer. `/seat why` tells why it did "
        "what it did; `/seat caretaker` with `on: False` sends it away."
    )


@app_commands.command(name="why", description="Why a computer player did what it did last turn")
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
@why.autocomplete("seat")
async def _players(interaction: Interaction, typed: str) -> Choices:
    host = interaction.client.host
    try:
        meant = await moderated(interaction)
        players = await seating.players_at_hand(host, guild_of(interaction), meant, choosing.COLD)
        factions = list((await host.rules(guild_of(interaction), meant)).module.factions.values())
        async with host.stores.use(guild_of(interaction)) as store:
            tended = await store.seats.caretakers(meant.id)
    except (Refused, StoreError):
        return []
    asks_why = interaction.command is not None and interaction.command.name == "why"

    def label(player: Player) -> str:
        by = ", by computer" if player.id in tended else ""
        return f"{player.name}, {factions[player.faction - 1].name}{by}"[:CHOICE_NAME]

    return [
        app_commands.Choice(name=label(each), value=f"#{each.id}")
        for each in players.values()
        if key_of(typed) in key_of(label(each)) and (not asks_why or each.id in tended)
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


def standins() -> Sequence[app_commands.Command[Any, Any, Any]]:
    """What `/seat` has of all this."""
    # discord.py leaves open of which group a command outside of any is.
    return deputy, dismiss, deputies, caretaker, computer, why  # pyright: ignore[reportUnknownVariableType]
