"""The one source of time for whatever waits for a date: schedule, cut-offs, announcements.

`SystemClock` is the host's; the practice table and the tests move a `MovableClock`. Short waits of
a technical kind (a retry after an error, a time limit) are not for this clock: they are
`asyncio.sleep` and `asyncio.timeout`.
"""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Protocol

NEVER = datetime.max.replace(tzinfo=UTC)

# A suspended machine or a corrected clock is noticed after at most this long.
_LONGEST_NAP = 60.0
# A sleep that only a moved clock ends. Far beyond any run, near enough for every timer.
_UNTIL_MOVED = timedelta(days=3650).total_seconds()


class Clock(Protocol):
    """Tells the time and waits for it; all times are aware and in UTC."""

    def now(self) -> datetime:
        """The present moment."""
        ...

    async def sleep_until(self, when: datetime) -> None:
        """Return once the clock shows `when` or later; at once if it already does."""
        ...


class SystemClock:
    """The host's own clock. A clock that is put forward or back ends a sleep when it should."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    async def sleep_until(self, when: datetime) -> None:
        # No event tells that a host's clock was put forward or back.
        while (left := (when - self.now()).total_seconds()) > 0:  # noqa: ASYNC110
            await asyncio.sleep(min(left, _LONGEST_NAP))


class MovableClock:
    """A clock that stands until it is moved, and then wakes what waited for that time."""

    def __init__(self, now: datetime) -> None:
        if now.tzinfo is None:
            raise ValueError("a clock needs an aware time")
        self._now = now.astimezone(UTC)
        self._sleepers: dict[asyncio.Task[None], datetime] = {}

    def now(self) -> datetime:
        return self._now

    def next_wake(self) -> datetime | None:
        """The earliest moment that anyone sleeps until; None while nobody waits for a date."""
        earliest = min(self._sleepers.values(), default=NEVER)
        return None if earliest == NEVER else earliest

    async def sleep_until(self, when: datetime) -> None:
        while self._now < when:
            # A plain long sleep in a separate task: simcord knows it as idle, as it would not know
            # a bare future or event, and cancelling it is the wake-up.
            sleeper = asyncio.create_task(asyncio.sleep(_UNTIL_MOVED))
            self._sleepers[sleeper] = when
            try:
                await asyncio.wait({sleeper})
            finally:
                del self._sleepers[sleeper]
                sleeper.cancel()

    def move_to(self, when: datetime) -> None:
        """Show `when` (back is allowed, as with a host's clock) and wake those who are due."""
        self._now = when.astimezone(UTC)
        for sleeper, due in self._sleepers.items():
            if due <= self._now:
                sleeper.cancel()

    def move(self, span: timedelta) -> None:
        """Move by `span`."""
        self.move_to(self._now + span)


class Alarm:
    """Sleeps until the earliest moment it is set to, and is woken to sleep less.

    For one waiting task; anyone may `set` it. It holds one moment, so the task that
    waits asks its store again for what is due, and sets the alarm for what comes next.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._due = NEVER
        self._nap: asyncio.Task[None] | None = None

    @property
    def due(self) -> datetime | None:
        """The moment it is set to; None when it is not."""
        return None if self._due == NEVER else self._due

    def set(self, when: datetime) -> None:
        """Ring at `when`, unless it is to ring earlier anyway."""
        if when < self._due:
            self._due = when
            if self._nap is not None:
                self._nap.cancel()

    async def wait(self) -> None:
        """Return when the alarm is due; it is then no longer set."""
        while self._clock.now() < self._due:
            self._nap = asyncio.create_task(self._clock.sleep_until(self._due))
            try:
                await asyncio.wait({self._nap})
            finally:
                nap, self._nap = self._nap, None
                nap.cancel()
            if not nap.cancelled():
                nap.result()
        self._due = NEVER
