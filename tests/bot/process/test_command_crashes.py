"""The real bot killed at each crash point, and started again.

While it takes an order, a turn or a player, in a run and in its delivery.
"""

from datetime import timedelta
from pathlib import Path

import pytest

from bot.faults import POINTS
from tests.bot.crashing import CRASH_WORKER
from tests.bot.process.campaign import RUN, heroes
from tests.bot.process.scene import Scene, figures


@pytest.mark.parametrize(
    "point, kept",
    [("order.before_commit:2", False), ("order.after_commit:2", True)],
)
async def test_an_accepted_order_outlives_the_bot(scene: Scene, point: str, kept: bool) -> None:
    """The second order's answer never comes; if it was committed it is kept all the same."""
    async with scene.begun(crash_at=point) as bot:
        await scene.give(scene.ada)
        await scene.ask(scene.ada, "set message", bearer=heroes(scene.file, 1)[1], message="Ho!")
        assert await bot.ended() == -9
    scene.accepted[scene.ada.id] += kept
    async with scene.begun() as bot:
        await scene.give(scene.ada)
        await scene.run(bot)
    assert scene.orders_of(scene.ada.id) == 4 + kept


@pytest.mark.parametrize("point", ["order.before_commit:2", "order.after_commit:2"])
async def test_a_bot_killed_as_a_turn_is_submitted_runs_it_once(scene: Scene, point: str) -> None:
    async with scene.begun(crash_at=point) as bot:
        await scene.give(scene.ada)
        await scene.ask(scene.ada, "orders submit")
        assert await bot.ended() == -9
    async with scene.bot() as bot:
        await scene.run(bot)
    ran = scene.rows(
        "SELECT json_array_length(body) FROM submission"
        " WHERE user = ? AND consumed_tick IS NOT NULL",
        scene.ada.id,
    )
    assert ran == [(3 if point.startswith("order.after") else 2,)]


@pytest.mark.parametrize("point", ["tick.before_commit", "tick.after_commit"])
async def test_who_joins_while_the_bot_is_killed_has_one_place(scene: Scene, point: str) -> None:
    wanted = {"faction": "ashmark", "start": "harrow_banner"}
    async with scene.begun(crash_at=point) as bot:
        await scene.ask(scene.cleo, "join", **wanted)
        assert await bot.ended() == -9
    async with scene.begun() as bot:
        scene.move_to(scene.now + timedelta(minutes=1), bot)  # the dead bot's lease
        await scene.answered(await scene.ask(scene.cleo, "join", **wanted))
        await scene.run(bot)
    players = scene.rows("SELECT player FROM member WHERE user = ? AND player > 0", scene.cleo.id)
    assert len(players) == 1
    joined = scene.rows("SELECT 1 FROM entity WHERE kind = 'player'")
    assert len(joined) == 3


@pytest.mark.parametrize("point", ["furnishing.after_making:1", "furnishing.after_making:3"])
async def test_a_role_or_channel_made_when_the_bot_is_killed_is_made_no_second_time(
    scene: Scene, point: str
) -> None:
    """The first that is made is the faction's role, the third its channel."""
    backend = scene.front.world.backend
    place = scene.rows("SELECT snowflake FROM place WHERE role = 'role:1'")
    backend.delete_role(scene.guild, place[0][0])  # type: ignore[arg-type]
    backend.delete_channel(scene.channels["faction:1"].id)
    async with scene.begun(crash_at=point) as bot:
        await scene.ask(scene.morgan, "campaign repair")
        assert await bot.ended() == -9
    async with scene.begun() as bot:
        told = await scene.answered(await scene.ask(scene.morgan, "campaign repair"))
        assert "Made or mended" in (told.embeds[0].description or "")
        roles = [role.name for role in backend.guilds[scene.guild].roles.values()]
        channels = [each.name or "" for each in backend.channels.values()]
        assert len([name for name in roles if name.startswith("House Ashmark")]) == 1
        assert channels.count("ashmark") == 1
        assert not [name for name in roles + channels if name.startswith("making-")]
        topics = [each.topic or "" for each in backend.channels.values()]
        assert not [topic for topic in topics if topic.startswith("making-")]
        scene.find_channels()
        assert await bot.stop() == 0


async def test_a_run_is_made_and_told_and_the_calendar_goes_on(scene: Scene) -> None:
    async with scene.bot() as bot:
        await scene.run(bot)
    [report] = scene.posted("faction:1")
    assert report.attachments[0]["filename"].endswith(".png")
    scene.move_to(RUN + timedelta(days=1))
    async with scene.begun(environment={"HEXMUSTER_METRICS": "0"}) as bot:
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
    async with scene.begun(crash_at=point) as bot:
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
