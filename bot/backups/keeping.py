"""Which copies of a guild's file are kept, and which have had their time."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

DAY = timedelta(days=1)
YEAR = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class Moment:
    """When a copy was made, by the host's clock in UTC, and the schema of what it holds."""

    at: datetime
    schema: int


# Up to which age one copy is kept of each of what: the newest of a day, of a week, of a month.
_KEPT: tuple[tuple[timedelta, Callable[[datetime], Hashable]], ...] = (
    (DAY, lambda at: at),
    (7 * DAY, lambda at: at.date()),
    (31 * DAY, lambda at: at.isocalendar()[:2]),
    (YEAR, lambda at: (at.year, at.month)),
)


def kept(moments: Iterable[Moment], now: datetime) -> set[Moment]:
    """Those of a guild's copies that are kept at `now`.

    All of the last day, the newest of each day for a week, of each week for a month (31 days) and
    of each month for a year; for a year the newest of each earlier schema, to which a host may
    want to go back; and always the newest of all. What a clock that was ahead has dated later than
    `now` is kept too.
    """
    newest_first = sorted(moments, key=lambda each: each.at, reverse=True)
    chosen = set(newest_first[:1])
    for most, period in _KEPT:
        chosen |= _newest_of(newest_first, now - most, lambda each, of=period: of(each.at))
    return chosen | _newest_of(newest_first, now - YEAR, lambda each: each.schema)


def _newest_of(
    newest_first: list[Moment], since: datetime, period: Callable[[Moment], Hashable]
) -> set[Moment]:
    """The newest of each period, if it was made since then."""
    first: dict[Hashable, Moment] = {}
    for each in newest_first:
        first.setdefault(period(each), each)
    return {each for each in first.values() if each.at >= since}
