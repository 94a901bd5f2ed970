"""`/seat`: a seat outlives its player, and whoever loses it keeps nothing of it."""

from typing import Any

import pytest

from bot.practice.table import Table
from bot.store.records import Member
from tests.bot.samples import (
    EXTENSIONS,
    campaign_on,
    channel,
    posts,
    says,
    store_of,
    the_campaign,
    told,
)
from tests.bot.tapping import Thumb  # noqa: F401


@pytest.fixture
def extensions() -> list[str]:
    return [*EXTENSIONS, "bot.cogs.seating", "bot.cogs.calendar", "bot.cogs.queue", "bot.cogs.turn"]


async def _members(table: Table) -> list[Member]:
    async with store_of(table) as store:
        return await store.members.of_campaign(await the_campaign(table))


def _roles(table: Table, name: str) -> tuple[str, ...]:
    return table.guild.roles(table.guild.people[name])


async def _leave(table: Table, name: str) -> None:
    asked = await says(table, name, "leave")
    await table.guild.people[name].click(asked.response.message, label="Leave")
    await table.rest()


async def _suggested(table: Table, who: str, command: str, option: str, **given: Any) -> list[Any]:
    lobby = next(table.guild.channels())
    return await table.guild.people[who].autocomplete(lobby, command, option, "", **given)


async def test_a_seat_that_is_left_is_taken_with_all_that_belongs_to_it(table: Table):
    campaign = await campaign_on(table, ["Ada"], start=True)
    ada, bram = table.guild.people["Ada"], table.guild.people["Bram"]
    async with store_of(table) as store:
        await store.drafts.add(campaign, ada.id, '{"order": 1}')
    await _leave(table, "Ada")
    assert "Ada, House Ashmark: free since" in told(await says(table, "Bram", "seat free")).replace(
        "*", ""
    )
    (seat,) = await _suggested(table, "Bram", "seat take", "seat")
    assert seat["name"] == "Ada, House Ashmark: free for 0 days"
    answer = await says(table, "Bram", "seat take", seat=seat["value"])
    assert "The seat is yours" in told(answer)
    (member,) = await _members(table)
    assert (member.user, member.player) == (bram.id, 1)
    assert _roles(table, "Ada") == ()
    assert _roles(table, "Bram") == ("House Ashmark · The Long War",)
    async with store_of(table) as store:
        assert len((await store.drafts.get(campaign, bram.id)).orders) == 1
        assert not (await store.drafts.get(campaign, ada.id)).orders
    assert "Bram plays on for Ada in House Ashmark." in posts(table, "herald")[-1]
    assert table.guild.who_sees(channel(table, "ashmark")) == ("Morgan", "Bram")
    history = told(await says(table, "Cora", "seat history"))
    assert f"<@{ada.id}> from" in history
    assert f"<@{bram.id}> since" in history
