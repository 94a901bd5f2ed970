"""The files themselves: newer, foreign, damaged, read-only, full, locked, copied.

Those of every schema come up to the present one, also by stages, and go back by a backup.
"""

import asyncio
import lzma
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from bot.backups.making import Backups
from bot.backups.restoring import restore
from bot.clock import MovableClock
from bot.store import connection, resolving, schema, world
from bot.store.backup import back_up
from bot.store.connection import SCHEMA_VERSION, connect
from bot.store.errors import (
    CorruptStore,
    LostStore,
    NewerStore,
    StoreBusy,
    StoreError,
    StoreFull,
    StoreNotWritable,
)
from bot.store.guild import GuildStore
from bot.store.schema import migrations, prepare
from bot.store.stores import Stores
from bot.store.world import read_campaigns
from tests.bot.store.scene import (
    CAMPAIGN,
    EDIT,
    GUILD,
    NOON,
    PLAYER,
    SPAN,
    found_campaign,
    make_tick,
    opened,
    outcome,
    used,
)
from tests.bot.threadless import with_threads

ROOT = Path(__file__).parents[3]


def prepared(folder: Path) -> Path:
    path = folder / f"{GUILD}.sqlite"
    prepare(path)
    return path


def test_migrations_are_numbered_without_a_gap_up_to_the_present_schema() -> None:
    assert [number for number, _ in migrations()] == list(range(1, SCHEMA_VERSION + 1))


def test_a_store_is_wal_strict_and_checks_foreign_keys(tmp_path: Path) -> None:
    db = connect(prepared(tmp_path))
    assert db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert db.execute("PRAGMA foreign_keys").fetchone()[0] == 1
    tables = db.execute("PRAGMA table_list").fetchall()
    loose = [
        table["name"]
        for table in tables
        if table["type"] == "table" and not table["strict"] and table["name"][:7] != "sqlite_"
    ]
    assert loose == []
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        db.execute("INSERT INTO timer (campaign, name, at) VALUES (1, 'due', 0)")
    db.close()


def test_preparing_again_changes_nothing(tmp_path: Path) -> None:
    path = prepared(tmp_path)
    before = path.read_bytes()
    prepare(path)
    assert path.read_bytes() == before


def test_a_migration_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = prepared(tmp_path)
    next_version = SCHEMA_VERSION + 1
    broken = "CREATE TABLE fresh (a INTEGER) STRICT;\nCREATE TABLE fresh (a INTEGER) STRICT;\n"
    monkeypatch.setattr(schema, "SCHEMA_VERSION", next_version)
    monkeypatch.setattr(connection, "SCHEMA_VERSION", next_version)
    monkeypatch.setattr(schema, "migrations", lambda: [(next_version, broken)])
    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        prepare(path)
    fixed = "CREATE TABLE fresh (a INTEGER) STRICT;\n"
    monkeypatch.setattr(schema, "migrations", lambda: [(next_version, fixed)])
    prepare(path)
    db = connect(path)
    assert db.execute("PRAGMA user_version").fetchone()[0] == next_version
    assert db.execute("SELECT count(*) FROM fresh").fetchone()[0] == 0
    db.close()


