"""Writing one campaign with all its ticks into a file.

The file is a zip: `about.json` says what it holds, with the SHA-256 of every other entry; each
`rows/<table>.jsonl` has a line with the names of its columns, then one for each row. No Discord id
is in it: people are strangers' numbers in the order in which they came (`bot.store.numbers`).
"""

import hashlib
import json
import sqlite3
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from bot.store import world
from bot.store.connection import SCHEMA_VERSION, reading
from bot.store.errors import typed_errors
from bot.store.moving import shape
from bot.store.numbers import STRANGERS, is_computer, is_stranger

FORMAT: Final = 1
"""Raised when files are written otherwise, so that an older program refuses them in words."""
SUFFIX: Final = ".hexmuster.zip"
ABOUT: Final = "about.json"
_FAST: Final = 3  # of zlib: a fifth larger than the best and five times as fast
_LINES: Final = 2_000  # written at a time


@dataclass(frozen=True, slots=True, kw_only=True)
class FileHeader:
    """What stands at the head of a file."""

    format: int
    schema: int
    engine: str
    name: str
    module: str
    state: str
    ticks: int
    turn: int
    seed_hash: str
    chain: str
    made_at: str
    """ISO 8601, UTC."""
    digests: dict[str, str]
    """SHA-256 of every other entry, in hexadecimal, by its name."""

    def to_json(self) -> str:
        """As it stands in the file."""
        return json.dumps(asdict(self), indent=1, sort_keys=True)

    @property
    def digest(self) -> str:
        """The SHA-256 of all of the file that counts, in hexadecimal."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Packed:
    """A file that was written."""

    about: FileHeader
    size: int
    """In bytes."""


def pack(path: Path, campaign: int, target: Path, now: datetime, *, seed: bool = True) -> Packed:
    """Write the campaign as of one moment; `target` is there only once it is whole.

    Without `seed` nobody can make further ticks of it under the dice of the original.
    Raises NotFound, StoreError.
    """
    partial = target.with_name(f"{target.name}.partial")
    try:
        with reading(path) as db:
            row = world.campaign_row(db, campaign)
            people = _strangers(shape.people_in(db, campaign))
            digests: dict[str, str] = {}
            with (
                typed_errors(partial),
                zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED, compresslevel=_FAST) as zipped,
            ):
                for name, lines in _entries(db, campaign, people, seed=seed):
                    digests[name] = _write(zipped, name, lines)
                about = FileHeader(
                    format=FORMAT,
                    schema=SCHEMA_VERSION,
                    engine=row.engine_version,
                    name=row.name,
                    module=world.module_row(db, row.module_digest).name,
                    state=row.state,
                    ticks=row.tick,
                    turn=row.turn,
                    seed_hash=row.seed_hash,
                    chain=world.chain_of(db, row),
                    made_at=now.astimezone(UTC).isoformat(timespec="seconds"),
                    digests=digests,
                )
                zipped.writestr(ABOUT, about.to_json())
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
    return Packed(about, target.stat().st_size)


# ---------------------------------------------------------------- inside

_Entry = tuple[str, Iterator[list[Any]]]


def _entries(
    db: sqlite3.Connection, campaign: int, people: dict[int, int], *, seed: bool
) -> Iterator[_Entry]:
    yield entry(shape.MODULES), _modules(db, campaign)
    numbers = _numbers(db, campaign)
    for table in shape.tables(db):
        if table != "campaign_seed" or seed:
            yield entry(table), _rows(db, table, campaign, people, numbers)
    yield entry(shape.SETTINGS), _settings(db, campaign, people, copy=not seed)


def entry(table: str) -> str:
    """The name of a table's part of the file."""
    return f"rows/{table}.jsonl"


