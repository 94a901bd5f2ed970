"""Game weeks, cut-offs, run dates and productions, on `engine.calendar` with its defaults."""

from datetime import date, datetime, timedelta
from itertools import islice

from bot.answers import Refused
from bot.orders.submitting import run_date_for
from engine.calendar import Calendar, Week
from engine.packs import Rules
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import module

CALENDAR = Calendar()
RULES = Rules.of(module())
MONDAY = date(2024, 5, 6)  # cases that name only weekdays are put in the weeks from here
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@rule("cohorts.turn.weekly-turn")
def runs_in_weeks(given: Given) -> Result:
    names = [("week_1_run", 0), ("week_2_run", 1), ("run_date", 0)]
    runs = [day_of(given[name], week) for name, week in names if name in given]
    runs += [day_of(name) for name in given.get("week_1_runs", [])]
    used: list[Week] = []
    allowed: list[bool] = []
    for day in runs:
        allowed.append(can_choose(day, used))
        used.append(CALENDAR.week_of(day))
    return {"allowed": all(allowed)}


@rule("cohorts.turn.cut-off")
def run_of_submission(given: Given) -> Result:
    run_date = date.fromisoformat(given["run_date"])
    return {"runs": str(CALENDAR.run_day_for(run_date, local(given["submitted"])))}


@rule("cohorts.turn.time-zone")
def cut_off_in_utc(given: Given) -> Result:
    cut_off = CALENDAR.cut_off_on(date.fromisoformat(given["date"]))
    return {"cut_off_utc": cut_off.strftime("%H:%M")}


@rule("cohorts.turn.submission")
def submission(given: Given) -> Result:
    """A player submits on the Sunday before the weeks, or at the time said by `now`.

    `run_date` is a date, a weekday of the first week, or `same week` for the last day of the week
    of which the turn is used; without it, or with `run_date_set: false`, none is named.
    """
    now = local(given.get("now", f"{MONDAY - timedelta(days=1)} 12:00"))
    week = CALENDAR.week_of(MONDAY)
    match given.get("run_date") if given.get("run_date_set", True) else None:
        case None:
            wished = None
        case "same week":
            wished = str(CALENDAR.run_days_of(week)[-1])
        case str(name) if name in WEEKDAYS:
            wished = str(day_of(name))
        case day:
            wished = str(day)
    used = [week] if given.get("turn_of_week_used") else []
    if not given.get("submitted", True):
        return {"result": "not submitted", "runs": None}
    try:
        day = run_date_for(RULES, CALENDAR, [], used, wished, now)
    except Refused:
        return {"result": "refused", "runs": None}
    return {"result": "accepted", "runs": str(day), "weekday": WEEKDAYS[day.weekday()]}


@rule("cohorts.turn.processing")
def catching_up(given: Given) -> Result:
    down, up = (
        local(f"{day_of(name)} {clock}")
        for name, clock in (given["down_from"].split(), given["up_at"].split())
    )
    dues = CALENDAR.due_between(down, up)
    assert set(given.get("due", ())) <= set(WEEKDAYS)
    return {"processed": [WEEKDAYS[due.day.weekday()] for due in dues]}


@rule("cohorts.production.schedule")
def productions(given: Given) -> Result:
    found = CALENDAR.production(date.fromisoformat(given["date"]))._asdict()
    return {**found, "order": [name for name, takes_place in found.items() if takes_place]}


def day_of(weekday: str, week: int = 0) -> date:
    return MONDAY + timedelta(weeks=week, days=WEEKDAYS.index(weekday))


def local(wall: str) -> datetime:
    return datetime.fromisoformat(wall).replace(tzinfo=CALENDAR.time_zone)


def can_choose(day: date | None, used: list[Week]) -> bool:
    """Whether a player is offered the day on the Sunday before the weeks, of the next four."""
    sunday = local(f"{MONDAY - timedelta(days=1)} 12:00")
    return day in list(islice(CALENDAR.open_run_days(sunday, used), 20))
