"""The rounds: what is due is made once and in order, whatever happens to the host meanwhile."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from typing import Any

import pytest

from bot import catching_up
from bot.campaign import almanac as calendar
from bot.campaign.almanac import TIMER
from bot.doing import tell_status
from bot.ending.holding import hold
from bot.modules.amending import Wanted, amend
from bot.store.errors import StoreError, StoreFull, StoreNotWritable
from bot.store.records import CampaignState, Message, MessageKind
from bot.store.resolving import take_lease
from bot.store.steps import CEREMONY, ROLE, STATUS
from bot.workers import WorkerCrashed
from engine.module.schema import Victory
from tests.bot.founding import SEED
from tests.bot.samples import GUILD, MONDAY, USER, Running

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
CUT_OFF = MONDAY + 6 * HOUR
WEEK = [("run", day) for day in ("Mon 05", "Tue 06", "Wed 07", "Thu 08", "Fri 09")]


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catching_up, "RETRIES", (0.0, 0.0))


async def _waiting(running: Running, role: str) -> list[Message]:
    """All messages that wait for a place, in order; they count as sent now."""
    found: list[Message] = []
    async with running.store() as store:
        await store.places.put(running.id, role, 1)
        while ready := await store.outbox.ready(running.clock.now()):
            await store.outbox.sent(ready[0].id, 1)
            found.append(ready[0])
    return found


@pytest.fixture
def failing(running: Running, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[int]]:
    """Lets the first ticks fail, before they are made or right after their commit."""
    real: Callable[..., Awaitable[Any]] = running.host.tick
    calls: list[int] = []

    def fail(error: Exception, times: int, *, after: bool = False) -> list[int]:
        async def tick(*args: Any, **options: Any) -> Any:
            calls.append(len(calls))
            if len(calls) > times:
                return await real(*args, **options)
            if after:
                await real(*args, **options)
            raise error

        monkeypatch.setattr(running.host, "tick", tick)
        return calls

    return fail


# ---------------------------------------------------------------- catching up


@pytest.mark.rule("cohorts.turn.processing")
async def test_what_fell_due_while_the_host_was_away_is_made_in_calendar_order(running: Running):
    running.clock.move(16 * DAY)
    assert await running.catch_up() == 14
    assert await running.ticks() == [
        *WEEK,
        ("weekly", "Sat 10"),
        *[("run", day) for day in ("Mon 12", "Tue 13", "Wed 14", "Thu 15", "Fri 16")],
        ("weekly", "Sat 17"),
        ("run", "Mon 19"),
        ("run", "Tue 20"),
    ]


async def test_nothing_is_made_before_it_is_due_and_nothing_twice(running: Running):
    running.clock.move_to(CUT_OFF - timedelta(microseconds=1))
    assert await running.catch_up() == 0
    running.clock.move_to(CUT_OFF)
    assert await running.catch_up() == 1
    assert await running.catch_up() == 0


async def test_a_clock_that_is_put_back_makes_no_day_again(running: Running):
    running.clock.move(2 * DAY)
    assert await running.catch_up() == 2
    running.clock.move(-30 * HOUR)
    assert await running.catch_up() == 0
    running.clock.move(30 * HOUR + DAY)
    assert await running.catch_up() == 1
    assert await running.ticks() == WEEK[:3]


@pytest.mark.rule("cohorts.turn.cut-off")
async def test_a_clock_that_jumped_ahead_and_is_put_right_makes_each_day_once(running: Running):
    running.clock.move(DAY)
    assert await running.catch_up() == 1
    running.clock.move(2 * DAY)
    assert await running.catch_up() == 2
    for _ in range(2):  # put right, and the two days pass
        running.clock.move(-DAY)
        assert await running.catch_up() == 0
    for wanted in (0, 0, 1):
        running.clock.move(DAY)
        assert await running.catch_up() == wanted
    assert await running.ticks() == WEEK[:4]
    async with running.store() as store:
        made = await store.campaigns.ticks(running.id)
    at = [tick.committed_at for tick in sorted(made, key=lambda tick: tick.number)]
    assert at == sorted(at), "no commit is dated before the one before it"
    await running.holds()


async def test_a_turn_submitted_at_the_cut_off_is_not_in_that_days_run(running: Running):
    async with running.store() as store:
        running.clock.move_to(CUT_OFF)
        await store.submissions.submit(running.id, USER, lambda _: date(2026, 1, 5))
        await running.catch_up()
        late = await store.submissions.pending(running.id, USER)
        assert late is not None
        assert late.consumed_tick is None
        running.clock.move(DAY)
        await running.catch_up()
        (taken,) = await store.submissions.of_user(running.id, USER)
        tuesday = (await store.campaigns.ticks(running.id))[0]
    assert taken.consumed_tick == tuesday.number
    assert tuesday.local_date == date(2026, 1, 6)


async def test_two_who_catch_up_at_once_make_each_tick_once(running: Running):
    running.clock.move(3 * DAY)
    both = await asyncio.gather(running.catch_up(), running.catch_up())
    assert sum(both) == 3
    assert await running.ticks() == WEEK[:3]
    assert (await running.campaign()).state is CampaignState.RUNNING


async def test_the_status_is_brought_up_to_date_after_catching_up(running: Running):
    running.clock.move(6 * DAY)
    await running.catch_up()
    assert "Turn 2" in await _status(running)


# ---------------------------------------------------------------- the end


async def _status(running: Running) -> str:
    """The status message, once the step is done that brings it up to date."""
    async with running.store() as store:
        assert await store.timers.get(running.id, STATUS)
        await tell_status(running.host, GUILD, store, running.id)
    waiting = await _waiting(running, "herald")
    (edit,) = [m.payload for m in waiting if m.kind is MessageKind.EDIT_STATUS]
    return edit


async def _timers(running: Running) -> list[str]:
    """What is waited for, but for roles: without Discord nobody has any."""
    async with running.store() as store:
        names = [each.name for each in await store.timers.all()]
    return [name for name in names if not name.startswith(ROLE)]


async def _ending_after(running: Running, turns: int) -> None:
    """The module ends the campaign after that many turns."""
    rules = await running.rules()
    module = rules.module.model_copy(update={"victory": Victory(turns=turns)})
    wanted = Wanted(module=module, who=USER, why="", news="")
    await amend(running.host, GUILD, await running.campaign(), wanted)


async def test_a_campaign_whose_rules_end_it_is_over_in_the_store_and_not_due(running: Running):
    await _ending_after(running, 1)
    running.clock.move(30 * DAY)
    assert await running.catch_up() == 6
    assert await running.ticks() == [*WEEK, ("weekly", "Sat 10")]
    assert (await running.campaign()).state is CampaignState.ENDED
    assert await _timers(running) == [CEREMONY, STATUS], "and it is still to be seen off"
    assert await running.catch_up() == 0
    await running.holds()


async def test_the_herald_tells_the_end_the_standing_and_the_seed(running: Running):
    await _ending_after(running, 1)
    running.clock.move(6 * DAY)
    await running.catch_up()
    waiting = await _waiting(running, "herald")
    assert "The campaign is over" in await _status(running)
    news = [m.payload for m in waiting if m.kind is not MessageKind.EDIT_STATUS][-1]
    assert "Turn 1 was the last. The victor was **House Ashmark**." in news
    worth = r"cities: 1 for 10 points.*, thousand people: \d+\)"
    assert re.search(rf"1\. House Ashmark: \d+ points \({worth}", news), news
    assert "Turn 2 begins" not in news
    for _ in range(2):  # held again after a kill, it is told once
        await hold(running.host, GUILD, running.id)
    ceremony = [m for m in await _waiting(running, "herald") if "·END·" in m.key]
    heads = ("🏁 The end of", "🏆 How all stood", "🗺️ The world", "🎖️ Medals", "📜 The chron", "🎞️")
    assert [any(head in m.payload for m in ceremony) for head in heads] == [True] * len(heads)
    assert "**House Ashmark** won." in ceremony[0].payload
    assert "Turn 1 was its last." in ceremony[0].payload
    farewell = ceremony[-1].payload
    assert SEED.hex() in farewell
    assert (await running.campaign()).seed_hash in farewell
    assert sum(SEED.hex() in m.payload for m in ceremony) == 1


async def test_the_status_is_mended_if_the_host_died_after_the_end(running: Running, failing: Any):
    await _ending_after(running, 1)
    running.clock.move(4 * DAY + HOUR)
    await running.catch_up()
    running.clock.move(30 * DAY)
    failing(StoreError("the host is gone"), 2, after=True)
    for _ in range(2):
        with pytest.raises(StoreError):
            await running.catch_up()
    assert (await running.campaign()).state is CampaignState.ENDED
    async with running.store() as store:
        assert TIMER in [each.name for each in await store.timers.all()], "it rings again"
    assert await running.catch_up() == 0
    assert "The campaign is over" in await _status(running)
    assert await _timers(running) == [CEREMONY]


# ---------------------------------------------------------------- faults


async def test_a_tick_that_breaks_pauses_the_campaign_and_stays_due(running: Running, failing: Any):
    calls = failing(KeyError("a rule is broken"), 1)
    running.clock.move(2 * DAY)
    assert await running.catch_up() == 0
    assert len(calls) == 1
    assert (await running.campaign()).state is CampaignState.PAUSED
    warning = (await _waiting(running, "moderators"))[-1].payload
    assert "/campaign resume" in warning
    assert "a rule is broken" in warning
    async with running.store() as store:
        (entry, *_) = await store.audit.latest(running.id)
        assert (entry.who, entry.what) == (0, "campaign paused")
        assert [t for t in await store.timers.all() if t.name == TIMER] == []
        present = await store.campaigns.get(running.id)
        await calendar.resume(
            store, present, (await running.rules()).module.calendar, running.clock.now()
        )
    assert await running.catch_up() == 2
    assert await running.ticks() == WEEK[:2]


async def test_a_tick_that_breaks_does_not_wake_a_campaign_that_has_ended(
    running: Running, monkeypatch: pytest.MonkeyPatch
):
    async def tick(*_: Any, **__: Any) -> None:
        async with running.store() as store:
            await store.campaigns.set_state(running.id, CampaignState.ENDED)
        raise KeyError("broken")

    monkeypatch.setattr(running.host, "tick", tick)
    running.clock.move(DAY)
    await running.catch_up()
    assert (await running.campaign()).state is CampaignState.ENDED


@pytest.mark.parametrize("after", [False, True])
async def test_a_tick_whose_worker_is_lost_is_made_once_all_the_same(
    running: Running, failing: Any, after: bool
):
    failing(WorkerCrashed("gone"), 1, after=after)
    running.clock.move(2 * DAY)
    await running.catch_up()
    assert await running.ticks() == WEEK[:2]
    assert (await running.campaign()).state is CampaignState.RUNNING


async def test_a_tick_that_loses_every_worker_pauses_the_campaign(running: Running, failing: Any):
    calls = failing(WorkerCrashed("gone"), 99)
    running.clock.move(DAY)
    assert await running.catch_up() == 0
    assert len(calls) == len(catching_up.RETRIES) + 1
    assert (await running.campaign()).state is CampaignState.PAUSED


@pytest.mark.parametrize("error", [StoreFull("no room"), StoreNotWritable("read-only")])
async def test_a_full_or_read_only_disk_pauses_nothing(
    running: Running, failing: Any, error: StoreError
):
    failing(error, 1)
    running.clock.move(DAY)
    with pytest.raises(type(error)):
        await running.catch_up()
    assert (await running.campaign()).state is CampaignState.RUNNING
    assert await running.catch_up() == 1


async def test_a_campaign_that_another_process_resolves_is_left_to_it_for_a_while(running: Running):
    running.clock.move(DAY)
    lease = take_lease(running.path, running.id, running.clock.now(), timedelta(seconds=30))
    assert await running.catch_up() == 0
    async with running.store() as store:
        (timer,) = [t for t in await store.timers.all() if t.name == TIMER]
    assert timer.at == lease.expires_at
    running.clock.move_to(timer.at)
    assert await running.catch_up() == 1


async def test_a_module_that_cannot_be_read_any_more_pauses_only_its_campaign(
    running: Running, monkeypatch: pytest.MonkeyPatch
):
    async def rules(*_: Any) -> None:
        raise LookupError("no such pack")

    monkeypatch.setattr(running.host, "rules", rules)
    running.clock.move(DAY)
    assert await running.catch_up() == 0
    assert (await running.campaign()).state is CampaignState.PAUSED