def test_an_older_file_is_brought_up_to_date_with_all_that_it_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / f"{GUILD}.sqlite"
    with monkeypatch.context() as older:
        older.setattr(schema, "SCHEMA_VERSION", 1)
        older.setattr(schema, "migrations", lambda: list(migrations())[:1])
        prepare(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("INSERT INTO setting VALUES ('kept', 'yes')")
        db.commit()
    prepare(path)
    with closing(connect(path)) as db:
        assert db.execute("SELECT value FROM setting").fetchone()[0] == "yes"
        assert db.execute("SELECT count(*) FROM holiday").fetchone()[0] == 0


def newer(path: Path) -> None:
    prepare(path)
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    db.close()


def foreign(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    db.close()


def garbage(path: Path) -> None:
    path.write_bytes(b"this is no database at all\n" * 400)


def cut_short(path: Path) -> None:
    prepare(path)
    path.write_bytes(path.read_bytes()[:5000])


@pytest.mark.parametrize(
    "harm,error,text",
    [
        (newer, NewerStore, "written by a later version of the bot"),
        (foreign, CorruptStore, "is not a campaign file of this bot"),
        (garbage, CorruptStore, "is damaged or is not a campaign file"),
        (cut_short, CorruptStore, "is damaged"),
    ],
)
async def test_a_file_that_is_not_ours_to_use_is_refused_and_left_untouched(
    tmp_path: Path, harm: Callable[[Path], None], error: type[StoreError], text: str
) -> None:
    path = tmp_path / f"{GUILD}.sqlite"
    harm(path)
    before = path.read_bytes()
    stores = Stores(tmp_path, MovableClock(NOON))
    assert type((await stores.open())[GUILD]) is error
    for _ in range(2):
        with pytest.raises(error, match=text):
            async with stores.use(GUILD):
                pass
    with pytest.raises(error, match=text):
        world.read_world(path, 1)
    await stores.close()
    assert path.read_bytes() == before


def test_a_read_only_folder_is_told_in_words() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o555)
        # Root may write anywhere; the container's user, like anybody, may not.
        script = (
            "import os, sys; from pathlib import Path; from bot.store.schema import prepare\n"
            "from bot.store.errors import StoreNotWritable\n"
            # Once before the change of user, so that whatever it imports late has been imported.
            "Path(sys.argv[1]).as_uri()\n"
            "os.getuid() or os.setuid(65534)\n"
            "try: prepare(Path(sys.argv[1]))\n"
            "except StoreNotWritable as error: print(error)\n"
        )
        child = subprocess.run(
            [sys.executable, "-c", script, folder / "5.sqlite"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        assert "5.sqlite cannot be opened for writing. Check that its folder exists" in child.stdout
        assert list(folder.iterdir()) == []


async def test_a_data_folder_that_cannot_be_made_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreNotWritable, match="Choose another folder"):
        await Stores(tmp_path / "file" / "data", MovableClock(NOON)).open()


def test_a_worker_never_makes_a_file(tmp_path: Path) -> None:
    with pytest.raises(LostStore, match=r"There is no file 5\.sqlite"):
        world.read_world(tmp_path / "5.sqlite", 1)
    assert list(tmp_path.iterdir()) == []


async def fill_up(db: aiosqlite.Connection) -> None:
    [(pages,)] = await db.execute_fetchall("PRAGMA page_count")
    await db.execute_fetchall(f"PRAGMA max_page_count = {pages}")


async def test_on_a_full_disk_an_order_is_refused_and_nothing_is_lost(store: GuildStore) -> None:
    await store.drafts.add(CAMPAIGN, PLAYER, '"kept"')
    await fill_up(store._file._writer._db)
    before = await store.drafts.get(CAMPAIGN, PLAYER)
    with pytest.raises(StoreFull, match="no room left"):
        await store.drafts.add(CAMPAIGN, PLAYER, f'"{"x" * 50_000}"')
    assert await store.drafts.get(CAMPAIGN, PLAYER) == before
    await store._file._writer._db.execute_fetchall("PRAGMA max_page_count = 1000000")
    assert (await store.drafts.add(CAMPAIGN, PLAYER, '"again"'))[0] == "k2"


async def test_a_full_disk_inside_a_unit_undoes_the_whole_unit(store: GuildStore) -> None:
    async def two_settings() -> None:
        async with store.unit():
            await store.settings.put("small", "yes")
            await store.settings.put("large", "x" * 50_000)

    await fill_up(store._file._writer._db)
    with pytest.raises(StoreFull):
        await two_settings()
    assert await store.settings.get("small") is None


async def test_on_a_full_disk_a_tick_is_refused_whole_and_can_be_made_later(
    store: GuildStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_tick(store.path, CAMPAIGN, changes=[("unit", 1, b"a")])

    def connect_full(path: Path) -> sqlite3.Connection:
        db = connect(path)
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        db.execute(f"PRAGMA max_page_count = {pages}")
        return db

    lease = resolving.take_lease(store.path, CAMPAIGN, NOON, SPAN)
    read = resolving.read_point(store.path, CAMPAIGN, EDIT)
    changes = [("unit", number, b"x" * 300) for number in range(500)]
    with monkeypatch.context() as patched:
        patched.setattr(resolving, "connect", connect_full)
        with pytest.raises(StoreFull, match="Nothing was changed"):
            resolving.commit_tick(store.path, lease, read, outcome(changes), NOON)
    assert world.read_world(store.path, CAMPAIGN) == [("unit", 1, b"a")]
    assert resolving.commit_tick(store.path, lease, read, outcome(changes), NOON).number == 2


async def test_a_checkpoint_that_finds_no_room_does_not_deny_a_tick_that_stands(
    store: GuildStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused: list[str] = []

    class NoRoomToCheckpoint(sqlite3.Connection):
        def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
            if "wal_checkpoint" in sql:
                refused.append(sql)
                raise sqlite3.OperationalError("database or disk is full")
            return super().execute(sql, *parameters)

    lease = resolving.take_lease(store.path, CAMPAIGN, NOON, SPAN)
    read = resolving.read_point(store.path, CAMPAIGN, EDIT)
    plain = sqlite3.connect
    with monkeypatch.context() as patched:
        patched.setattr(sqlite3, "connect", partial(plain, factory=NoRoomToCheckpoint))
        resolving.commit_tick(store.path, lease, read, outcome([("unit", 1, b"a")]), NOON)
    assert len(refused) == 1
    assert world.read_world(store.path, CAMPAIGN) == [("unit", 1, b"a")]


async def test_a_slow_disk_holds_up_who_waits_for_it_and_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A commit of one guild takes as long as the test likes."""
    asked, answered = threading.Event(), threading.Event()
    slow = f"{GUILD}.sqlite"

    class SlowDisk(sqlite3.Connection):
        writes = False

        def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
            self.writes = sql == "BEGIN IMMEDIATE" or (self.writes and sql != "BEGIN")
            if sql == "COMMIT" and self.writes and asked.is_set():
                (file,) = [row[2] for row in super().execute("PRAGMA database_list")]
                if Path(file).name == slow:
                    assert answered.wait(60)
            return super().execute(sql, *parameters)

    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=SlowDisk))
    with with_threads():
        async with (
            opened(tmp_path) as stores,
            stores.use(GUILD) as store,
            stores.use(GUILD + 1) as other,
        ):
            mine, theirs = await found_campaign(store), await found_campaign(other)
            asked.set()
            order = asyncio.create_task(store.drafts.add(mine.id, PLAYER, '"slow"'))
            assert (await other.drafts.add(theirs.id, PLAYER, '"at once"'))[0] == "k1"
            assert (await store.drafts.get(mine.id, PLAYER)).orders == ()
            assert not order.done(), "an order is accepted once it is committed"
            answered.set()
            assert (await order)[0] == "k1"
            assert len((await store.drafts.get(mine.id, PLAYER)).orders) == 1


async def test_a_file_locked_for_too_long_is_busy_and_never_a_database_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "_BUSY_SECONDS", 0.01)
    async with used(tmp_path) as store:
        campaign = await found_campaign(store)
        other = connect(store.path)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy, match="try again shortly"):
            await store.drafts.add(campaign.id, PLAYER, "1")
        with pytest.raises(StoreBusy, match="try again shortly"):
            resolving.take_lease(store.path, campaign.id, NOON, SPAN)
        assert (await store.drafts.get(campaign.id, PLAYER)).version == 0
        other.execute("ROLLBACK")
        other.close()
        assert (await store.drafts.add(campaign.id, PLAYER, "1"))[0] == "k1"


async def test_a_backup_is_of_one_moment_and_a_store(store: GuildStore, tmp_path: Path) -> None:
    make_tick(store.path, CAMPAIGN, changes=[("unit", 1, b"a")])
    target = tmp_path / "copies" / f"{GUILD}.sqlite"
    target.parent.mkdir()
    target.write_bytes(b"an older copy")
    writer = connect(store.path)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("INSERT INTO setting VALUES ('half', 'done')")
    await store.back_up(target)
    writer.execute("COMMIT")
    writer.close()
    assert [path.name for path in target.parent.iterdir()] == [target.name]
    make_tick(store.path, CAMPAIGN, changes=[("unit", 1, b"b")])
    assert world.read_world(target, CAMPAIGN) == [("unit", 1, b"a")]
    async with used(target.parent) as copy:
        assert await copy.campaigns.get(CAMPAIGN) != await store.campaigns.get(CAMPAIGN)
        assert await copy.settings.get("half") is None


async def test_a_backup_that_fails_leaves_the_older_copy(store: GuildStore, tmp_path: Path) -> None:
    with pytest.raises(StoreNotWritable):
        await store.back_up(tmp_path / "nowhere" / "copy.sqlite")
    target = tmp_path / "copy.sqlite"
    target.write_bytes(b"an older copy")
    broken = tmp_path / "6.sqlite"
    garbage(broken)
    with pytest.raises(CorruptStore):
        back_up(broken, target)
    assert target.read_bytes() == b"an older copy"


OLDEST = ROOT / "tests" / "golden" / "files" / "0.1.0" / "barrow.sqlite.xz"
NUMBERS = [number for number, _ in migrations()]


def only_to(version: int, path: Path) -> None:
    """Do to a file what a version that knew no later schema did."""
    with pytest.MonkeyPatch.context() as earlier:
        known(version, earlier)
        prepare(path)


def known(version: int, earlier: pytest.MonkeyPatch) -> None:
    """Have the program know no later schema."""
    steps = [each for each in migrations() if each[0] <= version]
    earlier.setattr(schema, "migrations", lambda: iter(steps))
    for module in (connection, schema):
        earlier.setattr(module, "SCHEMA_VERSION", version)


def shape(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute(
            "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY 1, 2"
        ).fetchall()


def content(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return list(db.iterdump())


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("PRAGMA user_version").fetchone()[0]


@pytest.fixture(scope="module")
def oldest(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A played campaign in a file of the first version that hosts had."""
    return lzma.decompress(OLDEST.read_bytes())


@pytest.fixture(scope="module")
def present(oldest: bytes, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What that file holds once it is brought up to date at one go."""
    path = tmp_path_factory.mktemp("present") / "file"
    path.write_bytes(oldest)
    prepare(path)
    return content(path)


@pytest.mark.parametrize("number", NUMBERS[:-1])
def test_a_new_file_of_any_schema_becomes_one_of_the_present(number: int, tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    only_to(number, old)
    assert version(old) == number
    prepare(old)
    prepare(new)
    assert version(old) == SCHEMA_VERSION
    assert shape(old) == shape(new)


@pytest.mark.parametrize("number", [number for number in NUMBERS if 4 < number < SCHEMA_VERSION])
def test_a_played_file_comes_up_by_stages_as_at_one_go(
    number: int, oldest: bytes, present: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_bytes(oldest)
    assert version(path) == 4
    only_to(number, path)
    assert version(path) == number
    prepare(path)
    assert content(path) == present


async def test_a_host_goes_back_to_the_version_before_by_the_backup_made_at_the_upgrade(
    oldest: bytes, tmp_path: Path
) -> None:
    data, clock = tmp_path / "campaigns", MovableClock(NOON)
    data.mkdir()
    stores = Stores(data, clock)
    file = stores.path(GUILD)
    file.write_bytes(oldest)
    backups = Backups(tmp_path / "backups", stores, clock)
    await backups.before_upgrade()
    await stores.open()
    async with stores.use(GUILD):
        pass
    await stores.close()
    assert version(file) == SCHEMA_VERSION
    later = file.read_bytes()
    with pytest.MonkeyPatch.context() as earlier:
        known(4, earlier)
        with pytest.raises(
            NewerStore, match=r"later version of the bot \(schema \d+; this one knows 4\)"
        ):
            prepare(file)
        assert file.read_bytes() == later
        [copy] = backups.shelf.of(GUILD)
        assert copy.path.name.endswith(".schema4.sqlite")
        done = restore(data, GUILD, copy.path, NOON)
        assert [each.name for each in done.contents.campaigns] == ["The Eight Mounds"]
        prepare(file)
        assert version(file) == 4
    prepare(file)  # and up again
    assert read_campaigns(file)[0].tick == done.contents.campaigns[0].tick