def _write(zipped: zipfile.ZipFile, name: str, lines: Iterator[list[Any]]) -> str:
    digest = hashlib.sha256()
    with zipped.open(name, "w", force_zip64=True) as out:
        held: list[str] = []
        for line in lines:
            held.append(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
            if len(held) == _LINES:
                _flush(out, digest, held)
        _flush(out, digest, held)
    return digest.hexdigest()


def _flush(out: Any, digest: Any, held: list[str]) -> None:
    if held:
        data = ("\n".join(held) + "\n").encode()
        held.clear()
        digest.update(data)
        out.write(data)


def _modules(db: sqlite3.Connection, campaign: int) -> Iterator[list[Any]]:
    yield ["digest", "name", "body"]
    found = db.execute(
        "SELECT digest, name, body FROM module WHERE digest IN ("
        " SELECT module_digest FROM campaign WHERE id = :campaign"
        " UNION SELECT module_digest FROM tick WHERE campaign = :campaign) ORDER BY digest",
        {"campaign": campaign},
    )
    yield from (list(row) for row in found)


def _settings(
    db: sqlite3.Connection, campaign: int, people: dict[int, int], *, copy: bool
) -> Iterator[list[Any]]:
    yield ["name", "value"]
    for name in shape.KEPT_SETTINGS:
        if copy and name == shape.ONLOOKERS:
            continue
        found = db.execute("SELECT value FROM setting WHERE name = ?", (f"{name}:{campaign}",))
        for (value,) in found:
            yield [name, shape.without_ids(value, people)]


def _numbers(db: sqlite3.Connection, campaign: int) -> dict[str, dict[int, int]]:
    """What the running numbers of a file become: 1, 2 ... in each table."""
    found: dict[str, dict[int, int]] = {}
    for table in shape.tables(db)[1:]:
        if any(each.name == "id" and each.refers for each in shape.columns(db, table)):
            sql = f'SELECT id FROM "{table}" WHERE campaign = ? ORDER BY id'  # noqa: S608 - ours
            rows = db.execute(sql, (campaign,))
            found[table] = {row[0]: n for n, row in enumerate(rows, 1)}
    return found


def _rows(
    db: sqlite3.Connection,
    table: str,
    campaign: int,
    people: dict[int, int],
    numbers: dict[str, dict[int, int]],
) -> Iterator[list[Any]]:
    columns = [each for each in shape.columns(db, table) if each.name != "campaign"]
    if table == "campaign":
        columns = [each for each in columns if each.name != "id"]
    yield [each.name for each in columns]
    where = "id" if table == "campaign" else "campaign"
    listed = ", ".join(f'"{each.name}"' for each in columns)
    keys = [f'"{each.name}"' for each in columns if each.name == "id"] or _key(db, table)
    cursor = db.cursor()
    cursor.row_factory = None
    order = f" ORDER BY {', '.join(keys)}" if keys else ""
    sql = f'SELECT {listed} FROM "{table}" WHERE {where} = ?{order}'  # noqa: S608 - names of ours
    found = cursor.execute(sql, (campaign,))
    changes = [
        (place, change)
        for place, each in enumerate(columns)
        if (change := _change(table, each, people, numbers))
    ]
    if table == "outbox":
        found = (row for row in found if _goes_along(columns, row))
    for row in found:
        plain = list(row)
        for place, change in changes:
            if plain[place] is not None:
                plain[place] = change(plain[place])
        yield plain


def _goes_along(columns: list[shape.Column], row: Any) -> bool:
    """Whether a message was for a place of the campaign: other channels are of the old server."""
    return row[[each.name for each in columns].index("role")] is not None


def _change(
    table: str, column: shape.Column, people: dict[int, int], numbers: dict[str, dict[int, int]]
) -> Callable[[Any], Any] | None:
    """How a column's values are written; None if as they are."""
    if column.type == "BLOB":
        return _text_of
    if column.person:
        return partial(_person, people)
    if column.refers:
        return numbers[column.refers].get
    if (table, column.name) == ("copied", "original"):
        return partial(_known, {})  # a number of the old server
    if table == "outbox":
        # Discord's ids of messages, and what only their sending needs.
        if column.name in ("channel", "message", "error", "nonce"):
            return _left_out
        if column.name == "payload":
            return partial(_payload, people)
    if column.type == "TEXT" and table not in shape.ORIGINAL_WORDS:
        return partial(_without_ids, people)
    return None


def _strangers(people: Iterable[int]) -> dict[int, int]:
    """The number of every person; numbers that are there are kept."""
    known = list(people)
    found = {user: user for user in known if is_stranger(user)}
    last = min((STRANGERS, *found))
    persons = [user for user in known if user not in found]
    return found | {user: last - n for n, user in enumerate(persons, 1)}


def _left_out(_: object) -> None:
    return None


def _known(numbers: dict[int, int], value: int) -> int:
    return numbers.get(value, 0)


def _person(people: dict[int, int], value: int) -> int:
    return value if is_computer(value) else people.get(value, 0)


def _without_ids(people: dict[int, int], text: str) -> str:
    return shape.without_ids(text, people)


def _text_of(content: bytes) -> str | dict[str, str]:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return {"hex": content.hex()}


def _payload(people: dict[int, int], text: str) -> str:
    """A message without those whom it mentions, and without buttons of the old campaign."""
    plain: dict[str, Any] = json.loads(shape.without_ids(text, people))
    plain |= {"people": [], "choices": [], "opens_turn": None}
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def _key(db: sqlite3.Connection, table: str) -> list[str]:
    found = db.execute(f'PRAGMA table_info("{table}")').fetchall()
    keys = sorted((row for row in found if row[5]), key=lambda row: row[5])
    return [f'"{row[1]}"' for row in keys if row[1] != "campaign"]
