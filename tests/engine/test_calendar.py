"""Cut-off, run days, productions, time zones, pauses, catching up, and what moves them."""

from collections.abc import Set
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice, pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from engine.calendar import Calendar, Occasion, OccasionKind, Pause, Production, Week, Weekday
from engine.calendar_changes import AmendedCalendar

NEW_YORK = ZoneInfo("America/New_York")
CALENDAR = Calendar()

MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = (
    date(2024, 5, day) for day in range(6, 13)
)
WEEK = Week(MONDAY, SUNDAY)


def local(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=NEW_YORK)


def days(dues: list[Occasion]) -> list[tuple[str, date]]:
    return [(due.kind.value, due.day) for due in dues]


# ---------------------------------------------------------------- time zones


@pytest.mark.rule("cohorts.turn.time-zone")
@pytest.mark.parametrize(
    "zone, cut_off, day, instant",
    [
        # Skipped: the first moment after the gap.
        ("America/New_York", "02:30", date(2024, 3, 10), "2024-03-10 03:00-04:00"),
        ("Europe/Berlin", "02:00", date(2024, 3, 31), "2024-03-31 03:00+02:00"),
        ("Australia/Lord_Howe", "02:10", date(2024, 10, 6), "2024-10-06 02:30+11:00"),
        ("America/Sao_Paulo", "00:00", date(2018, 11, 4), "2018-11-04 01:00-02:00"),
        ("Pacific/Apia", "09:00", date(2011, 12, 30), "2011-12-31 00:00+14:00"),
        # Shown twice: the first of the two.
        ("America/New_York", "01:30", date(2024, 11, 3), "2024-11-03 01:30-04:00"),
        ("Europe/Berlin", "02:59:59", date(2024, 10, 27), "2024-10-27 02:59:59+02:00"),
        ("Australia/Lord_Howe", "01:45", date(2024, 4, 7), "2024-04-07 01:45+11:00"),
        ("America/Sao_Paulo", "23:30", date(2018, 2, 17), "2018-02-17 23:30-02:00"),
        # Neither, beside them.
        ("Europe/Berlin", "03:00", date(2024, 3, 31), "2024-03-31 03:00+02:00"),
        ("Europe/Berlin", "01:59:59", date(2024, 3, 31), "2024-03-31 01:59:59+01:00"),
        ("Asia/Kathmandu", "09:00", date(2024, 3, 31), "2024-03-31 09:00+05:45"),
    ],
)
def test_a_skipped_time_is_the_gaps_end_and_a_doubled_one_the_first(
    zone: str, cut_off: str, day: date, instant: str
) -> None:
    calendar = Calendar.model_validate({"time_zone": zone, "cut_off": cut_off})
    assert calendar.cut_off_on(day) == datetime.fromisoformat(instant)


# ---------------------------------------------------------------- submissions


@pytest.mark.rule("cohorts.turn.submission")
def test_the_run_dates_to_choose_are_future_game_days_in_weeks_not_used() -> None:
    before, after = local("2024-05-07 08:59:59"), local("2024-05-07 09:00:00")
    assert list(islice(CALENDAR.open_run_days(before), 5)) == [
        TUESDAY,
        WEDNESDAY,
        THURSDAY,
        FRIDAY,
        date(2024, 5, 13),
    ]
    assert next(CALENDAR.open_run_days(after)) == WEDNESDAY
    assert next(CALENDAR.open_run_days(after, used=[WEEK])) == date(2024, 5, 13)


# ---------------------------------------------------------------- pauses


def test_in_a_pause_no_turn_runs_and_its_submissions_move_on() -> None:
    pause = [Pause(local("2024-05-07 00:00"), local("2024-05-08 09:00"))]
    found = CALENDAR.due_between(local("2024-05-06 10:00"), local("2024-05-09 10:00"), pause)
    assert days(found) == [("run", WEDNESDAY), ("run", THURSDAY)]
    assert CALENDAR.run_day_for(TUESDAY, local("2024-05-06 10:00"), pause) == WEDNESDAY
    assert next(CALENDAR.open_run_days(local("2024-05-06 10:00"), (), pause)) == WEDNESDAY


def test_while_a_pause_lasts_nothing_is_due_and_no_run_date_is_known() -> None:
    pause = [Pause(local("2024-05-07 00:00"), None)]
    now = local("2024-05-06 10:00")
    assert CALENDAR.due_between(now, local("2025-05-06 10:00"), pause) == []
    assert next(CALENDAR.coming(now, pause), None) is None
    assert CALENDAR.run_day_for(TUESDAY, now, pause) is None
    assert list(CALENDAR.open_run_days(now, (), pause)) == []


def test_a_production_held_up_by_a_pause_is_made_up_when_it_ends() -> None:
    resumed = local("2024-05-15 12:00")
    pause = [Pause(local("2024-05-09 12:00"), resumed)]
    found = CALENDAR.due_between(local("2024-05-08 10:00"), local("2024-05-18 10:00"), pause)
    assert days(found) == [
        ("run", THURSDAY),
        ("production", SATURDAY),
        ("run", date(2024, 5, 16)),
        ("run", date(2024, 5, 17)),
        ("production", date(2024, 5, 18)),
    ]
    assert found[1].instant == resumed
    assert next(CALENDAR.coming(local("2024-05-09 12:00"), pause)) == found[1]


