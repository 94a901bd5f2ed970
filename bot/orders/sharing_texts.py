"""How shared orders and turns in a sequence read on Discord; as `order_texts` for one's own."""

from collections.abc import Iterator, Sequence
from datetime import date

import discord

from bot.callers.embeds import card, moment, pages
from bot.faces.words.text import escaped, number
from bot.orders.ordering import queued_of
from bot.orders.sharing import Foreseen, Teammate, Together
from bot.orders.texts import MARKS, preview_pages
from bot.store.records import Shared
from engine.packs import Rules


def shared_card(shared: Shared, run: date | None) -> discord.Embed:
    """The answer to a draft that was shared, and which waits for that run if it was submitted."""
    text = (
        f"Your faction's players can now read your list of {number(len(shared.orders), 'order')} "
        "with /orders team, and preview their own turns with it.\n"
        "It is a copy: when your list changes, share it again. Sharing submits nothing"
    )
    text += f"; this list is already submitted for {run.isoformat()}." if run else "."
    return card("Orders shared", text, "/orders share stop:True ends it")


def team_pages(players: Sequence[Teammate], me: int) -> list[str]:
    """Who of the faction has shared or submitted orders, how many and when."""
    blocks = ["\n".join(_told(each, each.player == me)) for each in players]
    return pages([*blocks, "*The option `player` shows what a teammate shares.*"])


def shared_pages(rules: Rules, read: Foreseen) -> list[str]:
    """A teammate's shared orders, and what they alone would do."""
    orders = [rules.read_order(order.key, order.body) for order in read.shared.orders]
    told = _copy(read.teammate, read.shared)
    head = [f"{told[:1].upper()}{told[1:]}"]
    return preview_pages(rules, orders, read.plan.orders, read.plan.names, head)


def together_pages(rules: Rules, made: Together) -> list[str]:
    """The caller's own orders, as the shared turns of teammates around them leave them."""
    head = [_around("before", each) for each in made.before]
    head += [_around("after", each) for each in made.after]
    if not made.draft.orders:
        head.append("You have no orders of your own yet.")
    orders = queued_of(rules, made.draft)
    return preview_pages(rules, orders, made.plan.orders, made.plan.names, head)


def _told(teammate: Teammate, is_me: bool) -> Iterator[str]:
    yield f"**{escaped(teammate.name)}**{' (you)' if is_me else ''}"
    if turn := teammate.submitted:
        count = number(teammate.orders_submitted, "order")
        at = moment(turn.committed_at)
        yield f"• submitted {count} for {turn.run_date:%A}, {turn.run_date.isoformat()}: {at}"
    if teammate.shared:
        yield f"• {_copy(teammate, teammate.shared)}"
    if not (teammate.submitted or teammate.shared):
        yield "• neither shared nor submitted orders so far"


def _around(when: str, each: Foreseen) -> str:
    """Whose turn runs there, and how it comes out."""
    counts = [
        f"{mark} {each.outcomes[name]}" for name, mark in MARKS.items() if each.outcomes[name]
    ]
    who = f"**{escaped(each.teammate.name)}** runs {when} you: {' '.join(counts)}"
    return f"{who}\n• {_copy(each.teammate, each.shared)}"


def _copy(teammate: Teammate, shared: Shared) -> str:
    """What a teammate shares, since when, and whether it still holds."""
    count = number(len(shared.orders), "order")
    text = f"shared {count}: {moment(shared.shared_at)}"
    if teammate.submitted and teammate.as_submitted:
        text += f", as submitted for {teammate.submitted.run_date.isoformat()}"
    if teammate.stale:
        text += "\n⚠️ The list has changed since; it must be shared again to show how."
    return text
