"""Which copies stay: by age, whatever the ticks, and however often the others were removed."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.backups.keeping import DAY, Moment, kept

NOW = datetime(2026, 6, 18, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def of(*ages: timedelta) -> list[Moment]:
    return [Moment(NOW - age, 10) for age in ages]


def ages(moments: set[Moment]) -> list[timedelta]:
    return sorted(NOW - each.at for each in moments)


def test_all_of_a_day_then_one_a_day_then_one_a_week_then_one_a_month() -> None:
    hourly = of(*(n * HOUR for n in range(400 * 24)))
    stay = ages(kept(hourly, NOW))
    assert [age for age in stay if age <= DAY] == [n * HOUR for n in range(25)]
    daily = [age for age in stay if DAY < age <= 7 * DAY]
    assert [(NOW - age).date().day for age in daily] == [16, 15, 14, 13, 12, 11]
    assert {(NOW - age).hour for age in daily} == {23}
    weekly = [age for age in stay if 7 * DAY < age <= 31 * DAY]
    # Three Sundays, and the last of May.
    assert [(NOW - age).date().isoformat() for age in weekly] == [
        "2026-06-07",
        "2026-05-31",
        "2026-05-24",
    ]
    monthly = [age for age in stay if age > 31 * DAY]
    assert [(NOW - age).date().isoformat()[5:] for age in monthly] == [
        "04-30",
        "03-31",
        "02-28",
        "01-31",
        "12-31",
        "11-30",
        "10-31",
        "09-30",
        "08-31",
        "07-31",
        "06-30",
    ]


def test_the_newest_stays_however_old_and_so_does_what_the_future_has_dated() -> None:
    old = of(900 * DAY, 800 * DAY)
    assert ages(kept(old, NOW)) == [800 * DAY]
    ahead = of(-30 * DAY, -29 * DAY, HOUR)
    assert ages(kept(ahead, NOW)) == [-30 * DAY, -29 * DAY, HOUR]


def test_the_newest_of_an_earlier_schema_stays_for_a_year() -> None:
    before = [Moment(NOW - 20 * DAY - n * HOUR, 9) for n in range(3)]
    after = [Moment(NOW - n * HOUR, 10) for n in range(20 * 24)]
    assert [NOW - each.at for each in kept([*before, *after], NOW) if each.schema == 9] == [
        20 * DAY
    ]
    later = NOW + 400 * DAY
    newer = Moment(later, 10)
    assert kept([*before, newer], later) == {newer}


@given(st.lists(st.integers(1, 40 * 24 * 60), min_size=1, max_size=120))
def test_removing_as_one_goes_loses_no_more_than_removing_at_the_end(gaps: list[int]) -> None:
    at, here, every = NOW, set[Moment](), list[Moment]()
    for gap in gaps:
        at += timedelta(minutes=gap)
        new = Moment(at, 10)
        every.append(new)
        here = kept({*here, new}, at)
        assert new in here
        assert kept(here, at) == here
    # Of each month of the last year, week of the last month and day of the last week in which a
    # copy was made, one is left.
    for most, period in (
        (366 * DAY, "%Y-%m"),
        (31 * DAY, "%G-%V"),
        (7 * DAY, "%F"),
        (DAY, "%F %T"),
    ):
        wanted = {f"{each.at:{period}}" for each in every if each.at > at - most}
        left = {f"{each.at:{period}}" for each in here}
        newest = {f"{each.at:{period}}": each for each in every}
        assert {each for each in wanted if newest[each].at >= at - most} <= left
