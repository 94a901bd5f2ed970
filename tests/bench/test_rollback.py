"""Going back ten ticks of a large campaign: from the lease to the commit.

10,000 provinces, 48 players, 720 stacks and 5,000 units, of which each tick has changed 5,000
records. The limit is the project's own.
"""

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot import faces
from bot.clock import MovableClock
from bot.jobs.opened import rules_of
from bot.resolving import Act, resolve
from bot.store.resolving import commit_tick, read_point, release_lease, take_lease
from bot.store.stores import Stores
from bot.store.ticks import DueTick, Lease, TickResult
from bot.store.world import read_campaign, read_world
from engine.campaign import Now
from engine.orders import Queued
from engine.packs.cohorts.pieces.records import Unit
from engine.replay import state_hash
from engine.rollback import Rollback
from engine.world import World
from tests.bench import big
from tests.bot.founding import created

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
LIMIT = 3.0  # seconds
TICKS = 10


async def _founded(folder: Path) -> tuple[Path, int]:
    stores = Stores(folder, MovableClock(NOON))
    await stores.open()
    async with stores.use(5) as store:
        made = await created(store, "Bench", big.rules().module)
        path = store.path
    await stores.close()
    return path, made.id


def _save(path: Path, campaign: int, lease: Lease, before: World, after: World) -> None:
    due = DueTick("run", NOON, NOON.date(), after.get(Now, 1).turn)
    rows = after.rows()
    changes = [(kind, id, new.dump() if new else None) for kind, id, _, new in after.changes()]
    commit_tick(
        path,
        lease,
        read_point(path, campaign, due),
        TickResult(
            engine_version="1",
            hash_before="",
            hash_after=state_hash(rows),
            chain="",
            changes=changes if before is not after else rows,  # type: ignore[arg-type]
        ),
        NOON,
    )


@pytest.mark.aim("the file is locked for at most 0.2 s", seconds=LIMIT, **{"locked s": 0.2})
async def test_ten_ticks_of_a_large_campaign_are_taken_back_in_time(
    tmp_path: Path, record_property: Any
) -> None:
    path, campaign = await _founded(tmp_path)
    lease = take_lease(path, campaign, NOON, timedelta(hours=1))
    world = big.world().fork()
    world.put(world.get(Now, 1).replace(tick=1))
    _save(path, campaign, lease, world, world)
    then = read_world(path, campaign)
    for tick in range(2, TICKS + 2):
        after = world.fork()
        after.put(after.get(Now, 1).replace(tick=tick))
        for unit in world.all(Unit):
            after.put(unit.replace(xp=unit.xp + tick))
        _save(path, campaign, lease, world, after)
        world = after
    release_lease(path, lease)
    faces.of(rules_of(read_campaign(path, campaign)[1]))  # as a worker has them at hand
    act = Act(0, Queued("a1", Rollback(to=1, why="a mistake")).to_json())
    due = DueTick("rollback", NOON, NOON.date(), 1, back=1)
    began, busy = time.perf_counter(), time.process_time()
    done = resolve(path, campaign, due, NOON, acts=[act])
    took, busy = time.perf_counter() - began, time.process_time() - busy
    print(f"\nrollback of {TICKS} ticks: {took:.2f} s, of which {busy:.2f} s at work")
    left = [row for row in read_world(path, campaign) if row[0] not in ("now", "counters")]
    assert left == [row for row in then if row[0] not in ("now", "counters")]
    record_property("locked s", done.locked_seconds)
    record_property("seconds", took)
