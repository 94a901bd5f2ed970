"""That a test which leaves a connection open is found out, at its own end."""

import sqlite3
from contextlib import closing
from pathlib import Path

import aiosqlite

from bot.store.connection import open_file
from tests.bot.connections import left_open


async def test_what_is_left_open_is_told_once_with_its_file_and_the_test(tmp_path: Path):
    async with aiosqlite.connect(tmp_path / "theirs.sqlite"):
        with (
            closing(sqlite3.connect(tmp_path / "plain.sqlite")),
            closing(open_file(tmp_path / "ours.sqlite", "rwc")),
        ):
            told = left_open(tmp_path)
            assert left_open(tmp_path) == []
    for file, said in zip(("theirs", "plain", "ours"), told, strict=True):
        assert f"{tmp_path}/{file}.sqlite" in said
        assert "test_what_is_left_open_is_told_once_with_its_file_and_the_test" in said


async def test_what_was_closed_or_is_of_another_folder_is_not_told(tmp_path: Path):
    with closing(sqlite3.connect(tmp_path / "closed.sqlite")):
        pass
    async with aiosqlite.connect(tmp_path / "read.sqlite"):
        pass
    with closing(sqlite3.connect(":memory:")):
        assert left_open(tmp_path) == []
