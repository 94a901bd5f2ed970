"""Ten thousand guilds of one running campaign each: the start, the memory, the loop's pauses.

The bot is the real one in its own process, on a front that greets it with all of them, at
most 2,500 on a shard, which is what Discord allows. The five seconds that Discord has most
bots wait between two shards are left out. The files are one small file again and again.
`MANY_GUILDS` chooses how many.
"""

import asyncio
import json
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psutil
import pytest

from bot.client import SYNCED
from bot.store.connection import open_file
from tests.bench.test_start import memory
from tests.bot.front.process import BotProcess
from tests.bot.front.server import Front
from tests.bot.front.zygote import execute
from tests.bot.process.campaign import START, put
from tests.bot.process.hosted import CLOCK, SHARDS_AT_ONCE
from tests.bot.process.pauses import PAUSES

ROOT = Path(__file__).parents[2]
GUILDS = int(os.environ.get("MANY_GUILDS", "10000"))
SHARDS = -(-GUILDS // 2500)
SECONDS, MIB, PAUSE = 15.0, 200, 0.050
MEMORY_DISK = Path("/dev/shm")
PATIENCE = 900.0


@pytest.fixture
def folder() -> Iterator[Path]:
    """A data folder in memory where there is such a disk, so that none is worn."""
    with TemporaryDirectory(dir=MEMORY_DISK if MEMORY_DISK.is_dir() else None) as name:
        yield Path(name)


@dataclass(frozen=True)
class Start:
    """What a start came to."""

    seconds: float
    cpu: float
    """Of the bot's process alone, its workers left out."""
    mib: float
    pauses: list[tuple[float, str]]
    after: list[tuple[float, str]]


@pytest.mark.aim(
    "ready in 15 s, 200 MiB, no pause over 50 ms", seconds=SECONDS, MiB=MIB, **{"pause s": PAUSE}
)
async def test_a_bot_with_ten_thousand_guilds_starts_soon_and_small(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    record_property: Any,
) -> None:
    async with Front() as front:
        first = folder / "first"
        await asyncio.to_thread(_small, first)
        for _ in range(GUILDS):
            guild = front.world.create_guild("A guild")
            shutil.copyfile(first, folder / f"{guild.id}.sqlite")
        first.unlink()
        starts = [await _start(front, folder, told=False)]
        _all_told(folder, front)
        starts += [await _start(front, folder) for _ in range(2)]
    with capsys.disabled():
        for name, start in zip(("first", "second", "third"), starts, strict=True):
            print(
                f"\n{GUILDS} guilds, {name} start: ready in {start.seconds:.1f} s"
                f" ({start.cpu:.1f} s of CPU), {start.mib:.0f} MiB"
            )
            for when, pauses in (("before", start.pauses), ("after", start.after)):
                for spent, what in pauses[:4]:
                    print(f"  {when} ready: {spent * 1000:.0f} ms in {what[:150]}")
    record_property("seconds", starts[-1].seconds)
    record_property("MiB", starts[-1].mib)
    last = (*starts[-1].pauses, *starts[-1].after)
    record_property("pause s", max((spent for spent, _ in last), default=0.0))


async def _start(front: Front, folder: Path, *, told: bool = True) -> Start:
    """One start; at the first one the commands are not told to the end, for that takes a while."""
    begun = time.perf_counter()
    clock, pauses = folder / "now", folder / "pauses"
    clock.write_text(START.isoformat())
    pauses.unlink(missing_ok=True)
    environment = {
        "PYTHONPATH": str(ROOT),
        "HEXMUSTER_DATA": str(folder),
        CLOCK: str(clock),
        PAUSES: str(pauses),
        "HEXMUSTER_SHARDS": f"0-{SHARDS - 1}/{SHARDS}",
        SHARDS_AT_ONCE: "yes",
    }
    command = ["-m", "tests.bot.process.hosted"]
    async with BotProcess(front, command, environment, start=execute) as bot:
        await bot.said("Ready:", within=PATIENCE)
        seconds = time.perf_counter() - begun
        spent = psutil.Process(bot.pid).cpu_times()
        before = _told(pauses)
        pauses.unlink(missing_ok=True)
        if told:
            await bot.said("Commands told:", within=PATIENCE)
        else:
            await bot.said(f"/{min(front.world.backend.guilds)} commands=", within=PATIENCE)
        mib = memory(bot.pid)[0]
        after = _told(pauses)
        assert await bot.stop(within=PATIENCE) == 0
    return Start(seconds, spent.user + spent.system, mib, before, after)


def _all_told(folder: Path, front: Front) -> None:
    """Have Discord told each guild's commands, as one of them was."""
    file = folder / SYNCED
    one = [json.loads(line) for line in file.read_text().splitlines()]
    (scope, digest) = next(
        (scope, digest) for line in one for scope, digest in line.items() if "global" not in scope
    )
    application = scope.partition("/")[0]
    with file.open("a") as more:
        for guild in front.world.backend.guilds:
            more.write(json.dumps({f"{application}/{guild}": digest}) + "\n")


def _small(file: Path) -> None:
    """A running campaign in few bytes, for there are to be many: most tables have a page or two."""
    put(file, {})
    with closing(open_file(file, "rw")) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA page_size = 1024")
        db.execute("VACUUM")
        db.execute("PRAGMA journal_mode = WAL")


def _told(file: Path) -> list[tuple[float, str]]:
    return json.loads(file.read_text()) if file.exists() else []
