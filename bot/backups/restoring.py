"""Putting a copy of a guild's file in its place, while no bot has that guild.

Nothing is lost by it: the file that was there is kept beside, under another name.
"""

import os
import re
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.backups.shelf import Contents, Copy, Shelf, look_into
from bot.store.backup import back_up
from bot.store.connection import remove, side_files
from bot.store.errors import NotFound, StoreError, StoreNotWritable
from bot.store.ownership import guild_at_rest, own_file
from bot.store.schedule import forget

LATEST = "latest"
_UNITS = {"year": 1, "month": 1, "day": 1, "hour": 0, "minute": 0, "second": 0}
_TIME = re.compile(
    r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)"
    r"(?:[T ](?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d))?)?Z?"
)


@dataclass(frozen=True, slots=True)
class Restored:
    """What was done."""

    contents: Contents
    """What is in the guild's file now."""
    aside: Path | None
    """Where the file that was there is kept; None if there was none."""


def end_of(when: str) -> datetime:
    """The last moment of what a host wrote: a day, a minute or a second in UTC.

    Raises ValueError.
    """
    found = _TIME.fullmatch(when.strip())
    if not found:
        raise ValueError(f"{when!r} is no time such as 2026-01-05 or 2026-01-05T14:00")
    given = {unit: int(value) for unit, value in found.groupdict().items() if value is not None}
    begin = datetime(**{**_UNITS, **given}, tzinfo=UTC)  # pyright: ignore[reportArgumentType]
    if "hour" not in given:
        return begin + timedelta(days=1) - timedelta(seconds=1)
    return begin if "second" in given else begin + timedelta(seconds=59)


def choose(shelf: Shelf, guild: int, when: str) -> Copy:
    """The newest copy that was made at `when` or before it; `latest` is the newest of all.

    Raises NotFound if there is none, ValueError if `when` is no time.
    """
    copies = shelf.of(guild)
    if not copies:
        raise NotFound(f"There is no backup of {guild} in {shelf.folder}.")
    if when == LATEST:
        return copies[0]
    end = end_of(when)
    for copy in copies:
        if copy.at <= end:
            return copy
    raise NotFound(f"No backup of {guild} is so old; the oldest is of {copies[-1].at:%F %T} UTC.")


def restore(data: Path, guild: int, source: Path, now: datetime) -> Restored:
    """Put a copy of `source` in the place of the guild's file, once it is found to be sound.

    What was there is kept beside, named after `now`. Raises InUse while a bot has the guild,
    CorruptStore or NewerStore for a source that cannot be played, StoreNotWritable; then nothing
    was changed.
    """
    path = data / f"{guild}.sqlite"
    with guild_at_rest(data, guild):
        owned = own_file(path)
        try:
            return _put(path, source, now)
        except OSError as error:
            raise StoreNotWritable(
                f"{path} could not be replaced ({error.strerror}). If it is gone now, it stands "
                "beside with the time at the end of its name."
            ) from error
        finally:
            owned.release()


def _put(path: Path, source: Path, now: datetime) -> Restored:
    new = path.with_name(f"{path.name}.restoring")
    try:
        try:
            if any(beside.exists() for beside in side_files(source)):
                back_up(source, new)  # what was written last is in them
            else:
                shutil.copyfile(source, new)
        except OSError as error:
            raise StoreError(f"{source} could not be copied ({error.strerror}).") from error
        # What was copied is looked into, not what it was copied from: the disk may be the fault.
        contents = look_into(new)
        with new.open("rb") as file:
            os.fsync(file.fileno())
        aside = _set_aside(path, now)
        forget(path.parent, int(path.stem))
        new.replace(path)
        _settle(path.parent)
    finally:
        remove(new)
    return Restored(contents, aside)


def _set_aside(path: Path, now: datetime) -> Path | None:
    """Give the file, with what SQLite keeps beside it, another name."""
    aside = path.with_name(f"{path.name}.before-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}")
    number = 1
    while aside.exists():
        number += 1
        aside = aside.with_name(f"{aside.name.partition('~')[0]}~{number}")
    there = path.exists()
    # The file first: without it, what is left beside is taken for nobody's.
    for old, new in zip((path, *side_files(path)), (aside, *side_files(aside)), strict=True):
        if old.exists():
            old.replace(new)
    return aside if there else None


def _settle(folder: Path) -> None:
    """Have the names in a folder outlive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
