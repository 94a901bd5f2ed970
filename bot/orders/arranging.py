"""Changing the list of orders: moving them, taking them out, taking back what was just given.

How an order comes onto the list stands in `ordering`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bot.answers import Refused
from bot.faces.words.text import plain
from bot.host import Host, Seat
from bot.orders.access import acting, check_player
from bot.orders.ordering import Edit, draft_at
from bot.store.records import Draft

_KEY = re.compile(r"k[1-9]\d{0,8}", re.ASCII)


async def move(
    host: Host, seat: Seat, key: str, position: int, version: int | None = None
) -> Draft:
    """Move an order to a place, counted from 1; beyond the end is the last.

    Who decided on a list that was shown gives its `version`, here and below; raises `Refused` if
    the list is another by now.
    """
    check_player(seat)
    async with acting(host, seat) as store:
        await draft_at(store, seat, version)
        return await store.drafts.move(
            seat.campaign.id, seat.member.user, _key(key), max(position, 1) - 1
        )


async def remove(host: Host, seat: Seat, keys: Iterable[str], version: int | None = None) -> Draft:
    """Take orders out, all of them or none."""
    check_player(seat)
    async with acting(host, seat) as store:
        draft = await draft_at(store, seat, version)
        for key in dict.fromkeys(map(_key, keys)):
            draft = await store.drafts.remove(seat.campaign.id, seat.member.user, key)
        return draft


async def undo(host: Host, seat: Seat, edits: Sequence[Edit]) -> Draft:
    """Take orders out again as they were given, or give them back the form they had before.

    The list may have changed around them. Raises `Refused`, and leaves all of them, if one is there
    no more or has been given another form under its key.
    """
    check_player(seat)
    async with acting(host, seat) as store:
        draft = await store.drafts.get(seat.campaign.id, seat.member.user)
        bodies = {order.key: order.body for order in draft.orders}
        for edit in edits:
            if bodies.get(edit.key, edit.body) != edit.body:
                raise Refused(
                    "This order has been changed since.",
                    way_out="See your orders with /orders list.",
                )
        for edit in reversed(edits):
            campaign, user = seat.campaign.id, seat.member.user
            if edit.before:
                draft = await store.drafts.edit(campaign, user, edit.key, edit.before)
            else:
                draft = await store.drafts.remove(campaign, user, edit.key)
        return draft


async def clear(host: Host, seat: Seat, version: int) -> int:
    """Take every order out; returns how many there were."""
    check_player(seat)
    async with acting(host, seat) as store:
        draft = await draft_at(store, seat, version)
        await store.drafts.clear(seat.campaign.id, seat.member.user)
        return len(draft.orders)


def _key(text: str) -> str:
    """A key as people type it: `k3`, `K3`, `3`."""
    key = text.strip().lower()
    key = key if key.startswith("k") else f"k{key}"
    if not _KEY.fullmatch(key):
        raise Refused(
            f"“{plain(text[:40])}” is no key of an order.",
            way_out="Keys are k1, k2 ...; see them with /orders list.",
        )
    return key
