"""From starting the process to ready, and its memory, with 200 guilds of one running campaign each.

The bot is the real one in its own process, on a front; discord.py's own wait of 2 s for guilds
counts. Limits are the project's: 5 s, 150 MiB for the bot and for each idle worker.
"""

import asyncio
import shutil
import sys
import time
from pathlib import Path

import psutil
import pytest

from bot.practice.front.process import BotProcess
from bot.practice.front.server import Front
from tests.bot.process.campaign import START, put
from tests.bot.process.hosted import CLOCK

ROOT = Path(__file__).parents[2]
GUILDS = 200
SIZE = (24, 18)
SECONDS, MIB = 5.0, 150
STARTS = 3


@pytest.mark.parametrize("index", ["kept", "lost"])
async def test_a_bot_with_200_guilds_starts_soon_and_small(tmp_path: Path, index: str) -> None:
    async with Front() as front:
        first = await asyncio.to_thread(_prepare, tmp_path)
        for _ in range(GUILDS):
            guild = front.world.create_guild("A guild")
            shutil.copyfile(first, tmp_path / f"{guild.id}.sqlite")
        first.unlink()
        taken: list[float] = []
        for _ in range(STARTS + 1):  # the first makes the index and is not counted
            if index == "lost":
                (tmp_path / "schedule.sqlite").unlink(missing_ok=True)
            start = time.perf_counter()
            async with _bot(front, tmp_path) as bot:
                await bot.said("Ready:")
                taken.append(time.perf_counter() - start)
                own, *workers = _memory(bot.pid)
                assert await bot.stop() == 0
        seconds = sorted(taken[1:])[STARTS // 2]
    sizes = ", ".join(f"{each:.0f} MiB" for each in workers)
    print(f"\nindex {index}: ready in {seconds:.2f} s; bot {own:.0f} MiB, workers {sizes}")
    assert seconds <= SECONDS
    assert own <= MIB
    assert len(workers) == 2
    assert max(workers) <= MIB


def _prepare(folder: Path) -> Path:
    file = folder / "first.sqlite"
    put(file, {}, SIZE)
    return file


def _bot(front: Front, folder: Path) -> BotProcess:
    clock = folder / "now"
    clock.write_text(START.isoformat())
    environment = {"PYTHONPATH": str(ROOT), "HEXMUSTER_DATA": str(folder), CLOCK: str(clock)}
    return BotProcess(front, [sys.executable, "-m", "tests.bot.process.hosted"], environment)


def _memory(pid: int) -> list[float]:
    """The resident MiB of the bot and then of its workers."""
    bot = psutil.Process(pid)
    workers = [each for each in bot.children() if "spawn_main" in " ".join(each.cmdline())]
    return [each.memory_info().rss / 2**20 for each in (bot, *workers)]
