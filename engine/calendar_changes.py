"""A campaign's calendar as its moderators and players have changed it: holidays, moved cut-offs.

It is a `Calendar` with changed days, so callers that ask for run days, cut-offs and what is due see
no difference. Who may change what stands with the host.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Self

from pydantic import Field

from engine.calendar import Calendar


class AmendedCalendar(Calendar):
    """A calendar with changes. Whatever is moved, days keep their order.

    A day's run or production is never due before a run of an earlier day: that of a Monday put
    off until Wednesday takes Tuesday's with it.
    """

    runless: frozenset[date] = Field(
        default=frozenset(), description="dates on which no turns are run; they move to later days"
    )
    unproductive: frozenset[date] = Field(
        default=frozenset(),
        description="dates without production; it moves to just before the next run",
    )
    moved: Mapping[date, datetime] = Field(
        default={}, description="run days whose cut-off is at another instant, and that instant"
    )

    @classmethod
    def of(
        cls,
        calendar: Calendar,
        *,
        runless: frozenset[date] = frozenset(),
        unproductive: frozenset[date] = frozenset(),
        moved: Mapping[date, datetime],
    ) -> Self:
        """The module's calendar with these changes."""
        plain = {name: getattr(calendar, name) for name in Calendar.model_fields}
        return cls(**plain, runless=runless, unproductive=unproductive, moved=moved)

    def runs_on(self, day: date) -> bool:
        return day not in self.runless and super().runs_on(day)

    def cut_off_on(self, day: date) -> datetime:
        """The instant of that day's cut-off, moved or not."""
        own = self.moved.get(day) or super().cut_off_on(day)
        return max([own, *(at for other, at in self.moved.items() if other < day)])

    def production_on(self, day: date) -> datetime:
        """The instant of that day's production, which goes before a run at the same one."""
        kept = self.next_run_day(day) if day in self.unproductive else day
        own = super().production_on(kept)
        return max([own, *(at for other, at in self.moved.items() if other <= day)])

    # ------------------------------------------------------------ inside

    def _first_open(self, now: datetime) -> date:
        waiting = [day for day, at in self.moved.items() if at > now]
        return min([super()._first_open(now), *waiting])

    def _span(self, after: datetime, until: datetime) -> tuple[date, date]:
        first, last = super()._span(after, until)
        late = [day for day, at in self.moved.items() if at > after]
        late += [day for day in sorted(self.unproductive) if self.production_on(day) > after]
        early = [day for day, at in self.moved.items() if at <= until]
        return min([first, *late]), max([last, *early])

    def _has_production(self, day: date) -> bool:
        # A week in which nobody could run a turn passes without a production.
        return super()._has_production(day) and bool(self.run_days_of(self.week_of(day)))
