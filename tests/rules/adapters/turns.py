"""Game weeks, cut-offs and productions; who runs first, in which order orders are carried out."""

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from itertools import islice
from pathlib import Path

from pydantic import Field

import data
from bot.answers import Refused
from bot.orders.submitting import run_date_for
from engine.calendar import Calendar, Week
from engine.events import Event
from engine.facts import facts
from engine.orders import Order, Queued, Refusal
from engine.packs import Phase, Rules
from engine.packs.cohorts import PACK
from engine.state import State
from engine.turn import Submission, in_order, sequence_used
from tests.rules.dice import WholeDice
from tests.rules.harness import Given, Result, UnknownKeyError, folded, rule
from tests.rules.scene import Scene, module

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


# ---------------------------------------------------------------- players of one day


@rule("cohorts.turn.run-order")
def run_order(given: Given) -> Result:
    """Players such as A1, of faction A, joined in the order drawn; one of a faction sequences."""
    scene = Scene()
    ids = {name: scene.player(name, name.rstrip("0123456789")).id for name in given["drawn"]}
    names = {id: name for name, id in ids.items()}
    asked = {side: given.get(f"sequence_{side}") or [] for side in "ABC"}
    submissions: list[Submission] = []
    for name, id in ids.items():
        wanted = asked.pop(name.rstrip("0123456789"), [])
        submissions.append(Submission(id, (), tuple(ids.get(each, 0) for each in wanted)))
    state = State(scene.rules, scene.world, WholeDice())
    return {"order": [names[each.player] for each in in_order(state, tuple(submissions))]}


@rule("cohorts.turn.sequence")
def sequence(given: Given) -> Result:
    sequences = {name: given["sequences"][name] for name in given["sequences"]}
    everyone = [*given["running"], *(name for each in sequences.values() for name in each)]
    ids = {name: number for number, name in enumerate(dict.fromkeys(everyone), start=1)}
    used = sequence_used(
        [ids[name] for name in given["running"]],
        {ids[name]: tuple(ids[each] for each in wanted) for name, wanted in sequences.items()},
    )
    names = {id: name for name, id in ids.items()}
    return {"sequence_used": used and [names[id] for id in used]}


@rule("cohorts.world.turn-pace")
def turn_pace(given: Given) -> Result:
    """Days from the first run that a player can choose to the first after that week is used."""
    assert given["turn_interval_days_default"]
    now = local(f"{MONDAY} 00:00")
    first = next(CALENDAR.open_run_days(now))
    [then] = islice(CALENDAR.open_run_days(now, [CALENDAR.week_of(first)]), 1)
    return {"days_between_turns": (then - first).days}


# ---------------------------------------------------------------- orders of one turn


@facts
class CarriedOut(Event):
    """A stand-in was carried out."""

    kind = "carried-out"

    name: str


class StandIn(Order):
    """Stands for an order of any name: it has that order's phases, and tells when it ran."""

    path = ("stand", "in")
    rule = "cohorts.turn.order-phases"
    phases = ()

    name: str = Field(description="What the case calls it")

    def conditions(self, state: State) -> Iterator[Refusal]:
        return iter(())

    def perform(self, state: State) -> None:
        state.emit(CarriedOut(name=self.name))


@rule("cohorts.turn.order-phases")
def order_phases(given: Given) -> Result:
    queued = tuple(
        queued_as(f"k{number}", entered) for number, entered in enumerate(given["entered"], start=1)
    )
    scene = Scene()
    ran = scene.run(*queued)
    assert not ran.refused
    return {"executed": [event.name for event in ran.events(CarriedOut)]}


def queued_as(key: str, entered: str) -> Queued:
    """What a case enters, such as `move` or `perform quest in phase 2`."""
    name, _, number = entered.partition(" in phase ")
    phases = phases_of(name)
    cls = type("StandIn", (StandIn,), {"phases": phases, "__module__": __name__})
    phase = next((each for each in phases if each.endswith(f"-{number}")), "") if number else ""
    return Queued(key, cls(name=entered), phase)


def phases_of(name: str) -> tuple[str, ...]:
    """The phases of an order: those of its class, else those in the rulebook's list by phase."""
    for order in PACK.orders:
        called = order.rule.rpartition(".")[2].removesuffix("-order")
        if folded(name) == folded(called) and order.phases != ("setup",):
            return order.phases
    phases = tuple(phase for phase, names in listed().items() if folded(name) in names)
    if not phases:
        raise UnknownKeyError(f"the rulebook lists no order {name!r}")
    return phases


def listed() -> Mapping[str, list[str]]:
    """The orders of every phase, by the list in the rulebook's README."""
    readme = (Path(data.__file__).parent / "rulebook" / "README.md").read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    for phase in (part for part in PACK.turn if isinstance(part, Phase)):
        kind, _, number = phase.name.partition("-")
        title = f"{kind.title()} phase {number}" if number else kind.title()
        [part] = re.findall(rf"^- \*\*{title}\*\*(.*(?:\n  .*)*)", readme, re.MULTILINE)
        names = re.findall(r"[a-z][a-z.-]+", part)
        found[phase.name] = [folded(each.rpartition(".")[2]) for each in names]
        if "all of character phase 1" in part:
            found[phase.name] += found["character-1"]
    return found
