"""Seats over their people: which are free, what goes along when one changes hands, who had them.

A seat is a player in the world. The holder's data for it (the list of orders, standing orders,
arms) goes to the seat itself when it becomes free, and from there to the next holder: it is then
kept under the user that a computer player in the seat would have.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Literal

from bot.store.errors import NotFound, Taken
from bot.store.guild_file import GuildFile, Rows
from bot.store.numbers import COMING, computer_of
from bot.store.records import Member, instant, micros
from engine.rivals import Strength

Kind = Literal["caretaker", "rival"]
Duty = Literal["grow", "production", "standing", "play"]
"""What a computer player in a seat is to do: defend and grow, see to production alone, follow the
standing orders, or play to win."""


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """A seat that no person holds, and since when; that of a rival by computer is none."""

    player: int
    faction: int
    since: datetime
    tended: bool
    """Whether a caretaker looks after it."""


@dataclass(frozen=True, slots=True)
class EmptySeat:
    """A seat of a campaign that was brought here; who sat there is not told."""

    user: int
    """The number that stands for the person (`bot.store.numbers`)."""
    faction: int
    player: int


@dataclass(frozen=True, slots=True)
class Caretaker:
    """A computer player in a seat; `first` and `last` are days of a vacation, None is always."""

    player: int
    kind: Kind
    wish: Duty
    nature: str = ""
    """The key of a rival's nature; empty for the module's next."""
    strength: Strength = "middle"
    first: date | None = None
    last: date | None = None
    turn: int | None = None
    """The turn of the reasons."""
    reasons: tuple[tuple[str, str], ...] = ()
    """What it gave last, line by line, each with why."""

    def on(self, day: date) -> bool:
        """Whether it looks after the seat on that day."""
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)


class Seats:
    """The seats of a guild's campaigns."""

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    # ------------------------------------------------------------------ who holds them

    async def holder(self, campaign: int, player: int) -> Member | None:
        """Who holds a seat now, a computer too; None if nobody does."""
        async with self._file.reading() as db:
            row = await db.first(
                "SELECT * FROM member WHERE campaign = ? AND player = ? AND left_at IS NULL",
                (campaign, player),
            )
        return Member.of(row) if row else None

    async def history(self, campaign: int) -> list[Member]:
        """Who has held which seat from when to when, seat by seat, computers too."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM member WHERE campaign = ? AND player IS NOT NULL"
                " ORDER BY faction, player, id",
                (campaign,),
            )
        return [Member.of(row) for row in found]

    async def free(self, campaign: int) -> list[FreeSeat]:
        """The seats that no person holds, the one that is free for longest first."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT member.player, member.faction, max(left_at) AS since, kind FROM member"
                " LEFT JOIN caretaker ON caretaker.campaign = member.campaign"
                " AND caretaker.player = member.player"
                " WHERE member.campaign = ? AND member.player IS NOT NULL"
                " AND NOT EXISTS (SELECT 1 FROM member AS now WHERE now.campaign = member.campaign"
                " AND now.player = member.player AND now.left_at IS NULL AND now.user > 0)"
                " AND kind IS NOT 'rival'"
                " GROUP BY member.player ORDER BY since, member.player",
                (campaign,),
            )
        return [
            FreeSeat(row["player"], row["faction"], instant(row["since"]), row["kind"] is not None)
            for row in found
        ]

    # ------------------------------------------------------------------ changing hands

    async def vacate(self, campaign: int, user: int) -> Member:
        """Free a person's seat, which keeps what was put down for it. Raises NotFound.

        A submission that waits is withdrawn, deputies and a vacation's caretaker end; what the
        person chose as a person (reminders, vacations to come) goes.
        """
        async with self._file.writing() as db:
            now = micros(self._file.clock.now())
            await self._file.sooner(self._file.clock.now())  # the roles are to follow
            row = await db.first(
                "SELECT * FROM member WHERE campaign = ? AND user = ? AND left_at IS NULL",
                (campaign, user),
            )
            if row is None:
                raise NotFound("You are not in this campaign.")
            member = Member.of(row)
            await db.all(
                "UPDATE submission SET withdrawn_at = ? WHERE id IN"
                " (SELECT id FROM submission_waiting WHERE campaign = ? AND user = ?)",
                (now, campaign, user),
            )
            if member.player:
                await _pass_on(db, campaign, user, computer_of(member.player))
                of_seat = {"campaign": campaign, "player": member.player, "now": now}
                await db.all(
                    "UPDATE deputy SET ended_at = :now WHERE campaign = :campaign"
                    " AND player = :player AND ended_at IS NULL",
                    of_seat,
                )
                await db.all(
                    "DELETE FROM caretaker WHERE campaign = :campaign AND player = :player"
                    " AND first IS NOT NULL",
                    of_seat,
                )
            for forget in _PERSONAL:
                await db.all(forget, (campaign, user))
            row = await db.one(
                "UPDATE member SET left_at = ? WHERE campaign = ? AND user = ? AND left_at IS NULL"
                " RETURNING *",
                (now, campaign, user),
            )
            left = Member.of(row)
            if left.player:
                await _tend(self._file, db, campaign, left.player, left.faction)
            return left

    async def occupy(self, campaign: int, player: int, user: int) -> Member:
        """Seat a person where no person sits, with what was put down there.

        Raises Taken if somebody sits there or the person has another seat, NotFound if there is
        no such seat.
        """
        async with self._file.writing() as db:
            last = await db.first(
                "SELECT * FROM member WHERE campaign = ? AND player = ? ORDER BY id DESC",
                (campaign, player),
            )
            if last is None:
                raise NotFound("There is no such seat in this campaign.")
            if last["left_at"] is None and last["user"] > 0:
                raise Taken("Somebody has just taken this seat.")
            now = micros(self._file.clock.now())
            await self._file.sooner(self._file.clock.now())
            await _stand_down(db, campaign, player, now)
            await db.all(
                "DELETE FROM caretaker WHERE campaign = ? AND player = ?", (campaign, player)
            )
            if await db.first(
                "SELECT 1 FROM member WHERE campaign = ? AND user = ? AND left_at IS NULL",
                (campaign, user),
            ):
                raise Taken("Who takes a seat must have no other in this campaign.")
            await _pass_on(db, campaign, computer_of(player), user)
            await db.all(  # of a campaign that was brought here: it waits for nobody any more
                "DELETE FROM empty_seat WHERE campaign = ? AND player = ?", (campaign, player)
            )
            row = await db.one(
                "INSERT INTO member (campaign, user, faction, player, joined_at)"
                " VALUES (?, ?, ?, ?, ?) RETURNING *",
                (campaign, user, last["faction"], player, now),
            )
            return Member.of(row)

    async def fill(self, campaign: int, seat: EmptySeat, person: int) -> Member:
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
            member = await self.occupy(campaign, seat.player, person)
            for sql in _BY_HAND:
                await db.all(sql, (person, campaign, seat.user))
            return member

    async def rivals(self, campaign: int) -> list[int]:
        """The faction of each seat that a rival by computer holds."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT member.faction FROM member JOIN caretaker USING (campaign, player)"
                " WHERE campaign = ? AND kind = 'rival' AND left_at IS NULL AND user < 0",
                (campaign,),
            )
        return [row[0] for row in found]

    # ------------------------------------------------------------------ caretakers

    async def caretakers(self, campaign: int) -> dict[int, Caretaker]:
        """The computer players that look after seats, by player."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM caretaker WHERE campaign = ? ORDER BY player", (campaign,)
            )
        return {
            row["player"]: Caretaker(
                row["player"],
                row["kind"],
                row["wish"],
                row["nature"],
                row["strength"],
                _day(row["first"]),
                _day(row["last"]),
                row["turn"],
                tuple((line, why) for line, why in json.loads(row["reasons"])),
            )
            for row in found
        }

    async def put_caretaker(self, campaign: int, faction: int, caretaker: Caretaker) -> None:
        """Set a computer player over a seat, in place of another; alone in it if it is free."""
        async with self._file.writing() as db:
            await db.all(
                "REPLACE INTO caretaker"
                " (campaign, player, kind, wish, nature, strength, first, last)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    campaign,
                    caretaker.player,
                    caretaker.kind,
                    caretaker.wish,
                    caretaker.nature,
                    caretaker.strength,
                    caretaker.first.isoformat() if caretaker.first else None,
                    caretaker.last.isoformat() if caretaker.last else None,
                ),
            )
            await _tend(self._file, db, campaign, caretaker.player, faction)

    async def expect_rival(self, campaign: int, faction: int) -> int:
        """Note that a computer player is about to join; the user for whom its tick is made."""
        await self.forget_rival(campaign)
        async with self._file.writing() as db:
            await db.all(
                "INSERT INTO member (campaign, user, faction, joined_at) VALUES (?, ?, ?, ?)",
                (campaign, COMING, faction, micros(self._file.clock.now())),
            )
        return COMING

    async def forget_rival(self, campaign: int) -> None:
        """Expect none any more; one that a tick has seated meanwhile is a caretaker's free seat."""
        async with self._file.writing() as db:
            await db.all(
                "DELETE FROM member WHERE campaign = ? AND user = ? AND player IS NULL",
                (campaign, COMING),
            )
            await db.all(
                "UPDATE member SET user = -player, left_at = joined_at"
                " WHERE campaign = ? AND user = ?",
                (campaign, COMING),
            )

    async def seat_rival(self, campaign: int) -> int:
        """Seat the computer player that was expected; its player's id."""
        async with self._file.writing() as db:
            row = await db.one(
                "UPDATE member SET user = -player WHERE campaign = ? AND user = ?"
                " AND player IS NOT NULL RETURNING player",
                (campaign, COMING),
            )
            return row[0]

    async def end_caretaker(self, campaign: int, player: int) -> None:
        """Take the computer player away; a seat that it held alone is free."""
        async with self._file.writing() as db:
            await _stand_down(db, campaign, player, micros(self._file.clock.now()))
            await db.all(
                "DELETE FROM caretaker WHERE campaign = ? AND player = ?", (campaign, player)
            )

    async def note_reasons(
        self, campaign: int, player: int, turn: int, reasons: Sequence[tuple[str, str]]
    ) -> None:
        """Keep what a computer player gave for its seat this turn, and why."""
        async with self._file.writing() as db:
            await db.all(
                "UPDATE caretaker SET turn = ?, reasons = ? WHERE campaign = ? AND player = ?",
                (turn, json.dumps([list(each) for each in reasons]), campaign, player),
            )

    # ------------------------------------------------------------------ idle players

    async def told_idle(self, campaign: int) -> frozenset[int]:
        """The idle players who have been told so."""
        async with self._file.reading() as db:
            found = await db.all("SELECT user FROM told_idle WHERE campaign = ?", (campaign,))
        return frozenset(row[0] for row in found)

    async def tell_idle(self, campaign: int, users: frozenset[int]) -> None:
        """Note who is idle and told so, in place of all before."""
        async with self._file.writing() as db:
            await db.all("DELETE FROM told_idle WHERE campaign = ?", (campaign,))
            await db.many(
                "INSERT INTO told_idle VALUES (?, ?)", [(campaign, user) for user in sorted(users)]
            )


