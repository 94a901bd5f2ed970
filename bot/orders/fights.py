"""What the fights would bring to which orders lead: found in a worker, soon after the plan itself.

How that reads is the face's matter (`bot.faces.forecasts`); where it stands, of `order_texts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot import faces
from bot.faces.forecasts import Brief
from bot.host import Host, Seat
from bot.jobs import odds
from bot.orders.ordering import Given, Rehearsal, bodies_of
from bot.store.records import Draft
from engine.preview import Planned

SECONDS: Final = 0.9
"""For all fights of a list together; a figure that comes later is of no use to who decides."""
_MOST: Final = 6  # fights reckoned with at once


async def expected(
    host: Host, seat: Seat, orders: Sequence[tuple[str, str]], planned: Iterable[Planned]
) -> Mapping[str, Brief]:
    """What the fights of the planned orders would bring, by the orders' keys.

    `orders` is the whole list that was planned, by keys and stored forms. Empty, at once and
    without a worker, where nobody would be met.
    """
    keys = await leading_to_fights(host, seat, planned)
    if not keys:
        return {}
    return await host.workers.run(
        odds.expected,
        host.path(seat.guild),
        seat.campaign.id,
        seat.campaign.tick,
        seat.member.faction,
        seat.player,
        tuple(orders),
        tuple(keys[:_MOST]),
        SECONDS,
    )


async def leading_to_fights(host: Host, seat: Seat, planned: Iterable[Planned]) -> list[str]:
    """The keys of the planned orders that lead to a fight; known at once."""
    found = faces.of(await host.rules(seat.guild, seat.campaign)).forecasts
    return [each.key for each in planned if found and any(True for _ in found.foreseen(each))]


async def fights_of(host: Host, seat: Seat, draft: Draft) -> Mapping[str, Brief]:
    """What the fights would bring to which a list of orders leads, by the orders' keys."""
    if not draft.orders:
        return {}
    planned = (await host.plan(seat, draft)).orders
    return await expected(host, seat, bodies_of(draft.orders), planned)


async def fight_of(host: Host, seat: Seat, given: Given) -> Brief | None:
    """What fights would bring to which orders lead that the list has just taken."""
    pairs = [(given.queued, given.planned), *given.others]
    new = [replace(planned, key=queued.key) for queued, planned in pairs if planned]
    return together(await expected(host, seat, bodies_of(given.draft.orders), new))


async def fight_in(host: Host, seat: Seat, rehearsal: Rehearsal) -> Brief | None:
    """What fights would bring to which orders lead that a form would give."""
    new = [planned for _, planned in rehearsal.orders if planned]
    return together(await expected(host, seat, rehearsal.listed, new))


def together(found: Mapping[str, Brief]) -> Brief | None:
    """The fights of several orders as one; None without any."""
    if not found:
        return None
    says = " ".join(each.says for each in found.values() if each.says)
    return Brief(says, all(each.hopeful for each in found.values()))
