"""Modules that a guild's people handed in: every version with its files, its base and its entries.

The resolved modules stand among those that campaigns use (`bot.store.campaigns`), so that a
campaign keeps its module whatever becomes of the upload.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from bot.store.errors import NotFound
from bot.store.guild_file import GuildFile, keep_module
from bot.store.records import AuditEntry, ModuleCopy


@dataclass(frozen=True, slots=True)
class NewUpload:
    """A module that was found sound."""

    copy: ModuleCopy
    title: str
    said_version: str
    """As the module says it."""
    description: str
    base: ModuleCopy | None
    """What it extends, as that was when it came."""
    source: bytes
    """Its files as a zip."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A version of a module that is kept."""

    id: int
    name: str
    version: int
    """Counted here, from 1 for each name."""
    title: str
    said_version: str
    description: str
    digest: str
    base: str | None
    added: int
    """The entry of the log that tells who brought it."""
    removed: int | None
    """The one that tells who took it away; None while it is offered."""

    @property
    def key(self) -> str:
        """How people name it: `marches v2`."""
        return f"{self.name} v{self.version}"


_COLUMNS = "id, name, version, title, said_version, description, digest, base, added, removed"


class Uploads:
    """The modules that a guild's people handed in."""

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    async def add(self, new: NewUpload, entry: int) -> Upload:
        """Keep a module as the next version of its name, noted by that entry of the log."""
        async with self._file.writing() as db:
            await self._file.founding()  # from now on the file holds what nobody else has
            for copy in filter(None, (new.copy, new.base)):
                await keep_module(db, copy)
            row = await db.one(
                f"INSERT INTO module_upload ({_COLUMNS.removeprefix('id, ')}, source)"  # noqa: S608
                " SELECT ?, coalesce(max(version), 0) + 1, ?, ?, ?, ?, ?, ?, NULL, ?"
                f" FROM module_upload WHERE name = ? RETURNING {_COLUMNS}",
                (
                    new.copy.name,
                    new.title,
                    new.said_version,
                    new.description,
                    new.copy.digest,
                    new.base.digest if new.base else None,
                    entry,
                    new.source,
                    new.copy.name,
                ),
            )
            return _upload(row)

    async def all(self) -> list[Upload]:
        """Every version, those taken away too, by name and the newest first."""
        async with self._file.reading() as db:
            found = await db.all(
                f"SELECT {_COLUMNS} FROM module_upload ORDER BY name, version DESC"  # noqa: S608
            )
        return [_upload(row) for row in found]

    async def entries(self, upload: Upload) -> list[AuditEntry]:
        """Who brought a version; then who took it away, if it is not offered."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM audit WHERE id IN (?, ?) ORDER BY id",
                (upload.added, upload.removed),
            )
        return [AuditEntry.of(row) for row in found]

    async def source(self, upload: int) -> bytes:
        """The files of a version as a zip. Raises NotFound."""
        async with self._file.reading() as db:
            row = await db.first("SELECT source FROM module_upload WHERE id = ?", (upload,))
        if row is None:
            raise NotFound("There is no such module here.")
        return row[0]

    async def sources(self) -> list[tuple[str, bytes]]:
        """The files of the newest version of each module that is offered, by name."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT name, source, max(version) FROM module_upload WHERE removed IS NULL"
                " GROUP BY name ORDER BY name"
            )
        return [(row["name"], row["source"]) for row in found]

    async def remove(self, uploads: Sequence[int], entry: int) -> None:
        """Offer these no longer, as that entry of the log tells."""
        async with self._file.writing() as db:
            await db.many(
                "UPDATE module_upload SET removed = ? WHERE id = ? AND removed IS NULL",
                [(entry, each) for each in uploads],
            )

    async def restore(self, uploads: Sequence[int]) -> None:
        """Offer these again."""
        async with self._file.writing() as db:
            await db.many(
                "UPDATE module_upload SET removed = NULL WHERE id = ?",
                [(each,) for each in uploads],
            )

    async def drop(self, uploads: Sequence[int]) -> None:
        """Forget these for good; a module that a campaign plays or played stays with it."""
        async with self._file.writing() as db:
            await db.many("DELETE FROM module_upload WHERE id = ?", [(each,) for each in uploads])
            await db.all(
                "DELETE FROM module WHERE digest NOT IN (SELECT digest FROM module_upload)"
                " AND digest NOT IN (SELECT base FROM module_upload WHERE base IS NOT NULL)"
                " AND digest NOT IN (SELECT module_digest FROM campaign)"
                " AND digest NOT IN (SELECT module_digest FROM tick)"
            )


def _upload(row: sqlite3.Row) -> Upload:
    return Upload(
        id=row["id"],
        name=row["name"],
        version=row["version"],
        title=row["title"],
        said_version=row["said_version"],
        description=row["description"],
        digest=row["digest"],
        base=row["base"],
        added=row["added"],
        removed=row["removed"],
    )
