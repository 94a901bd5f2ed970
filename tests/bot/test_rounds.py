"""The rounds: what is due is made once and in order, whatever happens to the host meanwhile."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from typing import Any

import pytest
import pytest_asyncio

from bot import catching_up
from bot.campaign import almanac as calendar
from bot.campaign.almanac import TIMER
from bot.catching_up import catch_up
from bot.clock import MovableClock
from bot.doing import tell_status
from bot.ending.holding import hold
from bot.host import Host
from bot.store.errors import StoreError, StoreFull, StoreNotWritable
from bot.store.records import Campaign, CampaignState, Message, MessageKind, ModuleCopy
from bot.store.resolving import take_lease
from bot.store.steps import CEREMONY, ROLE, STATUS
from bot.verifying import verify
from bot.workers import WorkerCrashed
from engine.module.schema import Victory
from tests.bot.founding import SEED
from tests.bot.samples import (
    GUILD,
    MONDAY,
    USER,
    founded,
    started,
    ticks,
)

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
CUT_OFF = MONDAY + 6 * HOUR
WEEK = [("run", day) for day in ("Mon 05", "Tue 06", "Wed 07", "Thu 08", "Fri 09")]


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catching_up, "RETRIES", (0.0, 0.0))


@pytest_asyncio.fixture(loop_scope="function")
async def campaign(host: Host) -> Campaign:
    """A campaign that starts on Monday, six hours before the cut-off."""
    return await started(host, await founded(host))


async def _state(host: Host, campaign: Campaign) -> CampaignState:
    async with host.stores.use(GUILD) as store:
        return (await store.campaigns.get(campaign.id)).state


async def _waiting(host: Host, campaign: Campaign, role: str) -> list[Message]:
    """All messages that wait for a place, in order; they count as sent now."""
    found: list[Message] = []
    async with host.stores.use(GUILD) as store:
        await store.places.put(campaign.id, role, 1)
        while ready := await store.outbox.ready(host.clock.now()):
            await store.outbox.sent(ready[0].id, 1)
            found.append(ready[0])
    return found


def _failing(
    host: Host,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    times: int,
    *,
    after: bool = False,
) -> list[int]:
    """Let the first ticks fail, before they are made or right after their commit."""
    real: Callable[..., Awaitable[Any]] = host.tick
    calls: list[int] = []

    async def tick(*args: Any, **options: Any) -> Any:
        calls.append(len(calls))
        if len(calls) > times:
            return await real(*args, **options)
        if after:
            await real(*args, **options)
        raise error

    monkeypatch.setattr(host, "tick", tick)
    return calls


# ---------------------------------------------------------------- catching up


@pytest.mark.rule("cohorts.turn.processing")
async def test_what_fell_due_while_the_host_was_away_is_caught_up_in_calendar_order(
    host: Host, clock: MovableClock, campaign: Campaign
):
    clock.move(16 * DAY)
    assert await catch_up(host, GUILD, campaign.id) == 14
    assert await ticks(host, campaign.id) == [
        *WEEK,
        ("weekly", "Sat 10"),
        *[("run", day) for day in ("Mon 12", "Tue 13", "Wed 14", "Thu 15", "Fri 16")],
        ("weekly", "Sat 17"),
        ("run", "Mon 19"),
        ("run", "Tue 20"),
    ]


async def test_nothing_is_made_before_it_is_due_and_nothing_twice(
    host: Host, clock: MovableClock, campaign: Campaign
):
    clock.move_to(CUT_OFF - timedelta(microseconds=1))
    assert await catch_up(host, GUILD, campaign.id) == 0
    clock.move_to(CUT_OFF)
    assert await catch_up(host, GUILD, campaign.id) == 1
    assert await catch_up(host, GUILD, campaign.id) == 0


async def test_a_clock_that_is_put_back_makes_no_day_again(
    host: Host, clock: MovableClock, campaign: Campaign
):
    clock.move(2 * DAY)
    assert await catch_up(host, GUILD, campaign.id) == 2
    clock.move(-30 * HOUR)
    assert await catch_up(host, GUILD, campaign.id) == 0
    clock.move(30 * HOUR + DAY)
    assert await catch_up(host, GUILD, campaign.id) == 1
    assert await ticks(host, campaign.id) == WEEK[:3]


@pytest.mark.rule("cohorts.turn.cut-off")
async def test_a_clock_that_jumped_ahead_and_is_put_right_makes_each_day_once(
    host: Host, clock: MovableClock, campaign: Campaign
):
    clock.move(DAY)
    assert await catch_up(host, GUILD, campaign.id) == 1
    clock.move(2 * DAY)
    assert await catch_up(host, GUILD, campaign.id) == 2
    for _ in range(2):  # put right, and the two days pass
        clock.move(-DAY)
        assert await catch_up(host, GUILD, campaign.id) == 0
    for wanted in (0, 0, 1):
        clock.move(DAY)
        assert await catch_up(host, GUILD, campaign.id) == wanted
    assert await ticks(host, campaign.id) == WEEK[:4]
    async with host.stores.use(GUILD) as store:
        made = await store.campaigns.ticks(campaign.id)
    at = [tick.committed_at for tick in sorted(made, key=lambda tick: tick.number)]
    assert at == sorted(at), "no commit is dated before the one before it"
    assert [each.faults for each in verify(host.path(GUILD), campaign.id) if each.faults] == []


async def test_a_turn_submitted_at_the_cut_off_is_not_in_that_days_run(
    host: Host, clock: MovableClock, campaign: Campaign
):
    async with host.stores.use(GUILD) as store:
        clock.move_to(CUT_OFF)
        await store.submissions.submit(campaign.id, USER, lambda _: date(2026, 1, 5))
        await catch_up(host, GUILD, campaign.id)
        late = await store.submissions.pending(campaign.id, USER)
        assert late is not None
        assert late.consumed_tick is None
        clock.move(DAY)
        await catch_up(host, GUILD, campaign.id)
        (taken,) = await store.submissions.of_user(campaign.id, USER)
        tuesday = (await store.campaigns.ticks(campaign.id))[0]
    assert taken.consumed_tick == tuesday.number
    assert tuesday.local_date == date(2026, 1, 6)


async def test_two_who_catch_up_at_once_make_each_tick_once(
    host: Host, clock: MovableClock, campaign: Campaign
):
    clock.move(3 * DAY)
    both = await asyncio.gather(
        catch_up(host, GUILD, campaign.id), catch_up(host, GUILD, campaign.id)
    )
    assert sum(both) == 3
    assert await ticks(host, campaign.id) == WEEK[:3]
    assert await _state(host, campaign) is CampaignState.RUNNING


async def test_the_status_is_brought_up_to_date_after_catching_up(
    host: Host, clock: MovableClock, campaign: Campaign
):
    clock.move(6 * DAY)
    await catch_up(host, GUILD, campaign.id)
    assert "Turn 2" in await _status(host, campaign)


# ---------------------------------------------------------------- the end


async def _status(host: Host, campaign: Campaign) -> str:
    """The status message, once the step is done that brings it up to date."""
    async with host.stores.use(GUILD) as store:
        assert await store.timers.get(campaign.id, STATUS)
        await tell_status(host, GUILD, store, campaign.id)
    waiting = await _waiting(host, campaign, "herald")
    (edit,) = [m.payload for m in waiting if m.kind is MessageKind.EDIT_STATUS]
    return edit


async def _timers(host: Host) -> list[str]:
    """What is waited for, but for roles: without Discord nobody has any."""
    async with host.stores.use(GUILD) as store:
        names = [each.name for each in await store.timers.all()]
    return [name for name in names if not name.startswith(ROLE)]


async def _ending_after(host: Host, campaign: Campaign, turns: int) -> None:
    """The module ends the campaign after that many turns."""
    rules = await host.rules(GUILD, campaign)
    module = rules.module.model_copy(update={"victory": Victory(turns=turns)})
    copy = ModuleCopy(module.digest(), module.name, module.to_json())
    async with host.stores.use(GUILD) as store:
        await store.campaigns.change_module(campaign.id, copy)


async def test_a_campaign_whose_rules_end_it_is_over_in_the_store_and_nothing_is_due_any_more(
    host: Host, clock: MovableClock, campaign: Campaign
):
    await _ending_after(host, campaign, 1)
    clock.move(30 * DAY)
    assert await catch_up(host, GUILD, campaign.id) == 6
    assert await ticks(host, campaign.id) == [*WEEK, ("weekly", "Sat 10")]
    assert await _state(host, campaign) is CampaignState.ENDED
    assert await _timers(host) == [CEREMONY, STATUS], "and it is still to be seen off"
    assert await catch_up(host, GUILD, campaign.id) == 0
    assert [each.faults for each in verify(host.path(GUILD), campaign.id) if each.faults] == []


async def test_the_herald_tells_the_end_the_standing_and_the_seed(
    host: Host, clock: MovableClock, campaign: Campaign
):
    await _ending_after(host, campaign, 1)
    clock.move(6 * DAY)
    await catch_up(host, GUILD, campaign.id)
    assert "The campaign is over" in await _status(host, campaign)
    waiting = await _waiting(host, campaign, "herald")
    news = [m.payload for m in waiting if m.kind is not MessageKind.EDIT_STATUS][-1]
    assert "turn 1 was its last. The victor was **House Ashmark**." in news
    worth = r"cities: 1 for 10 points.*, thousand people: \d+\)"
    assert re.search(rf"1\. House Ashmark: \d+ points \({worth}", news), news
    assert "Turn 2 begins" not in news
    for _ in range(2):  # held again after a kill, it is told once
        await hold(host, GUILD, campaign.id)
    ceremony = [m for m in await _waiting(host, campaign, "herald") if "·END·" in m.key]
    heads = ("🏁 The end of", "🏆 How all stood", "🗺️ The world", "🎖️ Medals", "📜 The chron", "🎞️")
    assert [any(head in m.payload for m in ceremony) for head in heads] == [True] * len(heads)
    assert "**House Ashmark** won." in ceremony[0].payload
    assert "Turn 1 was its last." in ceremony[0].payload
    farewell = ceremony[-1].payload
    assert SEED.hex() in farewell
    assert campaign.seed_hash in farewell
    assert sum(SEED.hex() in m.payload for m in ceremony) == 1


async def test_the_status_is_mended_if_the_host_died_right_after_the_last_tick(
    host: Host, clock: MovableClock, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
):
    await _ending_after(host, campaign, 1)
    clock.move(4 * DAY + HOUR)
    await catch_up(host, GUILD, campaign.id)
    clock.move(30 * DAY)
    _failing(host, monkeypatch, StoreError("the host is gone"), 2, after=True)
    for _ in range(2):
        with pytest.raises(StoreError):
            await catch_up(host, GUILD, campaign.id)
    assert await _state(host, campaign) is CampaignState.ENDED
    async with host.stores.use(GUILD) as store:
        assert TIMER in [each.name for each in await store.timers.all()], "it rings again"
    assert await catch_up(host, GUILD, campaign.id) == 0
    assert "The campaign is over" in await _status(host, campaign)
    assert await _timers(host) == [CEREMONY]


# ---------------------------------------------------------------- faults


async def test_a_tick_that_breaks_pauses_the_campaign_and_stays_due(
    host: Host, clock: MovableClock, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
):
    calls = _failing(host, monkeypatch, KeyError("a rule is broken"), 1)
    clock.move(2 * DAY)
    assert await catch_up(host, GUILD, campaign.id) == 0
    assert len(calls) == 1
    assert await _state(host, campaign) is CampaignState.PAUSED
    warning = (await _waiting(host, campaign, "moderators"))[-1].payload
    assert "/campaign resume" in warning
    assert "a rule is broken" in warning
    async with host.stores.use(GUILD) as store:
        (entry, *_) = await store.audit.latest(campaign.id)
        assert (entry.who, entry.what) == (0, "campaign paused")
        assert [t for t in await store.timers.all() if t.name == TIMER] == []
        present = await store.campaigns.get(campaign.id)
        await calendar.resume(
            store, present, (await host.rules(GUILD, present)).module.calendar, clock.now()
        )
    assert await catch_up(host, GUILD, campaign.id) == 2
    assert await ticks(host, campaign.id) == WEEK[:2]


async def test_a_tick_that_breaks_does_not_wake_a_campaign_that_has_ended(
    host: Host, clock: MovableClock, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
):
    async def tick(*_: Any, **__: Any) -> None:
        async with host.stores.use(GUILD) as store:
            await store.campaigns.set_state(campaign.id, CampaignState.ENDED)
        raise KeyError("broken")

    monkeypatch.setattr(host, "tick", tick)
    clock.move(DAY)
    await catch_up(host, GUILD, campaign.id)
    assert await _state(host, campaign) is CampaignState.ENDED


@pytest.mark.parametrize("after", [False, True])
async def test_a_tick_whose_worker_is_lost_is_made_once_all_the_same(
    host: Host,
    clock: MovableClock,
    campaign: Campaign,
    monkeypatch: pytest.MonkeyPatch,
    after: bool,
):
    _failing(host, monkeypatch, WorkerCrashed("gone"), 1, after=after)
    clock.move(2 * DAY)
    await catch_up(host, GUILD, campaign.id)
    assert await ticks(host, campaign.id) == WEEK[:2]
    assert await _state(host, campaign) is CampaignState.RUNNING


async def test_a_tick_that_loses_every_worker_pauses_the_campaign(
    host: Host, clock: MovableClock, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
):
    calls = _failing(host, monkeypatch, WorkerCrashed("gone"), 99)
    clock.move(DAY)
    assert await catch_up(host, GUILD, campaign.id) == 0
    assert len(calls) == len(catching_up.RETRIES) + 1
    assert await _state(host, campaign) is CampaignState.PAUSED


@pytest.mark.parametrize("error", [StoreFull("no room"), StoreNotWritable("read-only")])
async def test_a_full_or_read_only_disk_pauses_nothing(
    host: Host,
    clock: MovableClock,
    campaign: Campaign,
    monkeypatch: pytest.MonkeyPatch,
    error: StoreError,
):
    _failing(host, monkeypatch, error, 1)
    clock.move(DAY)
    with pytest.raises(type(error)):
        await catch_up(host, GUILD, campaign.id)
    assert await _state(host, campaign) is CampaignState.RUNNING
    assert await catch_up(host, GUILD, campaign.id) == 1


async def test_a_campaign_that_another_process_resolves_is_left_to_it_for_a_while(
    host: Host, clock: MovableClock, campaign: Campaign
):
    clock.move(DAY)
    lease = take_lease(host.path(GUILD), campaign.id, clock.now(), timedelta(seconds=30))
    assert await catch_up(host, GUILD, campaign.id) == 0
    async with host.stores.use(GUILD) as store:
        (timer,) = [t for t in await store.timers.all() if t.name == TIMER]
    assert timer.at == lease.expires_at
    clock.move_to(timer.at)
    assert await catch_up(host, GUILD, campaign.id) == 1


async def test_a_module_that_cannot_be_read_any_more_pauses_only_its_campaign(
    host: Host, clock: MovableClock, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
):
    async def rules(*_: Any) -> None:
        raise LookupError("no such pack")

    monkeypatch.setattr(host, "rules", rules)
    clock.move(DAY)
    assert await catch_up(host, GUILD, campaign.id) == 0
    assert await _state(host, campaign) is CampaignState.PAUSED