def test_pauses_that_overlap_or_touch_are_one() -> None:
    parts = [
        Pause(local("2024-05-10 12:00"), local("2024-05-12 12:00")),
        Pause(local("2024-05-12 12:00"), local("2024-05-15 12:00")),
        Pause(local("2024-05-09 12:00"), local("2024-05-11 12:00")),
    ]
    whole = [Pause(local("2024-05-09 12:00"), local("2024-05-15 12:00"))]
    span = (local("2024-05-01 10:00"), local("2024-05-30 10:00"))
    assert CALENDAR.due_between(*span, parts) == CALENDAR.due_between(*span, whole)


# ---------------------------------------------------------------- other intervals


@pytest.mark.rule("cohorts.turn.weekly-turn")
def test_a_module_may_make_game_weeks_of_two_weeks() -> None:
    calendar = Calendar(weeks=2, first_day=WEDNESDAY)
    assert calendar.week_of(SUNDAY) == Week(MONDAY, date(2024, 5, 19))
    assert calendar.week_of(date(2024, 5, 20)).first == date(2024, 5, 20)
    assert not calendar.production(SATURDAY).weekly
    assert calendar.production(date(2024, 5, 4)) == Production(weekly=True, monthly=True)
    assert calendar.production(date(2024, 5, 18)) == Production(weekly=True, monthly=False)


@pytest.mark.rule("cohorts.turn.weekly-turn")
def test_a_module_may_make_two_game_weeks_a_week() -> None:
    calendar = Calendar(
        week_starts=(Weekday.MONDAY, Weekday.THURSDAY),
        production_days=(Weekday.WEDNESDAY, Weekday.SUNDAY),
    )
    assert calendar.week_of(TUESDAY) == Week(MONDAY, WEDNESDAY)
    assert calendar.week_of(SATURDAY) == Week(THURSDAY, SUNDAY)
    used = [calendar.week_of(TUESDAY)]
    assert next(calendar.open_run_days(local("2024-05-07 10:00"), used)) == THURSDAY


def test_a_module_may_run_a_turn_every_day() -> None:
    every_day = tuple(Weekday)
    calendar = Calendar(run_days=every_day, week_starts=every_day, production_days=every_day)
    found = calendar.due_between(local("2024-05-06 10:00"), local("2024-05-08 10:00"))
    assert days(found) == [
        ("run", TUESDAY),
        ("production", TUESDAY),
        ("run", WEDNESDAY),
        ("production", WEDNESDAY),
    ]


