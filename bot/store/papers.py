"""What people put down beside the game: designs, arms, guided forms; and words to allow.

The store does not look into a paper; what its JSON means is its writer's matter.
"""

import json
from typing import Literal

from bot.store.guild_file import GuildFile
from bot.store.records import Wording

Kind = Literal["design", "arms", "form"]


class Papers:
    """One paper of each kind for a person in a campaign."""

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    async def put(self, campaign: int, user: int, kind: Kind, body: str) -> None:
        """Keep a paper (JSON) in place of the one before."""
        async with self._file.writing() as db:
            await db.all("REPLACE INTO paper VALUES (?, ?, ?, ?)", (campaign, user, kind, body))

    async def get(self, campaign: int, user: int, kind: Kind) -> str | None:
        """The paper, if there is one."""
        async with self._file.reading() as db:
            row = await db.first(
                "SELECT body FROM paper WHERE campaign = ? AND user = ? AND kind = ?",
                (campaign, user, kind),
            )
        return row[0] if row else None

    async def remove(self, campaign: int, user: int, kind: Kind) -> None:
        """Throw a paper away, if there is one."""
        async with self._file.writing() as db:
            await db.all(
                "DELETE FROM paper WHERE campaign = ? AND user = ? AND kind = ?",
                (campaign, user, kind),
            )


class Wordings:
    """How each campaign looks at what players type."""

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    async def get(self, campaign: int) -> Wording:
        """The campaign's way; all that is usual where nothing else was said."""
        async with self._file.reading() as db:
            row = await db.first("SELECT * FROM wording WHERE campaign = ?", (campaign,))
        return (
            Wording(bool(row["checked"]), tuple(json.loads(row["allowed"]))) if row else Wording()
        )

    async def put(self, campaign: int, wording: Wording) -> None:
        """Set the campaign's way."""
        async with self._file.writing() as db:
            await db.all(
                "REPLACE INTO wording VALUES (?, ?, ?)",
                (campaign, wording.checked, json.dumps(wording.allowed)),
            )
