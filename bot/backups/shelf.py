"""The folder of copies: a folder for each guild, in it a file for each copy, named by its time.

Everything here blocks and is for a thread. A name tells when the copy was made (UTC) and the
number of the store's schema, so that a list needs no look into the files:
`<guild>/20260105T140001Z.schema10.sqlite`.
"""

import os
import re
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.backups.keeping import Moment, kept
from bot.store.backup import back_up
from bot.store.connection import open_file, remove, side_files, version_of
from bot.store.errors import CorruptStore, StoreError, StoreNotWritable, typed_errors

_STAMP = "%Y%m%dT%H%M%SZ"
_NAME = re.compile(r"(\d{8}T\d{6}Z)\.schema(\d{1,6})\.sqlite")
_PARTIAL = "*.partial*"  # what `back_up` leaves if it is killed


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of a guild's file."""

    path: Path
    moment: Moment

    @property
    def at(self) -> datetime:
        """When it was made."""
        return self.moment.at


@dataclass(frozen=True, slots=True)
class SavedCampaign:
    """What a file says of one of its campaigns."""

    id: int
    name: str
    tick: int
    state: str


@dataclass(frozen=True, slots=True)
class Contents:
    """What is in a guild's file that was looked into."""

    schema: int
    campaigns: tuple[SavedCampaign, ...]


def look_into(path: Path) -> Contents:
    """Look into a whole and unused file of a guild, reading all of it.

    The file is left untouched, and nothing is made beside it. Raises CorruptStore for a damaged
    file, one that is not ours or holds nothing, NewerStore.
    """
    with typed_errors(path), closing(open_file(path, "ro&immutable=1")) as db:
        schema = version_of(db, path)
        if not schema:
            raise CorruptStore(f"{path.name} holds nothing.")
        (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise CorruptStore(f"{path.name} is damaged ({verdict}).")
        rows = db.execute("SELECT id, name, tick, state FROM campaign ORDER BY id").fetchall()
    return Contents(schema, tuple(SavedCampaign(*row) for row in rows))


def _moment_in(name: str) -> Moment | None:
    """What a copy's name says; None for another file."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    try:
        at = datetime.strptime(found[1], _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None
    return Moment(at, int(found[2]))


class Shelf:
    """The copies in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def guilds(self) -> list[int]:
        """The guilds that have a folder of copies."""
        try:
            names = [each.name for each in self.folder.iterdir()]
        except FileNotFoundError:
            return []
        return sorted(int(name) for name in names if re.fullmatch("[1-9][0-9]*", name))

    def of(self, guild: int) -> list[Copy]:
        """The copies of a guild's file, the newest first."""
        try:
            entries = sorted((self.folder / str(guild)).iterdir(), reverse=True)
        except FileNotFoundError:
            return []
        copies = ((path, _moment_in(path.name)) for path in entries)
        return [Copy(path, moment) for path, moment in copies if moment is not None]

    def make(self, guild: int, path: Path, now: datetime) -> Copy:
        """Copy the guild's file, in use or not, as of one moment; test the copy by opening it.

        Then the copies that have had their time are removed. Raises StoreError; what there was
        is then left, and so is the guild's file in any case.
        """
        before = stamp(path)
        if before is None:
            raise StoreError(f"{path.name} is gone, so it cannot be copied.")
        place = self.folder / str(guild)
        try:
            place.mkdir(parents=True, exist_ok=True)
            for left in place.glob(_PARTIAL):
                left.unlink(missing_ok=True)
        except OSError as error:
            raise StoreNotWritable(
                f"{place} cannot be written ({error.strerror}), so {path.name} was not copied."
            ) from error
        new = place / "new"
        try:
            back_up(path, new)
            contents = look_into(new)
            copy = place / f"{now.astimezone(UTC):{_STAMP}}.schema{contents.schema}.sqlite"
            # The copy has the time of its source, so that a change is seen without opening either;
            # taken before, so that a change under way is seen too.
            os.utime(new, ns=(before, before))
            new.replace(copy)
            copies = self.of(guild)
            self._drop(copies, now)
        except OSError as error:
            raise StoreError(f"{path.name} could not be copied ({error.strerror}).") from error
        finally:
            remove(new)
        return next(each for each in copies if each.path == copy)

    def _drop(self, copies: Sequence[Copy], now: datetime) -> None:
        staying = kept((each.moment for each in copies), now)
        for each in copies:
            if each.moment not in staying:
                remove(each.path)


def stamp(path: Path) -> int | None:
    """When a file, or what SQLite keeps beside it, was last written (ns); None if it is gone."""
    times: list[int] = []
    for each in (path, *side_files(path)):
        if each.name.endswith("-shm"):  # written by the reader
            continue
        try:
            status = each.stat()
        except OSError:
            if each == path:
                return None
            continue
        if status.st_size or each == path:  # an empty one is left by a reader
            times.append(status.st_mtime_ns)
    return max(times)
