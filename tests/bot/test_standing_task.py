"""The bot's standing task: it sleeps until something is due, on every server, and comes back."""

import asyncio
import sys
from datetime import date, timedelta
from typing import Any

import pytest

from bot import catching_up
from bot.campaign.almanac import REMINDERS, TIMER
from bot.jobs.opened import view_at
from bot.payload import Payload
from bot.practice.table import Table
from bot.sign_of_life import check
from bot.store.errors import StoreFull
from bot.store.records import CampaignState
from engine.campaign import Player
from engine.orders import Queued
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.stacks.messages import ChangeMessage
from tests.bot.samples import (
    EXTENSIONS,
    MONDAY,
    campaign_on,
    channel,
    post,
    posts,
    says,
    store_of,
    the_campaign,
    ticks,
    told,
)
from tests.bot.tables import elsewhere
from tests.rules.scene import ref

DAY = timedelta(days=1)
CUT_OFF = MONDAY + timedelta(hours=6)
WEEK = [("run", day) for day in ("Mon 05", "Tue 06", "Wed 07", "Thu 08", "Fri 09")]

COGS = ["bot.health", "bot.guild_commands", *EXTENSIONS]


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catching_up, "RETRIES", (0.0, 0.0))


async def _turn(table: Table, campaign: int, who: str, day: date) -> None:
    """A turn of one order that can always be carried out, submitted for a run."""
    user = table.guild.people[who].id
    with table.env._bot_scope():
        async with store_of(table) as store:
            last = (await store.campaigns.get(campaign)).tick
            view = view_at(store.path, campaign, last, 1)
            player = next(each for each in view.all(Player) if each.name == who)
            bearer = ref(next(view.by(Character, "player", player.id)))
            order = ChangeMessage(bearer=bearer, message=f"I am {who}.")
            await store.drafts.add(campaign, user, Queued("", order).to_json())
            await store.submissions.submit(campaign, user, lambda _: day)


async def test_the_bot_sleeps_until_the_cut_off_and_then_makes_the_turn(table: Table):
    campaign = await campaign_on(table, ["Ada"], start=True)
    await _turn(table, campaign, "Ada", CUT_OFF.date())
    assert table.clock.next_wake() == CUT_OFF
    await table.move_to(CUT_OFF - timedelta(seconds=1))
    assert await ticks(table.bot.host, campaign, table.guild.handle.id) == []
    await table.move_to(CUT_OFF)
    assert await ticks(table.bot.host, campaign, table.guild.handle.id) == WEEK[:1]
    assert "Run of Monday" in posts(table, "ashmark")[-1]
    assert table.clock.next_wake() == CUT_OFF + DAY


async def test_a_timer_that_nobody_knows_is_cleared_and_the_bot_sleeps_on(table: Table):
    campaign = await campaign_on(table, ["Ada"], start=True)
    with table.env._bot_scope():
        async with store_of(table) as store:
            await store.timers.put(campaign, "harvest", table.clock.now())
    await table.rest()
    async with store_of(table) as store:
        assert [timer.name for timer in await store.timers.all()] == [TIMER, REMINDERS]
    assert table.bot.host.due.due == CUT_OFF


