"""Ranges of shards: what hosts write, whose a guild is, and which processes may run together."""

from pathlib import Path

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.assembly import create_bot
from bot.client import HostBot, ShardedBot
from bot.clock import SystemClock
from bot.settings import Settings, SettingsError
from bot.shards import ALL, MOST, Shards
from bot.store.errors import InUse
from bot.store.ownership import FOLDER_LOCK, folder_owned
from bot.store.schedule import drop_late
from bot.store.stores import Stores
from bot.workers import Workers

GUILDS = st.integers(1, 2**63 - 1)


@st.composite
def ranges(draw: st.DrawFn) -> Shards:
    count = draw(st.integers(1, 12))
    first = draw(st.integers(0, count - 1))
    return Shards(first, draw(st.integers(first, count - 1)), count)


@pytest.mark.parametrize(
    "text, shards",
    [("0-3/16", Shards(0, 3, 16)), (" 5/16 ", Shards(5, 5, 16)), ("0/1", ALL)],
)
def test_a_range_is_read_as_hosts_write_it(text: str, shards: Shards, tmp_path: Path) -> None:
    environment = {"HEXMUSTER_DATA": str(tmp_path), "HEXMUSTER_SHARDS": text}
    assert Settings.from_environment(environment).shards == shards
    assert Shards.parse(str(shards)) == shards


@pytest.mark.parametrize(
    "text", ["3-0/16", "0-16/16", "16/16", "0/0", "1", "a/b", "-1/4", "0-3", f"0/{MOST + 1}"]
)
def test_what_is_no_range_is_a_fault_with_a_way_out(text: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"HEXMUSTER_SHARDS: .*such as 0-3/16, or leave it out"):
        Settings.from_environment({"HEXMUSTER_DATA": str(tmp_path), "HEXMUSTER_SHARDS": text})


@given(ranges(), ranges())
def test_two_ranges_meet_if_and_only_if_a_guild_could_be_on_both(a: Shards, b: Shards) -> None:
    both = [n for n in range(a.count * b.count) if a.has(n << 22) and b.has(n << 22)]
    assert a.overlap(b) == b.overlap(a) == bool(both)


@given(st.integers(1, 64), GUILDS)
def test_of_all_shards_exactly_one_has_a_guild(count: int, guild: int) -> None:
    assert sum(Shards(n, n, count).has(guild) for n in range(count)) == 1
    assert ALL.has(guild)


@given(ranges())
def test_a_process_has_files_of_its_own_that_say_whose_they_are(shards: Shards) -> None:
    name = shards.own(FOLDER_LOCK)
    owner = Shards.owner_of(name, FOLDER_LOCK)
    assert owner is not None
    assert owner == (ALL if shards.are_all else shards)
    assert Shards.owner_of(f"x{name}", FOLDER_LOCK) is None


@pytest.mark.parametrize("name", ["bot.1-0of4.lock", "bot.0-0of0.lock", "bot.4-4of4.lock"])
def test_a_file_that_only_looks_so_is_no_processs(name: str) -> None:
    assert Shards.owner_of(name, FOLDER_LOCK) is None


@pytest.mark.parametrize(
    "one, other", [("0-1/4", "1-2/4"), ("0/2", "2/4"), ("0/1", "3/4"), ("0-2/3", "1/2")]
)
def test_processes_whose_shards_meet_share_no_folder(one: str, other: str, tmp_path: Path) -> None:
    for first, second in ((one, other), (other, one)):
        with (
            folder_owned(tmp_path, shards=Shards.parse(first)),
            pytest.raises(InUse, match="is in use by another bot"),
            folder_owned(tmp_path, shards=Shards.parse(second)),
        ):
            pass
    with folder_owned(tmp_path, shards=Shards.parse(one)):
        pass  # what was refused holds nothing


def test_processes_whose_shards_do_not_meet_share_a_folder(tmp_path: Path) -> None:
    with (
        folder_owned(tmp_path, shards=Shards.parse("0-1/4")),
        folder_owned(tmp_path, shards=Shards.parse("2/4")),
        folder_owned(tmp_path, shards=Shards.parse("7/8")),
    ):
        assert len(list(tmp_path.glob("*.lock"))) == 3
    (tmp_path / "bot.0-1of4.lock").touch()  # left by one that was killed
    with folder_owned(tmp_path):
        pass


def indexes(folder: Path) -> list[str]:
    return [path.name for path in folder.glob("schedule*")]


async def test_a_process_looks_after_its_guilds_alone(tmp_path: Path) -> None:
    mine, theirs = 4 << 22, 5 << 22
    whole = Stores(tmp_path, SystemClock())
    await whole.open()
    for guild in (mine, theirs):
        async with whole.use(guild):
            pass
    await whole.close()
    stores = Stores(tmp_path, SystemClock(), shards=Shards(0, 0, 2))
    assert await stores.open() == {}
    assert stores.guilds() == [mine]
    with pytest.raises(InUse, match="looked after by another process"):
        async with stores.use(theirs):
            pass
    # What one process has noted of its guilds, another does not strike out.
    beside = Stores(tmp_path, SystemClock(), shards=Shards(1, 1, 2))
    await beside.open()
    await stores._register.note(mine)
    await beside._register.note(theirs)
    await stores.close()
    await beside.close()
    assert (tmp_path / "guilds.txt").read_text().split()[-2:] == [str(mine), str(theirs)]
    # An index of one range is not trusted after another has had its guilds.
    assert (tmp_path / "schedule.0-0of2.sqlite").exists()
    await whole.open()
    await whole.close()
    assert indexes(tmp_path) == ["schedule.sqlite"]


async def test_one_process_with_all_shards_keeps_its_index(tmp_path: Path) -> None:
    stores = Stores(tmp_path, SystemClock(), shards=Shards(0, 3, 4))
    await stores.open()
    await stores.close()
    drop_late(tmp_path, stores.shards)
    assert indexes(tmp_path) == ["schedule.sqlite"]


async def test_a_bot_with_shards_connects_with_them(tmp_path: Path, workers: Workers) -> None:
    settings = Settings(data=tmp_path, shards=Shards(2, 3, 8))
    made = create_bot(settings, SystemClock(), workers)
    assert isinstance(made, ShardedBot)
    assert (made.shard_ids, made.shard_count) == ([2, 3], 8)
    assert made.intents == discord.Intents(guilds=True)
    assert await made.sync_commands() is False  # the process with shard 0 does
    whole = create_bot(Settings(data=tmp_path), SystemClock(), workers)
    assert isinstance(whole, HostBot)
    assert not isinstance(whole, discord.AutoShardedClient)
