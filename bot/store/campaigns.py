"""A guild's campaigns with their modules, the people in them and the ticks they have had.

The world itself is not read here: it is large, and the worker's side reads it (`world`).
"""

import sqlite3
from datetime import datetime

from bot.store.errors import NotFound, Taken
from bot.store.guild_file import GuildFile, Rows, keep_module
from bot.store.lines import LINE, TAKEN_BACK, TakenBack, taken_back
from bot.store.records import Campaign, CampaignState, Member, ModuleCopy, Tick, micros

_ALL = "SELECT * FROM campaign ORDER BY id"


def all_campaigns(db: sqlite3.Connection) -> list[Campaign]:
    """Every campaign of a guild, ended ones too, the oldest first."""
    return [Campaign.of(row) for row in db.execute(_ALL)]


class Campaigns:
    """The campaigns of a guild. Only a tick changes `tick`, `turn` and `cursor`."""

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    async def create(
        self, name: str, module: ModuleCopy, *, engine_version: str, seed: bytes, seed_hash: str
    ) -> Campaign:
        """A new campaign, forming, at tick 0 with an empty world.

        Raises Taken if a campaign of the guild that has not ended has the name, in any case.
        """
        async with self._file.writing() as db:
            if await db.first(
                "SELECT 1 FROM campaign WHERE name = ? AND state <> 'ended'", (name,)
            ):
                raise Taken(
                    f"This guild already has a campaign called {name}. Choose another name."
                )
            await self._file.founding()
            await keep_module(db, module)
            row = await db.one(
                "INSERT INTO campaign"
                " (name, module_digest, engine_version, seed_hash, state, created_at)"
                " VALUES (?, ?, ?, ?, 'forming', ?) RETURNING *",
                (name, module.digest, engine_version, seed_hash, micros(self._file.clock.now())),
            )
            campaign = Campaign.of(row)
            await db.all("INSERT INTO campaign_seed VALUES (?, ?)", (campaign.id, seed))
            return campaign

    async def get(self, campaign: int) -> Campaign:
        """One campaign. Raises NotFound."""
        async with self._file.reading() as db:
            row = await db.first("SELECT * FROM campaign WHERE id = ?", (campaign,))
        return Campaign.of(_found(row))

    async def all(self) -> list[Campaign]:
        """Every campaign of the guild, ended ones too, the oldest first."""
        async with self._file.reading() as db:
            return [Campaign.of(row) for row in await db.all(_ALL)]

    async def set_state(self, campaign: int, state: CampaignState) -> Campaign:
        """Give the campaign another state. Raises NotFound."""
        async with self._file.writing() as db:
            row = await db.first(
                "UPDATE campaign SET state = ? WHERE id = ? RETURNING *",
                (state, campaign),
            )
            return Campaign.of(_found(row))

    async def set_joining(self, campaign: int, joining: bool) -> Campaign:
        """Let players join from now on, or nobody. Raises NotFound."""
        async with self._file.writing() as db:
            row = await db.first(
                "UPDATE campaign SET joining = ? WHERE id = ? RETURNING *",
                (joining, campaign),
            )
            return Campaign.of(_found(row))

    async def module(self, digest: str) -> ModuleCopy:
        """A module that a campaign uses or has used. Raises NotFound."""
        async with self._file.reading() as db:
            row = await db.first("SELECT * FROM module WHERE digest = ?", (digest,))
        if row is None:
            raise NotFound("No campaign of this guild has used that module.")
        return ModuleCopy(row["digest"], row["name"], row["body"])

    async def line(self, campaign: int) -> list[Tick]:
        """The ticks that led to the present state, the newest first; others were taken back."""
        async with self._file.reading() as db:
            (last,) = await db.one("SELECT tick FROM campaign WHERE id = ?", (campaign,))
            found = await db.all(
                f"{LINE} SELECT tick.* FROM tick"  # noqa: S608 - constant
                " WHERE campaign = :campaign"
                " AND number IN (SELECT number FROM line) ORDER BY number DESC",
                {"campaign": campaign, "last": last},
            )
        return [Tick.of(row) for row in found]

    async def taken_back(self, campaign: int) -> dict[int, TakenBack]:
        """The ticks that do not hold any more, by number, in order."""
        async with self._file.reading() as db:
            (last,) = await db.one("SELECT tick FROM campaign WHERE id = ?", (campaign,))
            found = await db.all(TAKEN_BACK, {"campaign": campaign, "last": last})
        return {each.tick: each for each in map(taken_back, found)}

    async def ticks(self, campaign: int, last: int = 20) -> list[Tick]:
        """The latest ticks, the newest first."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM tick WHERE campaign = ? ORDER BY number DESC LIMIT ?",
                (campaign, last),
            )
        return [Tick.of(row) for row in found]

    # ------------------------------------------------------------------ copies, moves

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


class Members:
    """Who plays in which campaign. A person has one seat in a campaign at a time."""

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    async def join(
        self, campaign: int, user: int, faction: int, player: int | None = None
    ) -> Member:
        """Seat a person; `player` when taking over one who is in the world. Raises Taken."""
        async with self._file.writing() as db:
            if await _seat(db, campaign, user):
                raise Taken("You are already in this campaign. Leave it first to join anew.")
            now = self._file.clock.now()
            if player:
                await self._file.sooner(now)  # the role is to follow
            row = await db.one(
                "INSERT INTO member (campaign, user, faction, player, joined_at)"
                " VALUES (?, ?, ?, ?, ?) RETURNING *",
                (campaign, user, faction, player, micros(now)),
            )
            return Member.of(row)

    async def leave(self, campaign: int, user: int) -> Member:
        """End a person's seat; a submission that waits is withdrawn. Raises NotFound."""
        async with self._file.writing() as db:
            await self._file.sooner(self._file.clock.now())
            now = micros(self._file.clock.now())
            row = await db.first(
                "UPDATE member SET left_at = ? WHERE campaign = ? AND user = ? AND left_at IS NULL"
                " RETURNING *",
                (now, campaign, user),
            )
            await db.all(
                "UPDATE submission SET withdrawn_at = ? WHERE id IN"
                " (SELECT id FROM submission_waiting WHERE campaign = ? AND user = ?)",
                (now, campaign, user),
            )
            if row is None:
                raise NotFound("You are not in this campaign.")
            return Member.of(row)

    async def get(self, campaign: int, user: int) -> Member | None:
        """The person's present seat, if any."""
        async with self._file.reading() as db:
            row = await _seat(db, campaign, user)
        return Member.of(row) if row else None

    async def of_campaign(self, campaign: int) -> list[Member]:
        """The people who are in the campaign now, in order of joining; no computer player."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM member WHERE campaign = ? AND left_at IS NULL AND user > 0"
                " ORDER BY id",
                (campaign,),
            )
        return [Member.of(row) for row in found]

    async def former(self, campaign: int, user: int) -> list[Member]:
        """The seats of the campaign that the person has given up, the latest last."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM member WHERE campaign = ? AND user = ? AND left_at IS NOT NULL"
                " ORDER BY id",
                (campaign, user),
            )
        return [Member.of(row) for row in found]

    async def ended_at(self, campaign: int, at: datetime) -> list[Member]:
        """The seats that ended at that very instant, as by a tick that was committed then."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM member WHERE campaign = ? AND left_at = ? ORDER BY id",
                (campaign, micros(at)),
            )
        return [Member.of(row) for row in found]

    async def of_user(self, user: int) -> list[Member]:
        """The person's present seats in this guild's campaigns, ended ones included."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM member WHERE user = ? AND left_at IS NULL ORDER BY id",
                (user,),
            )
        return [Member.of(row) for row in found]

    async def choose(self, user: int, campaign: int) -> None:
        """Keep the campaign that a person means from now on where no channel tells."""
        async with self._file.writing() as db:
            await db.all("REPLACE INTO chosen VALUES (?, ?)", (user, campaign))

    async def chosen(self, user: int) -> int | None:
        """The campaign that the person chose last, if any."""
        async with self._file.reading() as db:
            row = await db.first("SELECT campaign FROM chosen WHERE user = ?", (user,))
        return row[0] if row else None


async def _seat(db: Rows, campaign: int, user: int) -> sqlite3.Row | None:
    return await db.first(
        "SELECT * FROM member WHERE campaign = ? AND user = ? AND left_at IS NULL",
        (campaign, user),
    )


def _found(row: sqlite3.Row | None) -> sqlite3.Row:
    if row is None:
        raise NotFound("There is no such campaign in this guild.")
    return row