async def test_no_more_servers_are_looked_after_at_once_than_leave_stores_for_commands(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    await campaign_on(table, ["Ada"], start=True)
    await _second_server(table)
    cog = table.bot.get_cog("Rounds")
    monkeypatch.setattr(cog, "_places", asyncio.Semaphore(1))
    host, real, under_way, most = table.bot.host, table.bot.host.tick, 0, 0

    async def tick(*args: Any, **options: Any) -> Any:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        try:
            return await real(*args, **options)
        finally:
            under_way -= 1

    monkeypatch.setattr(host, "tick", tick)
    await table.move_to(CUT_OFF)
    assert [len(await ticks(host, 1, guild)) for guild in host.stores.guilds()] == [1, 1]
    assert most == 1


async def test_a_bot_that_comes_back_makes_what_fell_due_and_posts_each_report_once(table: Table):
    """What ran without a turn on Tuesday is not told of."""
    campaign = await campaign_on(table, ["Ada", "Bram"], start=True)
    await _turn(table, campaign, "Ada", CUT_OFF.date())
    await _turn(table, campaign, "Bram", (CUT_OFF + 2 * DAY).date())
    old = table.bot
    with table.env._bot_scope():
        await old.remove_cog("Rounds")
    await table.move_to(CUT_OFF + 2 * DAY)
    assert await ticks(old.host, campaign, table.guild.handle.id) == []
    await table.restart_bot()
    assert await ticks(table.bot.host, campaign, table.guild.handle.id) == WEEK[:3]
    told = [post.split("\n") for post in posts(table, "ashmark") if "Run of" in post]
    assert [(lines[1], lines[-2]) for lines in told] == [
        ("**Ada: 1 order done**", "-# Run of Monday, 5 January."),
        ("**Bram: 1 order done**", "-# Run of Wednesday, 7 January."),
    ]


async def test_a_campaign_that_breaks_holds_up_no_other_of_its_server(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    first = await campaign_on(table, ["Ada"], start=True)
    await says(
        table, "Morgan", "campaign create", module="cohorts", name="Second", width=16, height=12
    )
    second = await the_campaign(table)
    await says(table, "Morgan", "campaign open")
    await says(table, "Bram", "join", faction="ashmark", start="first_drum", campaign=f"#{second}")
    answer = await says(table, "Morgan", "campaign start")
    assert "has started" in told(answer)
    host, real = table.bot.host, table.bot.host.tick

    async def tick(guild: int, campaign: int, *args: Any, **options: Any) -> Any:
        if campaign == first:
            raise KeyError("broken")
        return await real(guild, campaign, *args, **options)

    monkeypatch.setattr(host, "tick", tick)
    await table.move_to(CUT_OFF)
    guild = table.guild.handle.id
    assert await ticks(host, first, guild) == []
    assert await ticks(host, second, guild) == WEEK[:1]
    async with store_of(table) as store:
        assert (await store.campaigns.get(first)).state is CampaignState.PAUSED
    warning = posts(table, "moderators")[-1]
    assert "The turn could not be made" in warning
    (attached,) = [
        m.attachments[0].filename
        for m in channel(table, "moderators").history()
        if "could not be made" in m.content
    ]
    assert attached == "what-went-wrong.txt"


async def test_a_server_whose_store_fails_holds_up_no_other_and_is_tried_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    first = await campaign_on(table, ["Ada"], start=True)
    host, here = table.bot.host, table.guild.handle.id
    there, second = await _second_server(table)
    # The bot has loaded the extension anew, as a separate module.
    monkeypatch.setattr(sys.modules["bot.rounds"], "TROUBLE", 0.0)
    real, order = host.tick, []

    async def tick(guild: int, *args: Any, **options: Any) -> Any:
        order.append(guild)
        if order.count(here) == 1 and guild == here:
            raise StoreFull("no room")
        return await real(guild, *args, **options)

    monkeypatch.setattr(host, "tick", tick)
    await table.move_to(CUT_OFF)
    assert sorted(order) == sorted([here, there, here])
    assert await ticks(host, second, there) == WEEK[:1]
    assert await ticks(host, first, here) == WEEK[:1]


@pytest.mark.parametrize("how", ["kicked and invited back", "an outage"])
async def test_a_server_that_is_back_has_commands_and_what_waited(table: Table, how: str) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    bot, state = table.bot, table.bot._connection
    server = bot.guilds[0]
    with table.env._bot_scope():
        if how == "an outage":
            server.unavailable = True
            bot.dispatch("guild_unavailable", server)
        else:
            state._remove_guild(server)
            bot.dispatch("guild_remove", server)
    await post(table, campaign, "faction:1", "X1", Payload(text="Hear ye"))
    assert posts(table, "ashmark")[-1:] != ["Hear ye\n-# X1"]
    synced = len(_synced(table, server.id))
    before = table.clock.now()
    with table.env._bot_scope():
        if how == "an outage":
            server.unavailable = False
            bot.dispatch("guild_available", server)
        else:
            state._add_guild(server)
            bot.dispatch("guild_join", server)
    await table.rest()
    assert posts(table, "ashmark")[-1:] == ["Hear ye\n-# X1"]
    assert table.clock.now() == before
    assert len(_synced(table, server.id)) == synced + (how != "an outage")


def _synced(table: Table, server: int) -> list[Any]:
    path = f"/guilds/{server}/commands"
    requests = [(r.method, r.path) for r in table.env.http_requests]
    return [each for each in requests if each[0] == "PUT" and each[1].endswith(path)]


async def test_a_server_without_a_file_gets_none_for_being_joined(table: Table) -> None:
    owner = table.env.create_user("odo", global_name="Odo")
    server = table.env.create_guild("Elsewhere", owner=owner)
    await table.rest()
    assert not table.bot.host.path(server.id).exists()


async def test_a_bot_whose_rounds_have_ended_is_not_well(table: Table) -> None:
    health: Any = table.bot.cogs["Health"]
    found: Any = table.bot.cogs["Rounds"]
    health._write()
    assert check(table.bot.settings.data) is None
    found.watch.cancel()
    await table.rest()
    health._write()
    assert "A task that must always run has ended" in (check(table.bot.settings.data) or "")


async def _second_server(table: Table) -> tuple[int, int]:
    """Another server with a campaign that runs: their ids."""
    odo = elsewhere(table.env)
    hall = odo.guild.create_text_channel("hall")
    commands: list[tuple[str, dict[str, Any]]] = [
        ("campaign create", {"module": "cohorts", "name": "Other", "width": 16, "height": 12}),
        ("campaign open", {}),
        ("join", {"faction": "ashmark", "start": "first_drum"}),
        ("campaign start", {}),
    ]
    for command, options in commands:
        await odo.slash(hall, command, **options)
        await table.rest()
    return odo.guild.id, await the_campaign(table, odo.guild.id)
