"""Refusals, silence, cut lines, lost gateways and killed bots, done for real."""

import asyncio

import pytest

from tests.bot.front.faults import Cut
from tests.bot.front.table import Table

MESSAGES = "/channels/*/messages"

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_429_is_retried_after_its_time(live: Table) -> None:
    live.front.faults.order("POST", MESSAGES, 429, times=2, retry_after=0.02)
    result = await live.ada.slash(live.hall, "post", key="T1-1")
    answer = await live.front.world.finished(result)
    assert answer.content == "posted T1-1"
    assert [r.status for r in live.front.sent("POST", "/messages")] == [429, 429, 200]


async def test_a_global_429_passes(live: Table) -> None:
    live.front.faults.order("POST", MESSAGES, 429, retry_after=0.02, everywhere=True)
    result = await live.ada.slash(live.hall, "post", key="T1-1")
    assert (await live.front.world.finished(result)).content == "posted T1-1"
    [refused, _] = live.front.sent("POST", "/messages")
    assert refused.answer["global"] is True


async def test_a_429_on_an_interactions_answer_is_retried(live: Table) -> None:
    live.front.faults.order("POST", "/interactions/*", 429, retry_after=0.02)
    live.front.faults.order("PATCH", "/webhooks/*", 429, retry_after=0.02)
    answer = await live.front.world.finished(await live.ada.slash(live.hall, "draw"))
    assert [attachment.filename for attachment in answer.attachments] == ["map.png"]
    assert [r.status for r in live.front.requests] == [429, 200, 429, 200]


async def test_a_500_before_the_effect_is_retried_and_posts_once(live: Table) -> None:
    live.front.faults.order("POST", MESSAGES, 500)
    await live.front.world.finished(await live.ada.slash(live.hall, "post", key="T1-1"))
    assert live.posted().count("Report T1-1") == 1


async def test_a_500_after_the_effect_is_retried_and_the_nonce_keeps_it_single(
    live: Table,
) -> None:
    live.front.faults.order("POST", MESSAGES, 500, after=True)
    answer = await live.front.world.finished(await live.ada.slash(live.hall, "post", key="T1-1"))
    assert answer.content == "posted T1-1"
    assert [r.status for r in live.front.sent("POST", "/messages")] == [500, 200]
    assert live.posted().count("Report T1-1") == 1


async def test_a_503_reaches_the_bot_as_an_error(live: Table) -> None:
    live.front.faults.order("POST", MESSAGES, 503)
    answer = await live.front.world.finished(await live.ada.slash(live.hall, "post", key="T1-1"))
    assert answer.content == "not posted: DiscordServerError"
    assert "Report T1-1" not in live.posted()


@pytest.mark.parametrize("after, posts", [(False, 0), (True, 1)])
async def test_a_cut_connection_leaves_the_bot_in_doubt(
    live: Table, after: bool, posts: int
) -> None:
    live.front.faults.order("POST", MESSAGES, Cut.DROPPED, after=after)
    answer = await live.front.world.finished(await live.ada.slash(live.hall, "post", key="T1-1"))
    assert answer.content == "in doubt: ServerDisconnectedError"
    assert [r.status for r in live.front.sent("POST", "/messages")] == [None]
    assert live.posted().count("Report T1-1") == posts


async def test_a_bot_killed_while_discord_is_silent_comes_back_and_finds_its_post(
    table: Table,
) -> None:
    front = table.front
    async with table.small_bot() as bot:
        await bot.said("ready")
        fault = front.faults.order("POST", MESSAGES, Cut.SILENT, after=True)
        asking = asyncio.create_task(table.ada.slash(table.hall, "post", key="T1-1"))
        await front.until(lambda: fault.times == 0, what="the report to be sent")
        await bot.kill()
        await asking
        assert not bot.running
    async with table.small_bot() as bot:
        await bot.said("ready")
        result = await table.ada.slash(table.hall, "history")
        assert result.response is not None
        assert "Report T1-1" in result.response.content


async def test_nothing_is_lost_when_the_gateway_drops_and_the_bot_resumes(table: Table) -> None:
    front = table.front
    async with table.small_bot() as bot:
        await bot.said("ready")
        async with front.gateway.outage():
            asking = asyncio.create_task(table.ada.slash(table.hall, "scout", city="Brill"))
            await front.until(lambda: not front.gateway.connections, what="the line to be cut")
        result = await asking
        assert result.response is not None
        assert result.response.content == "Scouts ride to Brill."
        await bot.said("resumed")
        assert (front.gateway.identified, front.gateway.resumed) == (1, 1)


@pytest.mark.parametrize("way", ["dropped", "closed", "told to reconnect"])
async def test_a_bot_that_loses_the_gateway_resumes_its_session(live: Table, way: str) -> None:
    gateway = live.front.gateway
    identified, resumed = gateway.identified, gateway.resumed
    match way:
        case "dropped":
            gateway.drop()
        case "closed":
            await gateway.close(4000)
        case _:
            await gateway.reconnect()
    await live.front.until(lambda: gateway.resumed > resumed, what="the bot to resume")
    result = await live.ada.slash(live.hall, "scout", city="Brill")
    assert result.acknowledged
    assert (gateway.identified, gateway.resumed) == (identified, resumed + 1)


async def test_a_bot_whose_session_is_gone_identifies_anew(live: Table) -> None:
    gateway = live.front.gateway
    identified = gateway.identified
    await gateway.invalidate()
    await live.front.until(lambda: gateway.identified > identified, what="a new session")
    result = await live.ada.slash(live.hall, "scout", city="Brill")
    assert result.acknowledged


async def test_a_killed_bot_comes_back_and_its_old_buttons_still_work(table: Table) -> None:
    async with table.small_bot() as bot:
        await bot.said("ready")
        shown = await table.ada.slash(table.hall, "panel")
        assert shown.response is not None
        await bot.kill()
        await table.front.until(
            lambda: not table.front.gateway.connections, what="the bot to be gone"
        )
    async with table.small_bot() as bot:
        await bot.said("ready")
        await table.ada.click(shown.response, label="Ready")
        assert table.posted() == ["Everyone is ready."]
        assert table.front.gateway.identified == 2


async def test_a_person_is_left_unanswered_when_no_bot_is_there(table: Table) -> None:
    command = {"name": "scout", "description": "Scout", "options": []}
    table.front.world.backend.register_commands(None, [command])
    table.front.world.patience = 0.05
    result = await table.ada.slash(table.hall, "scout")
    assert not result.acknowledged
