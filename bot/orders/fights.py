"""What the fights would bring to which orders lead: found in a worker, soon after the plan itself.

How that reads is the face's matter (`bot.faces.forecasts`); where it stands, of `order_texts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot import faces
from bot.faces.forecasts import Brief
from bot.host import Host, Seat
from bot.jobs import odds
from engine.preview import Planned

SECONDS: Final = 1.2
"""For all fights of a list together; a figure that comes later is of no use to who decides."""
_MOST: Final = 6  # fights reckoned with at once


async def expected(
    host: Host, seat: Seat, orders: Sequence[tuple[str, str]], planned: Iterable[Planned]
) -> Mapping[str, Brief]:
    """What the fights of the planned orders would bring, by the orders' keys.

    `orders` is the whole list that was planned, by keys and stored forms. Empty, at once and
    without a worker, where nobody would be met.
    """
    found = faces.of(await host.rules(seat.guild, seat.campaign)).forecasts
    keys = [each.key for each in planned if found and any(True for _ in found.foreseen(each))]
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
