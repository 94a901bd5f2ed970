"""Making a guild's file and bringing an older one up to date, by numbered SQL migrations.

Each migration is one file of `migrations/` and one transaction: a file has all of it or none.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from bot.store.connection import (
    MIGRATIONS,
    SCHEMA_VERSION,
    open_file,
    open_to_look,
    version_of,
    writing,
)
from bot.store.errors import LostStore, StoreError, typed_errors

# 8 KiB pages: a record of up to about 2,000 bytes stays in its leaf instead of taking a page more.
_PAGE_BYTES = 8192
_OLDEST_SQLITE = (3, 37)  # the first with STRICT tables


def prepare(path: Path, *, make: bool = True) -> None:
    """Make the store at `path`, or bring it up to date and to WAL mode; do nothing when it is.

    Without `make` it has to be there already. Raises LostStore if it is not, or is empty,
    NewerStore, CorruptStore, StoreNotWritable, StoreFull; the file is then untouched.
    """
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise StoreError(
            f"This Python brings SQLite {sqlite3.sqlite_version}; the store needs "
            f"{'.'.join(map(str, _OLDEST_SQLITE))} or later. Use a newer Python."
        )
    with typed_errors(path):
        version, journal = _found(path)
        if not version and not make:
            raise lost(path)
        if (version, journal) == (SCHEMA_VERSION, "wal"):
            return
        with closing(open_file(path, "rwc")) as db:
            db.execute(f"PRAGMA page_size = {_PAGE_BYTES}")
            # Copies come back in other modes: of a backup by SQLite's tools, or of an older bot.
            if db.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
                raise StoreError(
                    f"{path.name} cannot be kept in WAL mode where it is. "
                    "Choose a folder on a local disk."
                )
            bring_to(db, path, SCHEMA_VERSION)


def lost(path: Path) -> LostStore:
    """What to raise for a guild with a campaign whose file is not there, or holds nothing."""
    return LostStore(
        f"{path.name} is {'empty' if path.exists() else 'gone'}, though this server has had a "
        "campaign in it. Nothing was changed. The host can put the file or a backup of it back "
        "and start the bot again."
    )


def _found(path: Path) -> tuple[int, str]:
    """The version (0 for none) and the journal mode of what is there."""
    if not path.exists():
        return 0, ""
    # Read only: closing a writable connection may rewrite a file that we then refuse.
    with closing(open_to_look(path)) as db:
        return version_of(db, path), db.execute("PRAGMA journal_mode").fetchone()[0]


def migrations() -> Iterator[tuple[int, str]]:
    """Every migration's number and SQL, in order."""
    for entry in sorted(MIGRATIONS.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".sql"):
            yield int(entry.name[:4]), entry.read_text(encoding="utf-8")


def bring_to(db: sqlite3.Connection, path: Path, version: int) -> None:
    """Bring the store of this connection, or an empty file, up to that version of the schema."""
    for number, script in migrations():
        if number <= version:
            _migrate(db, path, number, script)


def _migrate(db: sqlite3.Connection, path: Path, number: int, script: str) -> None:
    with writing(db):
        # Asked again under the lock: another process may have been quicker.
        if version_of(db, path) < number:
            for statement in _statements(script):
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {number}")


def _statements(script: str) -> Iterator[str]:
    """The script's statements one by one; `executescript` would commit before it begins."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
