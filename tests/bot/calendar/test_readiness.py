"""Runs that are early since all are ready, and runs that wait since far too many are missing."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from bot.calendar import readiness
from bot.calendar.readiness import look_for_early
from bot.campaign.almanac import EARLY
from bot.practice.table import Table
from bot.store.records import CampaignState
from bot.workers import WorkerCrashed
from tests.bot.pressing import fill, press
from tests.bot.samples import campaign_on, channel, posts, says, store_of, ticks, told, words
from tests.bot.tables import once

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
START = datetime(2026, 1, 5, 8, tzinfo=UTC)
MONDAY = START + 6 * HOUR
FRIDAY = MONDAY + 4 * DAY
SOON = timedelta(minutes=10)
EXTENSIONS = [
    "bot.rounds",
    "bot.commands.campaign",
    "bot.desk.command",
    "bot.deadlines.player_commands",
    "bot.joining.command",
    "bot.log.commands",
]
EXTENSIONS += ["bot.guild_commands", "bot.orders.queue"]

COGS = EXTENSIONS


async def made(table: Table, campaign: int) -> list[tuple[str, str]]:
    return await ticks(table.bot.host, campaign, table.guild.handle.id)


async def submits(table: Table, who: str, day: date) -> None:
    """A person's turn, without orders, as `/orders submit` stores it."""
    async with store_of(table) as store:
        with table.env._bot_scope():
            await store.submissions.submit(1, table.guild.people[who].id, lambda _: day)
            await look_for_early(table.bot.host, table.guild.handle.id, 1)
    await table.rest()


async def withdraws(table: Table, who: str) -> None:
    async with store_of(table) as store:
        with table.env._bot_scope():
            await store.submissions.withdraw(1, table.guild.people[who].id)
            await look_for_early(table.bot.host, table.guild.handle.id, 1)
    await table.rest()


# ---------------------------------------------------------------- early runs


