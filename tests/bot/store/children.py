"""What the tests run in processes of their own. Importable, so that `spawn` can find it."""

import asyncio
import os
import sys
from multiprocessing.synchronize import Barrier
from pathlib import Path

from bot.clock import MovableClock
from bot.store.errors import LeaseHeld, Stale
from bot.store.records import Address, NewMessage
from bot.store.resolving import commit_tick, read_point, take_lease
from bot.store.stores import Stores
from tests.bot.crashing import arm_from
from tests.bot.store.scene import CUT_OFF, EDIT, GUILD, PLAYER, RUN_DAY, SPAN, make_tick, outcome
from tests.bot.store.scene import run_on_time as on_time


def contend(path: Path, campaign: int, start: Barrier, wins: int) -> list[int]:
    """Resolve as fast as another process does; returns the ticks that this one committed."""
    start.wait()
    mine: list[int] = []
    now = CUT_OFF
    while len(mine) < wins:
        try:
            lease = take_lease(path, campaign, now, SPAN)
        except LeaseHeld as held:
            # As if the holder had died: the lease is taken over while it may still be at work.
            now = held.until
            continue
        read = read_point(path, campaign, EDIT)
        mark = f"{os.getpid()}".encode()
        try:
            changes = [("tick", read.campaign.tick + 1, mark)]
            mine.append(commit_tick(path, lease, read, outcome(changes), now).number)
        except Stale:
            continue
    return mine


def contend_into(
    results: "os.PathLike[str]", path: Path, campaign: int, start: Barrier, wins: int
) -> None:
    """As `contend`, leaving the ticks in a file."""
    Path(results).write_text(" ".join(map(str, contend(path, campaign, start, wins))))


async def _take_an_order(folder: Path, campaign: int) -> None:
    stores = Stores(folder, MovableClock(CUT_OFF - SPAN))
    await stores.open()
    async with stores.use(GUILD) as store:
        key, _ = await store.drafts.add(campaign, PLAYER, '"rest"')
        print("accepted", key, flush=True)
        await store.submissions.submit(campaign, PLAYER, on_time)
        print("submitted", flush=True)
    await stores.close()


def _resolve(folder: Path, campaign: int) -> None:
    tick = make_tick(
        folder / f"{GUILD}.sqlite",
        campaign,
        RUN_DAY,
        CUT_OFF,
        changes=[("unit", 1, b"moved")],
        outbox=[NewMessage(Address(role="herald"), "T1·R1·1/1", "{}")],
    )
    print("tick", tick.number, flush=True)


async def _note_a_message(folder: Path) -> None:
    stores = Stores(folder, MovableClock(CUT_OFF))
    await stores.open()
    async with stores.use(GUILD) as store:
        for message in await store.outbox.ready(CUT_OFF):
            await store.outbox.sending(message.id)
            await store.outbox.sent(message.id, 4242)
            print("noted", flush=True)
    await stores.close()


if __name__ == "__main__":
    arm_from(os.environ)
    act, folder, campaign = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    if act == "order":
        asyncio.run(_take_an_order(folder, campaign))
    elif act == "tick":
        _resolve(folder, campaign)
    else:
        asyncio.run(_note_a_message(folder))
