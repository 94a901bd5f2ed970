"""The rounds: what is due is made once and in order, whatever happens to the host meanwhile."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from simcord import MemberActor

from bot import rounds
from bot.campaigns import calendar
from bot.campaigns.calendar import REMINDERS, TIMER
from bot.client import PERMISSIONS
from bot.clock import MovableClock
from bot.health import check
from bot.host import Host
from bot.jobs.opened import view_at
from bot.jobs.verify import verify
from bot.post.payload import Payload
from bot.practice.table import Table
from bot.rounds import catch_up
from bot.store.errors import StoreError, StoreFull
from bot.store.records import Campaign, CampaignState, Message, MessageKind, ModuleCopy
from bot.store.resolving import take_lease
from bot.workers import WorkerCrashed, Workers
from engine.campaign import Player
from engine.module.schema import Victory
from engine.orders import Queued
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.stacks.messages import ChangeMessage
from tests.bot.samples import (
    EXTENSIONS,
    GUILD,
    MONDAY,
    SEED,
    USER,
    campaign_on,
    channel,
    founded,
    post,
    posts,
    says,
    store_of,
    the_campaign,
    ticks,
    told,
)
from tests.rules.scene import ref

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
CUT_OFF = MONDAY + 6 * HOUR
WEEK = [("run", day) for day in ("Mon 05", "Tue 06", "Wed 07", "Thu 08", "Fri 09")]


@pytest.fixture
def extensions() -> list[str]:
    return ["bot.health", "bot.cogs.guild_commands", *EXTENSIONS]


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "RETRIES", (0.0, 0.0))


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock(MONDAY)


@pytest_asyncio.fixture(loop_scope="function")
async def host(tmp_path: Path, clock: MovableClock, workers: Workers) -> AsyncIterator[Host]:
    made = Host(tmp_path, clock, workers)
    await made.open()
    yield made
    await made.close()


@pytest_asyncio.fixture(loop_scope="function")
async def campaign(host: Host) -> Campaign:
    """A campaign that starts on Monday, six hours before the cut-off."""
    return await _started(host, await founded(host))


async def _started(host: Host, made: Campaign, guild: int = GUILD) -> Campaign:
    rules = await host.rules(guild, made)
    async with host.stores.use(guild) as store:
        await calendar.begin(store, made, rules.module.calendar, host.clock.now())
        return await store.campaigns.get(made.id)


async def _state(host: Host, campaign: Campaign) -> CampaignState:
    async with host.stores.use(GUILD) as store:
        return (await store.campaigns.get(campaign.id)).state


async def _waiting(host: Host, campaign: Campaign, role: str) -> list[Message]:
    """All messages that wait for a place, in order; they count as sent now."""
    found: list[Message] = []
    async with host.stores.use(GUILD) as store:
        await store.places.put(campaign.id, role, 1)
        while ready := await store.outbox.ready(host.clock.now()):
            await store.outbox.sent(ready[0].id, 1)
            found.append(ready[0])
    return found


def _failing(
    host: Host,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    times: int,
    *,
    after: bool = False,
) -> list[int]:
    """Let the first ticks fail, before they are made or right after their commit."""
    real: Callable[..., Awaitable[Any]] = host.tick
    calls: list[int] = []

    async def tick(*args: Any, **options: Any) -> Any:
        calls.append(len(calls))
        if len(calls) > times:
            return await real(*args, **options)
        if after:
            await real(*args, **options)
        raise error

    monkeypatch.setattr(host, "tick", tick)
    return calls


# ---------------------------------------------------------------- catching up


@pytest.mark.rule("cohorts.turn.processing")
async def test_what_fell_due_while_the_host_was_away_is_caught_up_in_calendar_order(
    host: Host, clock: MovableClock, campaign: Campaign
):
    clock.move(16 * DAY)
    assert await catch_up(host, GUILD, campaign.id) == 14
    assert await ticks(host, campaign.id) == [
        *WEEK,
        ("weekly", "Sat 10"),
        *[("run", day) for day in ("Mon 12", "Tue 13", "Wed 14", "Thu 15", "Fri 16")],
        ("weekly", "Sat 17"),
        ("run", "Mon 19"),
        ("run", "Tue 20"),
    ]


async def test_nothing_is_made_before_it_is_due_and_nothing_twice(
    host: Host, clock: MovableClock, campaign: Campaign
):
    clock.move_to(CUT_OFF - timedelta(microseconds=1))
    assert await catch_up(host, GUILD, campaign.id) == 0
    clock.move_to(CUT_OFF)
    assert await catch_up(host, GUILD, campaign.id) == 1
    assert await catch_up(host, GUILD, campaign.id) == 0


async def test_a_clock_that_is_put_back_makes_no_day_again(
    host: Host, clock: MovableClock, campaign: Campaign
):
    clock.move(2 * DAY)
    assert await catch_up(host, GUILD, campaign.id) == 2
    clock.move(-30 * HOUR)
    assert await catch_up(host, GUILD, campaign.id) == 0
    clock.move(30 * HOUR + DAY)
    assert await catch_up(host, GUILD, campaign.id) == 1
    assert await ticks(host, campaign.id) == WEEK[:3]


@pytest.mark.rule("cohorts.turn.cut-off")
async def test_a_turn_submitted_at_the_cut_off_is_not_in_that_days_run(
    host: Host, clock: MovableClock, campaign: Campaign
):
    async with host.stores.use(GUILD) as store:
        clock.move_to(CUT_OFF)
        await store.submissions.submit(campaign.id, USER, lambda _: date(2026, 1, 5))
        await catch_up(host, GUILD, campaign.id)
        late = await store.submissions.pending(campaign.id, USER)
        assert late is not None
        assert late.consumed_tick is None
        clock.move(DAY)
        await catch_up(host, GUILD, campaign.id)
        (taken,) = await store.submissions.of_user(campaign.id, USER)
        tuesday = (await store.campaigns.ticks(campaign.id))[0]
    assert taken.consumed_tick == tuesday.number
    assert tuesday.local_date == date(2026, 1, 6)


async def test_two_who_catch_up_at_once_make_each_tick_once(
    host: Host, clock: MovableClock, campaign: Campaign
):
    clock.move(3 * DAY)
    both = await asyncio.gather(
        catch_up(host, GUILD, campaign.id), catch_up(host, GUILD, campaign.id)
    )
    assert sum(both) == 3
    assert await ticks(host, campaign.id) == WEEK[:3]
    assert await _state(host, campaign) is CampaignState.RUNNING


async def test_the_status_is_brought_up_to_date_after_catching_up(
    host: Host, clock: MovableClock, campaign: Campaign
):
    clock.move(6 * DAY)
    await catch_up(host, GUILD, campaign.id)
    waiting = await _waiting(host, campaign, "herald")
    (edit,) = [m.payload for m in waiting if m.kind is MessageKind.EDIT_STATUS]
    assert "Turn 2" in edit


# ---------------------------------------------------------------- the end


async def _ending_after(host: Host, campaign: Campaign, turns: int) -> None:
    """The module ends the campaign after so many turns."""
    rules = await host.rules(GUILD, campaign)
    module = rules.module.model_copy(update={"victory": Victory(turns=turns)})
    copy = ModuleCopy(module.digest(), module.name, module.to_json())
    async with host.stores.use(GUILD) as store:
        await store.campaigns.change_module(campaign.id, copy)


async def test_a_campaign_whose_rules_end_it_is_over_in_the_store_and_nothing_is_due_any_more(
    host: Host, clock: MovableClock, campaign: Campaign
):
    await _ending_after(host, campaign, 1)
    clock.move(30 * DAY)
    assert await catch_up(host, GUILD, campaign.id) == 6
    assert await ticks(host, campaign.id) == [*WEEK, ("weekly", "Sat 10")]
    assert await _state(host, campaign) is CampaignState.ENDED
    async with host.stores.use(GUILD) as store:
        assert [each for each in await store.timers.all() if each.campaign == campaign.id] == []
    assert await catch_up(host, GUILD, campaign.id) == 0
    assert [each.faults for each in verify(host.path(GUILD), campaign.id) if each.faults] == []


async def test_the_herald_tells_the_end_the_standing_and_the_seed(
    host: Host, clock: MovableClock, campaign: Campaign
):
    await _ending_after(host, campaign, 1)
    clock.move(6 * DAY)
    await catch_up(host, GUILD, campaign.id)
    waiting = await _waiting(host, campaign, "herald")
    (status,) = [m.payload for m in waiting if m.kind is MessageKind.EDIT_STATUS]
    assert "The campaign is over" in status
    *_, news, farewell = [m.payload for m in waiting if m.kind is not MessageKind.EDIT_STATUS]
    assert "turn 1 was its last. The victor was **House Ashmark**." in news
    assert "1. House Ashmark: 1 point (cities: 1)" in news
    assert "Turn 2 begins" not in news
    assert SEED.hex() in farewell
    assert campaign.seed_hash in farewell


async def test_the_status_is_mended_if_the_host_died_right_after_the_last_tick(
    host: Host, clock: MovableClock, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
):
    await _ending_after(host, campaign, 1)
    clock.move(4 * DAY + HOUR)
    await catch_up(host, GUILD, campaign.id)
    clock.move(30 * DAY)
    _failing(host, monkeypatch, StoreError("the host is gone"), 2, after=True)
    for _ in range(2):
        with pytest.raises(StoreError):
            await catch_up(host, GUILD, campaign.id)
    assert await _state(host, campaign) is CampaignState.ENDED
    async with host.stores.use(GUILD) as store:
        assert TIMER in [each.name for each in await store.timers.all()], "it rings again"
    assert await catch_up(host, GUILD, campaign.id) == 0
    waiting = await _waiting(host, campaign, "herald")
    (status,) = [m.payload for m in waiting if m.kind is MessageKind.EDIT_STATUS]
    assert "The campaign is over" in status
    async with host.stores.use(GUILD) as store:
        assert await store.timers.all() == []


# ---------------------------------------------------------------- faults


async def test_a_tick_that_breaks_pauses_the_campaign_and_stays_due(
    host: Host, clock: MovableClock, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
):
    calls = _failing(host, monkeypatch, KeyError("a rule is broken"), 1)
    clock.move(2 * DAY)
    assert await catch_up(host, GUILD, campaign.id) == 0
    assert len(calls) == 1
    assert await _state(host, campaign) is CampaignState.PAUSED
    warning = (await _waiting(host, campaign, "moderators"))[-1].payload
    assert "/campaign resume" in warning
    assert "a rule is broken" in warning
    async with host.stores.use(GUILD) as store:
        (entry, *_) = await store.audit.latest(campaign.id)
        assert (entry.who, entry.what) == (0, "campaign paused")
        assert [t for t in await store.timers.all() if t.name == TIMER] == []
        present = await store.campaigns.get(campaign.id)
        await calendar.resume(
            store, present, (await host.rules(GUILD, present)).module.calendar, clock.now()
        )
    assert await catch_up(host, GUILD, campaign.id) == 2
    assert await ticks(host, campaign.id) == WEEK[:2]


async def test_a_tick_that_breaks_does_not_wake_a_campaign_that_has_ended(
    host: Host, clock: MovableClock, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
):
    async def tick(*_: Any, **__: Any) -> None:
        async with host.stores.use(GUILD) as store:
            await store.campaigns.set_state(campaign.id, CampaignState.ENDED)
        raise KeyError("broken")

    monkeypatch.setattr(host, "tick", tick)
    clock.move(DAY)
    await catch_up(host, GUILD, campaign.id)
    assert await _state(host, campaign) is CampaignState.ENDED


@pytest.mark.parametrize("after", [False, True])
async def test_a_tick_whose_worker_is_lost_is_made_once_all_the_same(
    host: Host,
    clock: MovableClock,
    campaign: Campaign,
    monkeypatch: pytest.MonkeyPatch,
    after: bool,
):
    _failing(host, monkeypatch, WorkerCrashed("gone"), 1, after=after)
    clock.move(2 * DAY)
    await catch_up(host, GUILD, campaign.id)
    assert await ticks(host, campaign.id) == WEEK[:2]
    assert await _state(host, campaign) is CampaignState.RUNNING


async def test_a_tick_that_loses_every_worker_pauses_the_campaign(
    host: Host, clock: MovableClock, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
):
    calls = _failing(host, monkeypatch, WorkerCrashed("gone"), 99)
    clock.move(DAY)
    assert await catch_up(host, GUILD, campaign.id) == 0
    assert len(calls) == len(rounds.RETRIES) + 1
    assert await _state(host, campaign) is CampaignState.PAUSED


async def test_a_full_disk_pauses_nothing(
    host: Host, clock: MovableClock, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
):
    _failing(host, monkeypatch, StoreFull("no room"), 1)
    clock.move(DAY)
    with pytest.raises(StoreFull):
        await catch_up(host, GUILD, campaign.id)
    assert await _state(host, campaign) is CampaignState.RUNNING
    assert await catch_up(host, GUILD, campaign.id) == 1


async def test_a_campaign_that_another_process_resolves_is_left_to_it_for_a_while(
    host: Host, clock: MovableClock, campaign: Campaign
):
    clock.move(DAY)
    lease = take_lease(host.path(GUILD), campaign.id, clock.now(), timedelta(seconds=30))
    assert await catch_up(host, GUILD, campaign.id) == 0
    async with host.stores.use(GUILD) as store:
        (timer,) = [t for t in await store.timers.all() if t.name == TIMER]
    assert timer.at == lease.expires_at
    clock.move_to(timer.at)
    assert await catch_up(host, GUILD, campaign.id) == 1


async def test_a_module_that_cannot_be_read_any_more_pauses_only_its_campaign(
    host: Host, clock: MovableClock, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
):
    async def rules(*_: Any) -> None:
        raise LookupError("no such pack")

    monkeypatch.setattr(host, "rules", rules)
    clock.move(DAY)
    assert await catch_up(host, GUILD, campaign.id) == 0
    assert await _state(host, campaign) is CampaignState.PAUSED


# ---------------------------------------------------------------- the standing task


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


async def test_a_clock_put_forward_by_weeks_wakes_the_bot_and_put_back_makes_nothing_twice(
    table: Table,
):
    campaign = await campaign_on(table, ["Ada"], start=True)
    guild = table.guild.handle.id
    table.clock.move_to(CUT_OFF + 8 * DAY)
    await table.rest()
    made = await ticks(table.bot.host, campaign, guild)
    assert len(made) == 8
    table.clock.move_to(CUT_OFF + DAY)
    await table.rest()
    await table.move_to(CUT_OFF + 8 * DAY)
    assert await ticks(table.bot.host, campaign, guild) == made


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
    # The bot has loaded the extension anew, as a module of its own.
    monkeypatch.setattr(sys.modules["bot.rounds"], "TROUBLE", 0.05)
    real, order = host.tick, []

    async def tick(guild: int, *args: Any, **options: Any) -> Any:
        order.append(guild)
        if order.count(here) == 1 and guild == here:
            raise StoreFull("no room")
        return await real(guild, *args, **options)

    monkeypatch.setattr(host, "tick", tick)
    await table.move_to(CUT_OFF)
    assert sorted(order[:2]) == sorted([here, there])
    assert order[2:] == [here]
    assert await ticks(host, second, there) == WEEK[:1]
    assert await ticks(host, first, here) == WEEK[:1]


@pytest.mark.parametrize("how", ["kicked and invited back", "an outage"])
async def test_a_server_that_is_back_has_its_commands_and_what_waited_at_once(
    table: Table, how: str
) -> None:
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
    owner = table.env.create_user("odo", global_name="Odo")
    server = table.env.create_guild("Elsewhere", owner=owner)
    hall = server.create_text_channel("hall")
    for role in table.env.backend.guilds[server.id].roles.values():
        if role.managed:
            role.permissions = PERMISSIONS.value
    odo = MemberActor(table.env, server, owner)
    commands: list[tuple[str, dict[str, Any]]] = [
        ("campaign create", {"module": "cohorts", "name": "Other", "width": 16, "height": 12}),
        ("campaign open", {}),
        ("join", {"faction": "ashmark", "start": "first_drum"}),
        ("campaign start", {}),
    ]
    for command, options in commands:
        await odo.slash(hall, command, **options)
        await table.rest()
    return server.id, await the_campaign(table, server.id)