async def test_a_run_is_early_once_all_are_ready_if_the_moderators_want_it(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada", "Bram"], start=True)
    day = date(2026, 1, 5)
    for who in ("Ada", "Bram"):
        await submits(table, who, day)
    assert table.clock.next_wake() == MONDAY, "no campaign has early runs unless it wants them"
    answer = told(await says(table, "Morgan", "timing", early=True))
    assert "Runs are early once everyone is ready." in answer
    assert table.clock.next_wake() == START + SOON
    assert "Everyone is ready" in posts(table, "herald")[-1]
    await table.move_to(START + SOON)
    assert await made(table, campaign) == [("run", "Mon 05")]
    async with store_of(table) as store:
        assert await store.submissions.all_pending(campaign) == []
    await table.move_to(MONDAY + DAY)
    assert await made(table, campaign) == [("run", "Mon 05"), ("run", "Tue 06")]


async def test_nobody_waits_for_who_is_away_and_who_withdraws_stops_the_run(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada", "Bram"], start=True)
    await says(table, "Morgan", "timing", early=True)
    await submits(table, "Ada", date(2026, 1, 5))
    assert table.clock.next_wake() == MONDAY
    await says(table, "Bram", "vacation", **{"from": "2026-01-05", "to": "2026-01-11"})
    assert table.clock.next_wake() == START + SOON
    await withdraws(table, "Ada")
    assert "Not everyone is ready any more" in posts(table, "herald")[-1]
    await table.move_to(START + HOUR)
    assert await made(table, campaign) == []
    assert table.clock.next_wake() == MONDAY


async def test_an_early_run_comes_no_sooner_than_so_many_hours_after_the_last(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada", "Bram"], start=True)
    await says(table, "Morgan", "timing", early=True)
    await table.move_to(MONDAY)
    for who in ("Ada", "Bram"):
        await submits(table, who, date(2026, 1, 6))
    assert table.clock.next_wake() == MONDAY + 12 * HOUR
    await table.move_to(MONDAY + 12 * HOUR)
    assert await made(table, campaign) == [("run", "Mon 05"), ("run", "Tue 06")]


async def test_a_day_that_nobody_wants_is_not_run_early(table: Table) -> None:
    await campaign_on(table, ["Ada"], start=True)
    await says(table, "Morgan", "timing", early=True)
    await submits(table, "Ada", date(2026, 1, 8))
    assert table.clock.next_wake() == MONDAY


def fail_to_look(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """Have a worker die under the looking for an early run, that many times."""
    left = [WorkerCrashed("the process died")] * times
    real = readiness.idle_players

    async def idle(*args: Any) -> frozenset[int]:
        if left:
            raise left.pop()
        return await real(*args)

    monkeypatch.setattr(readiness, "idle_players", idle)


@pytest.mark.parametrize("act", ["submit", "withdraw", "vacation", "vacation called off"])
async def test_what_was_done_is_told_as_done_though_no_early_run_could_be_looked_for(
    table: Table, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    campaign = await campaign_on(table, ["Ada", "Bram"], start=True)
    await says(table, "Morgan", "timing", early=True)
    away = {"from": "2026-01-05", "to": "2026-01-11"}
    if act in ("submit", "vacation called off"):
        await says(table, "Bram", "vacation", **away)
    if act == "submit":
        order = await says(table, "Ada", "set message", bearer="Maud Harrowgate", message="Ho!")
        assert "Order taken" in told(order), told(order)
    else:
        await submits(table, "Ada", date(2026, 1, 5))
    if act == "withdraw":
        await submits(table, "Bram", date(2026, 1, 5))
    fail_to_look(
        monkeypatch, times=2
    )  # for the acting person, and for the rounds at once afterwards
    if act == "submit":
        async with store_of(table) as store:
            await store.turn_notes.silence(1, table.guild.people["Ada"].id, silent=True)
        done = told(await says(table, "Ada", "orders submit"))
        assert "Turn submitted" in done
    elif act == "withdraw":
        done = told(await says(table, "Ada", "orders withdraw"))
        assert "will not run" in done
    elif act == "vacation":
        done = told(await says(table, "Bram", "vacation", **away))
        assert "You are away" in done
    else:
        asked = await says(table, "Bram", "vacation")
        pressed = await press(table, "Bram", asked, "I am back")
        done = words(pressed.response)
        assert "You are back" in done
    assert "I look again in a moment" in done
    assert "Nothing was changed" not in done
    assert table.env.errors == []
    async with store_of(table) as store:
        run = await store.agenda.run_day(campaign, date(2026, 1, 5))
    early = run.early
    await table.move_to(START + timedelta(seconds=30))
    async with store_of(table) as store:
        run = await store.agenda.run_day(campaign, date(2026, 1, 5))
        assert all(timer.name != EARLY for timer in await store.timers.all())
    assert (run.early is None) is (early is not None)


# ---------------------------------------------------------------- runs that wait


async def waiting(table: Table) -> Any:
    """A campaign whose Friday's run waits for Bram; the message to the moderators."""

    async def week() -> None:
        await campaign_on(table, ["Ada", "Bram"], start=True)
        await says(table, "Morgan", "timing", quorum=50)
        await table.move_to(FRIDAY)

    await once(table, ("a week that waits",), week)
    history = channel(table, "moderators").history()
    (asked,) = [each for each in history if "waits" in (each.content or "")]
    return asked


async def test_a_weeks_last_run_waits_a_day_at_a_time_if_too_few_turns_are_in(table: Table) -> None:
    asked = await waiting(table)
    assert "0 of 2 turns" in asked.content
    assert len(await made(table, 1)) == 4, "only the week's last run is asked"
    assert "too few turns are in" in told(await says(table, "Ada", "calendar"))
    assert "waits" in posts(table, "herald")[-1]
    assert "run waits: 2026-01-09, 0 of 2 turns in" in told(await says(table, "Morgan", "log"))
    await submits(table, "Ada", date(2026, 1, 9))
    await table.move_to(FRIDAY + DAY)
    assert (await made(table, 1))[-2:] == [("run", "Fri 09"), ("weekly", "Sat 10")]
    async with store_of(table) as store:
        assert await store.submissions.all_pending(1) == [], "its turn was of the old week"
        (tick, *_) = await store.campaigns.ticks(1)
    assert tick.turn == 2


async def test_a_run_that_waits_asks_anew_each_day_and_never_stalls_silently(table: Table) -> None:
    await waiting(table)
    await table.move_to(FRIDAY + 2 * DAY + HOUR)
    history = channel(table, "moderators").history()
    assert len([each for each in history if "waits" in (each.content or "")]) == 3
    async with store_of(table) as store:
        assert (await store.campaigns.get(1)).state is CampaignState.RUNNING
    assert len(await made(table, 1)) == 4


async def test_moderators_let_it_run_anyway_once(table: Table) -> None:
    asked = await waiting(table)
    await table.move(HOUR)
    assert "The run is made." in told(await press(table, "Morgan", asked, "Run anyway"))
    assert (await made(table, 1))[-1] == ("run", "Fri 09")
    assert "waits no longer" in told(await press(table, "Morgan", asked, "Run anyway"))
    assert "made anyway" in told(await says(table, "Morgan", "log"))
    await table.move_to(FRIDAY + DAY)
    assert (await made(table, 1))[-1] == ("weekly", "Sat 10")


async def test_moderators_let_it_wait_longer_also_after_a_restart(table: Table) -> None:
    asked = await waiting(table)
    with table.env._bot_scope():
        await table.bot.remove_cog("Rounds")
    await table.restart_bot()
    await table.move(HOUR)
    assert "I look again" in told(await press(table, "Morgan", asked, "Wait a day"))
    assert table.clock.next_wake() == FRIDAY + 25 * HOUR
    assert "I look again" in told(await fill(table, "Morgan", asked, "Extend …", hours="48"))
    assert table.clock.next_wake() == FRIDAY + 49 * HOUR


async def test_with_enough_turns_or_nobody_expected_nothing_waits(table: Table) -> None:
    await campaign_on(table, ["Ada", "Bram"], start=True)
    await says(table, "Morgan", "timing", quorum=50)
    await submits(table, "Ada", date(2026, 1, 6))
    await table.move_to(FRIDAY)
    assert (await made(table, 1))[-1] == ("run", "Fri 09")
    for who in ("Ada", "Bram"):
        await says(table, who, "vacation", **{"from": "2026-01-12", "to": "2026-01-18"})
    await table.move_to(FRIDAY + 7 * DAY)
    assert (await made(table, 1))[-1] == ("run", "Fri 16")


async def test_idle_players_are_not_expected(table: Table) -> None:
    await campaign_on(table, ["Ada", "Bram"], start=True)
    await table.move_to(FRIDAY + 15 * DAY)
    await says(table, "Morgan", "timing", quorum=100)
    await table.move_to(FRIDAY + 21 * DAY)
    assert (await made(table, 1))[-1] == ("run", "Fri 30"), "both have been idle for long"


async def test_a_host_that_was_away_waits_only_from_when_it_is_back(table: Table) -> None:
    await campaign_on(table, ["Ada", "Bram"], start=True)
    await says(table, "Morgan", "timing", quorum=50)
    back = FRIDAY + 3 * DAY + HOUR
    table.clock.move_to(back)
    await table.rest()
    assert len(await made(table, 1)) == 4
    assert table.clock.next_wake() == back + DAY
    table.clock.move_to(FRIDAY)
    await table.rest()
    assert len(await made(table, 1)) == 4, "a clock put back changes nothing"


async def test_the_wait_spans_a_change_of_the_clocks(table: Table) -> None:
    """On Sunday, 8 March 2026 New York's clocks are put forward."""
    friday = datetime(2026, 3, 6, 14, tzinfo=UTC)
    await table.move_to(friday - 4 * DAY - 6 * HOUR)
    await campaign_on(table, ["Ada"], start=True)
    await table.move_to(friday - DAY)
    await says(table, "Morgan", "desk extend", hours=72, reason="the clocks change")
    assert table.clock.next_wake() == friday + 72 * HOUR, "an hour after Monday's own cut-off"
    await table.move_to(friday + 72 * HOUR)
    assert (await made(table, 1))[-3:] == [
        ("run", "Fri 06"),
        ("monthly", "Sat 07"),
        ("run", "Mon 09"),
    ]
