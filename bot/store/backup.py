"""Copying a guild's file while it is in use."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.connection import open_to_look, remove, side_files, version_of
from bot.store.errors import CorruptStore, typed_errors


def back_up(path: Path, target: Path) -> None:
    """Copy the store at `path`, as of one moment, to `target`, replacing it only by a whole copy.

    Writers go on meanwhile. Blocks: for a thread or a worker. Raises CorruptStore if the copy
    does not pass SQLite's check, StoreFull, StoreNotWritable.
    """
    partial = target.with_name(f"{target.name}.partial")
    remove(partial)
    try:
        with typed_errors(path), closing(open_to_look(path)) as source:
            version_of(source, path)
            with typed_errors(target), closing(sqlite3.connect(partial)) as copy:
                # In one step: it then reads one moment, and writers need not wait for it.
                source.backup(copy, pages=-1)
                (verdict,) = copy.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise CorruptStore(f"{path.name} is damaged ({verdict}); it was not backed up.")
        # What is left beside an older copy would be taken for a part of the new one.
        for beside in side_files(target):
            beside.unlink(missing_ok=True)
        partial.replace(target)
    finally:
        remove(partial)
