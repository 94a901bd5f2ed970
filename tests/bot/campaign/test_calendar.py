"""A campaign's calendar in the store: how far it has come, what is due, pauses and halts."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from bot.campaign import almanac as calendar
from bot.campaign.almanac import TIMER, almanac_of
from bot.clock import MovableClock
from bot.store.agenda import Holiday, RunDay
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState
from engine.calendar import Calendar, OccasionKind, Weekday
from tests.bot.founding import created
from tests.bot.store.scene import used

DAY = timedelta(days=1)
MONDAY = datetime(2026, 1, 5, 8, tzinfo=UTC)  # six hours before the cut-off
CUT_OFF = datetime(2026, 1, 5, 14, tzinfo=UTC)
RULES = Calendar()


@pytest_asyncio.fixture(loop_scope="function")
async def store(tmp_path: Path) -> AsyncIterator[GuildStore]:
    async with used(tmp_path, clock=MovableClock(MONDAY)) as store:
        yield store


@pytest_asyncio.fixture(loop_scope="function")
async def campaign(store: GuildStore) -> Campaign:
    return await created(store)


async def timer_of(store: GuildStore) -> datetime | None:
    timers = {timer.name: timer.at for timer in await store.timers.all()}
    return timers.get(TIMER)


async def test_before_the_start_nothing_is_due_or_comes(store: GuildStore, campaign: Campaign):
    almanac = await almanac_of(store, campaign, RULES)
    assert almanac.next() is None
    assert almanac.next(OccasionKind.RUN) is None
    assert almanac.due(MONDAY + 30 * DAY) is None


async def test_a_start_sets_the_timer_for_the_next_run(store: GuildStore, campaign: Campaign):
    await calendar.begin(store, campaign, RULES, MONDAY)
    assert (await store.campaigns.get(campaign.id)).state is CampaignState.RUNNING
    assert await timer_of(store) == CUT_OFF


@pytest.mark.rule("cohorts.turn.processing")
async def test_what_was_due_before_the_start_is_not_made_up(store: GuildStore, campaign: Campaign):
    await calendar.begin(store, campaign, RULES, CUT_OFF + timedelta(seconds=1))
    due = (await almanac_of(store, campaign, RULES)).due(CUT_OFF + 2 * DAY)
    assert due is not None
    assert (due.kind, due.local_date) == ("run", date(2026, 1, 6))


async def test_the_next_run_and_production_are_told_apart(store: GuildStore, campaign: Campaign):
    await calendar.begin(store, campaign, RULES, MONDAY)
    almanac = await almanac_of(store, campaign, RULES)
    run, production = almanac.next(OccasionKind.RUN), almanac.next(OccasionKind.PRODUCTION)
    assert run is not None
    assert production is not None
    assert (run.day, production.day) == (date(2026, 1, 5), date(2026, 1, 10))


async def test_a_production_is_of_the_turn_that_it_begins(store: GuildStore, campaign: Campaign):
    friday = CUT_OFF + 4 * DAY
    await calendar.begin(store, campaign, RULES, friday + timedelta(hours=1))
    due = (await almanac_of(store, campaign, RULES)).due(friday + 2 * DAY)
    assert due is not None
    assert (due.kind, due.turn, due.run_date) == ("weekly", campaign.turn + 1, None)
    assert due.cursor == due.at == friday + DAY


@pytest.mark.rule("cohorts.production.schedule")
async def test_the_first_production_of_a_month_is_monthly(store: GuildStore, campaign: Campaign):
    await calendar.begin(store, campaign, RULES, datetime(2026, 2, 6, 20, tzinfo=UTC))
    due = (await almanac_of(store, campaign, RULES)).due(datetime(2026, 2, 8, tzinfo=UTC))
    assert due is not None
    assert due.kind == "monthly"


async def test_a_pause_stops_the_timer_and_what_falls_into_it_is_not_made_up(
    store: GuildStore, campaign: Campaign
):
    await calendar.begin(store, campaign, RULES, MONDAY)
    await calendar.pause(store, campaign.id, MONDAY + timedelta(hours=1))
    assert await timer_of(store) is None
    assert (await store.campaigns.get(campaign.id)).state is CampaignState.PAUSED
    assert (await almanac_of(store, campaign, RULES)).due(MONDAY + 2 * DAY) is None
    await calendar.resume(store, campaign, RULES, MONDAY + 2 * DAY)
    assert (await store.campaigns.get(campaign.id)).state is CampaignState.RUNNING
    assert await timer_of(store) == CUT_OFF + 2 * DAY


async def test_a_halt_leaves_what_is_due_as_it_is(store: GuildStore, campaign: Campaign):
    await calendar.begin(store, campaign, RULES, MONDAY)
    await calendar.halt(store, campaign.id)
    assert await timer_of(store) is None
    await calendar.resume(store, campaign, RULES, MONDAY + 3 * DAY)
    assert await timer_of(store) == CUT_OFF
    assert await calendar.pauses_of(store, campaign.id) == []


async def test_a_pause_that_ends_before_it_began_since_the_clock_was_put_back_holds_nothing_up(
    store: GuildStore, campaign: Campaign
):
    await calendar.begin(store, campaign, RULES, MONDAY)
    await calendar.pause(store, campaign.id, MONDAY + timedelta(hours=5))
    await calendar.resume(store, campaign, RULES, MONDAY + timedelta(hours=2))
    assert await timer_of(store) == CUT_OFF


async def test_what_is_due_at_the_same_instant_is_made_one_after_the_other(
    store: GuildStore, campaign: Campaign
):
    """A day with a run and a production: each leaves the calendar at a different instant."""
    every_day = tuple(Weekday)
    rules = Calendar(run_days=every_day, week_starts=every_day, production_days=every_day)
    await calendar.begin(store, campaign, rules, MONDAY)
    made: list[str] = []
    while (due := (await almanac_of(store, campaign, rules)).due(CUT_OFF + DAY)) is not None:
        made.append(f"{due.kind} {due.local_date.day}")
        assert due.cursor
        assert campaign.cursor is None or campaign.cursor < due.cursor
        campaign = replace(campaign, cursor=due.cursor)
    assert made == ["run 5", "weekly 5", "run 6", "weekly 6"]


async def test_the_calendar_keeps_what_was_changed_of_it(store: GuildStore, campaign: Campaign):
    tuesday, saturday = date(2026, 1, 6), date(2026, 1, 10)
    await store.agenda.put_holidays(
        campaign.id,
        [Holiday(tuesday, "Feast", True, False), Holiday(saturday, "Rest", False, True)],
    )
    later = CUT_OFF + timedelta(hours=12)
    await store.agenda.put_run_day(campaign.id, RunDay(date(2026, 1, 5), cut_off=later))
    amended = await calendar.calendar_of(store, campaign.id, RULES)
    assert not amended.runs_on(tuesday)
    assert amended.production_on(saturday) == CUT_OFF + 7 * DAY
    assert amended.cut_off_on(date(2026, 1, 5)) == later
    early = RunDay(date(2026, 1, 5), cut_off=later, early=MONDAY)
    await store.agenda.put_run_day(campaign.id, early)
    amended = await calendar.calendar_of(store, campaign.id, RULES)
    assert amended.cut_off_on(date(2026, 1, 5)) == MONDAY
    await store.agenda.remove_holidays(campaign.id, [tuesday, saturday])
    assert await store.agenda.holidays(campaign.id) == []
