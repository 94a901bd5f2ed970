"""The real bot killed at each crash point and started again: nothing lost, nothing done twice."""

from datetime import timedelta
from pathlib import Path

import pytest

from tests.bot.process.campaign import CUT_OFF
from tests.bot.process.scene import LEASE, Scene

SOON = timedelta(seconds=1)
REPORT = "T4·R1·1/1"


async def finish(scene: Scene) -> None:
    """Start the bot again, let a dead holder's lease pass, and wait until all is told."""
    async with scene.bot() as bot:
        await bot.said("Ready:")
        scene.move_to(scene.now + LEASE, bot)
        await settled(scene)
        assert await bot.stop() == 0
    scene.check()


async def settled(scene: Scene) -> None:
    """Wait until nothing that is due waits."""
    open_ = "SELECT 1 FROM outbox WHERE state <> 'sent'"
    await scene.until(lambda: REPORT in scene.keys("faction:1") and not scene.rows(open_))


async def test_a_tick_is_made_and_told_when_nothing_goes_wrong(scene: Scene) -> None:
    async with scene.bot() as bot:
        await bot.said("Ready:")
        assert scene.made() == []
        scene.move_to(CUT_OFF + SOON, bot)
        await settled(scene)
        assert await bot.stop() == 0
    scene.check()
    [report] = scene.posted("faction:1")
    assert report.attachments[0]["filename"].endswith(".png")


@pytest.mark.parametrize(
    "point",
    [
        "tick.before_commit",
        "tick.after_commit",
        "outbox.after_send",
        "outbox.after_send:2",
        "outbox.after_note",
        "outbox.after_note:3",
    ],
)
async def test_a_bot_killed_in_a_tick_or_in_its_delivery_goes_on(scene: Scene, point: str) -> None:
    async with scene.bot(crash_at=point) as bot:
        await bot.said("Ready:")
        scene.move_to(CUT_OFF + SOON, bot)
        assert await bot.ended() == -9
    await finish(scene)


@pytest.mark.parametrize("point", ["tick.before_commit", "tick.after_commit"])
async def test_a_worker_killed_in_a_tick_is_replaced_and_the_tick_made_once(
    scene: Scene, point: str, tmp_path: Path
) -> None:
    sign = tmp_path / "sign"
    sign.touch()
    async with scene.bot(point, {"HEXMUSTER_CRASH_WORKER": str(sign)}) as bot:
        await bot.said("Ready:")
        scene.move_to(CUT_OFF + SOON, bot)
        if point == "tick.before_commit":
            # The dead worker still holds the lease: the bot waits for its end.
            await scene.until(lambda: scene.wakes_at() > CUT_OFF)
            scene.move_to(scene.now + LEASE, bot)
        await settled(scene)
        assert not sign.exists()
        assert await bot.stop() == 0
    scene.check()
