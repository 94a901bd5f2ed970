"""When a campaign's runs and productions are due, and which run a submission is for.

A pure model of the module's `[calendar]`: it has no clock, callers pass the time. It does not
know what a run or a production does, nor who has submitted.

Source: cohorts.world.turn-pace.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from itertools import count
from typing import NamedTuple, Self
from zoneinfo import ZoneInfo

from pydantic import ConfigDict, Field, field_validator, model_validator

from engine.exact import Exact

_DAY = timedelta(days=1)
_SECOND = timedelta(seconds=1)
_WINDOWS = 30  # of two weeks and more, in which what comes is looked for


class Weekday(StrEnum):
    """A day of the week, as modules write it."""

    MONDAY = "monday"
    TUESDAY = "tuesday"
    WEDNESDAY = "wednesday"
    THURSDAY = "thursday"
    FRIDAY = "friday"
    SATURDAY = "saturday"
    SUNDAY = "sunday"


_WEEKDAYS = tuple(Weekday)


class Week(NamedTuple):
    """A game week by its first and last day: in it each player may run one turn."""

    first: date
    last: date


class Production(NamedTuple):
    """Which productions a day has; where both, the weekly one is processed first."""

    weekly: bool
    monthly: bool


class Pause(NamedTuple):
    """A time in which nothing is due: from `start` until before `end`, None while it lasts."""

    start: datetime
    end: datetime | None


class OccasionKind(StrEnum):
    """What is due."""

    RUN = "run"
    PRODUCTION = "production"


class Occasion(NamedTuple):
    """A run day or a production: which day's it is, and the instant (UTC) at which it is due."""

    kind: OccasionKind
    day: date
    instant: datetime
    monthly: bool = False
    """Whether the production is the monthly one too."""


