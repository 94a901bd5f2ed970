"""Ticks: written whole or not at all, on what was read, and every past one can be read."""

import asyncio
import multiprocessing
import sqlite3
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.store import world
from bot.store.connection import connect
from bot.store.errors import LeaseHeld, NotFound, Stale, StoreError
from bot.store.guild import GuildStore
from bot.store.records import Address, CampaignState, NewMessage
from bot.store.resolving import commit_tick, read_point, read_seed, release_lease, take_lease
from bot.store.steps import ROLE, step
from bot.store.ticks import DueTick
from tests.bot.store.children import contend_into
from tests.bot.store.scene import (
    CAMPAIGN,
    CUT_OFF,
    EDIT,
    NOON,
    PLAYER,
    RUN_DAY,
    SEED,
    SPAN,
    found_campaign,
    make_tick,
    outcome,
    run_on_time,
    used,
)


async def test_a_tick_writes_world_events_messages_timers_at_once(store: GuildStore) -> None:
    await store.places.put(CAMPAIGN, "faction:1", 55)
    await store.drafts.add(CAMPAIGN, PLAYER, '"rest"')
    submission = await store.submissions.submit(CAMPAIGN, PLAYER, run_on_time)
    committed = make_tick(
        store.path,
        CAMPAIGN,
        RUN_DAY,
        CUT_OFF,
        changes=[("unit", 2, b"two"), ("city", 1, b"one")],
        events=[b"e0", b"e1"],
        events_for=[(2, 1, b"seen by 2"), (1, 0, b"seen by 1"), (1, 1, b"also")],
        outbox=[NewMessage(Address(role="faction:1"), "T1·R1·1/1", '{"text": "hello"}')],
        orders='[{"user": 1001}]',
        summary='{"orders": 1}',
        timers={"due": CUT_OFF + timedelta(days=1)},
        players={PLAYER: 9},
    )
    assert committed.number == 1
    assert world.read_world(store.path, CAMPAIGN) == [("city", 1, b"one"), ("unit", 2, b"two")]
    assert world.read_events(store.path, CAMPAIGN, 1) == [(0, b"e0"), (1, b"e1")]
    assert world.read_events_for(store.path, CAMPAIGN, 1, 1, 1) == [
        (1, 0, b"seen by 1"),
        (1, 1, b"also"),
    ]
    after = await store.campaigns.get(CAMPAIGN)
    assert (after.tick, after.turn, after.cursor) == (1, 1, CUT_OFF)
    [message] = await store.outbox.ready(CUT_OFF)
    assert (message.key, message.tick, message.payload) == ("T1·R1·1/1", 1, '{"text": "hello"}')
    timers = {timer.name: timer.at for timer in await store.timers.all()}
    assert timers.pop(step(ROLE, PLAYER)) < CUT_OFF, "the role follows the seat"
    assert timers == {"due": CUT_OFF + timedelta(days=1)}
    [tick] = await store.campaigns.ticks(CAMPAIGN)
    assert tick == world.read_ticks(store.path, CAMPAIGN, 1, 1)[0]
    assert (tick.kind, tick.due_at, tick.local_date) == ("run", CUT_OFF, RUN_DAY.local_date)
    assert (tick.orders, tick.summary, tick.module_digest) == (
        '[{"user": 1001}]',
        '{"orders": 1}',
        "digest-1",
    )
    [taken] = await store.submissions.of_user(CAMPAIGN, PLAYER)
    assert (taken.id, taken.consumed_tick) == (submission.id, 1)
    member = await store.members.get(CAMPAIGN, PLAYER)
    assert member
    assert member.player == 9


async def test_the_read_point_holds_module_members_world_of_a_moment(store: GuildStore) -> None:
    make_tick(store.path, CAMPAIGN, changes=[("unit", 1, b"a")])
    read = read_point(store.path, CAMPAIGN, RUN_DAY)
    assert read.campaign == await store.campaigns.get(CAMPAIGN)
    assert read.module == await store.campaigns.module("digest-1")
    assert [member.user for member in read.members] == [PLAYER]
    assert read.world == [("unit", 1, b"a")]


async def test_a_due_time_that_has_passed_is_not_resolved_again(store: GuildStore) -> None:
    make_tick(store.path, CAMPAIGN, RUN_DAY, CUT_OFF)
    with pytest.raises(Stale, match="already been resolved"):
        read_point(store.path, CAMPAIGN, RUN_DAY)


async def change_the_state(store: GuildStore) -> None:
    await store.campaigns.set_state(CAMPAIGN, CampaignState.PAUSED)


async def join(store: GuildStore) -> None:
    await store.members.join(CAMPAIGN, PLAYER + 1, 1)


