"""A file as a kill in the midst of a write leaves it, and what can be seen without opening it."""

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).parents[3]

# What a bot, a worker or a table does when the power fails: a write begun and not committed.
KILLED_WRITER = """
import os, signal, sys
from pathlib import Path
from bot.store.connection import connect, open_file
db = {opened_by}
db.execute("PRAGMA cache_size = 1")
db.execute("BEGIN IMMEDIATE")
db.execute("UPDATE campaign SET name = 'half written'")
db.executemany("INSERT INTO setting VALUES (?, ?)", ((str(n), "x" * 3000) for n in range(300)))
os.kill(os.getpid(), signal.SIGKILL)
"""


def kill_a_writer(path: Path, opened_by: str = "connect(Path(sys.argv[1]))") -> None:
    script = KILLED_WRITER.format(opened_by=opened_by)
    done = subprocess.run([sys.executable, "-c", script, path], cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGKILL


def in_rollback_mode(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA journal_mode = DELETE").fetchone() == ("delete",)


def journal_of(path: Path) -> str:
    """Read from the header, so that the test itself heals nothing: 1 is rollback, 2 is WAL."""
    return {b"\1\1": "delete", b"\2\2": "wal"}[path.read_bytes()[18:20]]