class Calendar(Exact):
    """The days and the hour of a campaign.

    The defaults are those of `cohorts.turn.weekly-turn`, `cohorts.turn.time-zone` and
    `cohorts.production.schedule`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    time_zone: ZoneInfo = Field(
        default=ZoneInfo("America/New_York"), description="IANA name of the players' time zone"
    )
    cut_off: time = Field(
        default=time(9), description="local time of every run and production, to the second"
    )
    run_days: tuple[Weekday, ...] = Field(
        default=_WEEKDAYS[:5], min_length=1, description="weekdays on which turns are run"
    )
    week_starts: tuple[Weekday, ...] = Field(
        default=(Weekday.MONDAY,),
        min_length=1,
        description="weekdays on which a game week begins; several make it shorter than seven days",
    )
    production_days: tuple[Weekday, ...] = Field(
        default=(Weekday.SATURDAY,),
        description="weekdays of the weekly production, one in each game week",
    )
    weeks: int = Field(
        default=1,
        ge=1,
        le=26,
        description="how many weeks make one game week, if only one day starts it",
    )
    first_day: date = Field(
        default=date(2001, 1, 1),
        description="a day in a first week, from which longer game weeks are counted",
    )
    holidays: tuple[date, ...] = Field(
        default=(), description="dates on which no turns are run; productions are not moved"
    )
    reminder_hours: int = Field(
        default=24,
        ge=1,
        le=168,
        description="how long before the week's last cut-off players without a turn are reminded",
    )
    idle_after: int = Field(
        default=3, ge=1, description="weeks missed in a row after which a player is idle"
    )
    extensions: int = Field(
        default=1, ge=0, description="how often a month each faction may put a cut-off off"
    )
    extension_hours: int = Field(
        default=12, ge=1, le=168, description="by how many hours one extension does so"
    )
    early_hours: int = Field(
        default=12,
        ge=0,
        description="hours that lie between a run and one that is early since all are ready",
    )
    early_minutes: int = Field(
        default=10, ge=1, description="minutes from the news that all are ready to that early run"
    )
    quorum: int = Field(
        default=0,
        ge=0,
        le=100,
        description="percent of the turns expected, with fewer of which a run waits; 0 for never",
    )
    wait_hours: int = Field(
        default=24, ge=1, description="for how long it then waits before it is looked at again"
    )

    @field_validator("cut_off")
    @classmethod
    def _plain_time(cls, cut_off: time) -> time:
        if cut_off.tzinfo is not None or cut_off.microsecond:
            raise ValueError("the cut-off is a local time in hours, minutes and seconds")
        return cut_off

    @field_validator("run_days", "week_starts", "production_days", "holidays")
    @classmethod
    def _each_once(cls, days: tuple[object, ...]) -> tuple[object, ...]:
        for place, day in enumerate(days):
            if day in days[:place]:
                raise ValueError(f"{day} is named twice")
        return days

    @model_validator(mode="after")
    def _whole_weeks(self) -> Self:
        if self.weeks > 1 and len(self.week_starts) > 1:
            raise ValueError("a game week of several weeks has only one day in week_starts")
        monday = date(2001, 1, 1)
        week = self.week_of(monday)
        for _ in self.week_starts:
            days = _days_of(week)
            if sum(self.production(day).weekly for day in days) != 1:
                raise ValueError(f"the game week from {_weekday(week.first)} needs one production")
            if not any(_weekday(day) in self.run_days for day in days):
                raise ValueError(
                    f"the game week from {_weekday(week.first)} has no day in run_days"
                )
            week = self.week_of(week.last + _DAY)
        return self

    # ------------------------------------------------------------ days

    def runs_on(self, day: date) -> bool:
        """Whether turns are run on that day (a "game day")."""
        return _weekday(day) in self.run_days and day not in self.holidays

    def next_run_day(self, day: date) -> date:
        """The first game day after that day.

        Source: cohorts.setup.deadline.
        """
        return next(later for later in _days_from(day + _DAY) if self.runs_on(later))

    def week_of(self, day: date) -> Week:
        """The game week that holds the day, Monday to Sunday if the module says nothing else."""
        first = day
        while not self._starts_week(first):
            first -= _DAY
        last = day
        while not self._starts_week(last + _DAY):
            last += _DAY
        return Week(first, last)

    def run_days_of(self, week: Week) -> list[date]:
        """The game days of that week, in order."""
        return [day for day in _days_of(week) if self.runs_on(day)]

    def computers_day(self, week: Week, player: int, turn: int) -> date:
        """The day of a week on which a computer that holds a seat plays; all share them out.

        Who plays last knows most: that is another one each turn.
        """
        days = self.run_days_of(week)
        return days[(player + turn) % len(days)]

    def production(self, day: date) -> Production:
        """Which productions the calendar has on that day, pauses aside.

        The monthly one comes with the first weekly one of a calendar month
        (`cohorts.production.schedule`).
        """
        weekly = self._has_production(day)
        monthly = weekly and not any(map(self._has_production, _earlier_in_month(day)))
        return Production(weekly, monthly)

    # ------------------------------------------------------------ instants

    def cut_off_on(self, day: date) -> datetime:
        """The instant (UTC) of that day's cut-off, at which its run is due."""
        return self.hour_on(day)

    def production_on(self, day: date) -> datetime:
        """The instant (UTC) at which that day's production is due, pauses aside."""
        return self.hour_on(day)

    def hour_on(self, day: date) -> datetime:
        """The instant (UTC) of the hour of runs and productions on that day.

        A local time that the clock skips counts as the first moment after the gap, one that it
        shows twice as the first of the two (`cohorts.turn.time-zone`).
        """
        wall = datetime.combine(day, self.cut_off, self.time_zone)
        instant = wall.astimezone(UTC)
        if instant.astimezone(self.time_zone).replace(tzinfo=None) == wall.replace(tzinfo=None):
            return instant
        before = wall.replace(fold=1).astimezone(UTC)
        offset = before.astimezone(self.time_zone).utcoffset()

        def is_after(seconds: int) -> bool:
            return (before + seconds * _SECOND).astimezone(self.time_zone).utcoffset() != offset

        return before + _SECOND * bisect_left(
            range((instant - before) // _SECOND), True, key=is_after
        )

    def local_day(self, instant: datetime) -> date:
        """The date of an instant by the campaign's clock."""
        return instant.astimezone(self.time_zone).date()

    # ------------------------------------------------------------ submissions

    def run_day_for(
        self, wished: date, committed: datetime, pauses: Sequence[Pause] = ()
    ) -> date | None:
        """The game day whose run takes a submission, given its run date and its commit time.

        That is the first game day from the run date on, not paused, before whose cut-off it was
        committed (`cohorts.turn.cut-off`). None while a pause lasts that would hold it up.
        """
        first = max(wished, self._first_open(committed))
        return next(self._runs_from(first, committed, pauses), None)

    def open_run_days(
        self, now: datetime, used: Collection[Week] = (), pauses: Sequence[Pause] = ()
    ) -> Iterator[date]:
        """The run dates a player can choose, in order and without end unless a pause lasts.

        Those are the game days still before their cut-off, not paused, in weeks whose turn the
        player has not `used` (`cohorts.turn.submission`).
        """
        for day in self._runs_from(self._first_open(now), now, pauses):
            if self.week_of(day) not in used:
                yield day

    # ------------------------------------------------------------ what is due

    def due_between(
        self, after: datetime, until: datetime, pauses: Sequence[Pause] = ()
    ) -> list[Occasion]:
        """All that is due after the one instant and not after the other, in calendar order.

        That is the order of catching up (`cohorts.turn.processing`). At the same instant the
        earlier day comes first, on one day the run before the production. Within a pause nothing is
        due. A run that falls into one does not take place: its submissions move on. A production
        that does is made up at the pause's end if turns of its week were due before the pause, so
        that nobody loses the week; a week whose turns were all held up has none. The monthly
        production comes with the first production of its month that does take place.
        """
        merged = _merged(pauses)
        first = min([after, *(p.start for p in merged if p.end is not None and p.end > after)])
        found: list[Occasion] = []
        day, end = self._span(first, until)
        while day <= end:
            found += (due for due in self._dues_of(day, merged) if after < due.instant <= until)
            day += _DAY
        return sorted(
            found, key=lambda due: (due.instant, due.day, due.kind is not OccasionKind.RUN)
        )

    def coming(self, after: datetime, pauses: Sequence[Pause] = ()) -> Iterator[Occasion]:
        """All that is due after the instant, in calendar order, for as far as a year ahead.

        Nothing comes after a pause that has no end yet.
        """
        ends = [pause.end for pause in pauses if pause.end is not None]
        until = max([after, *ends]) + _DAY * (7 * self.weeks + 7)
        for _ in range(_WINDOWS):
            yield from self.due_between(after, until, pauses)
            after, until = until, until + _DAY * (7 * self.weeks + 7)

    # ------------------------------------------------------------ inside

    def _first_open(self, now: datetime) -> date:
        """A day not later than the first whose cut-off is still to come."""
        return self.local_day(now) - _DAY

    def _span(self, after: datetime, until: datetime) -> tuple[date, date]:
        """The first and the last day of which something may be due between two instants."""
        # Two days of margin hold whatever a time zone does; a pause's own week begins before it.
        return self.local_day(after) - 2 * _DAY, self.local_day(until) + 2 * _DAY

    def _starts_week(self, day: date) -> bool:
        if _weekday(day) not in self.week_starts:
            return False
        # Weeks as the calendar on the wall counts them, so that any day of the first week will do.
        monday = self.first_day - _DAY * self.first_day.weekday()
        return (day - monday).days // 7 % self.weeks == 0

    def _has_production(self, day: date) -> bool:
        if _weekday(day) not in self.production_days:
            return False
        return self.weeks == 1 or self.week_of(day).last - day < 7 * _DAY

    def _runs_from(self, first: date, instant: datetime, pauses: Sequence[Pause]) -> Iterator[date]:
        """The game days from a day on whose runs come after the instant, as far as is known."""
        merged = _merged(pauses)
        for day in _days_from(first):
            due = self.cut_off_on(day)
            if not self.runs_on(day) or instant >= due:
                continue
            pause = _pause_at(due, merged)
            if pause is None:
                yield day
            elif pause.end is None:
                return

    def _dues_of(self, day: date, pauses: list[Pause]) -> Iterator[Occasion]:
        if self.runs_on(day):
            due = self.cut_off_on(day)
            if _pause_at(due, pauses) is None:
                yield Occasion(OccasionKind.RUN, day, due)
        held = self._production_held(day, pauses)
        if held is not None:
            earlier = (self._production_held(other, pauses) for other in _earlier_in_month(day))
            yield Occasion(OccasionKind.PRODUCTION, day, held, monthly=not any(earlier))

    def _production_held(self, day: date, pauses: list[Pause]) -> datetime | None:
        """When the day's production takes place: at its cut-off, after the pause, or never."""
        if not self._has_production(day):
            return None
        due = self.production_on(day)
        pause = _pause_at(due, pauses)
        if pause is None:
            return due
        runs = map(self.cut_off_on, self.run_days_of(self.week_of(day)))
        begun = any(run < pause.start and _pause_at(run, pauses) is None for run in runs)
        return pause.end if begun else None


def _weekday(day: date) -> Weekday:
    return _WEEKDAYS[day.weekday()]


def _days_of(week: Week) -> list[date]:
    return [week.first + _DAY * later for later in range((week.last - week.first).days + 1)]


def _days_from(day: date) -> Iterator[date]:
    return (day + _DAY * later for later in count())


def _earlier_in_month(day: date) -> Iterator[date]:
    return (date(day.year, day.month, earlier) for earlier in range(1, day.day))


def _merged(pauses: Sequence[Pause]) -> list[Pause]:
    """The pauses in order, those that overlap or touch as one."""
    merged: list[Pause] = []
    for pause in sorted(pauses, key=lambda pause: pause.start):
        last = merged[-1] if merged else None
        if last is None or (last.end is not None and last.end < pause.start):
            merged.append(pause)
        elif last.end is not None and (pause.end is None or pause.end > last.end):
            merged[-1] = Pause(last.start, pause.end)
    return merged


def _pause_at(instant: datetime, pauses: list[Pause]) -> Pause | None:
    for pause in pauses:
        if pause.start <= instant and (pause.end is None or instant < pause.end):
            return pause
    return None