async def submit_in_time(store: GuildStore) -> None:
    await store.submissions.submit(CAMPAIGN, PLAYER, run_on_time)


async def make_another_tick(store: GuildStore) -> None:
    make_tick(store.path, CAMPAIGN, EDIT, NOON + 2 * SPAN)


@pytest.mark.parametrize(
    "meanwhile",
    [change_the_state, join, submit_in_time, make_another_tick],
)
async def test_what_changed_since_the_reading_makes_the_commit_stale(
    store: GuildStore, meanwhile: Callable[[GuildStore], Awaitable[None]]
) -> None:
    lease = take_lease(store.path, CAMPAIGN, NOON, SPAN)
    read = read_point(store.path, CAMPAIGN, RUN_DAY)
    await meanwhile(store)
    before = await store.campaigns.get(CAMPAIGN)
    with pytest.raises(Stale):
        commit_tick(store.path, lease, read, outcome([("unit", 1, b"x")]), CUT_OFF)
    assert await store.campaigns.get(CAMPAIGN) == before
    assert world.read_world(store.path, CAMPAIGN) == []


async def test_drafts_and_late_submissions_do_not_disturb_a_tick(store: GuildStore) -> None:
    lease = take_lease(store.path, CAMPAIGN, NOON, SPAN)
    read = read_point(store.path, CAMPAIGN, RUN_DAY)
    await store.drafts.add(CAMPAIGN, PLAYER, "1")
    await store.submissions.submit(CAMPAIGN, PLAYER, lambda _at: CUT_OFF.date() + timedelta(1))
    assert commit_tick(store.path, lease, read, outcome(), CUT_OFF).number == 1


async def test_a_player_made_for_who_is_not_in_it_stops_the_tick(store: GuildStore) -> None:
    with pytest.raises(Stale, match="not in the campaign"):
        make_tick(store.path, CAMPAIGN, players={PLAYER + 1: 1}, changes=[("unit", 1, b"x")])
    assert (await store.campaigns.get(CAMPAIGN)).tick == 0


async def test_a_second_player_for_the_same_person_stops_the_tick(store: GuildStore) -> None:
    make_tick(store.path, CAMPAIGN, players={PLAYER: 1})
    with pytest.raises(Stale, match="seated by now"):
        make_tick(store.path, CAMPAIGN, players={PLAYER: 2})
    (seated,) = await store.members.of_campaign(CAMPAIGN)
    assert seated.player == 1


async def test_a_tick_that_has_not_been_cannot_be_read(store: GuildStore) -> None:
    with pytest.raises(NotFound, match="There is no tick 1 yet"):
        world.read_world(store.path, CAMPAIGN, 1)


CHANGES = st.dictionaries(
    st.tuples(st.sampled_from(["city", "unit"]), st.integers(1, 4)),
    st.none() | st.binary(max_size=3),
)


@settings(max_examples=25, deadline=None)
@given(ticks=st.lists(CHANGES, max_size=6))
def test_every_past_world_reads_as_it_was(
    tmp_path_factory: pytest.TempPathFactory,
    ticks: list[dict[tuple[str, int], bytes | None]],
) -> None:
    async def play() -> None:
        async with used(tmp_path_factory.mktemp("past")) as store:
            campaign = (await found_campaign(store)).id
            worlds: list[dict[tuple[str, int], bytes]] = [{}]
            for changes in ticks:
                make_tick(
                    store.path,
                    campaign,
                    changes=[(kind, number, body) for (kind, number), body in changes.items()],
                )
                merged = worlds[-1] | changes
                worlds.append({key: body for key, body in merged.items() if body is not None})
            for tick, expected in enumerate(worlds):
                assert world.read_world(store.path, campaign, tick) == [
                    (kind, number, body) for (kind, number), body in sorted(expected.items())
                ]

    asyncio.run(play())


async def test_a_campaign_knows_nothing_of_anothers_world(store: GuildStore) -> None:
    other = await found_campaign(store, "Another")
    make_tick(store.path, CAMPAIGN, changes=[("unit", 1, b"a")])
    make_tick(store.path, other.id, changes=[("unit", 1, b"z")])
    make_tick(store.path, other.id, changes=[("unit", 1, b"zz")])
    assert world.read_world(store.path, CAMPAIGN) == [("unit", 1, b"a")]
    assert world.read_world(store.path, other.id, 1) == [("unit", 1, b"z")]


async def test_no_record_and_no_past_can_be_deleted(store: GuildStore) -> None:
    make_tick(store.path, CAMPAIGN, changes=[("unit", 1, b"a")])
    db = connect(store.path)
    with pytest.raises(sqlite3.IntegrityError, match="a row without a body"):
        db.execute("DELETE FROM entity")
    db.close()


