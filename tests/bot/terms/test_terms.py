"""The terms of a campaign are changed: from the next turn on, told to all, and back again."""

import asyncio
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.answers import Refused
from bot.catching_up import catch_up
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
from bot.verifying import verify
from engine.calendar import Calendar, Weekday
from engine.calendar_changes import AmendedCalendar
from engine.module.terms import Terms, terms_of
from tests.bot.log.undoing import undone_on
from tests.bot.samples import GUILD, MONDAY, USER, founded, present, started, ticks

DAY = timedelta(days=1)
DAILY = {
    "run_days": tuple(Weekday),
    "week_starts": tuple(Weekday),
    "production_days": tuple(Weekday),
    "cut_off": time(20, 30),
    "time_zone": ZoneInfo("Europe/Berlin"),
}


async def begun(host: Host) -> Terms:
    """Start a campaign; the terms of its module."""
    made = await started(host, await founded(host))
    return terms_of((await host.rules(GUILD, made)).module)


def daily(terms: Terms) -> Terms:
    return terms.model_copy(update={"calendar": terms.calendar.model_copy(update=DAILY)})


async def holds(host: Host) -> None:
    """Every tick of the campaign is what its seed, module and orders make of it."""
    verified = await asyncio.to_thread(lambda: [*verify(host.path(GUILD), 1)])
    assert [each for each in verified if each.faults or each.unchecked] == []


async def test_a_calendar_changed_mid_campaign_holds_from_the_next_turn_and_verifies(
    host: Host, clock: MovableClock
):
    own = await begun(host)
    clock.move(2 * DAY)  # Wednesday
    await catch_up(host, GUILD, 1)
    before = await present(host)
    says = await when(host, GUILD, before, daily(own))
    assert "Its first game week begins on Sunday, 11 January" in says
    told = await change_terms(host, GUILD, before, USER, daily(own), "we are fast")
    assert "from the next turn on" in told
    assert (await present(host)).module_digest == before.module_digest
    clock.move_to(MONDAY + 8 * DAY)  # Tuesday of the week after, 08:00 UTC
    await catch_up(host, GUILD, 1)
    assert await ticks(host, 1) == [
        *[("run", day) for day in ("Mon 05", "Tue 06", "Wed 07", "Thu 08", "Fri 09")],
        ("weekly", "Sat 10"),
        ("run", "Sun 11"),
        ("weekly", "Sun 11"),
        ("run", "Mon 12"),
        ("weekly", "Mon 12"),
    ]
    after = await present(host)
    assert after.turn == 4
    async with host.stores.use(GUILD) as store:
        assert await pending_of(store, 1) is None
        changed = next(each for each in await store.campaigns.ticks(1) if each.kind == "setup")
        acts = [each.what for each in await store.audit.latest(1)]
    assert changed.turn == 2
    assert changed.module_digest == after.module_digest != before.module_digest
    assert {"campaign settings", "settings in effect"} <= set(acts)
    await holds(host)

    # It is taken back from the next turn on, that is after the day's.
    await undone_on(host, SETTINGS)
    clock.move_to(MONDAY + 15 * DAY)
    await catch_up(host, GUILD, 1)
    late = await ticks(host, 1)
    assert late[10:] == [("run", "Tue 13"), ("weekly", "Tue 13"), ("run", "Mon 19")]
    async with host.stores.use(GUILD) as store:
        assert terms_of((await host.rules(GUILD, await present(host))).module) == own
    await holds(host)


async def test_what_waits_is_replaced_and_dropped_before_it_holds(host: Host, clock: MovableClock):
    own = await begun(host)
    clock.move(DAY)
    longer = own.model_copy(update={"victory": own.victory.model_copy(update={"turns": 99})})
    await change_terms(host, GUILD, await present(host), USER, longer, "")
    await change_terms(host, GUILD, await present(host), USER, daily(longer), "")
    rules = await host.rules(GUILD, await present(host))
    async with host.stores.use(GUILD) as store:
        assert await terms_to_be(store, rules.module, 1) == daily(longer)
    await undone_on(host, SETTINGS)
    async with host.stores.use(GUILD) as store:
        assert await terms_to_be(store, rules.module, 1) == longer
        first = (await store.audit.latest(1, last=50))[-1]
        (older,) = [
            e.id
            for e in await store.audit.latest(1, last=50)
            if e.what == SETTINGS and '"turns":99' not in (e.trace.before or "")
        ]
    assert first
    await undone_on(host, SETTINGS, older)
    async with host.stores.use(GUILD) as store:
        assert await pending_of(store, 1) is None, "nothing differs any more"


async def test_before_the_first_turn_it_holds_at_once_by_a_tick(host: Host):
    made = await founded(host)
    own = terms_of((await host.rules(GUILD, made)).module)
    told = await change_terms(host, GUILD, made, USER, daily(own), "we are fast")
    assert told == "It holds from now on."
    after = await present(host)
    assert after.tick == made.tick + 1
    assert (await host.rules(GUILD, after)).module.calendar == daily(own).calendar
    assert "as they were before" in await undone_on(host, SETTINGS)
    assert (await present(host)).module_digest == made.module_digest
    await holds(host)


async def test_terms_that_cannot_be_are_refused_with_what_is_wrong(host: Host, clock: MovableClock):
    own = await begun(host)
    clock.move(12 * DAY)
    await catch_up(host, GUILD, 1)
    campaign = await present(host)
    assert campaign.turn == 2

    async def refused(**parts: Any) -> str:
        with pytest.raises(Refused) as error:
            await change_terms(host, GUILD, campaign, USER, own.model_copy(update=parts), "because")
        return str(error.value)

    assert "Nothing would change" in await refused()
    over = own.victory.model_copy(update={"turns": 1})
    assert "so 1 cannot be the last one" in await refused(victory=over)
    assert "greater than or equal to 1" in await refused(seats={**own.seats, "ashmark": 0})
    async with host.stores.use(GUILD) as store:
        await store.members.join(1, USER + 1, 1)
    assert "so 1 seat would be too few" in await refused(seats={**own.seats, "ashmark": 1})
    most = own.seats["ashmark"]
    assert f"The world has {most} places to begin" in await refused(
        seats={**own.seats, "ashmark": (most or 0) + 1}
    )
    winning = {"cohorts": {**own.winning["cohorts"], "share": {"percent": 101, "productions": 1}}}
    assert "`winning.share.percent`" in await refused(winning=winning)
    async with host.stores.use(GUILD) as store:
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
