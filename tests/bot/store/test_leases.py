"""Leases: one process resolves a campaign, and one that lost its lease cannot commit."""

import multiprocessing
from datetime import timedelta
from pathlib import Path

import pytest

from bot.store import world
from bot.store.errors import LeaseHeld, NotFound, Stale
from bot.store.guild import GuildStore
from bot.store.resolving import commit_tick, read_point, release_lease, take_lease
from tests.bot.store.children import contend_into
from tests.bot.store.scene import CAMPAIGN, EDIT, NOON, SPAN, outcome


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
