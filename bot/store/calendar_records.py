"""How a campaign departs from its calendar: holidays, run days put off, vacations, extensions."""

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class Holiday:
    """A day on which moderators let no runs or no productions take place; at least one of them."""

    day: date
    name: str
    runs: bool
    """Whether it has no run."""
    productions: bool
    """Whether it has no production."""


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


@dataclass(frozen=True, slots=True)
class Vacation:
    """Days, the last included, in which nobody waits for a player."""

    user: int
    first: date
    last: date

    def holds(self, day: date) -> bool:
        """Whether the day lies in it."""
        return self.first <= day <= self.last


@dataclass(frozen=True, slots=True)
class Extension:
    """A cut-off that a faction put off by some hours."""

    id: int
    faction: int
    user: int
    day: date
    hours: int
