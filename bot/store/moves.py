"""Campaigns that came from elsewhere: of which one is a copy, and who is put into its seats."""

from dataclasses import dataclass

from bot.store.errors import NotFound, Taken
from bot.store.guild_file import GuildFile
from bot.store.moving.pouring import EmptySeat
from bot.store.records import Member
from bot.store.seats import Seats

_PASSED_ON = (
    "UPDATE OR REPLACE paper SET user = ? WHERE campaign = ? AND user = ?",
    "UPDATE OR REPLACE turn_note SET user = ? WHERE campaign = ? AND user = ?",
    "UPDATE OR REPLACE reminder SET user = ? WHERE campaign = ? AND user = ?",
)
"""What a person who is put into a seat by hand gets, apart from what goes with every seat."""


EMPTIED = """
    UPDATE outbox SET role = NULL, channel = :channel, number = -id, payload = '{}', error = NULL,
        state = 'parked', not_before = :now WHERE id = :id
"""
"""Of a direct message to somebody who was erased, and that may be under way: what is left of it
says by its key which it is, until it is taken back (`taken_back`)."""


@dataclass(frozen=True, slots=True)
class Unsaid:
    """A message on Discord that names somebody who was erased."""

    id: int
    outbox: int | None
    """The message of the outbox that rewrites it; None where it is taken away."""
    channel: int
    message: int
    """0 where it was not known to be there yet."""


class Moves:
    """What is kept of a campaign's coming."""

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    async def note_copy(self, campaign: int, original: int, last: int, seed_hash: str) -> None:
        """Note that it is a copy, played in the original up to the tick `last`."""
        async with self._file.writing() as db:
            await db.all(
                "REPLACE INTO copied VALUES (?, ?, ?, ?)", (campaign, original, last, seed_hash)
            )

    async def original(self, campaign: int) -> int:
        """The campaign of this server of which it is a copy; 0 if it is none."""
        async with self._file.reading() as db:
            row = await db.first("SELECT original FROM copied WHERE campaign = ?", (campaign,))
        return row[0] if row else 0

    async def move_away(self, campaign: int) -> None:
        """Note that the campaign goes on elsewhere, so that nothing more is done with it here."""
        async with self._file.writing() as db:
            await db.all("INSERT OR IGNORE INTO moved_away VALUES (?)", (campaign,))
            await db.all("UPDATE campaign SET joining = 0 WHERE id = ?", (campaign,))

    async def moved_away(self, campaign: int) -> bool:
        """Whether the campaign goes on elsewhere."""
        async with self._file.reading() as db:
            row = await db.first("SELECT 1 FROM moved_away WHERE campaign = ?", (campaign,))
        return row is not None

    async def seat(self, campaign: int, seat: EmptySeat, person: int) -> Member:
        """Put a person into an empty seat with its draft and papers.

        Raises NotFound if it is no longer empty, Taken if the person sits elsewhere.
        """
        async with self._file.writing() as db:
            if not await db.first(
                "DELETE FROM empty_seat WHERE campaign = ? AND user = ? RETURNING user",
                (campaign, seat.user),
            ):
                raise NotFound("Somebody was put into that seat meanwhile.")
            if await db.first(
                "SELECT 1 FROM member WHERE campaign = ? AND user = ? AND left_at IS NULL",
                (campaign, person),
            ):
                raise Taken("This person plays in the campaign already.")
            member = await Seats(self._file).occupy(campaign, seat.player, person)
            for sql in _PASSED_ON:
                await db.all(sql, (person, campaign, seat.user))
            return member

    # ------------------------------------------------------------------ what is taken back

    async def unsaid(self, campaign: int) -> list[Unsaid]:
        """The messages on Discord that are to be rewritten or taken away, the oldest first."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT id, outbox, channel, message FROM unsaid WHERE campaign = ? ORDER BY id",
                (campaign,),
            )
        return [Unsaid(*row) for row in found]

    async def taken_back(self, id: int) -> None:
        """Note that it is done; what was left of an emptied message goes."""
        async with self._file.writing() as db:
            (outbox,) = await db.one("DELETE FROM unsaid WHERE id = ? RETURNING outbox", (id,))
            await db.all(
                "DELETE FROM outbox WHERE id = ? AND role IS NULL AND payload = '{}'", (outbox,)
            )
