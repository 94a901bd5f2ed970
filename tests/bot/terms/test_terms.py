"""The terms of a campaign are changed: from the next turn on, told to all, and back again."""

from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.answers import Refused
from bot.clock import MovableClock
from bot.host import Host
from bot.terms.changing import (
    SETTINGS,
    change_terms,
    first_week,
    pending_of,
    terms_to_be,
    when,
)
from engine.calendar import Calendar, Weekday
from engine.calendar_changes import AmendedCalendar
from engine.module.terms import Terms, terms_of
from tests.bot.log.undoing import undone_on
from tests.bot.samples import GUILD, MONDAY, USER, Running, founded, present

DAY = timedelta(days=1)
DAILY = {
    "run_days": tuple(Weekday),
    "week_starts": tuple(Weekday),
    "production_days": tuple(Weekday),
    "cut_off": time(20, 30),
    "time_zone": ZoneInfo("Europe/Berlin"),
}


async def own_terms(running: Running) -> Terms:
    """Those of its module."""
    return terms_of((await running.rules()).module)


def daily(terms: Terms) -> Terms:
    return terms.model_copy(update={"calendar": terms.calendar.model_copy(update=DAILY)})


async def test_a_calendar_changed_mid_campaign_holds_from_the_next_turn(running: Running):
    own = await own_terms(running)
    running.clock.move(2 * DAY)  # Wednesday
    await running.catch_up()
    before = await running.campaign()
    says = await when(running.host, GUILD, before, daily(own))
    assert "Its first game week begins on Sunday, 11 January" in says
    told = await change_terms(running.host, GUILD, before, USER, daily(own), "we are fast")
    assert "from the next turn on" in told
    assert (await running.campaign()).module_digest == before.module_digest
    running.clock.move_to(MONDAY + 8 * DAY)  # Tuesday of the week after, 08:00 UTC
    await running.catch_up()
    assert await running.ticks() == [
        *[("run", day) for day in ("Mon 05", "Tue 06", "Wed 07", "Thu 08", "Fri 09")],
        ("weekly", "Sat 10"),
        ("run", "Sun 11"),
        ("weekly", "Sun 11"),
        ("run", "Mon 12"),
        ("weekly", "Mon 12"),
    ]
    after = await running.campaign()
    assert after.turn == 4
    async with running.store() as store:
        assert await pending_of(store, 1) is None
        changed = next(each for each in await store.campaigns.ticks(1) if each.kind == "setup")
        acts = [each.what for each in await store.audit.latest(1)]
    assert changed.turn == 2
    assert changed.module_digest == after.module_digest != before.module_digest
    assert {"campaign settings", "settings in effect"} <= set(acts)
    await running.holds()

    # It is taken back from the next turn on, that is after the day's.
    await undone_on(running.host, SETTINGS)
    running.clock.move_to(MONDAY + 15 * DAY)
    await running.catch_up()
    late = await running.ticks()
    assert late[10:] == [("run", "Tue 13"), ("weekly", "Tue 13"), ("run", "Mon 19")]
    assert terms_of((await running.rules()).module) == own
    await running.holds()


async def test_what_waits_is_replaced_and_dropped_before_it_holds(running: Running):
    own = await own_terms(running)
    running.clock.move(DAY)
    longer = own.model_copy(update={"victory": own.victory.model_copy(update={"turns": 99})})
    await change_terms(running.host, GUILD, await running.campaign(), USER, longer, "")
    await change_terms(running.host, GUILD, await running.campaign(), USER, daily(longer), "")
    rules = await running.rules()
    async with running.store() as store:
        assert await terms_to_be(store, rules.module, 1) == daily(longer)
    await undone_on(running.host, SETTINGS)
    async with running.store() as store:
        assert await terms_to_be(store, rules.module, 1) == longer
        first = (await store.audit.latest(1, last=50))[-1]
        (older,) = [
            e.id
            for e in await store.audit.latest(1, last=50)
            if e.what == SETTINGS and '"turns":99' not in (e.trace.before or "")
        ]
    assert first
    await undone_on(running.host, SETTINGS, older)
    async with running.store() as store:
        assert await pending_of(store, 1) is None, "nothing differs any more"


async def test_before_the_first_turn_it_holds_at_once_by_a_tick(host: Host, clock: MovableClock):
    made = await founded(host)
    own = terms_of((await host.rules(GUILD, made)).module)
    told = await change_terms(host, GUILD, made, USER, daily(own), "we are fast")
    assert told == "It holds from now on."
    after = await present(host)
    assert after.tick == made.tick + 1
    assert (await host.rules(GUILD, after)).module.calendar == daily(own).calendar
    assert "as they were before" in await undone_on(host, SETTINGS)
    assert (await present(host)).module_digest == made.module_digest
    await Running(host, clock, made).holds()


async def test_terms_that_cannot_be_are_refused_with_what_is_wrong(running: Running):
    own = await own_terms(running)
    running.clock.move(12 * DAY)
    await running.catch_up()
    campaign = await running.campaign()
    assert campaign.turn == 2

    async def refused(**parts: Any) -> str:
        with pytest.raises(Refused) as error:
            await change_terms(
                running.host, GUILD, campaign, USER, own.model_copy(update=parts), "because"
            )
        return str(error.value)

    assert "Nothing would change" in await refused()
    over = own.victory.model_copy(update={"turns": 1})
    assert "so 1 cannot be the last one" in await refused(victory=over)
    assert "must be 1 or more" in await refused(seats={**own.seats, "ashmark": 0})
    async with running.store() as store:
        await store.members.join(1, USER + 1, 1)
    assert "so 1 seat would be too few" in await refused(seats={**own.seats, "ashmark": 1})
    most = own.seats["ashmark"]
    assert f"The world has {most} places to begin" in await refused(
        seats={**own.seats, "ashmark": (most or 0) + 1}
    )
    winning = {"cohorts": {**own.winning["cohorts"], "share": {"percent": 101, "productions": 1}}}
    assert "`winning.share.percent`" in await refused(winning=winning)
    async with running.store() as store:
        assert await pending_of(store, 1) is None


@pytest.mark.parametrize(
    "starts, runs, first",
    [
        (("monday",), ("saturday",), date(2026, 1, 12)),
        (("thursday",), ("friday",), date(2026, 1, 15)),
        (("monday", "thursday"), ("wednesday", "sunday"), date(2026, 1, 12)),
        (tuple(Weekday), tuple(Weekday), date(2026, 1, 11)),
    ],
)
def test_a_new_calendar_begins_with_its_first_whole_week(
    starts: tuple[str, ...], runs: tuple[str, ...], first: date
):
    plain = Calendar.model_validate(
        {"week_starts": starts, "run_days": runs, "production_days": runs, "cut_off": "20:00"}
    )
    new = AmendedCalendar.of(plain, moved={})
    since = datetime.fromisoformat("2026-01-10T14:00:00+00:00")  # a Saturday's production
    day, cursor = first_week(new, since, [])
    assert day == first
    assert cursor >= since
    coming = new.coming(cursor)
    found = next(coming)
    assert found.day >= first
    assert found.kind == "run", "nobody loses a turn"