_PERSONAL: Final = (
    "DELETE FROM reminder WHERE campaign = ? AND user = ?",
    "DELETE FROM told_idle WHERE campaign = ? AND user = ?",
)
"""What a person chose as a person goes with the seat."""
_BY_HAND: Final = (
    "UPDATE OR REPLACE paper SET user = ? WHERE campaign = ? AND user = ?",
    "UPDATE OR REPLACE turn_note SET user = ? WHERE campaign = ? AND user = ?",
    "UPDATE OR REPLACE reminder SET user = ? WHERE campaign = ? AND user = ?",
)
"""What a person who is put into an empty seat gets, apart from what goes with every seat."""
_PASSING: Final = (
    (
        "SELECT 1 FROM draft WHERE campaign = :campaign AND user = :giver",
        (
            "DELETE FROM standing_order WHERE campaign = :campaign AND user = :taker",
            "DELETE FROM draft_order WHERE campaign = :campaign AND user = :taker",
            "DELETE FROM draft WHERE campaign = :campaign AND user = :taker",
            # The orders of the list and those that stand follow it by their foreign keys.
            "UPDATE draft SET user = :taker WHERE campaign = :campaign AND user = :giver",
        ),
    ),
    (
        "SELECT 1 FROM paper WHERE campaign = :campaign AND user = :giver AND kind = 'arms'",
        (
            "DELETE FROM paper WHERE campaign = :campaign AND user = :taker AND kind = 'arms'",
            "UPDATE paper SET user = :taker"
            " WHERE campaign = :campaign AND user = :giver AND kind = 'arms'",
        ),
    ),
)
"""What a seat keeps, and how it passes from one user to another."""


