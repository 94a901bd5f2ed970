"""Waiting for a date: on a clock that is moved, and by an alarm that can be set earlier."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bot.clock import Alarm, MovableClock, SystemClock
from bot.practice import PATIENCE

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


async def _turns() -> None:
    """Let every task that can go on go on."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_the_system_clock_shows_utc_and_does_not_wait_for_what_is_past():
    clock = SystemClock()
    assert clock.now().tzinfo is UTC
    before = clock.now()
    await clock.sleep_until(before - HOUR)
    assert clock.now() - before < HOUR


async def test_a_system_clock_that_is_put_forward_ends_a_sleep(monkeypatch: pytest.MonkeyPatch):
    clock, shown, naps = SystemClock(), [NOON, NOON + HOUR * 3], []

    async def nap(seconds: float) -> None:
        naps.append(seconds)

    monkeypatch.setattr(SystemClock, "now", lambda self: shown.pop(0))
    monkeypatch.setattr("bot.clock.asyncio.sleep", nap)
    await clock.sleep_until(NOON + HOUR * 2)
    assert naps == [60.0]


async def test_a_movable_clock_stands_still_until_it_is_moved():
    clock = MovableClock(NOON)
    await asyncio.sleep(0)
    assert clock.now() == NOON
    clock.move(HOUR)
    assert clock.now() == NOON + HOUR


async def test_moving_the_clock_wakes_those_who_are_due_and_no_others():
    clock = MovableClock(NOON)
    early = asyncio.create_task(clock.sleep_until(NOON + HOUR))
    late = asyncio.create_task(clock.sleep_until(NOON + HOUR * 5))
    await _turns()
    assert clock.next_wake() == NOON + HOUR
    clock.move(HOUR)
    await _turns()
    assert (early.done(), late.done()) == (True, False)
    assert clock.next_wake() == NOON + HOUR * 5
    late.cancel()
    await _turns()
    assert clock.next_wake() is None


async def test_a_clock_moved_back_wakes_nobody():
    clock = MovableClock(NOON)
    sleeper = asyncio.create_task(clock.sleep_until(NOON + HOUR))
    await _turns()
    clock.move(-HOUR)
    await _turns()
    assert not sleeper.done()
    clock.move(HOUR * 2)
    await _turns()
    assert sleeper.done()


def test_a_clock_refuses_a_time_without_a_zone():
    with pytest.raises(ValueError, match="aware"):
        MovableClock(datetime(2026, 3, 2))  # noqa: DTZ001 - that is the point


async def test_an_alarm_that_is_not_set_never_rings():
    clock = MovableClock(NOON)
    alarm = Alarm(clock)
    ring = asyncio.create_task(alarm.wait())
    clock.move(HOUR * 1000)
    await _turns()
    assert not ring.done()
    ring.cancel()


async def test_an_alarm_set_earlier_while_it_is_waited_for_rings_earlier():
    clock = MovableClock(NOON)
    alarm = Alarm(clock)
    alarm.set(NOON + HOUR * 9)
    ring = asyncio.create_task(alarm.wait())
    await _turns()
    alarm.set(NOON + HOUR * 2)
    await _turns()
    assert alarm.due == clock.next_wake() == NOON + HOUR * 2
    clock.move(HOUR * 2)
    await _turns()
    assert ring.done()
    assert alarm.due is None


async def test_an_alarm_set_later_keeps_its_earlier_time():
    alarm = Alarm(MovableClock(NOON))
    alarm.set(NOON + HOUR)
    alarm.set(NOON + HOUR * 9)
    assert alarm.due == NOON + HOUR


async def test_an_alarm_for_a_past_moment_rings_at_once():
    alarm = Alarm(MovableClock(NOON))
    alarm.set(NOON - HOUR)
    await asyncio.wait_for(alarm.wait(), PATIENCE)
    assert alarm.due is None


async def test_cancelling_the_wait_leaves_no_sleeper_behind():
    clock = MovableClock(NOON)
    alarm = Alarm(clock)
    alarm.set(NOON + HOUR)
    ring = asyncio.create_task(alarm.wait())
    await _turns()
    ring.cancel()
    await _turns()
    assert clock.next_wake() is None
    assert alarm.due == NOON + HOUR
