"""The store under a large world: 10,000 provinces, 720 stacks, 5,000 units and the rest, 48 players
with 100 orders each. The limits are the project's own; `locked` is what others have to wait.
"""

import asyncio
import json
import time
from datetime import date, timedelta
from pathlib import Path

import pytest

from bot.clock import MovableClock
from bot.store import world
from bot.store.records import CampaignState, ModuleCopy
from bot.store.resolving import commit_tick, read_point, take_lease
from bot.store.schedule import Schedule
from bot.store.stores import Stores
from bot.store.ticks import DueTick, EntityRow, Lease
from tests.bot.founding import created
from tests.bot.store.scene import GUILD, NOON, found_campaign, opened, outcome

# A disk is waited for here.
pytestmark = pytest.mark.benchmark(timer=time.perf_counter)

KINDS = {"province": 10_000, "unit": 5_000, "stack": 720, "city": 200, "character": 200}
CHANGED, EVENTS, PLAYERS, ORDERS = 6_000, 5_000, 48, 100


def body(number: int, tick: int) -> bytes:
    """A record of about 300 bytes."""
    record = {"schema": 1, "id": number, "written": tick, "name": f"Record {number}"}
    return json.dumps(record | {"rest": "abcdefghi " * 23}).encode()


def everything(tick: int) -> list[EntityRow]:
    return [(kind, n, body(n, tick)) for kind, count in KINDS.items() for n in range(1, count + 1)]


