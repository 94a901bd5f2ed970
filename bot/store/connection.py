"""Plain SQLite connections and transactions, as both sides of the store use them.

Opening changes no file's content, but undoes what a kill left half written; making a file and
migrating it is `bot.store.schema`.
"""

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from contextvars import ContextVar
from importlib import resources
from pathlib import Path

from bot.store.errors import CorruptStore, LostStore, NewerStore, StoreError, typed_errors

APPLICATION_ID = 0x48584D55
"""Marks a file as ours (HXMU)."""
MIGRATIONS = resources.files("bot.store") / "migrations"
"""The folder of numbered scripts that bring files up to date."""
SCHEMA_VERSION = max(int(each.name[:4]) for each in MIGRATIONS.iterdir() if each.name[:1] == "0")
"""The newest migration that this program knows."""

WAL = "-wal"
"""Ends the name of the file beside another in which SQLite keeps what it last wrote."""

_BUSY_SECONDS = 10.0
# Kept small: 32 stores may be open in a process that has 150 MiB for everything.
_CACHE_KIB = 1024
_CHECKPOINT_PAGES = 500
_KEPT_WAL_BYTES = 8 * 1024 * 1024

STAMP = """
    INSERT INTO last_commit (only, at) VALUES (1, ?)
    ON CONFLICT DO UPDATE SET at = max(at, excluded.at) RETURNING at
"""
"""Give a commit its time: the clock's, but never earlier than the one before in this file."""


def open_file(path: Path, mode: str) -> sqlite3.Connection:
    """A bare connection in one of SQLite's URI modes (`ro`, `rw`, `rwc`), unchecked."""
    db = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=_BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    db.row_factory = sqlite3.Row
    return db


def open_to_look(path: Path) -> sqlite3.Connection:
    """A connection that only reads, to an existing file of whatever kind.

    It leaves the file untouched, but for a write in rollback mode that a kill cut short: SQLite
    undoes it before anyone may read, and only for who may write. Raises CorruptStore for such a
    file that is not ours.
    """
    db = open_file(path, "ro")
    try:
        _touch(db)
        return db
    except sqlite3.OperationalError as error:
        db.close()
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_READONLY:
            raise
    except BaseException:
        db.close()
        raise
    # Immutable: read as it stands, without a look at its journal.
    with closing(open_file(path, "ro&immutable=1")) as db:
        (application,) = db.execute("PRAGMA application_id").fetchone()
    if application not in (0, APPLICATION_ID):  # 0: we may have been killed while making it
        raise CorruptStore(_foreign(path))
    with closing(open_file(path, "rw")) as db:
        _touch(db)
    return open_file(path, "ro")


def side_files(path: Path) -> tuple[Path, ...]:
    """The files that SQLite keeps beside one in use: they belong to that very file."""
    return tuple(path.with_name(path.name + end) for end in ("-journal", WAL, "-shm"))


def remove(path: Path) -> None:
    """Remove a file that is not in use, and whatever a kill has left beside it."""
    for each in (path, *side_files(path)):
        each.unlink(missing_ok=True)


def connect(path: Path) -> sqlite3.Connection:
    """A connection to an existing store of the present schema.

    Raises LostStore when it is missing, StoreNotWritable, NewerStore, CorruptStore.
    """
    if not path.exists():
        raise LostStore(f"There is no file {path.name} in {path.parent.name or 'this folder'}.")
    if path.is_dir():
        raise CorruptStore(f"{path.name} is a folder; a guild's file ends in .sqlite.")
    if not path.stat().st_size:
        raise CorruptStore(
            f"{path.name} is empty: no campaign was ever kept in it. Put a backup in its place."
        )
    with typed_errors(path):
        db = open_file(path, "rw")
        try:
            if version_of(db, path) != SCHEMA_VERSION:
                raise StoreError(f"{path.name} has not been brought up to date; restart the bot.")
            db.execute("PRAGMA foreign_keys = ON")
            # An order is accepted once committed, so a commit must outlive a power cut.
            db.execute("PRAGMA synchronous = FULL")
            db.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
            db.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}")
            db.execute(f"PRAGMA journal_size_limit = {_KEPT_WAL_BYTES}")
        except BaseException:
            db.close()
            raise
        return db


def connect_without_seed(path: Path) -> sqlite3.Connection:
    """As `connect`, for the event loop: SQLite itself refuses to read a seed through it."""
    db = connect(path)
    db.set_authorizer(_deny_seed)
    return db


def version_of(db: sqlite3.Connection, path: Path) -> int:
    """The file's schema version, 0 for an empty file.

    Raises NewerStore for one we do not know, CorruptStore for another program's file.
    """
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        # Asked only here: all of a schema is read for it, most of what opening a file takes.
        (tables,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if application == 0 and version == 0 and tables == 0:
            return 0
        raise CorruptStore(_foreign(path))
    if version > SCHEMA_VERSION:
        raise NewerStore(
            f"{path.name} was written by a later version of the bot (schema {version}; this one "
            f"knows {SCHEMA_VERSION}). It was left as it is. Start the later version again."
        )
    return version


_HELD: ContextVar[tuple[Path, sqlite3.Connection] | None] = ContextVar("held", default=None)


@contextmanager
def one_reading(path: Path) -> Generator[None]:
    """Inside, all that is read of the file shares one read transaction: it is opened but once."""
    with reading(path) as db:
        token = _HELD.set((path, db))
        try:
            yield
        finally:
            _HELD.reset(token)


@contextmanager
def reading(path: Path) -> Generator[sqlite3.Connection]:
    """One read transaction on a separate connection: everything read is of one moment."""
    held = _HELD.get()
    if held and held[0] == path:
        yield held[1]
        return
    with typed_errors(path):
        db = connect(path)
        try:
            db.execute("BEGIN")
            yield db
        finally:
            db.close()


@contextmanager
def writing(db: sqlite3.Connection) -> Generator[None]:
    """One write transaction: all of it or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise


def stamp(db: sqlite3.Connection, now: int) -> int:
    """The time of the commit under way, in microseconds; see `STAMP`."""
    (at,) = db.execute(STAMP, (now,)).fetchall()[0]
    return at


def _touch(db: sqlite3.Connection) -> None:
    """Read a little of the file, for only this makes SQLite open it."""
    db.execute("PRAGMA user_version").fetchone()


def _foreign(path: Path) -> str:
    return f"{path.name} is not a campaign file of this bot. It was left as it is."


def _deny_seed(
    action: int, table: str | None, column: str | None, _database: str | None, _by: str | None
) -> int:
    if action == sqlite3.SQLITE_READ and table == "campaign_seed" and column == "seed":
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK
