"""Reading a campaign's file, by any author, into a separate store.

Nothing of it is taken on trust: entries, columns and values are those that our own schema knows,
within limits, and no SQL comes from it. A file of an older schema is put into that schema and then
brought up to date by the same migrations as a guild's file.
"""

import hashlib
import io
import json
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from pydantic_core import from_json

from bot.store.connection import SCHEMA_VERSION, connect, open_file, writing
from bot.store.errors import StoreError, typed_errors
from bot.store.moving import shape
from bot.store.moving.packing import ABOUT, FORMAT, FileHeader, entry
from bot.store.schema import bring_to

OLDEST_SCHEMA: Final = 16
"""The first schema of which there are files."""
LARGEST_LINE: Final = 16 * 1024 * 1024
_LARGEST_ABOUT: Final = 1024 * 1024
_AT_ONCE: Final = 1 << 18  # bytes that are unpacked at a time
_BATCH: Final = 5_000
ONLY: Final = 1
"""The campaign's number in a separate store."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a file may hold."""

    bytes: int = 2 * 1024**3
    """Unpacked, all entries together."""
    rows: int = 20_000_000
    entries: int = 64


class BadFile(StoreError):
    """It is no campaign's file, or not a whole one. Its text says what is wrong."""


def unpack(file: Path, target: Path, limits: Limits = Limits()) -> FileHeader:
    """Put the file's campaign into a new store at `target`, under the number `ONLY`.

    Raises BadFile, StoreFull, StoreNotWritable; what is then at `target` must be removed.
    """
    with _opened(file) as zipped:
        head = _about(zipped, limits)
        with typed_errors(target), closing(open_file(target, "rwc")) as db:
            db.execute("PRAGMA journal_mode = OFF")  # a store that is not finished is thrown away
            db.execute("PRAGMA synchronous = OFF")
            bring_to(db, target, head.schema)
            try:
                _fill(db, zipped, head, limits)
            except sqlite3.IntegrityError as error:
                raise BadFile(f"Its rows do not fit together: {error}.") from error
            except (
                zipfile.BadZipFile,
                OSError,
                EOFError,
                RuntimeError,
                NotImplementedError,
            ) as error:
                raise BadFile("It is damaged.") from error
            bring_to(db, target, SCHEMA_VERSION)
            db.execute("PRAGMA journal_mode = WAL")
    with typed_errors(target), closing(connect(target)) as db:
        if fault := db.execute("PRAGMA foreign_key_check").fetchone():
            raise BadFile(f"A row of {fault[0]} names one of {fault[2]} that is not there.")
    return head


# ---------------------------------------------------------------- the zip


def _opened(file: Path) -> zipfile.ZipFile:
    if not file.exists():
        raise BadFile(f"There is no file {file.name} in {file.parent.name or 'this folder'}.")
    if file.is_dir():
        raise BadFile(f"{file.name} is a folder, not a file.")
    if not file.stat().st_size:
        raise BadFile(f"{file.name} is empty.")
    try:
        return zipfile.ZipFile(file)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise BadFile("It is no zip file.") from error


def _about(zipped: zipfile.ZipFile, limits: Limits) -> FileHeader:
    infos = zipped.infolist()
    names = [each.filename for each in infos]
    if len(names) > limits.entries or len(set(names)) < len(names):
        raise BadFile("It has more parts than a campaign's file.")
    if ABOUT not in names:
        raise BadFile("It is no campaign's file: it says nothing about itself.")
    if any(each.flag_bits & 1 for each in infos):
        raise BadFile("It is locked with a password.")
    if any(each.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for each in infos):
        raise BadFile("It is packed in a way that is not used here.")
    if sum(each.file_size for each in infos) > limits.bytes:
        raise BadFile("Unpacked it would be too large.")
    try:
        with zipped.open(ABOUT) as part:
            plain = json.loads(_at_most(part.read(_LARGEST_ABOUT + 1), _LARGEST_ABOUT))
        head = _head(plain)
    except BadFile:
        raise
    except Exception as error:
        raise BadFile("It is no campaign's file: what it says about itself is broken.") from error
    if head.format != FORMAT:
        raise BadFile(f"It is of another kind ({head.format}); this bot reads {FORMAT}.")
    if head.schema > SCHEMA_VERSION:
        raise BadFile(
            f"It was written by a later version of the bot (schema {head.schema}; this one knows "
            f"{SCHEMA_VERSION})."
        )
    if head.schema < OLDEST_SCHEMA:
        raise BadFile("It is older than the first files of this kind.")
    if set(head.digests) != set(names) - {ABOUT}:
        raise BadFile("It holds other parts than it says.")
    return head


def _at_most(data: bytes, most: int) -> bytes:
    if len(data) > most:
        raise BadFile("What it says about itself is too long.")
    return data


def _head(plain: Any) -> FileHeader:
    wanted = FileHeader.__annotations__
    if not isinstance(plain, dict) or set(cast("dict[str, Any]", plain)) != set(wanted):
        raise ValueError
    head = FileHeader(**cast("dict[str, Any]", plain))
    for name in ("format", "schema", "ticks", "turn"):
        if type(getattr(head, name)) is not int:
            raise ValueError(name)
    for name in ("engine", "name", "module", "state", "seed_hash", "chain", "made_at"):
        text = getattr(head, name)
        if not isinstance(text, str) or len(text) > 200:
            raise ValueError(name)
    digests = cast("dict[Any, Any]", head.digests)
    if not all(isinstance(each, str) for each in (*digests, *digests.values())):
        raise ValueError("digests")
    return head


# ---------------------------------------------------------------- rows


class _Count:
    """How much is left of the limits."""

    def __init__(self, limits: Limits) -> None:
        self.bytes, self.rows = limits.bytes, limits.rows


def _fill(
    db: sqlite3.Connection, zipped: zipfile.ZipFile, head: FileHeader, limits: Limits
) -> None:
    left = _Count(limits)
    own = shape.tables(db)
    known = {entry(name): name for name in (shape.MODULES, *own, shape.SETTINGS)}
    if unknown := sorted(set(head.digests) - set(known)):
        raise BadFile(f"It holds something that no campaign has: “{unknown[0][:60]}”.")
    if missing := [
        n for n in ("module", "campaign", "tick", "entity") if entry(n) not in head.digests
    ]:
        raise BadFile(f"It lacks a part: {missing[0]}.")
    db.execute("PRAGMA foreign_keys = OFF")  # checked when all is in
    with writing(db):
        for name, table in known.items():
            if name in head.digests:
                lines = _lines(zipped, name, head.digests[name], left)
                if table == shape.SETTINGS:
                    _settings(db, lines)
                else:
                    _table(db, table, lines)
        (count,) = db.execute("SELECT count(*) FROM campaign").fetchone()
        if count != 1:
            raise BadFile(f"It holds {count} campaigns; one is expected.")


def _lines(zipped: zipfile.ZipFile, name: str, digest: str, left: _Count) -> Iterator[list[Any]]:
    """The lines of an entry, each as a list. Raises BadFile, at the end also for another digest."""
    found = hashlib.sha256()
    raw = cast("io.RawIOBase", zipped.open(name))
    with io.BufferedReader(raw, _AT_ONCE) as part:
        while line := part.readline(LARGEST_LINE + 1):
            left.bytes -= len(line)
            left.rows -= 1
            if len(line) > LARGEST_LINE or left.bytes < 0 or left.rows < 0:
                raise BadFile(f"It holds more than a campaign may: {name}.")
            found.update(line)
            try:
                plain = from_json(line)
            except (ValueError, RecursionError) as error:
                raise BadFile(f"A line of {name} cannot be read.") from error
            if not isinstance(plain, list):
                raise BadFile(f"A line of {name} is no row.")
            yield cast("list[Any]", plain)
    if found.hexdigest() != digest:
        raise BadFile(f"{name} was changed since it was written.")


def _table(db: sqlite3.Connection, table: str, lines: Iterator[list[Any]]) -> None:
    names = next(lines, None)
    known = {each.name: each for each in shape.columns(db, table) if each.name != "campaign"}
    if table == "campaign":
        del known["id"]
    if names is None or not names or len(set(map(str, names))) < len(names):
        raise BadFile(f"The part {table} does not say what its columns are.")
    if strange := [each for each in names if each not in known]:
        raise BadFile(f"The part {table} has a column that is not known: “{str(strange[0])[:60]}”.")
    columns = [known[each] for each in names]
    own = "id" if table == "campaign" else "campaign"
    fixed = [] if table == shape.MODULES else [own]
    if table == "outbox":
        fixed.append("nonce")
        columns = [each for each in columns if each.name != "nonce"]
    places = [names.index(each.name) for each in columns]
    listed = ", ".join(f'"{each}"' for each in (*fixed, *(c.name for c in columns)))
    values = [str(ONLY) if each == own else "lower(hex(randomblob(12)))" for each in fixed]
    marks = ", ".join((*values, *("?" for _ in columns)))
    sql = f'INSERT INTO "{table}" ({listed}) VALUES ({marks})'  # noqa: S608 - names of ours
    blobs = [place for place, each in enumerate(columns) if each.type == "BLOB"]
    simply = [shape.simple(each) for each in columns]
    batch: list[list[Any]] = []
    for line in lines:
        if len(line) != len(names):
            raise BadFile(f"A row of {table} has {len(line)} values; it has {len(names)} columns.")
        row = [line[place] for place in places]
        for place in blobs:
            row[place] = _content(row[place])
        for column, simple, value in zip(columns, simply, row, strict=True):
            if type(value) is simple:
                continue
            if wrong := shape.flaw_of(column, value):
                raise BadFile(f"A value of {table}.{column.name} {wrong}.")
            if column.person and type(value) is int and value > 0:
                raise BadFile(f"A row of {table} names a person of Discord.")
        batch.append(row)
        if len(batch) == _BATCH:
            _insert(db, sql, batch)
    _insert(db, sql, batch)


def _insert(db: sqlite3.Connection, sql: str, batch: list[list[Any]]) -> None:
    try:
        db.executemany(sql, batch)
    except (UnicodeEncodeError, OverflowError) as error:
        raise BadFile("It holds a text or a number that cannot be written.") from error
    batch.clear()


def _content(value: object) -> object:
    """A content as bytes; what is none stays, to be refused."""
    if isinstance(value, str):
        try:
            return value.encode()
        except UnicodeEncodeError:
            return value
    if isinstance(value, dict):
        text = cast("dict[str, object]", value).get("hex")
        if isinstance(text, str):
            try:
                return bytes.fromhex(text)
            except ValueError:
                return text  # no content, and refused as such
    return cast("object", value)


def _settings(db: sqlite3.Connection, lines: Iterator[list[Any]]) -> None:
    if next(lines, None) != ["name", "value"]:
        raise BadFile("Its settings do not say what their columns are.")
    for line in lines:
        if len(line) != 2 or not all(isinstance(each, str) for each in line):
            raise BadFile("A setting is no text.")
        name, value = line
        if not shape.sound_setting(name, value):
            raise BadFile(f"A setting cannot be read: “{name[:40]}”.")
        db.execute("INSERT INTO setting VALUES (?, ?)", (f"{name}:{ONLY}", value))
