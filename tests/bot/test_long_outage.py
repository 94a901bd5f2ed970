"""Discord answers 500 to every message for an hour: turns are made meanwhile, and told once."""

from datetime import timedelta
from typing import Any

import discord
import pytest

from bot.payload import Payload
from bot.post.delivery import LONGEST_WAIT
from bot.practice.table import Table
from bot.store.records import Message
from tests.bot.samples import EXTENSIONS, MONDAY, campaign_on, post, posts, store_of, ticks

CUT_OFF = MONDAY + timedelta(hours=6)
HOUR = timedelta(hours=1)
TRIES = 20
"""More than a message has in an hour and a half: waits of 1, 2, 4 ... seconds, then of minutes."""

COGS = EXTENSIONS


async def _waiting(table: Table) -> list[Message]:
    """The first message that waits for each channel."""
    with table.env._bot_scope():
        async with store_of(table) as store:
            return await store.outbox.ready(table.clock.now() + LONGEST_WAIT)


async def test_in_an_hour_of_500_turns_are_made_and_afterwards_told_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    before, asked = posts(table, "ashmark"), 0
    answer: Any = type("Answer", (), {"status": 500, "reason": "Internal Server Error"})()

    async def fail(*_: object, **__: object) -> None:
        nonlocal asked
        asked += 1
        raise discord.DiscordServerError(answer, "ordered by the test")

    await table.move_to(CUT_OFF - HOUR / 2)
    with monkeypatch.context() as down:
        down.setattr(discord.TextChannel, "send", fail)
        down.setattr(discord.PartialMessage, "edit", fail)
        for number in range(3):
            await post(table, campaign, "faction:1", f"X{number}", Payload(text="Hear ye"))
        await table.move_to(CUT_OFF + HOUR / 2)
        waiting = await _waiting(table)
    assert await ticks(table.bot.host, campaign, table.guild.handle.id) == [("run", "Mon 05")]
    assert posts(table, "ashmark") == before
    assert "X0" in [each.key for each in waiting]
    # It backs off, and asks for the first of a channel only.
    assert max(each.attempts for each in waiting) <= TRIES
    assert len(waiting) < asked <= 2 * TRIES * len(waiting)
    await table.move(LONGEST_WAIT)
    after = [text.rpartition("-# ")[2] for text in posts(table, "ashmark")[len(before) :]]
    assert after[:3] == ["X0", "X1", "X2"]
    assert len(after) == len(set(after))
    assert await _waiting(table) == []
