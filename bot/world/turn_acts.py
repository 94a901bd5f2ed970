"""What moderators do at the desk with a player's turn in the player's place, openly.

What it does is in `bot.world.on_behalf`.
"""

from __future__ import annotations

import json

import discord
from discord import app_commands

from bot.answers import Refused, acknowledge
from bot.callers.desk_acts import desk_act
from bot.callers.rights import moderated, moderated_impartially
from bot.callers.seats import CHOICE_NAME, CHOICES, Choices, Interaction, guild_of
from bot.campaign.status import day_name
from bot.faces.words.text import plain
from bot.host import Seat
from bot.orders import sheets as order_sheets
from bot.orders import submitting
from bot.store.errors import StoreError
from bot.typed import day_of, reason_given
from bot.world import on_behalf
from bot.world.rollback_preview import orders_of
from engine.module.names import key_of
from engine.sheet import BYTES


@desk_act(name="submit-for", description="Submit a player's list of orders")
@app_commands.describe(
    player="Whose", reason="Told to the player", day="For which run day; else the next"
)
async def submit_for(
    interaction: Interaction,
    player: discord.Member,
    reason: str,
    day: str | None = None,
) -> None:
    """As the player would."""
    await acknowledge(interaction)
    seat, why = await _seat(interaction, player), reason_given(reason)
    days = await submitting.run_days(interaction.client.host, seat)
    wished = (
        day_of(day, days[0] if days else interaction.client.host.clock.now().date())
        if day
        else None
    )
    if not days or (wished and wished not in days):
        open_days = ", ".join(day_name(each) for each in days[:5])
        raise Refused(
            "No turn of that player can run then.",
            way_out=f"Open are {open_days}." if days else "Wait until the campaign goes on.",
        )
    who = interaction.user.id
    done = await on_behalf.submit(
        interaction.client.host, seat.guild, seat.campaign, who, seat.member, wished or days[0], why
    )
    await _say(interaction, player, done)


@desk_act(name="amend-turn", description="Change the orders of a player's submitted turn")
@app_commands.describe(
    player="Whose",
    reason="Told to the player",
    remove="An order that is taken out",
    sheet="An order sheet that takes the place of all of them",
)
async def amend(
    interaction: Interaction,
    player: discord.Member,
    reason: str,
    remove: str | None = None,
    sheet: discord.Attachment | None = None,
) -> None:
    """By taking one out, or by a sheet in place of all."""
    await acknowledge(interaction)
    await moderated_impartially(interaction)
    seat, why = await _seat(interaction, player), reason_given(reason)
    if (remove is None) == (sheet is None):
        raise Refused("There is nothing to change.", way_out="Give either `remove` or `sheet`.")
    if sheet:
        if sheet.size > BYTES:
            raise order_sheets.too_large()
        read = await order_sheets.read_sheet(interaction.client.host, seat, await sheet.read())
        orders = list(order_sheets.keyed(read.orders))
    else:
        async with interaction.client.host.stores.use(seat.guild) as store:
            waits = await on_behalf.waiting(store, seat.campaign, seat.member)
        every, key = orders_of(waits), (remove or "").strip()
        orders = [each for each in every if each[0] != key]
        if len(orders) == len(every):
            raise Refused(
                f"There is no order “{plain(key[:20])}” in that turn.",
                way_out="Choose one of the suggestions that appear while you type.",
            )
    who = interaction.user.id
    done = await on_behalf.amend(
        interaction.client.host, seat.guild, seat.campaign, who, seat.member, orders, why
    )
    await _say(interaction, player, done)


@desk_act(name="withdraw-for", description="Withdraw a player's submitted turn; the list stays")
@app_commands.describe(player="Whose", reason="Told to the player")
async def withdraw_for(interaction: Interaction, player: discord.Member, reason: str) -> None:
    """The list stays."""
    await acknowledge(interaction)
    seat, why = await _seat(interaction, player), reason_given(reason)
    who = interaction.user.id
    done = await on_behalf.withdraw(
        interaction.client.host, seat.guild, seat.campaign, who, seat.member, why
    )
    await _say(interaction, player, done)


@amend.autocomplete("remove")
async def _orders(interaction: Interaction, typed: str) -> Choices:
    """The orders of the turn that waits, by the names that the player's side knows."""
    try:
        meant = await moderated_impartially(interaction)
        user = int(getattr(interaction.namespace.player, "id", 0) or 0)
        async with interaction.client.host.stores.use(guild_of(interaction)) as store:
            member = await store.members.get(meant.id, user)
            if member is None:
                return []
            waits = await on_behalf.waiting(store, meant, member)
    except (Refused, StoreError):  # an autocomplete has nobody to tell of it
        return []
    words = await on_behalf.order_words(
        interaction.client.host, guild_of(interaction), meant, member.faction
    )
    labels = [(key, f"{key}: {words(json.loads(body))}") for key, body in orders_of(waits)]
    return [
        app_commands.Choice(name=label[:CHOICE_NAME], value=key)
        for key, label in labels
        if key_of(typed) in key_of(label)
    ][:CHOICES]


async def _seat(interaction: Interaction, person: discord.Member) -> Seat:
    """The player's seat. Raises `Refused` for who does not moderate or does not play."""
    meant, guild = await moderated(interaction), guild_of(interaction)
    async with interaction.client.host.stores.use(guild) as store:
        member = await store.members.get(meant.id, person.id)
    if member is None or not member.player:
        raise Refused(
            f"{person.mention} does not play in this campaign.",
            way_out="/calendar shows who does.",
        )
    return Seat(guild, meant, member)


async def _say(interaction: Interaction, player: discord.Member, done: str) -> None:
    await interaction.edit_original_response(
        content=f"{player.mention}: {done} The player is told; `/campaign undo` takes it back.",
        allowed_mentions=discord.AllowedMentions.none(),
    )