@pytest.mark.parametrize(
    "fault, message",
    [
        ({"time_zone": "Middle/Earth"}, "invalid timezone"),
        ({"run_days": []}, "at least 1"),
        ({"run_days": ["monday", "monday"]}, "named twice"),
        ({"run_days": ["moonday"]}, "'monday'"),
        ({"production_days": []}, "needs one production"),
        ({"production_days": ["friday", "saturday"]}, "needs one production"),
        ({"week_starts": ["monday", "thursday"]}, "from monday needs one production"),
        (
            {
                "week_starts": ["monday", "saturday"],
                "production_days": ["friday", "sunday"],
            },
            "from saturday has no day in run_days",
        ),
        (
            {
                "weeks": 2,
                "week_starts": ["monday", "thursday"],
                "production_days": ["wednesday", "sunday"],
            },
            "only one day in week_starts",
        ),
        ({"weeks": 0}, "greater than or equal to 1"),
        ({"cut_off": "09:00:00Z"}, "local time"),
        ({"cutoff": "09:00:00"}, "Extra inputs"),
    ],
)
def test_a_calendar_that_cannot_work_is_refused(fault: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Calendar.model_validate(fault)


def test_a_calendar_survives_being_stored() -> None:
    calendar = Calendar(time_zone=ZoneInfo("Asia/Kathmandu"), cut_off=time(18, 30))
    assert Calendar.model_validate_json(calendar.model_dump_json()) == calendar


# ---------------------------------------------------------------- properties

ZONES = (
    "America/New_York",
    "Europe/Berlin",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "America/Sao_Paulo",
)
instants = st.integers(0, 10 * 365 * 24 * 3600).map(
    lambda seconds: datetime(2015, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
)
calendars = st.builds(
    Calendar,
    time_zone=st.sampled_from(ZONES).map(ZoneInfo),
    cut_off=st.times().map(lambda at: at.replace(microsecond=0)) | st.sampled_from([time(2, 15)]),
    run_days=st.lists(st.sampled_from(Weekday), min_size=1, unique=True).map(tuple),
    production_days=st.sampled_from(Weekday).map(lambda day: (day,)),
    weeks=st.integers(1, 3),
    holidays=st.lists(st.dates(date(2015, 1, 1), date(2024, 12, 31)), unique=True).map(tuple),
)
spans = st.integers(0, 60 * 24 * 3600).map(lambda seconds: timedelta(seconds=seconds))


@st.composite
def pauses(draw: st.DrawFn, near: datetime) -> list[Pause]:
    starts = draw(st.lists(spans, max_size=3))
    return [Pause(near + start, near + start + draw(spans)) for start in starts]


@given(calendars, instants, spans, st.data())
def test_nothing_is_due_twice_and_due_times_strictly_increase(
    calendar: Calendar, after: datetime, span: timedelta, data: st.DataObject
) -> None:
    found = calendar.due_between(after, after + span, data.draw(pauses(after)))
    assert len({(due.kind, due.day) for due in found}) == len(found)
    for kind in OccasionKind:
        of_kind = [due for due in found if due.kind is kind]
        assert all(
            first.instant < second.instant and first.day < second.day
            for first, second in pairwise(of_kind)
        )
    assert all(first.instant <= second.instant for first, second in pairwise(found))


@given(calendars, instants, st.lists(spans, min_size=1, max_size=4), st.data())
def test_catching_up_in_pieces_is_catching_up_at_once(
    calendar: Calendar, after: datetime, pieces: list[timedelta], data: st.DataObject
) -> None:
    held_up = data.draw(pauses(after))
    found: list[Occasion] = []
    at = after
    for piece in pieces:
        found += calendar.due_between(at, at + piece, held_up)
        at += piece
    assert found == calendar.due_between(after, at, held_up)
    if found:
        assert next(calendar.coming(after, held_up), None) == found[0]


@given(calendars, instants, spans)
def test_every_game_day_and_production_is_due_at_its_local_time_or_the_gaps_end(
    calendar: Calendar, after: datetime, span: timedelta
) -> None:
    for due in calendar.due_between(after, after + span):
        at = due.instant.astimezone(calendar.time_zone)
        assert at.date() == due.day
        assert at.time() >= calendar.cut_off
        if at.time() != calendar.cut_off:
            earlier = (due.instant - timedelta(seconds=1)).astimezone(calendar.time_zone)
            assert earlier.time() < calendar.cut_off, "the clock passed over the cut-off"


@given(calendars, instants, st.integers(-5, 60), st.data())
def test_a_submission_is_for_a_run_that_is_due_after_it(
    calendar: Calendar, committed: datetime, ahead: int, data: st.DataObject
) -> None:
    held_up = data.draw(pauses(committed))
    wished = calendar.local_day(committed) + timedelta(days=ahead)
    runs = calendar.run_day_for(wished, committed, held_up)
    assert runs is not None
    assert runs >= wished
    assert committed < calendar.cut_off_on(runs)
    due = calendar.due_between(committed, calendar.cut_off_on(runs), held_up)
    assert [d.day for d in due if d.kind is OccasionKind.RUN and d.day >= wished] == [runs]
    open_days = calendar.open_run_days(committed, (), held_up)
    assert next(day for day in open_days if day >= wished) == runs


@given(calendars, st.dates(date(2015, 1, 1), date(2024, 12, 31)))
def test_every_game_week_has_one_production_and_the_weeks_follow_one_another(
    calendar: Calendar, day: date
) -> None:
    week = calendar.week_of(day)
    assert week.first <= day <= week.last
    length = (week.last - week.first).days + 1
    assert length == 7 * calendar.weeks
    dates = [week.first + timedelta(days=n) for n in range(length)]
    assert sum(calendar.production(each).weekly for each in dates) == 1
    assert calendar.week_of(week.last + timedelta(days=1)).first == week.last + timedelta(days=1)


MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY = (
    date(2024, 5, day) for day in range(6, 12)
)
NEXT_MONDAY = date(2024, 5, 13)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


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
    due = next(calendar.coming(local("2024-05-05 12:00")))
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
changed_calendars = st.builds(
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


@given(changed_calendars)
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


@given(changed_calendars, st.lists(st.integers(1, 40 * 24), min_size=1, max_size=4))
def test_catching_up_in_pieces_is_catching_up_at_once_also_with_changes(
    calendar: AmendedCalendar, pieces: list[int]
) -> None:
    found: list[Occasion] = []
    at = START
    for piece in pieces:
        found += calendar.due_between(at, at + piece * HOUR)
        at += piece * HOUR
    assert found == calendar.due_between(START, at)


@given(changed_calendars, st.integers(0, 30 * 24), st.integers(-2, 20))
def test_a_submission_is_for_the_first_run_that_is_still_to_come(
    calendar: AmendedCalendar, hours: int, ahead: int
) -> None:
    committed = datetime(2024, 5, 6, tzinfo=UTC) + hours * HOUR
    wished = calendar.local_day(committed) + ahead * DAY
    runs = calendar.run_day_for(wished, committed)
    assert runs is not None
    assert runs >= wished
    assert committed < calendar.cut_off_on(runs)
