"""Moving a campaign of two years: 48 players, 10,000 provinces, six ticks a week for 104 weeks.

Its first tick is a real world; what the others change is laid on it evenly, and sealed as it would
be. The limit is the project's own: 20 s for out and in.
"""

import asyncio
import datetime as dt
import time
from pathlib import Path
from typing import Any

import pytest

from bot.erasing.traces import erase
from bot.jobs.chain import Link
from bot.moving.files import look_through, take_out
from bot.store.moving.pouring import pour
from bot.store.records import CampaignState
from bot.store.resolving import commit_tick, read_point, release_lease, take_lease
from bot.store.ticks import DueTick
from engine import __version__
from engine.dice import seed_hash
from engine.world import Row, digest
from tests.bench import big
from tests.bench.timed import seconds
from tests.bot.founding import created
from tests.bot.store.scene import NOON, outcome, used

WEEKS, PER_WEEK, PLAYERS = 104, 6, 48
CHANGED, EVENTS, TOLD = 300, 100, 150
EVENT = b'{"kind":"order_failed","event":{"says":"%s","n":%d}}'
LIMIT = 20.0


def laid(folder: Path) -> Path:
    """The file of a guild with that campaign."""

    async def begin() -> int:
        async with used(folder, 7) as store:
            made = await created(store, "Two years", big.rules().module, big.SEED)
            for number in range(1, PLAYERS + 1):
                await store.members.join(made.id, 10**17 + number, number % 4 + 1, number)
            await store.campaigns.set_state(made.id, CampaignState.PAUSED)
            return made.id

    campaign = asyncio.run(begin())
    path = folder / "7.sqlite"
    lease = take_lease(path, campaign, NOON, dt.timedelta(days=9))
    rows = list(big.world().rows())
    units = [each for each in rows if each[0] == "unit"]
    state, chain = 0, ""
    for number in range(1, WEEKS * PER_WEEK + 1):
        at = NOON + dt.timedelta(days=number)
        due = DueTick("setup", at, at.date(), number // PER_WEEK + 1)
        if number == 1:
            changes: list[Row] = rows
            after = digest(rows)
        else:
            start = number * 37 % (len(units) - CHANGED)
            changes = []
            after = state
            for place in range(start, start + CHANGED):
                kind, id, body = units[place]
                assert body is not None
                new = body.replace(b'"Unit ', b'"Unit' + b"abcdefg "[number % 8 : number % 8 + 1])
                if new == body:
                    new = body.replace(b'"Unit', b'"Unit ', 1)
                after += digest([(kind, id, new)]) - digest([(kind, id, body)])
                units[place] = (kind, id, new)
                changes.append(units[place])
        after %= 1 << 256
        events = [EVENT % (b"The road is long. " * 16, n) for n in range(EVENTS)]
        told = [(n % 4 + 1, n // 4, events[n % EVENTS]) for n in range(TOLD)]
        link = Link(
            seed_hash=seed_hash(big.SEED),
            module_digest=big.rules().module.digest(),
            engine_version=__version__,
            number=number,
            kind=due.kind,
            due_at=due.at,
            local_date=due.local_date,
            turn=due.turn,
            orders='{"settings": {}, "submissions": []}',
            submissions=(),
            hash_before=f"{state:064x}",
            hash_after=f"{after:064x}",
            events=events,
            events_for=told,
        )
        chain = link.chain(big.SEED, chain)
        result = outcome(
            changes,
            engine_version=__version__,
            hash_before=link.hash_before,
            hash_after=link.hash_after,
            chain=chain,
            events=events,
            events_for=told,
            orders=link.orders,
        )
        commit_tick(path, lease, read_point(path, campaign, due), result, NOON)
        state = after
    release_lease(path, lease)
    return path


@pytest.mark.aim(
    "at most 20 s, 10 of them looking through it", seconds=LIMIT, **{"looking through s": 10.0}
)
def test_two_years_go_out_and_in_within_the_limit(tmp_path: Path, record_property: Any):
    path = laid(tmp_path)
    out = seconds(lambda: take_out(path, 1, tmp_path / "x.zip", NOON))
    began = time.process_time()
    brought = look_through(tmp_path / "x.zip", tmp_path / "own", NOON)
    through = time.process_time() - began

    async def place() -> None:
        async with used(tmp_path, 8) as store:
            await created(store, "Two years", brought.module)

    asyncio.run(place())
    own = (tmp_path / "8.sqlite", tmp_path / "own", 1, CampaignState.PAUSED)
    poured = seconds(lambda: pour(*own))
    record_property("MiB", path.stat().st_size / 2**20)
    record_property("erased s", seconds(lambda: erase(path, 1, 10**17 + 5, [], 0, NOON)))
    record_property("seconds", out + through + poured)
    record_property("looking through s", through)
