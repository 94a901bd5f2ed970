"""Files as copies, kills and accidents leave them: opened again, or told for what they are."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.clock import MovableClock
from bot.store import world
from bot.store.backup import back_up
from bot.store.connection import APPLICATION_ID, connect, open_file, remove, side_files
from bot.store.errors import CorruptStore, LostStore, StoreError
from bot.store.records import Campaign
from bot.store.register import REGISTER
from bot.store.resolving import read_point
from bot.store.schema import prepare
from bot.store.snowflakes import rewrite_snowflakes
from bot.store.stores import Stores
from tests.bot.store.killed import in_rollback_mode, journal_of, kill_a_writer
from tests.bot.store.scene import EDIT, GUILD, NOON, PLAYER, found_campaign, make_tick, used


def vacuumed(path: Path) -> None:
    copy = path.with_name("copy")
    with closing(sqlite3.connect(path)) as db:
        db.execute("VACUUM INTO ?", (str(copy),))
    copy.replace(path)


def backed_up(path: Path) -> None:
    copy = path.with_name("copy")
    back_up(path, copy)
    copy.replace(path)


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    """A guild's file with a campaign of one tick, in no use."""
    async with used(tmp_path) as store:
        campaign = await found_campaign(store)
        make_tick(store.path, campaign.id, changes=[("unit", 1, b"a")])
        return store.path


async def the_campaign(folder: Path) -> Campaign:
    """What a bot that starts on the folder finds; it takes an order too."""
    async with used(folder) as store:
        [campaign] = await store.campaigns.all()
        assert (await store.drafts.add(campaign.id, PLAYER, '"rest"'))[0] == "k1"
        return campaign


@pytest.mark.parametrize("copied", [vacuumed, in_rollback_mode, backed_up])
async def test_every_opened_file_is_brought_to_wal(
    file: Path, copied: Callable[[Path], None]
) -> None:
    copied(file)
    assert (await the_campaign(file.parent)).tick == 1
    assert journal_of(file) == "wal"


@pytest.mark.parametrize("index", ["kept", "lost"])
@pytest.mark.parametrize("copied", [vacuumed, in_rollback_mode, backed_up])
async def test_a_writer_killed_in_a_copy_leaves_a_file_that_opens_as_it_was(
    file: Path, copied: Callable[[Path], None], index: str
) -> None:
    copied(file)
    kill_a_writer(file)
    assert any(beside.exists() for beside in side_files(file))
    if index == "lost":
        (file.parent / "schedule.sqlite").unlink()
    campaign = await the_campaign(file.parent)
    assert (campaign.name, campaign.tick) == ("The Long March", 1)
    assert journal_of(file) == "wal"


async def test_a_half_written_file_in_rollback_mode_is_verified_and_backed_up(file: Path) -> None:
    for look in (lambda: world.read_world(file, 1), lambda: back_up(file, file.with_name("copy"))):
        in_rollback_mode(file)
        kill_a_writer(file)
        assert side_files(file)[0].stat().st_size
        look()
        assert world.read_campaigns(file)[0].name == "The Long March"
    assert world.read_world(file.with_name("copy"), 1) == [("unit", 1, b"a")]


def test_a_foreign_file_is_not_even_rolled_back(tmp_path: Path) -> None:
    path = tmp_path / "5.sqlite"
    prepare(path)
    in_rollback_mode(path)
    with closing(open_file(path, "rw")) as db:
        db.execute(f"PRAGMA application_id = {APPLICATION_ID + 1}")
    kill_a_writer(path, opened_by="open_file(Path(sys.argv[1]), 'rw')")
    before = [each.read_bytes() for each in (path, side_files(path)[0])]
    with pytest.raises(CorruptStore, match="is not a campaign file of this bot"):
        prepare(path)
    assert [each.read_bytes() for each in (path, side_files(path)[0])] == before


