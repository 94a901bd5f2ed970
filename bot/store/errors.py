"""Every way in which the store can refuse, each with a text that a person can act on.

SQLite's own errors are turned into these at the edge of a transaction and go no further.
Programming mistakes (a wrong column, a broken constraint) are not dressed up here.
"""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path


class StoreError(Exception):
    """What the store could not do. Its text is fit to be shown; nothing was changed."""


class NewerStore(StoreError):
    """The file was written by a later version of the bot."""


class CorruptStore(StoreError):
    """The file is damaged, or is not a store of this bot."""


class LostStore(StoreError):
    """The file of a guild that has a campaign is gone, empty, or was replaced while in use."""


class InUse(StoreError):
    """Another bot uses the data folder, or the guild's file."""


class StoreNotWritable(StoreError):
    """The file or its folder cannot be opened for writing."""


class StoreFull(StoreError):
    """The disk, or the room allowed to the file, is full."""


class StoreBusy(StoreError):
    """The file stayed locked for longer than we wait."""


class Stale(StoreError):
    """What was read has changed since, or its lease is lost: read and compute again."""


class LeaseHeld(StoreError):
    """Another process is resolving this campaign, at the latest until `until`."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until

    def __str__(self) -> str:
        return "This campaign is being resolved. Try again in a moment."


class MovedAway(StoreError):
    """The campaign goes on elsewhere, and nothing changes it here any more."""

    def __str__(self) -> str:
        return "This campaign has moved to another server, and goes on there. Nothing was changed."


class Overtaken(Stale):
    """Another tick came between an act and the question that was asked of it."""


class NotFound(StoreError):
    """A campaign, an order or another named thing is not in the store."""


class Taken(StoreError):
    """A name or a seat is already in use."""


class BadOrderKey(StoreError):
    """A sheet names an order by a key that is malformed or used twice."""


@contextmanager
def typed_errors(path: Path) -> Generator[None]:
    """Raise the host's and the disk's troubles as `StoreError`; let everything else pass."""
    try:
        yield
    except sqlite3.Error as error:
        typed = _typed(error, path)
        if typed is None:
            raise
        raise typed from error


# A page that names one past the file's end, and a file system that knows its data to be damaged.
_OF_DAMAGE = (sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS)
_BROKEN_TEXT = "Could not decode to UTF-8"  # Python's own error, without a code


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the error says that the file's content is damaged."""
    code = _code(error)
    if code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return True
    return code in _OF_DAMAGE or str(error).startswith(_BROKEN_TEXT)


def _code(error: sqlite3.Error) -> int:
    """SQLite's extended code, whose low byte is the primary one; 0 for Python's own errors."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)


def _typed(error: sqlite3.Error, path: Path) -> StoreError | None:
    if is_damage(error):
        return CorruptStore(
            f"{path.name} is damaged or is not a campaign file. It was left as it is. "
            "Put a backup in its place."
        )
    match _code(error) & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreBusy("The campaign's file is busy. Nothing was changed; try again shortly.")
        case sqlite3.SQLITE_FULL:
            return StoreFull(
                f"There is no room left to save to {path.name}. Nothing was changed. "
                "Free some disk space, then try again."
            )
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return StoreNotWritable(
                f"{path.name} cannot be opened for writing. Check that its folder exists and that "
                "the bot's user may write to the folder and to every file in it."
            )
        case sqlite3.SQLITE_IOERR:
            return StoreError(
                f"The disk failed while {path.name} was in use. Nothing was changed. "
                "Check the disk, then try again."
            )
        case _:
            return None
