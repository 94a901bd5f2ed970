"""What changes a campaign's calendar: holidays, moved runs, vacations, extensions, reminders.

It keeps what was decided; what follows for due times stands in `bot.campaign.almanac`.
"""

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from bot.store.guild_file import GuildFile
from bot.store.lines import LINE
from bot.store.records import Vacation, instant_or_none, micros, micros_or_none


@dataclass(frozen=True, slots=True)
class Holiday:
    """A day on which moderators let no runs or no productions take place; at least one of them."""

    day: date
    name: str
    runs: bool
    """Whether it has no run."""
    productions: bool
    """Whether it has no production."""

    @classmethod
    def of(cls, row: sqlite3.Row) -> "Holiday":
        """A row of `holiday`."""
        return cls(
            day=date.fromisoformat(row["day"]),
            name=row["name"],
            runs=bool(row["runs"]),
            productions=bool(row["productions"]),
        )


@dataclass(frozen=True, slots=True)
class RunDay:
    """How a run day differs from what the calendar says of it."""

    day: date
    cut_off: datetime | None = None
    """The later cut-off."""
    early: datetime | None = None
    """The instant of a run before its cut-off; it goes before `cut_off`."""
    waits: bool = False
    """Whether it was put off since too few turns were submitted."""
    forced: bool = False
    """Whether it runs however few are submitted."""

    @property
    def at(self) -> datetime | None:
        """When it runs instead; None for its own hour."""
        return self.early or self.cut_off

    @classmethod
    def of(cls, row: sqlite3.Row) -> "RunDay":
        """A row of `run_day`."""
        return cls(
            day=date.fromisoformat(row["day"]),
            cut_off=instant_or_none(row["cut_off"]),
            early=instant_or_none(row["early"]),
            waits=bool(row["waits"]),
            forced=bool(row["forced"]),
        )


@dataclass(frozen=True, slots=True)
class Extension:
    """A cut-off that a faction put off by some hours."""

    id: int
    faction: int
    user: int
    day: date
    hours: int

    @classmethod
    def of(cls, row: sqlite3.Row) -> "Extension":
        """A row of `extension`."""
        day = date.fromisoformat(row["day"])
        return cls(row["id"], row["faction"], row["user"], day, row["hours"])