async def test_what_an_interrupted_copy_left_beside_is_no_part_of_the_next_one(file: Path) -> None:
    copy = file.with_name("copy")
    back_up(file, copy)
    in_rollback_mode(copy)
    kill_a_writer(copy)
    assert side_files(copy)[0].exists()
    back_up(file, copy)
    rewrite_snowflakes(copy, {PLAYER: 2002})
    assert world.read_campaigns(copy)[0].name == "The Long March"
    with closing(connect(copy)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"


# ---------------------------------------------------------------- lost files


def gone(path: Path) -> None:
    path.unlink()


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def made_anew_without_a_table(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")


def bytes_of(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


async def refused(folder: Path, error: type[StoreError], text: str) -> None:
    stores = Stores(folder, MovableClock(NOON))
    await stores.open()
    try:
        for _ in range(2):
            with pytest.raises(error, match=text):
                async with stores.use(GUILD):
                    pass
    finally:
        await stores.close()


@pytest.mark.parametrize("lost_too", ["", "schedule.sqlite"])
@pytest.mark.parametrize("harm", [gone, emptied, made_anew_without_a_table])
async def test_a_guild_that_had_a_campaign_gets_no_empty_file(
    file: Path, harm: Callable[[Path], None], lost_too: str
) -> None:
    harm(file)
    if lost_too:
        (file.parent / lost_too).unlink()
    left = bytes_of(file)
    text = "is gone" if harm is gone else "is empty"
    await refused(file.parent, LostStore, f"{file.name} {text}, though this server has had a camp")
    assert bytes_of(file) == left


@pytest.mark.parametrize("harm", [gone, emptied])
async def test_a_lost_file_is_told_at_the_start(file: Path, harm: Callable[[Path], None]) -> None:
    harm(file)
    stores = Stores(file.parent, MovableClock(NOON))
    told = await stores.open()
    await stores.close()
    assert [type(error) for error in told.values()] == [LostStore]


async def test_the_register_comes_back_from_the_files(file: Path) -> None:
    (file.parent / REGISTER).unlink()
    await the_campaign(file.parent)
    assert str(GUILD) in (file.parent / REGISTER).read_text().splitlines()


def strike_out(guild: int, register: Path) -> None:
    kept = [line for line in register.read_text().splitlines() if line != str(guild)]
    register.write_text("\n".join(kept))


async def test_a_guild_whose_file_and_line_were_removed_begins_anew(file: Path) -> None:
    gone(file)
    strike_out(GUILD, file.parent / REGISTER)
    async with used(file.parent) as store:
        assert await store.campaigns.all() == []


async def test_a_guild_without_a_campaign_may_lose_its_file(tmp_path: Path) -> None:
    for _ in range(2):
        async with used(tmp_path) as store:
            assert await store.campaigns.all() == []
        store.path.unlink()


@pytest.mark.parametrize("replaced", [False, True])
async def test_no_order_is_taken_into_a_file_that_is_taken_away(file: Path, replaced: bool) -> None:
    aside = file.with_name("aside")
    async with used(file.parent) as store:
        [campaign] = await store.campaigns.all()
        back_up(file, file.with_name("copy"))
        shutil.move(file, aside)
        if replaced:
            shutil.move(file.with_name("copy"), file)
        for act in (store.drafts.add(campaign.id, PLAYER, '"rest"'), store.campaigns.all()):
            with pytest.raises(LostStore, match=f"{file.name} was re"):
                await act
        if not replaced:
            with pytest.raises(LostStore, match=f"There is no file {file.name}"):
                read_point(file, campaign.id, EDIT)
        shutil.move(aside, file)
        assert (await store.drafts.add(campaign.id, PLAYER, '"rest"'))[0] == "k1"
    async with used(file.parent) as store:
        assert len((await store.drafts.get(campaign.id, PLAYER)).orders) == 1


# ---------------------------------------------------------------- damage


PAGE, HEADER = 8192, 100


def spoil(file: Path, sound: bytes, page: int) -> None:
    """The file as it was but for one page, of which the first keeps the file's header."""
    begin = page * PAGE + (0 if page else HEADER)
    end = page * PAGE + PAGE
    remove(file)
    file.write_bytes(sound[:begin] + b"\xff" * (end - begin) + sound[end:])
    remove(file.parent / "schedule.sqlite")


async def test_a_damaged_page_of_any_kind_is_told_as_damage(file: Path) -> None:
    """Every page in turn is overwritten; whatever then fails fails as a damaged file."""
    sound = bytes_of(file) or b""
    told: list[str] = []
    for page in range(len(sound) // PAGE):
        spoil(file, sound, page)
        stores = Stores(file.parent, MovableClock(NOON))
        told += map(str, (await stores.open()).values())
        try:
            async with stores.use(GUILD) as store:
                [campaign] = await store.campaigns.all()
                await store.campaigns.module(campaign.module_digest)
                await store.drafts.add(campaign.id, PLAYER, '"rest"')
                world.read_world(file, campaign.id)
        except CorruptStore as error:
            told.append(str(error))
        finally:
            await stores.close()
    assert len(told) > 5
    assert all(f"{file.name} is damaged" in text for text in told)


async def test_a_text_with_damaged_bytes_is_told_as_damage(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE module SET body = cast(x'7bff' || body AS TEXT)")
        db.commit()
    async with used(file.parent) as store:
        with pytest.raises(CorruptStore, match=f"{file.name} is damaged"):
            await store.campaigns.module("digest-1")
        with pytest.raises(CorruptStore, match=f"{file.name} is damaged"):
            world.read_campaign(file, 1)
