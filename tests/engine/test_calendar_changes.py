"""Holidays and moved cut-offs: what they change of a calendar, and what they must not."""

from collections.abc import Set
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.calendar import Calendar, Occasion, OccasionKind, Pause
from engine.calendar_changes import AmendedCalendar

NEW_YORK = ZoneInfo("America/New_York")
MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY = (
    date(2024, 5, day) for day in range(6, 12)
)
NEXT_MONDAY = date(2024, 5, 13)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def local(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=NEW_YORK)


def days(dues: list[Occasion]) -> list[tuple[str, date]]:
    return [(due.kind.value, due.day) for due in dues]


def amended(
    *, runless: Set[date] = frozenset(), unproductive: Set[date] = frozenset(), **moved: str
) -> AmendedCalendar:
    """The default calendar with these changes; `MONDAY="..."` moves that day's cut-off."""
    at = {globals()[name]: local(text) for name, text in moved.items()}
    return AmendedCalendar.of(
        Calendar(), runless=frozenset(runless), unproductive=frozenset(unproductive), moved=at
    )


# ---------------------------------------------------------------- holidays


def test_a_turn_of_a_holiday_moves_to_the_next_game_day() -> None:
    calendar = amended(runless={TUESDAY, WEDNESDAY})
    now = local("2024-05-06 10:00")
    assert calendar.run_day_for(TUESDAY, now) == THURSDAY
    assert next(calendar.open_run_days(now)) == THURSDAY
    found = calendar.due_between(now, local("2024-05-10 10:00"))
    assert days(found) == [("run", THURSDAY), ("run", FRIDAY)]


def test_a_production_of_a_holiday_comes_just_before_the_next_game_days_run() -> None:
    calendar = amended(unproductive={SATURDAY})
    found = calendar.due_between(local("2024-05-10 10:00"), local("2024-05-14 10:00"))
    assert days(found) == [
        ("production", SATURDAY),
        ("run", NEXT_MONDAY),
        ("run", date(2024, 5, 14)),
    ]
    assert found[0].instant == found[1].instant == local("2024-05-13 09:00")


def test_a_production_that_is_moved_into_the_next_month_stays_its_months_first() -> None:
    first, second = date(2024, 8, 31), date(2024, 9, 7)
    calendar = amended(unproductive={first})
    found = calendar.due_between(local("2024-08-30 10:00"), local("2024-09-08 10:00"))
    productions = [(due.day, due.monthly) for due in found if due.kind is OccasionKind.PRODUCTION]
    assert productions == [(first, False), (second, True)]


def test_a_week_of_holidays_has_no_production_either() -> None:
    week = {MONDAY + n * DAY for n in range(5)}
    found = amended(runless=week).due_between(local("2024-05-04 10:00"), local("2024-05-13 10:00"))
    assert days(found) == [("run", NEXT_MONDAY)]


def test_what_comes_after_months_of_holidays_is_found() -> None:
    calendar = amended(runless={MONDAY + n * DAY for n in range(100)})
    due = calendar.next_due(local("2024-05-05 12:00"))
    assert due is not None
    assert (due.kind, due.day) == (OccasionKind.RUN, date(2024, 8, 14))


def test_what_comes_is_told_once_and_in_order_and_ends_with_a_pause_that_lasts() -> None:
    calendar = amended()
    now = local("2024-05-06 08:00")
    coming = list(islice(calendar.coming(now), 30))
    assert coming == calendar.due_between(now, coming[-1].instant)
    pause = [Pause(local("2024-05-07 12:00"), None)]
    assert days(list(calendar.coming(now, pause))) == [("run", MONDAY), ("run", TUESDAY)]


# ---------------------------------------------------------------- moved cut-offs


@pytest.mark.rule("cohorts.turn.cut-off")
def test_a_cut_off_that_is_put_off_takes_what_is_submitted_until_then() -> None:
    calendar = amended(TUESDAY="2024-05-07 21:00")
    assert calendar.run_day_for(TUESDAY, local("2024-05-07 20:59:59")) == TUESDAY
    assert calendar.run_day_for(TUESDAY, local("2024-05-07 21:00")) == WEDNESDAY
    found = calendar.due_between(local("2024-05-07 08:00"), local("2024-05-08 10:00"))
    assert [due.instant for due in found] == [local("2024-05-07 21:00"), local("2024-05-08 09:00")]


