"""Giving a guild's file other Discord ids, for a simulated Discord whose ids start anew.

It rewrites the columns that hold ids, which the schema itself tells. Texts that were made with an
id in them stay as they are.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.store.connection import connect, writing
from bot.store.errors import typed_errors
from bot.store.moving import shape

_OTHERS: Final = (("place", "snowflake"), ("outbox", "channel"), ("outbox", "message"))
"""Columns with ids of what is no person."""


def rewrite_snowflakes(path: Path, new_by_old: Mapping[int, int]) -> None:
    """Put the new id for every old one, everywhere in the file, in one transaction.

    Ids that are not named stay. The file must be of the present schema and not in use.
    """
    pairs = [(-new, old) for old, new in new_by_old.items()]
    turned = [(new, -new) for new in new_by_old.values()]
    with typed_errors(path), closing(connect(path)) as db, writing(db):
        # Rows that belong to others follow them by their foreign keys.
        db.execute("PRAGMA defer_foreign_keys = ON")
        # Each id becomes the negative of the new one and is then turned round, so that ids which
        # change places do not meet on the way; the numbers of computers and strangers stay.
        for each in (pairs, turned):
            for table, column in _columns(db):
                sql = f'UPDATE "{table}" SET "{column}" = ? WHERE "{column}" = ?'  # noqa: S608
                db.executemany(sql, each)


def _columns(db: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    found = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")
    for (table,) in found.fetchall():
        for column in shape.columns(db, table):
            if column.person or (table, column.name) in _OTHERS:
                yield table, column.name
