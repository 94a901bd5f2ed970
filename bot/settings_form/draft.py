"""What is put down in the form: the terms, and of a campaign to be made what else it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import time
from typing import Any, Final
from zoneinfo import ZoneInfo, available_timezones

from bot.answers import Refused
from bot.campaign.on_terms import wrong
from bot.faces.words.text import plain
from engine.calendar import Calendar, Weekday
from engine.module import Module, ModuleError
from engine.module.names import closest_zone
from engine.module.terms import Terms, section_read, terms_of

_ALL: Final = tuple(Weekday)


@dataclass(frozen=True, slots=True)
class Ready:
    """A ready-made calendar: which days, whatever the hour."""

    key: str
    label: str
    about: str
    days: Mapping[str, tuple[Weekday, ...]]


READY: Final = (
    Ready(
        "daily",
        "A turn a day",
        "Run and production every day: for quick campaigns",
        {"run_days": _ALL, "week_starts": _ALL, "production_days": _ALL},
    ),
    Ready(
        "workdays",
        "A turn a workday",
        "Monday to Friday; weekends are free",
        dict.fromkeys(("run_days", "week_starts", "production_days"), _ALL[:5]),
    ),
    Ready(
        "twice",
        "Two turns a week",
        "Turns end on Wednesday and on Sunday",
        {
            "run_days": (Weekday.WEDNESDAY, Weekday.SUNDAY),
            "week_starts": (Weekday.MONDAY, Weekday.THURSDAY),
            "production_days": (Weekday.WEDNESDAY, Weekday.SUNDAY),
        },
    ),
    Ready(
        "weekly",
        "One turn a week",
        "Run and production on Sunday: everybody has the whole week",
        {
            "run_days": (Weekday.SUNDAY,),
            "week_starts": (Weekday.MONDAY,),
            "production_days": (Weekday.SUNDAY,),
        },
    ),
    Ready(
        "workweek",
        "One turn a week, on a day of one's choice",
        "Runs Monday to Friday, each player once; production on Saturday",
        {
            "run_days": _ALL[:5],
            "week_starts": (Weekday.MONDAY,),
            "production_days": (Weekday.SATURDAY,),
        },
    ),
)
"""The ready-made calendars; the module's own stands beside them."""
OWN: Final = "own"

ZONES: Final = (
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Sao_Paulo",
    "UTC",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Paris",
    "Europe/Madrid",
    "Europe/Warsaw",
    "Europe/Helsinki",
    "Europe/Istanbul",
    "Africa/Johannesburg",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Singapore",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Perth",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""Time zones that are offered; any other can be written."""


@dataclass(frozen=True, slots=True)
class SettingsDraft:
    """What is put down so far."""

    module: Module
    """That of the campaign, or that to be played."""
    terms: Terms
    before: Terms
    """The terms as they were when the form was opened."""
    early: bool = False
    """Whether runs are early once everyone is ready."""
    was_early: bool = False
    name: str = ""
    size: Mapping[str, int] = field(default_factory=dict[str, int])
    """Width and height of the map where they are not the module's."""
    seed: str = ""
    """The words of which the seed is made; empty to have one drawn."""
    moderators: int = 0
    """A role of the server; 0 to have one made."""
    timed: bool = False
    """Whether the hour was chosen; else a new campaign gets a spread minute."""

    @classmethod
    def of(cls, module: Module) -> SettingsDraft:
        """The draft for a campaign of a module, on the module's terms."""
        terms = terms_of(module)
        return cls(module, terms, terms)

    @property
    def calendar(self) -> Calendar:
        """When turns run."""
        return self.terms.calendar

    def with_calendar(self, **parts: Any) -> SettingsDraft:
        """With another calendar. Raises `Refused` with what is wrong with it."""
        plain_parts = {**self.calendar.model_dump(), **parts}
        try:
            made = section_read(Calendar, plain_parts, "calendar")
        except ModuleError as error:
            raise wrong(error) from error
        return replace(self, terms=self.terms.model_copy(update={"calendar": made}))

    def with_ready(self, key: str) -> SettingsDraft:
        """With the days of a ready-made calendar, at the hour that is set."""
        if key == OWN:
            own = self.module.calendar
            names = ("run_days", "week_starts", "production_days", "weeks", "first_day")
            return self.with_calendar(**{name: getattr(own, name) for name in names})
        found = next(each for each in READY if each.key == key)
        return self.with_calendar(weeks=1, **found.days)

    @property
    def ready(self) -> str:
        """Which ready-made calendar it is; empty for one of one's own."""
        own = self.module.calendar
        for key, days in ((OWN, _days(own)), *((each.key, dict(each.days)) for each in READY)):
            if _sorted(days) == _sorted(_days(self.calendar)) and (
                self.calendar.weeks == (own.weeks if key == OWN else 1)
            ):
                return key
        return ""


def _days(calendar: Calendar) -> dict[str, tuple[Weekday, ...]]:
    return {
        name: getattr(calendar, name) for name in ("run_days", "week_starts", "production_days")
    }


def _sorted(days: Mapping[str, tuple[Weekday, ...]]) -> dict[str, list[Weekday]]:
    return {name: sorted(each, key=_ALL.index) for name, each in days.items()}


def hour_of(text: str) -> time:
    """An hour as a person writes it, such as 9, 21:30 or 9 pm. Raises `Refused`."""
    words = text.strip().casefold().replace(".", ":").replace(" ", "")
    late = words.endswith("pm")
    words = words.removesuffix("am").removesuffix("pm").removesuffix("h")
    half = text.strip().casefold().endswith(("am", "pm"))
    hour, _, minute = words.partition(":")
    try:
        found = int(hour)
        if half and not 1 <= found <= 12:
            raise ValueError("no such hour of a half day")
        found = found % 12 + 12 * late if half else found
        return time(found, int(minute or 0))
    except ValueError:
        raise Refused(
            f"“{plain(text[:20])}” is no hour of a day.", way_out="Write it as 21:30, or 9 pm."
        ) from None


def zone_of(text: str) -> ZoneInfo:
    """A time zone as a person writes it, by its IANA name or its city. Raises `Refused`."""
    wanted = text.strip().replace(" ", "_").casefold()
    known = sorted(available_timezones())
    named = [zone for zone in known if zone.casefold() == wanted]
    cities = [zone for zone in known if zone.rpartition("/")[2].casefold() == wanted]
    for found in (*named, *cities):
        return ZoneInfo(found)
    near = closest_zone(text[:60])
    raise Refused(
        f"There is no time zone “{plain(text[:40])}”.",
        way_out=f"Did you mean {near}?" if near else "Write a city, such as Berlin or New York.",
    )


def whole(text: str, what: str, least: int, most: int) -> int:
    """A number that a person wrote. Raises `Refused`."""
    words = text.strip()
    if not words.isdecimal() or len(words) > 6 or not least <= int(words) <= most:
        raise Refused(
            f"“{plain(words[:20])}” is no number from {least} to {most}.",
            way_out=f"{what}: write a number from {least} to {most}.",
        )
    return int(words)
