"""`/seat deputy`, `deputies`, `dismiss`: who acts beside a seat's player.

The acts are in `bot.seats.deputising`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.answers import Refused, acknowledge
from bot.callers.rights import moderated
from bot.callers.seats import Interaction, campaign_of, guild_of, own_seat_of, server_of
from bot.host import Seat
from bot.seats import deputising, seating
from bot.store.deputies import Power, Term
from bot.store.seats import Duty
from bot.typed import reason_of

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
    made = await deputising.appoint(
        bot, server_of(interaction), seat, by, person, power, Term(ends)
    )
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


def duty_of(wish: app_commands.Choice[str] | None) -> Duty:
    """What a caretaker is to do; to defend and grow if it is not said."""
    if wish is None or wish.value == "grow":
        return "grow"
    return "production" if wish.value == "production" else "standing"


def standins() -> Sequence[app_commands.Command[Any, Any, Any]]:
    """What `/seat` has of all this."""
    # discord.py leaves open of which group a command outside of any is.
    return deputy, dismiss, deputies  # pyright: ignore[reportUnknownVariableType]