def test_a_run_put_off_beyond_later_ones_takes_them_with_it_and_keeps_their_order() -> None:
    calendar = amended(THURSDAY="2024-05-12 12:00")
    found = calendar.due_between(local("2024-05-08 10:00"), local("2024-05-13 10:00"))
    assert days(found) == [
        ("run", THURSDAY),
        ("run", FRIDAY),
        ("production", SATURDAY),
        ("run", NEXT_MONDAY),
    ]
    assert {due.instant for due in found[:3]} == {local("2024-05-12 12:00")}
    assert calendar.run_day_for(THURSDAY, local("2024-05-12 11:00")) == THURSDAY
    assert calendar.run_day_for(THURSDAY, local("2024-05-12 12:00")) == NEXT_MONDAY


def test_a_run_that_is_early_is_due_early_and_is_not_due_again() -> None:
    calendar = amended(NEXT_MONDAY="2024-05-11 18:00")
    found = calendar.due_between(local("2024-05-10 10:00"), local("2024-05-14 10:00"))
    assert days(found) == [
        ("production", SATURDAY),
        ("run", NEXT_MONDAY),
        ("run", date(2024, 5, 14)),
    ]
    assert calendar.run_day_for(NEXT_MONDAY, local("2024-05-11 18:00")) == date(2024, 5, 14)


def test_an_early_run_days_before_its_own_is_found() -> None:
    holidays = {NEXT_MONDAY + n * DAY for n in range(9)}
    wednesday = date(2024, 5, 22)
    calendar = AmendedCalendar.of(
        Calendar(),
        runless=frozenset(holidays),
        moved={wednesday: local("2024-05-12 10:00")},
    )
    found = calendar.due_between(local("2024-05-11 10:00"), local("2024-05-12 10:00"))
    assert days(found) == [("run", wednesday)]


# ---------------------------------------------------------------- properties

SOME_DAYS = st.integers(0, 27).map(lambda n: MONDAY + n * DAY)
calendars = st.builds(
    AmendedCalendar,
    time_zone=st.sampled_from(["America/New_York", "Australia/Lord_Howe"]).map(ZoneInfo),
    cut_off=st.sampled_from([time(9), time(2, 15)]),
    runless=st.frozensets(SOME_DAYS, max_size=6),
    unproductive=st.frozensets(SOME_DAYS, max_size=6),
    moved=st.dictionaries(
        SOME_DAYS,
        st.integers(0, 30 * 24).map(lambda n: datetime(2024, 5, 6, tzinfo=UTC) + n * HOUR),
        max_size=3,
    ),
)
START, END = datetime(2024, 5, 1, tzinfo=UTC), datetime(2024, 8, 1, tzinfo=UTC)


@given(calendars)
def test_nothing_is_due_twice_and_runs_keep_their_order_but_for_early_ones(
    calendar: AmendedCalendar,
) -> None:
    found = calendar.due_between(START, END)
    assert len({(due.kind, due.day) for due in found}) == len(found)
    put_off = {day for day, at in calendar.moved.items() if at > calendar.hour_on(day)}
    runs = [due.day for due in found if due.kind is OccasionKind.RUN]
    assert all(calendar.runs_on(day) for day in runs)
    if put_off == set(calendar.moved):
        assert runs == sorted(runs)


@given(calendars, st.lists(st.integers(1, 40 * 24), min_size=1, max_size=4))
def test_catching_up_in_pieces_is_catching_up_at_once(
    calendar: AmendedCalendar, pieces: list[int]
) -> None:
    found: list[Occasion] = []
    at = START
    for piece in pieces:
        found += calendar.due_between(at, at + piece * HOUR)
        at += piece * HOUR
    assert found == calendar.due_between(START, at)


@given(calendars, st.integers(0, 30 * 24), st.integers(-2, 20))
def test_a_submission_is_for_the_first_run_that_is_still_to_come(
    calendar: AmendedCalendar, hours: int, ahead: int
) -> None:
    committed = datetime(2024, 5, 6, tzinfo=UTC) + hours * HOUR
    wished = calendar.local_day(committed) + ahead * DAY
    runs = calendar.run_day_for(wished, committed)
    assert runs is not None
    assert runs >= wished
    assert committed < calendar.cut_off_on(runs)
