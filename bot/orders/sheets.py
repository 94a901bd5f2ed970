"""Order sheets: a player's list written as a text file, and read back in its place.

Each raises `Refused` with the way out, and has changed something only if it returns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.answers import Refused
from bot.faces.words.text import plain
from bot.host import Host, Seat
from bot.orders import read_sheets as sheets
from bot.orders.access import acting, check_player
from bot.orders.ordering import MOST_ORDERS, bodies_of, draft_at, draft_of, sentence
from bot.store.records import Draft
from bot.wording import offends, wording_of
from engine.preview import Planned
from engine.sheet import BYTES, LineFault

_FAULTS_TOLD = 10
"""Faults of a sheet that are told at once; more would be a wall of text."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet that can be read, and how it differs from the draft it would replace."""

    orders: tuple[tuple[str, str], ...]
    version: int
    """That of the draft it was compared with."""
    kept: int
    changed: tuple[str, ...]
    new: int
    removed: tuple[str, ...]
    moved: bool
    refused: tuple[tuple[int, Planned], ...]
    """The orders that would be refused, by their places from 1."""
    gaps: str = ""
    """Parts of its texts that pictures cannot show."""


async def write_sheet(host: Host, seat: Seat) -> tuple[str, int]:
    """The draft as a sheet, and how many orders it has."""
    check_player(seat)
    draft = await draft_of(host, seat)
    text = await host.workers.run(sheets.write_sheet, *_known(host, seat), bodies_of(draft.orders))
    return text, len(draft.orders)


async def read_sheet(host: Host, seat: Seat, data: bytes) -> Sheet:
    """What a sheet would make of the draft; nothing is changed.

    Raises `Refused` with every fault and its line, or if the sheet has no or too many orders.
    """
    check_player(seat)
    if len(data) > BYTES:
        raise too_large()
    wording = await wording_of(host, seat.guild, seat.campaign.id)
    read = await host.workers.run(sheets.read_sheet, *_known(host, seat), data, wording)
    found = read.orders
    if read.faults:
        raise Refused(_faulty(read.faults), way_out="Mend these lines and upload the sheet again.")
    if not found:
        raise Refused(
            "There is no order in this sheet.",
            way_out="Write one order a line, or use /orders clear to take all of yours out.",
        )
    if len(found) > MOST_ORDERS:
        raise Refused(
            f"The sheet has {len(found)} orders; there is room for {MOST_ORDERS}.",
            way_out="Take some out and upload it again.",
        )
    if read.offences:
        lines, words = zip(*read.offences[:_FAULTS_TOLD], strict=True)
        raise offends(await host.rules(seat.guild, seat.campaign), *words, lines=lines)
    draft = await draft_of(host, seat)
    old = {order.key: order.body for order in draft.orders}
    new = {key: body for key, body in found if key}
    plan = await host.foresee(seat, list(keyed(found)))
    outcomes = [plan.of(key) for key, _ in keyed(found)]
    return Sheet(
        orders=found,
        version=draft.version,
        kept=sum(old.get(key) == body for key, body in new.items()),
        changed=tuple(key for key, body in new.items() if key in old and old[key] != body),
        new=len(found) - sum(key in old for key in new),
        removed=tuple(key for key in old if key not in new),
        moved=[key for key in new if key in old] != [key for key in old if key in new],
        refused=tuple(
            (place, each)
            for place, each in enumerate(outcomes, 1)
            if each and each.outcome == "refused"
        ),
        gaps=read.gaps,
    )


async def replace(host: Host, seat: Seat, sheet: Sheet) -> Draft:
    """Put a sheet in place of the draft that it was compared with."""
    check_player(seat)
    async with acting(host, seat) as store:
        draft = await draft_at(store, seat, sheet.version)
        orders = [(key or None, body) for key, body in sheet.orders]
        return await store.drafts.replace(draft.campaign, draft.user, orders)


def too_large() -> Refused:
    """Why a sheet of that size is not even fetched."""
    return Refused(
        f"A sheet is at most {BYTES // 1024} KiB, and this file is larger.",
        way_out="Upload the file that /orders sheet gave you, with your changes.",
    )


def keyed(orders: Sequence[tuple[str, str]]) -> Iterable[tuple[str, str]]:
    """The orders, those without a key under one of their own."""
    number = max([int(key[1:]) for key, _ in orders if key], default=0)
    for key, body in orders:
        number += not key
        yield key or f"k{number}", body


def _known(host: Host, seat: Seat) -> tuple[object, ...]:
    """What a worker needs to know what the player knows."""
    campaign = seat.campaign
    return (host.path(seat.guild), campaign.id, campaign.tick, seat.member.faction, seat.player)


def _faulty(faults: Sequence[LineFault]) -> str:
    lines: list[str] = []
    for fault in faults[:_FAULTS_TOLD]:
        where = f"Line {fault.line}: " if fault.line else ""
        like = f" Did you mean {plain(fault.suggestion)}?" if fault.suggestion else ""
        lines.append(f"• {where}{sentence(fault.says)}{like}")
    if len(faults) > _FAULTS_TOLD:
        lines.append(f"… and at least {len(faults) - _FAULTS_TOLD} more.")
    return "\n".join(["I changed nothing, since I cannot read all of the sheet.", *lines])
