"""Files of every schema come up to the present one, also by stages, and go back by a backup."""

import lzma
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.backups.making import Backups
from bot.backups.restoring import restore
from bot.clock import MovableClock
from bot.store import connection, schema
from bot.store.connection import SCHEMA_VERSION
from bot.store.errors import NewerStore
from bot.store.schema import migrations, prepare
from bot.store.stores import Stores
from bot.store.world import read_campaigns
from tests.bot.store.scene import NOON

ROOT = Path(__file__).parents[3]
OLDEST = ROOT / "tests" / "golden" / "files" / "0.1.0" / "barrow.sqlite.xz"
NUMBERS = [number for number, _ in migrations()]
GUILD = 7


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
