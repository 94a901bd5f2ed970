"""The real bot killed at each crash point of a run and of its delivery, and started again."""

from datetime import timedelta
from pathlib import Path

import pytest

from bot.faults import POINTS
from tests.bot.crashing import CRASH_WORKER
from tests.bot.process.campaign import RUN
from tests.bot.process.scene import Scene, figures


async def test_a_run_is_made_and_told_and_the_calendar_goes_on(scene: Scene) -> None:
    async with scene.bot() as bot:
        await scene.run(bot)
    [report] = scene.posted("faction:1")
    assert report.attachments[0]["filename"].endswith(".png")
    scene.move_to(RUN + timedelta(days=1))
    async with scene.bot(environment={"HEXMUSTER_METRICS": "0"}) as bot:
        await scene.ready(bot)
        await scene.settle(bot)
        told = await figures(bot)
    assert 'hexmuster_ticks_total{ending="made",kind="run"} 1.0' in told
    assert "hexmuster_tick_lateness_seconds_count 1.0" in told
    assert 'hexmuster_outbox_messages{state="waiting"} 0.0' in told
    assert 'hexmuster_discord_answers_total{status="200"}' in told
    assert len(scene.made()) == 2
    scene.check()


POINTS_OF_A_RUN = sorted(p for p in POINTS if p.startswith(("tick.", "outbox.", "reminder.")))


@pytest.mark.parametrize("point", [*POINTS_OF_A_RUN, "outbox.after_send:2", "outbox.after_note:3"])
async def test_a_bot_killed_in_a_run_or_in_its_delivery_goes_on(scene: Scene, point: str) -> None:
    async with scene.bot(crash_at=point) as bot:
        await scene.ready(bot)
        scene.move_to(RUN, bot)
        assert await bot.ended() == -9
    async with scene.bot() as bot:
        await scene.run(bot)


@pytest.mark.parametrize("point", ["tick.before_commit", "tick.after_commit"])
async def test_a_worker_killed_in_a_run_is_replaced_and_the_run_made_once(
    scene: Scene, point: str, tmp_path: Path
) -> None:
    sign = tmp_path / "sign"
    sign.touch()
    async with scene.bot(point, {CRASH_WORKER: str(sign)}) as bot:
        await scene.run(bot)
    assert not sign.exists()