async def _tend(file: GuildFile, db: Rows, campaign: int, player: int, faction: int) -> None:
    """Seat the computer that is to look after a seat which nobody holds."""
    if not await db.first(
        "SELECT 1 FROM caretaker WHERE campaign = ? AND player = ?", (campaign, player)
    ) or await db.first(
        "SELECT 1 FROM member WHERE campaign = ? AND player = ? AND left_at IS NULL",
        (campaign, player),
    ):
        return
    await db.all(
        "INSERT INTO member (campaign, user, faction, player, joined_at) VALUES (?, ?, ?, ?, ?)",
        (campaign, computer_of(player), faction, player, micros(file.clock.now())),
    )


async def _stand_down(db: Rows, campaign: int, player: int, now: int) -> None:
    """End what a computer does in a seat: its place there, and a turn of its that waits."""
    await db.all(
        "UPDATE submission SET withdrawn_at = ? WHERE id IN"
        " (SELECT id FROM submission_waiting WHERE campaign = ? AND user = ?)",
        (now, campaign, computer_of(player)),
    )
    # Its own lists are the seat's, which a computer's leaving must not end.
    await db.all(
        "UPDATE member SET left_at = ? WHERE campaign = ? AND user = ? AND left_at IS NULL",
        (now, campaign, computer_of(player)),
    )


async def _pass_on(db: Rows, campaign: int, giver: int, taker: int) -> None:
    """Give the list of orders, standing orders and arms of one user to another.

    What the taker had stays where the giver had nothing.
    """
    both = {"campaign": campaign, "giver": giver, "taker": taker}
    for owned, passing in _PASSING:
        if await db.first(owned, both):
            for statement in passing:
                await db.all(statement, both)


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
