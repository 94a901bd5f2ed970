"""The folder: files by guild id alone, 32 open at most, and the index of due times."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.clock import MovableClock
from bot.store.errors import CorruptStore, LostStore
from bot.store.records import Address, NewMessage, micros
from bot.store.schedule import Schedule
from bot.store.stores import Stores
from tests.bot.store.scene import GUILD, NOON, found_campaign, make_tick

HOUR = timedelta(hours=1)


async def opened(folder: Path, open_at_most: int = 32) -> Stores:
    stores = Stores(folder, MovableClock(NOON), open_at_most=open_at_most)
    assert await stores.open() == {}
    return stores


async def set_timer(stores: Stores, guild: int, at: datetime) -> None:
    async with stores.use(guild) as store:
        campaigns = await store.campaigns.all()
        campaign = campaigns[0] if campaigns else await found_campaign(store)
        await store.timers.put(campaign.id, "due", at)


@pytest.mark.parametrize("guild", ["5", "../5", 0, -5, True, None, 5.0, 2**63, "5; --"])
async def test_only_a_guilds_id_can_name_a_file(stores: Stores, guild: object) -> None:
    with pytest.raises(ValueError, match="is not a guild's id"):
        stores.path(guild)  # pyright: ignore[reportArgumentType]
    with pytest.raises(ValueError, match="is not a guild's id"):
        async with stores.use(guild):  # pyright: ignore[reportArgumentType]
            pass
    assert stores.guilds() == []


async def test_two_guilds_have_two_files(stores: Stores) -> None:
    for guild in (6, 5):
        async with stores.use(guild) as store:
            assert store.path.name == f"{guild}.sqlite"
            await found_campaign(store)
    assert stores.guilds() == [5, 6]
    async with stores.use(5) as store:
        assert len(await store.campaigns.all()) == 1


async def test_at_most_so_many_files_are_open_and_those_used_last_stay(tmp_path: Path) -> None:
    stores = await opened(tmp_path, open_at_most=2)
    kept = {}
    for guild in (1, 2, 1, 3):
        async with stores.use(guild) as store:
            kept[guild] = store
    async with stores.use(1) as store:
        assert store is kept[1]
    async with stores.use(2) as store:
        assert store is not kept[2]
        assert await store.campaigns.all() == []
    assert len(stores._slots) == 2
    await stores.close()


async def test_a_file_in_use_is_never_closed_and_who_wants_another_waits(tmp_path: Path) -> None:
    stores = await opened(tmp_path, open_at_most=1)

    async def visit() -> int:
        async with stores.use(2) as store:
            return store.guild

    async with stores.use(1) as store:
        visitor = asyncio.create_task(visit())
        for _ in range(20):
            await asyncio.sleep(0)
        assert not visitor.done()
        assert await store.campaigns.all() == []
        async with stores.use(1) as again:
            assert again is store
    assert await visitor == 2
    await stores.close()


async def test_the_same_file_asked_for_at_once_is_opened_once(stores: Stores) -> None:
    async def visit() -> int:
        async with stores.use(GUILD) as store:
            return id(store)

    assert len(set(await asyncio.gather(*(visit() for _ in range(10))))) == 1


async def test_an_earlier_time_is_in_the_index_at_once_and_rings(tmp_path: Path) -> None:
    rung: list[datetime] = []
    stores = Stores(tmp_path, MovableClock(NOON), on_earlier=rung.append)
    await stores.open()
    await set_timer(stores, 5, NOON + 3 * HOUR)
    await set_timer(stores, 6, NOON + 2 * HOUR)
    await set_timer(stores, 5, NOON + HOUR)
    assert stores.schedule.next_time() == NOON + HOUR
    assert rung[-1] == NOON + HOUR
    assert stores.schedule.take(NOON + 2 * HOUR) == [5, 6]
    await stores.close()
    again = await opened(tmp_path)
    assert again.schedule.take(NOON + 2 * HOUR) == [5, 6]
    await again.close()


async def test_a_time_that_passed_is_raised_to_what_the_file_says(stores: Stores) -> None:
    await set_timer(stores, 5, NOON + HOUR)
    await set_timer(stores, 5, NOON + 2 * HOUR)
    assert stores.schedule.next_time() == NOON + HOUR
    async with stores.use(5) as store:
        assert await store.reschedule() == NOON + 2 * HOUR
    assert stores.schedule.next_time() == NOON + 2 * HOUR


@pytest.mark.parametrize("harm", ["missing", "garbage", "a damaged page", "cut short", "empty"])
async def test_the_index_is_made_anew_from_the_files(tmp_path: Path, harm: str) -> None:
    stores = await opened(tmp_path)
    for guild in range(1, 6):
        await set_timer(stores, guild, NOON + guild * HOUR)
    await stores.close()
    index = tmp_path / "schedule.sqlite"
    if harm == "missing":
        index.unlink()
    elif harm == "garbage":
        index.write_bytes(b"not an index" * 1000)
    elif harm == "a damaged page":
        index.write_bytes(index.read_bytes()[:4096] + b"\xff" * 4096)
    elif harm == "cut short":
        index.write_bytes(index.read_bytes()[:5000])
    else:
        index.write_bytes(b"")
    again = await opened(tmp_path)
    assert again.schedule.next_time() == NOON + HOUR
    assert again.schedule.take(NOON + 9 * HOUR) == [1, 2, 3, 4, 5]
    await again.close()


@pytest.mark.parametrize("harm", ["deleted", "another in its place", "a damaged page"])
async def test_an_index_lost_while_a_bot_runs_is_made_anew(tmp_path: Path, harm: str) -> None:
    stores = await opened(tmp_path)
    for guild in (5, 6, 7):
        await set_timer(stores, guild, NOON + guild * HOUR)
    spoil(tmp_path / "schedule.sqlite", harm)
    await set_timer(stores, 5, NOON + HOUR)
    await stores.schedule.put(6, None)
    assert stores.schedule.take(NOON + 9 * HOUR) == [5, 7]
    with closing(sqlite3.connect(tmp_path / "schedule.sqlite")) as db:
        kept = dict(db.execute("SELECT guild, at FROM due").fetchall())
    assert kept == {5: micros(NOON + HOUR), 6: None, 7: micros(NOON + 7 * HOUR)}
    await stores.close()
    again = await opened(tmp_path)
    assert again.schedule.take(NOON + 9 * HOUR) == [5, 7]
    await again.close()


def spoil(index: Path, harm: str) -> None:
    if harm == "a damaged page":
        index.write_bytes(index.read_bytes()[:4096] + b"\xff" * 4096)
        return
    index.unlink()
    if harm == "another in its place":
        index.write_bytes(b"")


async def test_files_put_in_or_taken_out_while_the_bot_is_down_are_noticed(tmp_path: Path) -> None:
    stores = await opened(tmp_path)
    for guild in (5, 6):
        await set_timer(stores, guild, NOON + HOUR)
    await stores.close()
    (tmp_path / "5.sqlite").rename(tmp_path / "7.sqlite")
    again = Stores(tmp_path, MovableClock(NOON))
    assert {guild: type(error) for guild, error in (await again.open()).items()} == {5: LostStore}
    assert again.schedule.take(NOON + HOUR) == [6, 7]
    await again.close()


async def test_one_damaged_file_does_not_keep_the_others_from_starting(tmp_path: Path) -> None:
    stores = await opened(tmp_path)
    await set_timer(stores, 6, NOON + HOUR)
    await stores.close()
    (tmp_path / "5.sqlite").write_bytes(b"broken" * 999)
    again = Stores(tmp_path, MovableClock(NOON))
    unreadable = await again.open()
    assert {guild: type(error) for guild, error in unreadable.items()} == {5: CorruptStore}
    assert again.schedule.take(NOON + HOUR) == [6]
    await again.close()


async def test_a_tick_whose_host_dies_is_looked_after_at_the_next_start(tmp_path: Path) -> None:
    stores = await opened(tmp_path)
    async with stores.use(5) as store:
        campaign = await found_campaign(store)
        await store.places.put(campaign.id, "herald", 1)
        await store.timers.put(campaign.id, "due", NOON + 99 * HOUR)
        await store.reschedule()
        async with stores.schedule.held(5, NOON):
            make_tick(
                store.path,
                campaign.id,
                outbox=[NewMessage(Address(role="herald"), "T1", "{}")],
            )
            await stores.schedule.put(5, None)
            assert stores.schedule.next_time() == NOON
    await stores.close()
    again = await opened(tmp_path)
    assert again.schedule.take(NOON) == [5]
    await again.close()


async def test_starting_with_200_guilds_opens_none_of_their_files(tmp_path: Path) -> None:
    stores = await opened(tmp_path)
    for guild in range(1, 201):
        (tmp_path / f"{guild}.sqlite").write_bytes(b"never read")
        await stores.schedule.put(guild, NOON)
    await stores.close()
    again = await opened(tmp_path)
    assert len(again.schedule.take(NOON)) == 200
    await again.close()


async def test_a_guild_that_is_looked_after_is_offered_once_given_back(stores: Stores) -> None:
    for guild in (5, 6, 7):
        await stores.schedule.put(guild, NOON + (guild - 5) * HOUR)
    assert stores.schedule.take(NOON) == [5]
    assert stores.schedule.take(NOON) == []
    await stores.schedule.at_most(5, NOON - HOUR)
    assert stores.schedule.next_time() == NOON + HOUR
    stores.schedule.give_back(5)
    assert stores.schedule.next_time() == NOON - HOUR
    await stores.schedule.put(5, NOON + HOUR)
    assert stores.schedule.take(NOON + HOUR) == [5, 6]
    await stores.schedule.put(5, None)
    stores.schedule.give_back(5)
    stores.schedule.give_back(6)
    assert stores.schedule.take(NOON + 9 * HOUR) == [6, 7]
    assert stores.schedule.next_time() is None


async def test_times_noted_at_once_are_written_in_few_commits(stores: Stores) -> None:
    """Each is in the file before the caller goes on."""

    async def note(guild: int) -> None:
        await stores.schedule.at_most(guild, NOON + guild * HOUR)
        with closing(sqlite3.connect(index)) as db:
            found = db.execute("SELECT at FROM due WHERE guild = ?", (guild,)).fetchall()
        assert found == [(micros(NOON + guild * HOUR),)]

    index = stores.path(1).parent / "schedule.sqlite"
    with closing(sqlite3.connect(index)) as db:
        before = db.execute("PRAGMA data_version").fetchone()
        await asyncio.gather(*(note(guild) for guild in range(1, 101)))
        assert db.execute("PRAGMA data_version").fetchone() != before
    counter = int.from_bytes(index.read_bytes()[24:28], "big")
    assert counter < 10, "SQLite counts commits in its header"


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["put", "at_most", "take", "back"]),
            st.integers(1, 6),
            st.integers(0, 9),
        ),
        max_size=60,
    )
)
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_what_is_taken_is_what_a_look_at_all_times_finds(
    tmp_path: Path, deeds: list[tuple[str, int, int]]
) -> None:
    schedule = Schedule(tmp_path / "index.sqlite", lambda _: None)
    await schedule.open({})
    times: dict[int, int] = {}
    taken: set[int] = set()
    for deed, guild, hour in deeds:
        match deed:
            case "put":
                await schedule.put(guild, NOON + hour * HOUR)
                times[guild] = hour
            case "at_most":
                await schedule.at_most(guild, NOON + hour * HOUR)
                times[guild] = min(hour, times.get(guild, hour))
            case "take":
                due = sorted(
                    (at, one) for one, at in times.items() if at <= hour and one not in taken
                )
                assert schedule.take(NOON + hour * HOUR) == [one for _, one in due]
                taken |= {one for _, one in due}
            case _:
                if guild in taken:
                    taken.discard(guild)
                    schedule.give_back(guild)
        left = [at for one, at in times.items() if one not in taken]
        assert schedule.next_time() == (NOON + min(left) * HOUR if left else None)
    await schedule.close()
    (tmp_path / "index.sqlite").unlink()
