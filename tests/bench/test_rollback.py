"""Going back ten ticks of a large campaign: from the lease to the commit.

10,000 provinces, 48 players, 720 stacks and 5,000 units, of which each tick has changed 5,000
records. The limit is the project's own.
"""

import time
from pathlib import Path
from typing import Any

import pytest

from bot import faces
from bot.jobs.opened import rules_of
from bot.resolving import Act, resolve
from bot.store.ticks import DueTick
from bot.store.world import read_campaign, read_world
from engine.campaign import Now
from engine.orders import Queued
from engine.packs.cohorts.pieces.records import Unit
from engine.replay import state_hash
from engine.rollback import Rollback
from engine.world import World
from tests.bench import big
from tests.bot.founding import created
from tests.bot.store.scene import NOON, make_tick, used

LIMIT = 3.0  # seconds
TICKS = 10


async def _founded(folder: Path) -> tuple[Path, int]:
    async with used(folder) as store:
        made = await created(store, "Bench", big.rules().module)
        return store.path, made.id


def _save(path: Path, campaign: int, before: World, after: World) -> None:
    due = DueTick("run", NOON, NOON.date(), after.get(Now, 1).turn)
    rows = after.rows()
    changes = [(kind, id, new.dump() if new else None) for kind, id, _, new in after.changes()]
    make_tick(
        path,
        campaign,
        due,
        hash_after=state_hash(rows),
        changes=changes if before is not after else rows,
    )


@pytest.mark.aim("the file is locked for at most 0.2 s", seconds=LIMIT, **{"locked s": 0.2})
async def test_ten_ticks_of_a_large_campaign_are_taken_back_in_time(
    tmp_path: Path, record_property: Any
) -> None:
    path, campaign = await _founded(tmp_path)
    world = big.world().fork()
    world.put(world.get(Now, 1).replace(tick=1))
    _save(path, campaign, world, world)
    then = read_world(path, campaign)
    for tick in range(2, TICKS + 2):
        after = world.fork()
        after.put(after.get(Now, 1).replace(tick=tick))
        for unit in world.all(Unit):
            after.put(unit.replace(xp=unit.xp + tick))
        _save(path, campaign, world, after)
        world = after
    faces.of(rules_of(read_campaign(path, campaign)[1]))  # as a worker has them at hand
    act = Act(0, Queued("a1", Rollback(to=1, why="a mistake")).to_json())
    due = DueTick("rollback", NOON, NOON.date(), 1, back=1)
    began = time.perf_counter()
    done = resolve(path, campaign, due, NOON, acts=[act])
    took = time.perf_counter() - began
    left = [row for row in read_world(path, campaign) if row[0] not in ("now", "counters")]
    assert left == [row for row in then if row[0] not in ("now", "counters")]
    record_property("locked s", done.locked_seconds)
    record_property("seconds", took)
