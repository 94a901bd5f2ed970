"""Copies are made after ticks and of what else has changed, tested, and break nothing."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from datetime import timedelta
from pathlib import Path

import pytest

from bot.backups import making, shelf
from bot.backups.making import APART, LOOK, Backups
from bot.backups.shelf import Shelf, look_into
from bot.clock import MovableClock
from bot.store.connection import SCHEMA_VERSION
from bot.store.errors import CorruptStore, StoreError
from bot.store.stores import Stores
from bot.store.world import read_world
from tests.bot.backups.scene import at_rest, play
from tests.bot.store.scene import GUILD, NOON, opened

OTHER = GUILD + 1
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock(NOON)


@pytest.fixture
async def stores(tmp_path: Path, clock: MovableClock) -> AsyncIterator[Stores]:
    async with opened(tmp_path / "campaigns", clock) as stores:
        await play(stores, GUILD)
        yield stores


@asynccontextmanager
async def going_on(stores: Stores, tmp_path: Path) -> AsyncIterator[Backups]:
    backups = Backups(tmp_path / "backups", stores, stores._clock)
    task = asyncio.create_task(backups.go_on())
    try:
        yield backups
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def ticks(backups: Backups, guild: int = GUILD) -> list[int]:
    """The last tick in each copy of the guild, the oldest copy first."""
    copies = reversed(backups.shelf.of(guild))
    return [look_into(copy.path).campaigns[0].tick for copy in copies]


async def test_a_tick_is_copied_as_it_was_and_the_next_not_before_its_time(
    stores: Stores, tmp_path: Path, clock: MovableClock
) -> None:
    async with going_on(stores, tmp_path) as backups:
        await at_rest(backups, clock)
        assert ticks(backups) == [1]
        [first] = backups.shelf.of(GUILD)
        assert read_world(first.path, 1) == [("unit", 1, str(NOON).encode())]
        for _ in range(3):
            clock.move(MINUTE)
            await play(stores, GUILD)
            backups.ticked(GUILD)
        await at_rest(backups, clock)
        assert ticks(backups) == [1]
        clock.move_to(NOON + APART)
        await at_rest(backups, clock)
        assert ticks(backups) == [1, 4]
        assert (backups.made, backups.failed, backups.last) == (2, 0, clock.now())
        clock.move(2 * APART)
        await play(stores, GUILD)
        backups.ticked(GUILD)
        await at_rest(backups, clock)
        assert ticks(backups) == [1, 4, 5]
    assert [path.name for path in (tmp_path / "backups" / str(GUILD)).iterdir()].count("new") == 0


async def test_what_no_tick_made_is_copied_once_a_day_and_what_stays_as_it_is_is_not(
    stores: Stores, tmp_path: Path, clock: MovableClock
) -> None:
    async with going_on(stores, tmp_path) as backups:
        await at_rest(backups, clock)
        for _ in range(3 * DAY // LOOK):
            clock.move(LOOK)
            await at_rest(backups, clock)
        assert ticks(backups) == [1]
        async with stores.use(GUILD) as store:
            await store.settings.put("given", "order")
        clock.move(LOOK)
        await at_rest(backups, clock)
        assert len(ticks(backups)) == 2
        async with stores.use(GUILD) as store:
            await store.settings.put("given", "another")
        for _ in range(DAY // LOOK - 1):
            clock.move(LOOK)
            await at_rest(backups, clock)
        assert len(ticks(backups)) == 2
        clock.move(LOOK)
        await at_rest(backups, clock)
        assert len(ticks(backups)) == 3


async def test_a_tick_before_a_kill_is_copied_at_the_next_start(
    stores: Stores, tmp_path: Path, clock: MovableClock
) -> None:
    async with going_on(stores, tmp_path) as backups:
        await at_rest(backups, clock)
    clock.move(2 * APART)
    await play(stores, GUILD)
    async with going_on(stores, tmp_path) as again:
        await at_rest(again, clock)
        assert ticks(again) == [1, 2]
        assert again.made == 1


async def test_a_guild_that_cannot_be_copied_is_told_and_tried_again_and_others_go_on(
    stores: Stores, tmp_path: Path, clock: MovableClock, caplog: pytest.LogCaptureFixture
) -> None:
    await play(stores, OTHER)
    place = tmp_path / "backups" / str(GUILD)
    place.parent.mkdir()
    place.write_text("in the way")
    async with going_on(stores, tmp_path) as backups:
        await at_rest(backups, clock)
        assert ticks(backups, OTHER) == [1]
        assert (backups.made, backups.failed) == (1, 1)
        [told] = backups.told()
        assert told.startswith("Backups fail for a guild: ")
        assert str(place) in told
        assert f"guild={GUILD} was not backed up" in caplog.text
        await play(stores, GUILD)  # a tick takes no notice
        place.unlink()
        clock.move(APART)
        await at_rest(backups, clock)
        assert backups.told() == []
        assert ticks(backups) == [2]


async def test_whatever_breaks_in_a_copy_the_task_goes_on(
    stores: Stores, tmp_path: Path, clock: MovableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(shelf, "look_into", lambda _: 1 / 0)
        async with going_on(stores, tmp_path) as backups:
            await at_rest(backups, clock)
            assert backups.failing == {GUILD: "ZeroDivisionError; the log says more."}
            assert backups.shelf.of(GUILD) == []
            broken.undo()
            clock.move(APART)
            await at_rest(backups, clock)
            assert ticks(backups) == [1]


async def test_a_copy_that_is_damaged_is_not_kept_and_what_was_there_is(
    stores: Stores, tmp_path: Path, clock: MovableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def torn(source: Path, target: Path) -> None:
        body = source.read_bytes()
        target.write_bytes(body[:4096] + b"\xff" * (len(body) - 4096))

    kept = Shelf(tmp_path / "backups")
    good = kept.make(GUILD, stores.path(GUILD), NOON)
    monkeypatch.setattr(shelf, "back_up", torn)
    with pytest.raises(CorruptStore):
        kept.make(GUILD, stores.path(GUILD), NOON + DAY)
    assert [path.name for path in good.path.parent.iterdir()] == [good.path.name]


async def test_other_files_in_the_folder_are_let_be(stores: Stores, tmp_path: Path) -> None:
    kept = Shelf(tmp_path / "backups")
    copy = kept.make(GUILD, stores.path(GUILD), NOON)
    notes = [copy.path.with_name(name) for name in ("notes.txt", "20261399T250000Z.schema1.sqlite")]
    for note in notes:
        note.write_text("mine")
    (kept.folder / "litestream").mkdir()
    assert kept.make(GUILD, stores.path(GUILD), NOON + DAY) == kept.of(GUILD)[0]
    assert len(kept.of(GUILD)) == 2
    assert kept.guilds() == [GUILD]
    assert [note.read_text() for note in notes] == ["mine", "mine"]


async def test_copies_that_had_their_time_are_removed(stores: Stores, tmp_path: Path) -> None:
    kept = Shelf(tmp_path / "backups")
    for days in range(10):
        for hours in (0, 1):
            kept.make(GUILD, stores.path(GUILD), NOON + days * DAY + hours * timedelta(hours=1))
    days = [copy.at.day - NOON.day for copy in kept.of(GUILD)]
    # All of the last day, and the last of each day for a week; all are of one month and two weeks,
    # and the last of the first week is among them.
    assert days == [9, 9, 8, 7, 6, 5, 4, 3, 2]
    with pytest.raises(StoreError, match="is gone"):
        kept.make(OTHER, stores.path(OTHER), NOON)


def with_schema(path: Path, number: int) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {number}")
        db.commit()


async def test_files_of_an_earlier_schema_are_copied_before_they_are_brought_up_to_date(
    stores: Stores, tmp_path: Path, clock: MovableClock, caplog: pytest.LogCaptureFixture
) -> None:
    await play(stores, OTHER)
    await stores.close()
    with_schema(stores.path(GUILD), SCHEMA_VERSION - 1)
    backups = Backups(tmp_path / "backups", stores, clock)
    caplog.set_level(logging.INFO, making.__name__)
    await backups.before_upgrade()
    assert "Backing up 1 files before they are brought up to date" in caplog.text
    [copy] = backups.shelf.of(GUILD)
    assert look_into(copy.path).schema == copy.moment.schema == SCHEMA_VERSION - 1
    assert backups.shelf.of(OTHER) == []
    clock.move(DAY)
    await backups.before_upgrade()  # as after a start that came to nothing
    assert backups.made == 1
