"""Orders that are carried out at once, in a tick of their own, and never stand in a list.

Which orders those are their classes say (`Order.at_once`). Their answer tells what has happened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord

from bot.answers import Refused
from bot.callers.embeds import card, clipped
from bot.campaign.acting import act_now
from bot.faces.choices.offering import labels_of
from bot.faces.macros import key_of
from bot.host import Host, Seat
from bot.orders import access, ordering
from bot.orders.done import Done, done_in
from bot.resolving import Act, ActRefused
from bot.store.records import CampaignState
from bot.wording import check_words
from engine.names import free_texts
from engine.orders import Order, Queued

_KEY = "a{}"
"""The key of an order in its tick, by its place from 1, as `bot.resolving` gives them."""


async def give(host: Host, seat: Seat, cls: type[Order], texts: Mapping[str, str]) -> Done:
    """Carry out an order that was typed.

    Raises `ordering.NotTaken` if the rules do not take it, and `Refused`.
    """
    check_now(seat)
    labels = labels_of(await host.foresee(seat, ()))
    order = ordering.order_typed(cls, texts, labels, {})
    return await carry_out(host, seat, (Queued(key_of(1), order).to_json(),))


async def carry_out(host: Host, seat: Seat, bodies: Sequence[str]) -> Done:
    """Carry out orders in their stored form, all of them or none; their results.

    Among each other they name what they make by `n1`, `n2` ... in the order of the list. Raises
    `ordering.NotTaken` if the rules do not take one of them, and `Refused`.
    """
    check_now(seat)
    rules = await host.rules(seat.guild, seat.campaign)
    orders = [rules.read_order(key_of(n), body).order for n, body in enumerate(bodies, 1)]
    keys = {key_of(n): _KEY.format(n) for n in range(1, len(orders) + 1)}
    acts: list[Act] = []
    for n, order in enumerate(orders, 1):
        await check_words(host, seat.guild, seat.campaign.id, free_texts(order))
        body = Queued(_KEY.format(n), order.renamed(keys)).to_json()
        acts.append(Act(seat.member.user, body, seat.player))
    try:
        tick = await act_now(host, seat.guild, seat.campaign, *acts)
    except ActRefused as refused:
        raise ordering.NotTaken.by_rules(refused.says, refused.instead, refused.rule) from refused
    path, faction = host.path(seat.guild), seat.member.faction
    return await host.workers.run(done_in, path, seat.campaign.id, tick, faction, seat.player)


def check_now(seat: Seat) -> None:
    """Raise `Refused` where nothing can be done at once."""
    access.check_player(seat)
    access.check_power(seat, "submit")
    if seat.campaign.state is CampaignState.PAUSED:
        raise Refused(
            "This campaign is paused, so nothing happens in it now.",
            way_out="Wait until a moderator lets it go on.",
        )


def done_card(done: Done) -> discord.Embed:
    """The answer to orders that were carried out."""
    lines = done.lines or ("It was carried out.",)
    return card("Done", clipped("\n".join(f"✅ {line}" for line in lines)))
