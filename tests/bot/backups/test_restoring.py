"""A copy is put back only if it is sound and no bot has the guild; nothing is lost by it."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.backups.restoring import end_of
from bot.backups.shelf import Shelf, look_into
from bot.cli import main
from bot.shards import Shards
from bot.store.connection import SCHEMA_VERSION, side_files
from bot.store.ownership import folder_owned
from tests.bot.store.killed import kill_a_writer
from tests.bot.store.scene import GUILD, NOON, found_campaign, make_tick, used

HOUR = timedelta(hours=1)


class Place:
    """A data folder with a guild of two ticks, and a copy of each."""

    def __init__(self, folder: Path) -> None:
        self.data, self.shelf = folder / "campaigns", Shelf(folder / "backups")
        self.file = self.data / f"{GUILD}.sqlite"

    def aside(self) -> list[Path]:
        found = self.data.glob("*.before-*")
        return sorted(each for each in found if not each.name.endswith(("-wal", "-shm")))

    def tick(self) -> int:
        return look_into(self.file).campaigns[0].tick


@pytest.fixture
async def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    made = Place(tmp_path)
    monkeypatch.setenv("HEXMUSTER_DATA", str(made.data))
    monkeypatch.setenv("HEXMUSTER_BACKUPS", str(made.shelf.folder))
    async with used(made.data) as store:
        campaign = await found_campaign(store)
        for hours in (0, 1):
            make_tick(made.file, campaign.id)
            made.shelf.make(GUILD, made.file, NOON + hours * HOUR)
        make_tick(made.file, campaign.id)
    return made


def restore(*arguments: str) -> int:
    return main(["restore", str(GUILD), *arguments])


def test_copies_are_listed_by_contents(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    damaged = place.shelf.of(GUILD)[1].path
    damaged.write_bytes(damaged.read_bytes()[:9000])
    assert restore() == 0
    head, second, first, foot = capsys.readouterr().out.splitlines()
    assert head == f"Backups of {GUILD}, the newest first. Times are in UTC."
    assert second.startswith("2024-05-06T13:00:00  ")
    assert second.endswith(" MiB  The Long March (tick 2, running)")
    assert first.startswith("2024-05-06T12:00:00  ")
    assert "is damaged" in first
    assert f"restore {GUILD} latest" in foot
    assert place.tick() == 3


@pytest.mark.parametrize(
    "when, tick",
    [("latest", 2), ("2024-05-06", 2), ("2024-05-06T12:59", 1), ("2024-05-06 13:00:00", 2)],
)
async def test_the_newest_copy_of_a_time_is_put_back_and_played(
    place: Place, when: str, tick: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert restore(when) == 0
    assert f"The Long March (tick {tick}, running)" in capsys.readouterr().out
    assert place.tick() == tick
    [aside] = place.aside()
    assert look_into(aside).campaigns[0].tick == 3
    assert not (place.data / "schedule.sqlite").exists()
    assert {each.name for each in place.data.iterdir()} == {
        place.file.name,
        aside.name,
        "guilds.txt",
    }
    async with used(place.data):
        assert make_tick(place.file, 1).number == tick + 1
    assert restore("2024-05-06T12:00") == 0
    assert len(place.aside()) == 2


def test_what_was_written_last_is_kept_with_the_file_that_is_replaced(place: Place) -> None:
    kill_a_writer(place.file)
    [wal] = [side for side in side_files(place.file) if side.exists() and side.name.endswith("wal")]
    written = wal.read_bytes()
    assert restore("latest") == 0
    [aside] = place.aside()
    assert aside.with_name(aside.name + "-wal").read_bytes() == written
    assert not wal.exists()
    assert place.tick() == 2


def test_a_guild_whose_file_is_gone_has_it_again(place: Place) -> None:
    place.file.unlink()
    assert restore("latest") == 0
    assert place.tick() == 2
    assert place.aside() == []


@pytest.mark.parametrize("shards", ["0/1", f"{(GUILD >> 22) % 4}/4"])
def test_nothing_is_touched_while_a_bot_has_the_guild(
    place: Place, shards: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with folder_owned(place.data, shards=Shards.parse(shards)):
        assert restore("latest") == 2
        assert "End that bot first." in capsys.readouterr().err
        assert place.tick() == 3
    elsewhere = ((GUILD >> 22) + 1) % 4
    with folder_owned(place.data, shards=Shards(elsewhere, elsewhere, 4)):
        assert restore("latest") == 0


@pytest.mark.parametrize("harm", ["damaged", "another program's", "newer", "empty", "missing"])
def test_what_cannot_be_played_is_not_put_back(
    place: Place, harm: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "given.sqlite"
    body = place.shelf.of(GUILD)[0].path.read_bytes()
    if harm == "damaged":
        file.write_bytes(body[:8192] + b"\xff" * (len(body) - 8192))
    elif harm == "empty":
        file.write_bytes(b"")
    elif harm != "missing":
        with closing(sqlite3.connect(file)) as db:
            db.execute("CREATE TABLE other (thing)")
            if harm == "newer":
                db.execute(f"PRAGMA application_id = {0x48584D55}")
                db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    before = place.file.read_bytes()
    assert restore("--file", str(file)) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert place.file.read_bytes() == before
    assert place.aside() == []
    assert [each.name for each in place.data.iterdir() if "restoring" in each.name] == []


def test_a_file_of_another_tool_is_put_back_with_its_side(place: Place, tmp_path: Path) -> None:
    given = tmp_path / "given.sqlite"
    kill_a_writer(place.file)
    for old, new in zip(
        (place.file, *side_files(place.file)), (given, *side_files(given)), strict=True
    ):
        if old.exists():
            new.write_bytes(old.read_bytes())
    assert restore("--file", str(given)) == 0
    assert place.tick() == 3


@pytest.mark.parametrize(
    "when, says",
    [
        ("yesterday", "is no time such as 2026-01-05"),
        ("2024-13-01", "month must be in 1..12"),
        ("2024-05-05", "No backup of"),
    ],
)
def test_a_time_that_cannot_be_had_is_told(
    place: Place, when: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert restore(when) == 2
    assert says in capsys.readouterr().err
    assert main(["restore", "77"]) == 2
    assert f"there are of {GUILD}" in capsys.readouterr().err


def test_a_day_and_a_minute_are_meant_to_their_end() -> None:
    assert end_of("2026-01-05") == datetime(2026, 1, 5, 23, 59, 59, tzinfo=UTC)
    assert end_of("2026-01-05T14:00Z") == datetime(2026, 1, 5, 14, 0, 59, tzinfo=UTC)
    assert end_of("2026-01-05 14:00:07") == datetime(2026, 1, 5, 14, 0, 7, tzinfo=UTC)


def test_without_a_folder_of_backups_the_setting_is_named(
    place: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("HEXMUSTER_BACKUPS")
    assert restore() == 2
    assert capsys.readouterr().err.startswith("HEXMUSTER_BACKUPS: is not set; name a folder")