class AgendaChanges:
    """The changes of all campaigns of a guild."""

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    # ------------------------------------------------------------------ days

    async def put_holidays(self, campaign: int, holidays: Iterable[Holiday]) -> None:
        """Set holidays, in place of those of the same days."""
        async with self._file.writing() as db:
            await db.many(
                "REPLACE INTO holiday VALUES (?, ?, ?, ?, ?)",
                [
                    (campaign, each.day.isoformat(), each.name, each.runs, each.productions)
                    for each in holidays
                ],
            )

    async def remove_holidays(self, campaign: int, days: Iterable[date]) -> None:
        """Make them ordinary days again."""
        async with self._file.writing() as db:
            await db.many(
                "DELETE FROM holiday WHERE campaign = ? AND day = ?",
                [(campaign, day.isoformat()) for day in days],
            )

    async def holidays(self, campaign: int) -> list[Holiday]:
        """Every holiday, past ones too, in order."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM holiday WHERE campaign = ? ORDER BY day", (campaign,)
            )
        return [Holiday.of(row) for row in found]

    async def put_run_day(self, campaign: int, run: RunDay) -> None:
        """Set how a run day differs from the calendar."""
        async with self._file.writing() as db:
            await db.all(
                "REPLACE INTO run_day VALUES (?, ?, ?, ?, ?, ?)",
                (
                    campaign,
                    run.day.isoformat(),
                    micros_or_none(run.cut_off),
                    micros_or_none(run.early),
                    run.waits,
                    run.forced,
                ),
            )

    async def run_days(self, campaign: int) -> Mapping[date, RunDay]:
        """Every run day that is or was not as the calendar has it, in order."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM run_day WHERE campaign = ? ORDER BY day", (campaign,)
            )
        return {run.day: run for run in map(RunDay.of, found)}

    async def run_day(self, campaign: int, day: date) -> RunDay:
        """How that day differs from the calendar."""
        return (await self.run_days(campaign)).get(day, RunDay(day))

    # ------------------------------------------------------------------ vacations

    async def put_vacation(self, campaign: int, vacation: Vacation) -> None:
        """Announce a vacation, in place of those of the player's that it overlaps."""
        first, last = vacation.first.isoformat(), vacation.last.isoformat()
        async with self._file.writing() as db:
            await db.all(
                "DELETE FROM vacation WHERE campaign = ? AND user = ? AND first <= ? AND last >= ?",
                (campaign, vacation.user, last, first),
            )
            await db.all(
                "INSERT INTO vacation VALUES (?, ?, ?, ?)", (campaign, vacation.user, first, last)
            )

    async def end_vacations(self, campaign: int, user: int, today: date) -> None:
        """Call off a player's vacations from that day on; what has been of them stays."""
        async with self._file.writing() as db:
            values = {"campaign": campaign, "user": user, "today": today.isoformat()}
            await db.all(
                "DELETE FROM vacation"
                " WHERE campaign = :campaign AND user = :user AND first >= :today",
                values,
            )
            await db.all(
                "UPDATE vacation SET last = date(:today, '-1 day')"
                " WHERE campaign = :campaign AND user = :user AND last >= :today",
                values,
            )

    async def vacations(self, campaign: int) -> list[Vacation]:
        """Every vacation, past ones too, by its first day."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM vacation WHERE campaign = ? ORDER BY first, user", (campaign,)
            )
        return [Vacation.of(row) for row in found]

    # ------------------------------------------------------------------ extensions

    async def add_extension(
        self, campaign: int, faction: int, user: int, day: date, hours: int
    ) -> None:
        """Note that a faction has put a day's cut-off off."""
        async with self._file.writing() as db:
            await db.all(
                "INSERT INTO extension (campaign, faction, user, day, hours)"
                " VALUES (?, ?, ?, ?, ?)",
                (campaign, faction, user, day.isoformat(), hours),
            )

    async def use_again(self, extension: int) -> None:
        """Take back that an extension was given back: it counts as used."""
        async with self._file.writing() as db:
            await db.all("UPDATE extension SET refunded_at = NULL WHERE id = ?", (extension,))

    async def refund(self, extension: int) -> None:
        """Give an extension back to its faction; the cut-off stays as it is."""
        async with self._file.writing() as db:
            await db.all(
                "UPDATE extension SET refunded_at = ? WHERE id = ?",
                (micros(self._file.clock.now()), extension),
            )

    async def extensions(self, campaign: int, month: date) -> list[Extension]:
        """The extensions of the run days of a month, that of the date, but those given back."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM extension WHERE campaign = ? AND substr(day, 1, 7) = ?"
                " AND refunded_at IS NULL ORDER BY id",
                (campaign, month.isoformat()[:7]),
            )
        return [Extension.of(row) for row in found]

    # ------------------------------------------------------------------ turns and reminders

    async def ran(self, campaign: int, turn: int) -> frozenset[int]:
        """The people whose orders a run of the turn has taken, of those runs that hold."""
        async with self._file.reading() as db:
            (last,) = await db.one("SELECT tick FROM campaign WHERE id = ?", (campaign,))
            found = await db.all(
                f"{LINE} SELECT submission.user FROM submission JOIN tick"  # noqa: S608 - constant
                " ON tick.campaign = submission.campaign AND tick.number = consumed_tick"
                " WHERE submission.campaign = :campaign AND turn = :turn"
                " AND consumed_tick IN (SELECT number FROM line)"
                # People who have taken over a seat since have had its turn.
                " UNION SELECT now.user FROM submission JOIN tick"
                " ON tick.campaign = submission.campaign AND tick.number = consumed_tick"
                " JOIN member AS was ON was.campaign = submission.campaign"
                " AND was.user = submission.user AND was.joined_at <= submission.committed_at"
                " AND coalesce(was.left_at, submission.committed_at) >= submission.committed_at"
                " JOIN member AS now ON now.campaign = was.campaign AND now.player = was.player"
                " AND now.left_at IS NULL"
                " WHERE submission.campaign = :campaign AND turn = :turn"
                " AND consumed_tick IN (SELECT number FROM line)",
                {"campaign": campaign, "turn": turn, "last": last},
            )
        return frozenset(row[0] for row in found)

    async def put_reminder(self, campaign: int, user: int, hours: int) -> None:
        """How many hours before the deadline the player is reminded; 0 for never."""
        async with self._file.writing() as db:
            await db.all("REPLACE INTO reminder VALUES (?, ?, ?)", (campaign, user, hours))

    async def reminders(self, campaign: int) -> Mapping[int, int]:
        """The hours that players have chosen, by person."""
        async with self._file.reading() as db:
            found = await db.all("SELECT user, hours FROM reminder WHERE campaign = ?", (campaign,))
        return {row[0]: row[1] for row in found}

    async def note_reminded(self, campaign: int, user: int, day: date) -> None:
        """Note that the player has been reminded of the deadline of that day."""
        async with self._file.writing() as db:
            await db.all(
                "INSERT INTO reminded VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                (campaign, user, day.isoformat()),
            )

    async def reminded(self, campaign: int, day: date) -> frozenset[int]:
        """Who has been reminded of the deadline of that day."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT user FROM reminded WHERE campaign = ? AND day = ?",
                (campaign, day.isoformat()),
            )
        return frozenset(row[0] for row in found)
