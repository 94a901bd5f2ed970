"""A running campaign whose bot is killed over and over, at random points and at random moments.

Every other campaign is on a separate shard, as under several processes.

`SOAK_KILLS` and `SOAK_SEED` choose how often and which; a failure names the seed. The kills are
shared out among several campaigns, so that each test stays within the time that any test has.
"""

import asyncio
import contextlib
import itertools
import os
import random
import signal
import time
from datetime import timedelta
from pathlib import Path

import psutil
import pytest

from bot.faults import POINTS
from tests.bot.front.process import BotProcess
from tests.bot.process.scene import Scene, open_scene
from tests.bot.process.workers_of import workers_of
from tests.rules.scene import module

SEED = int(os.environ.get("SOAK_SEED", "0")) or random.randrange(1, 10**9)
CAMPAIGNS = 8
KILLS = int(os.environ.get("SOAK_KILLS", "200")) // CAMPAIGNS
CHECKED = 5
"""After that many kills the bot may finish what is due, and everything is checked."""


class Soak:
    """The players' and the killer's doings; `accepted` are the orders that the bot confirmed."""

    def __init__(self, scene: Scene, seed: int) -> None:
        self.scene = scene
        self.chance = random.Random(seed)
        self.numbers = itertools.count(1)
        self.accepted: set[str] = set()
        shard = f"{(scene.guild >> 22) % 2}/2"
        self.environment = {"HEXMUSTER_SHARDS": shard} if seed % 2 else dict[str, str]()

    async def until_killed(self) -> None:
        """Start the bot, play, and kill it somehow."""
        point = self.chance.choice([*sorted(POINTS), "", ""])
        crash_at = f"{point}:{self.chance.randint(1, 6)}" if point else ""
        async with self.scene.bot(crash_at, self.environment) as bot:
            playing = asyncio.create_task(self.play(bot))
            ended = asyncio.create_task(bot.ended())
            await asyncio.wait({playing, ended}, return_when=asyncio.FIRST_COMPLETED)
            if not ended.done():
                playing.result()
                await bot.kill()
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            assert await ended == -signal.SIGKILL

    async def play(self, bot: BotProcess) -> None:
        """A few acts; then some requests go by before the kill."""
        await bot.said("Ready:")
        for _ in range(self.chance.randint(1, 5)):
            act = self.chance.choice([self.give, self.submit, self.pass_time, self.pass_time])
            await act(bot)
        if self.chance.random() < 0.3:
            self.kill_a_worker(bot)
        requests = self.scene.front.requests
        enough = len(requests) + self.chance.randint(0, 12)
        with contextlib.suppress(TimeoutError):  # nothing more may be due
            await self.scene.front.until(
                lambda: len(requests) >= enough, within=1.0, what="more requests"
            )

    async def give(self, _: BotProcess) -> None:
        text = f"Order {next(self.numbers)}."
        await self.scene.give(self.chance.choice([self.scene.ada, self.scene.ben]), text)
        self.accepted.add(text)

    async def submit(self, _: BotProcess) -> None:
        person = self.chance.choice([self.scene.ada, self.scene.ben])
        await self.scene.answered(await self.scene.ask(person, "orders submit"))

    async def pass_time(self, bot: BotProcess) -> None:
        """Until the next run or production, or a little of the way."""
        due = next(module().calendar.coming(self.scene.now))
        span = timedelta(seconds=self.chance.choice([1, 31, 600, 10**6, 10**6]))
        self.scene.move_to(min(self.scene.now + span, due.instant), bot)

    def kill_a_worker(self, bot: BotProcess) -> None:
        with contextlib.suppress(psutil.NoSuchProcess):
            for worker in workers_of(bot.pid):
                worker.kill()

    async def check(self) -> None:
        """Let a bot finish what is due; then nothing is lost, and nothing was done twice."""
        async with self.scene.bot(environment=self.environment) as bot:
            await bot.said("Ready:")
            await self.scene.settle(bot)
            self.scene.accepted.clear()  # an order whose answer was cut off may count or not
            self.scene.check()
            found = self.scene.rows(
                "SELECT json_extract(body, '$.values.message') FROM draft_order UNION ALL"
                " SELECT json_extract(value, '$.order.values.message')"
                " FROM submission, json_each(body) WHERE consumed_tick IS NOT NULL"
            )
            known = [text for (text,) in found if str(text).startswith("Order ")]
            assert self.accepted <= set(known)
            assert len(known) == len(set(known)), "no order runs twice"
            await bot.kill()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(SEED, SEED + CAMPAIGNS))
async def test_a_bot_killed_over_and_over_loses_and_doubles_nothing(
    tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = time.monotonic()
    async with open_scene(tmp_path) as scene:
        soak = Soak(scene, seed)
        async with scene.begun():  # with shard 0, which tells Discord what all guilds have
            pass
        for kill in range(1, KILLS + 1):
            if kill % CHECKED == 0 or kill == KILLS:
                await soak.check()
            else:
                await soak.until_killed()
            scene.front.requests.clear()
        with capsys.disabled():
            print(
                f"\nseed {seed}: {KILLS} kills in {time.monotonic() - begun:.0f} s,"
                f" {len(soak.accepted)} orders, {len(scene.made())} ticks"
            )
