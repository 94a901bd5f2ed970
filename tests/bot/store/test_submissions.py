"""Submissions: who was in time, what is copied, what a tick takes."""

from datetime import date, datetime, timedelta

import pytest

from bot.clock import MovableClock
from bot.store.errors import NotFound
from bot.store.guild import GuildStore
from bot.store.resolving import read_point
from bot.store.ticks import DueTick
from tests.bot.store.scene import CAMPAIGN, CUT_OFF, NOON, PLAYER, RUN_DAY, make_tick, run_on_time


async def submit(store: GuildStore, body: str = '"rest"') -> int:
    await store.drafts.add(CAMPAIGN, PLAYER, body)
    return (await store.submissions.submit(CAMPAIGN, PLAYER, run_on_time)).id


async def test_a_submission_is_a_copy_that_later_edits_do_not_change(store: GuildStore) -> None:
    await submit(store, '{"do": "rest"}')
    await store.drafts.clear(CAMPAIGN, PLAYER)
    pending = await store.submissions.pending(CAMPAIGN, PLAYER)
    assert pending
    assert pending.body == '[{"key":"k1","order":{"do": "rest"}}]'
    assert (pending.version, pending.committed_at) == (1, NOON)


async def test_submitting_again_replaces_the_one_that_waits(store: GuildStore) -> None:
    first = await submit(store)
    second = await submit(store)
    assert [(s.id, s.replaced_by) for s in await store.submissions.of_user(CAMPAIGN, PLAYER)] == [
        (second, None),
        (first, second),
    ]
    assert [s.id for s in await store.submissions.all_pending(CAMPAIGN)] == [second]


async def test_a_withdrawn_submission_does_not_run(store: GuildStore) -> None:
    await submit(store)
    withdrawn = await store.submissions.withdraw(CAMPAIGN, PLAYER)
    assert withdrawn.withdrawn_at == NOON
    assert read_point(store.path, CAMPAIGN, RUN_DAY).submissions == ()
    with pytest.raises(NotFound):
        await store.submissions.withdraw(CAMPAIGN, PLAYER)


async def test_who_leaves_takes_the_waiting_submission_along(store: GuildStore) -> None:
    await submit(store)
    await store.members.leave(CAMPAIGN, PLAYER)
    assert await store.submissions.all_pending(CAMPAIGN) == []


@pytest.mark.parametrize(
    "committed,runs",
    [
        (CUT_OFF - timedelta(microseconds=1), date(2024, 5, 7)),
        (CUT_OFF, date(2024, 5, 8)),
    ],
)
async def test_the_run_date_is_decided_by_the_time_of_the_commit(
    store: GuildStore, clock: MovableClock, committed: datetime, runs: date
) -> None:
    clock.move_to(committed)
    await submit(store)
    pending = await store.submissions.pending(CAMPAIGN, PLAYER)
    assert pending
    assert pending.run_date == runs
    in_time = read_point(store.path, CAMPAIGN, RUN_DAY).submissions
    assert [s.id for s in in_time] == ([pending.id] if runs == RUN_DAY.run_date else [])


async def test_a_calendar_that_refuses_undoes_the_submission(store: GuildStore) -> None:
    first = await submit(store)

    def refuse(_at: datetime) -> date:
        raise RuntimeError("this week's turn is used")

    with pytest.raises(RuntimeError, match="is used"):
        await store.submissions.submit(CAMPAIGN, PLAYER, refuse)
    pending = await store.submissions.pending(CAMPAIGN, PLAYER)
    assert pending
    assert pending.id == first


async def test_commit_times_never_go_back_by_clock(store: GuildStore, clock: MovableClock) -> None:
    await submit(store)
    clock.move_to(NOON - timedelta(days=3))
    await submit(store)
    pending = await store.submissions.pending(CAMPAIGN, PLAYER)
    assert pending
    assert pending.committed_at == NOON


async def test_after_the_run_a_clock_put_back_brings_nobody_in_time_for_it(
    store: GuildStore, clock: MovableClock
) -> None:
    make_tick(store.path, CAMPAIGN, RUN_DAY, CUT_OFF)
    clock.move_to(CUT_OFF - timedelta(hours=1))
    await submit(store)
    pending = await store.submissions.pending(CAMPAIGN, PLAYER)
    assert pending
    assert pending.run_date == date(2024, 5, 8)


async def test_waking_late_counts_only_what_was_committed_before_the_cut_off(
    store: GuildStore, clock: MovableClock
) -> None:
    await submit(store)
    other = PLAYER + 1
    clock.move_to(CUT_OFF + timedelta(days=2))
    await store.submissions.submit(CAMPAIGN, other, lambda _at: date(2024, 5, 7))
    taken = read_point(store.path, CAMPAIGN, RUN_DAY).submissions
    assert [s.user for s in taken] == [PLAYER]


async def test_a_submission_whose_day_was_passed_over_runs_on_the_next(store: GuildStore) -> None:
    await submit(store)
    later = CUT_OFF + timedelta(days=1)
    due = DueTick("run", later, later.date(), 1, later.date(), later)
    assert len(read_point(store.path, CAMPAIGN, due).submissions) == 1


async def test_consumed_orders_leave_the_draft_and_newer_ones_stay(store: GuildStore) -> None:
    drafts = store.drafts
    for body in ('{"a": 1}', '{"b": 2}', '{"c": 3}'):
        await drafts.add(CAMPAIGN, PLAYER, body)
    await store.submissions.submit(CAMPAIGN, PLAYER, run_on_time)
    await drafts.edit(CAMPAIGN, PLAYER, "k2", '{"b": 22}')
    await drafts.add(CAMPAIGN, PLAYER, '{"d": 4}', 0)
    before = await drafts.get(CAMPAIGN, PLAYER)
    make_tick(store.path, CAMPAIGN, RUN_DAY, CUT_OFF)
    after = await drafts.get(CAMPAIGN, PLAYER)
    assert [(order.key, order.body) for order in after.orders] == [
        ("k4", '{"d": 4}'),
        ("k2", '{"b": 22}'),
    ]
    assert after.version == before.version + 1
    moved = await drafts.move(CAMPAIGN, PLAYER, "k2", 0)
    assert [order.key for order in moved.orders] == ["k2", "k4"]
    assert await store.submissions.pending(CAMPAIGN, PLAYER) is None
