"""What players do with standing orders: make an order one, let it rest, go on, or end.

Use cases over the store, as `ordering` for the list. Who submits them for absent players is
`bot.seats.standing_orders`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from typing import Final

from bot import faces
from bot.answers import Refused
from bot.faces.until_texts import how_long
from bot.faces.words.names import Names
from bot.faces.words.text import clean, plain
from bot.host import Host, Seat, asking
from bot.orders.access import acting, check_player, store_of
from bot.orders.ordering import draft_of, queued_of
from bot.store.records import Draft, StandingOrder, StandingState
from engine.orders import Order, Queued
from engine.packs import Rules
from engine.repeats import MOST_WEEKS, Repeat
from engine.state import State

OFFERED: Final = 25
"""Ways to go on that are offered at once."""
_WEEKS: Final = (2, 3, 4, 8, 12)
_NUMBER: Final = re.compile(r"\d{1,6}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Way:
    """A way in which an order may be given again, as it is offered."""

    label: str
    repeat: Repeat


@dataclass(frozen=True, slots=True)
class StandingShown:
    """A standing order as its player sees it."""

    key: str
    queued: Queued
    how_long: str
    state: StandingState
    why: str
    """Why it has ended."""


async def ways(host: Host, seat: Seat, key: str, typed: str = "") -> list[Way]:
    """How an order of the list, or one that is standing, may be given again, likeliest first.

    Those that hold every word that was typed; a number in it is the turns, the level, the stock or
    the distance meant. Raises `Refused` if there is no such order.
    """
    check_player(seat)
    rules = await host.rules(seat.guild, seat.campaign)
    queued = await _order(host, seat, rules, key)
    view = await host.view(seat.guild, seat.campaign, seat.member.faction)
    names = faces.of(rules).names(view, clean)
    state = asking(rules, view, seat.player)
    number = _NUMBER.search(typed)
    amount = int(number[0]) if number else None
    wanted = [word for word in typed.casefold().split() if not _NUMBER.fullmatch(word)]
    found = (
        Way(label, repeat)
        for repeat in _repeats(rules, state, queued.order, amount)
        if (label := _label(rules, repeat, names))
        and all(word in label.casefold() for word in wanted)
    )
    return list(islice(found, OFFERED))


async def repeat(host: Host, seat: Seat, key: str, repeat: Repeat) -> StandingShown:
    """Give an order again from the next turn on; one that rested or had ended goes on.

    Raises `Refused` if there is no such order, and `bot.store.errors.NotFound` if it has just gone.
    """
    check_player(seat)
    campaign, user = seat.campaign.id, seat.member.user
    async with acting(host, seat) as store:
        held = {each.key: each for each in await store.standing.of_user(campaign, user)}
        if key in held and held[key].state is not StandingState.ON:
            await store.standing.resume(campaign, user, key, repeat.to_json())
        else:
            await store.standing.repeat(campaign, user, key, repeat.to_json())
    return next(each for each in await standing(host, seat) if each.key == key)


async def pause(host: Host, seat: Seat, key: str) -> Draft:
    """Let a standing order rest: it leaves the list until it goes on."""
    check_player(seat)
    async with acting(host, seat) as store:
        return await store.standing.pause(seat.campaign.id, seat.member.user, key)


async def resume(host: Host, seat: Seat, key: str) -> Draft:
    """Let a standing order that rests or has ended go on, at the end of the list."""
    check_player(seat)
    async with acting(host, seat) as store:
        return await store.standing.resume(seat.campaign.id, seat.member.user, key)


async def end(host: Host, seat: Seat, key: str) -> StandingOrder:
    """Give an order no more; where it still stands in the list it runs once."""
    check_player(seat)
    async with acting(host, seat) as store:
        return await store.standing.once(seat.campaign.id, seat.member.user, key)


async def standing(host: Host, seat: Seat) -> list[StandingShown]:
    """The player's standing orders: those that go on, then those that rest or have ended."""
    check_player(seat)
    rules = await host.rules(seat.guild, seat.campaign)
    async with store_of(host, seat) as store:
        found = await store.standing.of_user(seat.campaign.id, seat.member.user)
    if not found:
        return []
    view = await host.view(seat.guild, seat.campaign, seat.member.faction)
    shown = faces.of(rules)
    names = shown.names(view)
    return [
        StandingShown(
            each.key,
            rules.read_order(each.key, each.body),
            how_long(rules.read_repeat(each.repeat), shown.waits, names),
            each.state,
            each.why,
        )
        for each in found
    ]


async def _order(host: Host, seat: Seat, rules: Rules, key: str) -> Queued:
    async with store_of(host, seat) as store:
        held = await store.standing.of_user(seat.campaign.id, seat.member.user)
    known = {each.key: rules.read_order(each.key, each.body) for each in held}
    known |= {each.key: each for each in queued_of(rules, await draft_of(host, seat))}
    if key not in known:
        raise Refused(
            f"There is no order {plain(key[:20])} in your list.",
            way_out="See your orders with /orders list.",
        )
    return known[key]


def _repeats(rules: Rules, state: State, order: Order, amount: int | None) -> Iterator[Repeat]:
    """Every way, the plain ones first and then something of each kind that may be waited for."""
    if amount is None:
        yield Repeat()
    for weeks in _WEEKS if amount is None else (amount,):
        if 1 <= weeks <= MOST_WEEKS:
            yield Repeat(weeks)
    kinds = [kind.offers(state, order, amount) for kind in rules.untils.values()]
    for until in chain.from_iterable(zip_longest(*kinds)):
        if until is not None:
            yield Repeat(None, until)


def _label(rules: Rules, repeat: Repeat, names: Names) -> str:
    label = how_long(repeat, faces.of(rules).waits, names)
    return label[:1].upper() + label[1:]