class Table:
    """A campaign whose players submit anew before every run."""

    def __init__(self, folder: Path) -> None:
        self.stores = Stores(folder, MovableClock(NOON))
        self.runner = asyncio.Runner()
        self.path, self.campaign = self.runner.run(self._found())
        self.lease: Lease = take_lease(self.path, self.campaign, NOON, timedelta(hours=1))
        self.tick = 0
        self.locked: list[float] = []
        self.save(everything(1))

    async def _found(self) -> tuple[Path, int]:
        await self.stores.open()
        async with self.stores.use(GUILD) as store:
            campaign = await created(store, module=ModuleCopy("d", "m", "{}"))
            for user in range(1, PLAYERS + 1):
                await store.members.join(campaign.id, user, user % 6)
            await store.campaigns.set_state(campaign.id, CampaignState.RUNNING)
            return store.path, campaign.id

    async def _submit(self) -> None:
        order = '{"order": "move", "stack": 12, "route": [[1, 2], [1, 3], [2, 3]]}'
        async with self.stores.use(GUILD) as store:
            for user in range(1, PLAYERS + 1):
                await store.drafts.replace(self.campaign, user, [(None, order)] * ORDERS)
                await store.submissions.submit(self.campaign, user, lambda _at: NOON.date())

    def submit(self) -> None:
        self.runner.run(self._submit())

    def due(self) -> DueTick:
        at = NOON + timedelta(days=1)
        return DueTick("run", at, date(2024, 5, 7), 1, date(2024, 5, 7))

    def save(self, changes: list[EntityRow]) -> None:
        events = [body(number, self.tick) for number in range(EVENTS)] if self.tick else []
        hashes = {"hash_before": "a" * 64, "hash_after": "b" * 64, "chain": "c" * 64}
        told = [(seq % 6, seq, event) for seq, event in enumerate(events)]
        result = outcome(changes, **hashes, events=events, events_for=told)
        read = read_point(self.path, self.campaign, self.due())
        assert len(read.submissions) in (0, PLAYERS)
        committed = commit_tick(self.path, self.lease, read, result, NOON)
        self.tick = committed.number
        self.locked.append(committed.locked_seconds)

    def change(self) -> list[EntityRow]:
        every = everything(self.tick + 1)
        return every[:: len(every) // CHANGED][:CHANGED]

    def close(self) -> None:
        self.runner.run(self.stores.close())
        self.runner.close()


@pytest.fixture
def table(tmp_path: Path):
    table = Table(tmp_path)
    yield table
    table.close()


@pytest.mark.aim("at most 0.5 s", median=0.5)
def test_loading_a_large_world_takes_at_most_half_a_second(table: Table, benchmark) -> None:
    rows = benchmark(lambda: read_point(table.path, table.campaign, table.due()).world)
    assert len(rows) == sum(KINDS.values())


@pytest.mark.aim("at most 0.5 s", median=0.5)
def test_loading_a_past_world_takes_at_most_half_a_second(table: Table, benchmark) -> None:
    for _ in range(10):
        table.save(table.change())
    rows = benchmark(lambda: world.read_world(table.path, table.campaign, 2))
    assert len(rows) == sum(KINDS.values())


@pytest.mark.aim("at most 0.5 s, the file locked for 0.2 s", median=0.5, **{"locked s": 0.2})
def test_saving_a_large_tick_locks_the_file_for_at_most_200_ms(table: Table, benchmark) -> None:
    """6,000 changed records, 5,000 events for all and for one faction each, 4,800 orders taken."""
    table.locked.clear()

    def prepare() -> tuple[tuple[list[EntityRow]], dict[str, object]]:
        table.submit()
        return (table.change(),), {}

    benchmark.pedantic(table.save, setup=prepare, rounds=8)
    locked = sorted(table.locked)
    benchmark.extra_info["locked s"] = locked[len(locked) // 2]
    benchmark.extra_info["worst locked s"] = locked[-1]


@pytest.mark.aim("at most 2 KiB", **{"bytes per changed record": 2048})
def test_the_file_grows_by_at_most_2_kib_for_each_changed_record(table: Table, benchmark) -> None:
    """With the tick's events counted in, as the mean of ten ticks."""
    table.save(table.change())
    before = table.path.stat().st_size
    benchmark.pedantic(lambda: table.save(table.change()), rounds=10)
    grown = (table.path.stat().st_size - before) / (10 * CHANGED)
    benchmark.extra_info["bytes per changed record"] = grown
    assert grown > 0


@pytest.mark.aim("at most 0.5 s, 5 s without the schedule", median=0.5, **{"made anew s": 5.0})
def test_starting_with_200_guilds_takes_a_fraction_of_5_seconds(tmp_path: Path, benchmark) -> None:
    async def fill() -> None:
        async with opened(tmp_path) as stores:
            for guild in range(1, 201):
                async with stores.use(guild) as store:
                    await store.timers.put((await found_campaign(store)).id, "due", NOON)

    async def start() -> int:
        async with opened(tmp_path) as stores:
            return len(stores.schedule.take(NOON))

    asyncio.run(fill())
    assert benchmark.pedantic(lambda: asyncio.run(start()), rounds=5) == 200
    (tmp_path / "schedule.sqlite").unlink()
    anew = asyncio.run(_timed(start))
    benchmark.extra_info["made anew s"] = anew


async def _timed(start) -> float:
    loop = asyncio.get_running_loop()
    begun = loop.time()
    assert await start() == 200
    return loop.time() - begun


@pytest.mark.aim("at most 10 s, no pause over 50 ms", median=10.0, **{"pause s": 0.05})
def test_10_000_guilds_due_at_once_cost_the_loop_little(tmp_path: Path, benchmark) -> None:
    """Each is taken, noted for next week and given back, with the alarm set in between."""

    async def fill() -> Schedule:
        schedule = Schedule(tmp_path / "schedule.sqlite", lambda _: None)
        await schedule.open({})
        await asyncio.gather(*(schedule.put(guild, NOON) for guild in range(1, 10_001)))
        return schedule

    async def look_after(schedule: Schedule) -> float:
        due, longest = schedule.take(NOON), 0.0
        assert len(due) == 10_000
        for guild in due:
            began = time.perf_counter()
            noted = asyncio.ensure_future(schedule.put(guild, NOON + timedelta(days=7)))
            schedule.give_back(guild)
            schedule.next_time()
            longest = max(longest, time.perf_counter() - began)
            if guild % 16 == 0:  # as many as are looked after at once
                await noted
        await schedule.close()
        return longest

    async def both() -> float:
        return await look_after(await fill())

    longest = benchmark.pedantic(lambda: asyncio.run(both()), rounds=3)
    benchmark.extra_info["pause s"] = longest