async def test_only_the_resolving_side_reads_the_seed(store: GuildStore) -> None:
    assert read_seed(store.path, CAMPAIGN) == SEED
    async with store._file.reading() as db:
        with pytest.raises(sqlite3.DatabaseError, match=r"campaign_seed\.seed is prohibited"):
            await db.all("SELECT seed FROM campaign_seed")
    with pytest.raises(StoreError):
        read_seed(store.path, CAMPAIGN + 1)


async def test_a_tick_outside_the_calendar_leaves_the_cursor(store: GuildStore) -> None:
    make_tick(store.path, CAMPAIGN, RUN_DAY, CUT_OFF)
    make_tick(store.path, CAMPAIGN, DueTick("edit", CUT_OFF, CUT_OFF.date(), 2))
    after = await store.campaigns.get(CAMPAIGN)
    assert (after.tick, after.turn, after.cursor) == (2, 2, CUT_OFF)


async def test_a_held_lease_is_refused_until_it_expires(store: GuildStore) -> None:
    take_lease(store.path, CAMPAIGN, NOON, SPAN)
    with pytest.raises(LeaseHeld) as refused:
        take_lease(store.path, CAMPAIGN, NOON + SPAN - timedelta(microseconds=1), SPAN)
    assert refused.value.until == NOON + SPAN
    assert take_lease(store.path, CAMPAIGN, NOON + SPAN, SPAN).expires_at == NOON + 2 * SPAN


async def test_a_lease_given_back_can_be_taken_at_once(store: GuildStore) -> None:
    release_lease(store.path, take_lease(store.path, CAMPAIGN, NOON, SPAN))
    take_lease(store.path, CAMPAIGN, NOON, SPAN)
    with pytest.raises(LeaseHeld):
        take_lease(store.path, CAMPAIGN, NOON, SPAN)


async def test_giving_back_a_lost_lease_leaves_the_new_holders(store: GuildStore) -> None:
    lost = take_lease(store.path, CAMPAIGN, NOON, SPAN)
    take_lease(store.path, CAMPAIGN, NOON + SPAN, SPAN)
    release_lease(store.path, lost)
    with pytest.raises(LeaseHeld):
        take_lease(store.path, CAMPAIGN, NOON + SPAN, SPAN)


async def test_a_clock_put_back_does_not_keep_a_dead_holders_lease(store: GuildStore) -> None:
    take_lease(store.path, CAMPAIGN, NOON, SPAN)
    yesterday = NOON - timedelta(days=1)
    assert take_lease(store.path, CAMPAIGN, yesterday, SPAN).expires_at == yesterday + SPAN


async def test_who_lost_the_lease_cannot_commit_and_the_new_holder_can(store: GuildStore) -> None:
    slow = take_lease(store.path, CAMPAIGN, NOON, SPAN)
    read = read_point(store.path, CAMPAIGN, EDIT)
    quick = take_lease(store.path, CAMPAIGN, NOON + SPAN, SPAN)
    with pytest.raises(Stale, match="taken over"):
        commit_tick(store.path, slow, read, outcome([("unit", 1, b"slow")]), NOON)
    commit_tick(store.path, quick, read, outcome([("unit", 1, b"quick")]), NOON)
    assert world.read_world(store.path, CAMPAIGN) == [("unit", 1, b"quick")]


async def test_an_expired_lease_that_nobody_took_still_commits(store: GuildStore) -> None:
    lease = take_lease(store.path, CAMPAIGN, NOON, SPAN)
    read = read_point(store.path, CAMPAIGN, EDIT)
    assert commit_tick(store.path, lease, read, outcome(), NOON + 9 * SPAN).number == 1


async def test_a_lease_of_one_campaign_is_none_of_another(store: GuildStore) -> None:
    with pytest.raises(NotFound):
        take_lease(store.path, CAMPAIGN + 1, NOON, SPAN)


async def test_two_processes_that_take_each_others_leases_never_commit_the_same_tick(
    store: GuildStore, tmp_path: Path
) -> None:
    wins = 15
    spawn = multiprocessing.get_context("spawn")
    start = spawn.Barrier(2)
    results = [tmp_path / "first", tmp_path / "second"]
    processes = [
        spawn.Process(target=contend_into, args=(result, store.path, CAMPAIGN, start, wins))
        for result in results
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join(120)
    assert [process.exitcode for process in processes] == [0, 0]
    committed = [int(tick) for result in results for tick in result.read_text().split()]
    assert sorted(committed) == list(range(1, 2 * wins + 1))
    written = {tick: int(pid) for _, tick, pid in world.read_world(store.path, CAMPAIGN)}
    for process, result in zip(processes, results, strict=True):
        assert [tick for tick, pid in written.items() if pid == process.pid] == [
            int(tick) for tick in result.read_text().split()
        ]
