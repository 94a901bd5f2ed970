"""Copies of drafts that players let their factions read. Who may read them is not asked here."""

from bot.store.errors import NotFound
from bot.store.guild_file import GuildFile, Rows, check_here
from bot.store.records import QueuedOrder, Shared, micros


class Shares:
    """The latest copy that each player shares; it ends with the seat and with the player's run."""

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    async def share(self, campaign: int, user: int) -> Shared:
        """Share the draft as it stands, in place of an earlier copy.

        Raises NotFound if it is untouched, MovedAway. Source: cohorts.turn.shared-orders.
        """
        of_draft = (campaign, user)
        async with self._file.writing() as db:
            await check_here(db, campaign)
            await db.all("DELETE FROM shared_draft WHERE campaign = ? AND user = ?", of_draft)
            await db.all(
                "INSERT INTO shared_draft SELECT campaign, user, version, ? FROM draft"
                " WHERE campaign = ? AND user = ?",
                (micros(self._file.clock.now()), *of_draft),
            )
            await db.all(
                "INSERT INTO shared_order SELECT campaign, user, key, position, body"
                " FROM draft_order WHERE campaign = ? AND user = ?",
                of_draft,
            )
            shared = await _shared(db, campaign, user)
            if shared is None:
                raise NotFound("You have no orders to share.")
            return shared

    async def get(self, campaign: int, user: int) -> Shared | None:
        """What the player shares, if anything."""
        async with self._file.reading() as db:
            return await _shared(db, campaign, user)

    async def end(self, campaign: int, user: int) -> Shared:
        """Share nothing any more; returns what was shared. Raises NotFound if nothing was."""
        async with self._file.writing() as db:
            shared = await _shared(db, campaign, user)
            if shared is None:
                raise NotFound("You share no orders.")
            await db.all(
                "DELETE FROM shared_draft WHERE campaign = ? AND user = ?", (campaign, user)
            )
            return shared


async def _shared(db: Rows, campaign: int, user: int) -> Shared | None:
    row = await db.first(
        "SELECT * FROM shared_draft WHERE campaign = ? AND user = ?", (campaign, user)
    )
    if row is None:
        return None
    found = await db.all(
        "SELECT key, body FROM shared_order WHERE campaign = ? AND user = ? ORDER BY position",
        (campaign, user),
    )
    return Shared.of(row, tuple(QueuedOrder(f"k{key}", body) for key, body in found))
