"""Holidays, extensions, vacations: what they change of a running campaign, and who learns of it."""

from datetime import UTC, date, datetime, timedelta

import discord
import pytest

from bot.answers import Refused
from bot.calendar import timing
from bot.host import Seat
from bot.practice.table import Table
from tests.bot.pressing import press
from tests.bot.samples import (
    campaign_on,
    channel,
    confirms,
    posts,
    says,
    store_of,
    ticks,
    told,
    words,
)

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MONDAY = datetime(2026, 1, 5, 14, tzinfo=UTC)
"""The first cut-off."""

COGS = [
    "bot.rounds",
    "bot.commands.campaign",
    "bot.desk.command",
    "bot.deadlines.player_commands",
    "bot.log.commands",
    "bot.joining.command",
    "bot.orders.queue",
]


async def made(table: Table, campaign: int) -> list[tuple[str, str]]:
    return await ticks(table.bot.host, campaign, table.guild.handle.id)


def stamp(at: datetime) -> str:
    return f"<t:{int(at.timestamp())}:F>"


def status(table: Table) -> str:
    (pinned,) = [m for m in channel(table, "herald").history() if m.pinned]
    return words(pinned)


async def audit(table: Table) -> str:
    return told(await says(table, "Morgan", "log"))


# ---------------------------------------------------------------- holidays


async def test_on_a_holiday_nothing_runs_and_the_production_comes_first(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    answer = await says(
        table, "Morgan", "holiday-add", **{"from": "2026-01-09", "to": "2026-01-10"}
    )
    assert "move to Monday, 12 January" in told(answer)
    assert "no run and no production" in status(table)
    assert "Holiday" in posts(table, "herald")[-1]
    assert "holiday: Holiday" in await audit(table)
    await table.move_to(MONDAY + 7 * DAY)
    assert (await made(table, campaign))[-3:] == [
        ("run", "Thu 08"),
        ("weekly", "Sat 10"),
        ("run", "Mon 12"),
    ]
    async with store_of(table) as store:
        assert (await store.campaigns.get(campaign)).turn == 2


async def test_a_holiday_can_be_taken_back_until_its_hour(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    for day in ("2026-01-06", "2026-01-07"):
        await says(table, "Morgan", "holiday-add", **{"from": day, "name": "Feast"})
    listed = told(await says(table, "Morgan", "holidays"))
    assert "Tuesday, 6 January" in listed
    assert "Feast" in listed
    await says(table, "Morgan", "holiday-remove", **{"from": "2026-01-07"})
    await table.move_to(MONDAY + DAY)
    late = await says(table, "Morgan", "holiday-remove", **{"from": "2026-01-06"})
    assert "has passed" in told(late)
    assert "Rule “Turn: cut off”" in told(late)
    await table.move_to(MONDAY + 2 * DAY)
    assert await made(table, campaign) == [("run", "Mon 05"), ("run", "Wed 07")]


NO_HOLIDAYS: list[tuple[dict[str, str], str]] = [
    ({"from": "tomorrow"}, "is not a date"),
    ({"from": "2026-01-04"}, "has passed"),
    ({"from": "9999-12-31"}, "more than ten years away"),
    ({"from": "2026-01-09", "to": "9999-12-31"}, "more than ten years away"),
    ({"from": "0001-01-01"}, "more than ten years away"),
    ({"from": "2026-01-09", "to": "2026-01-08"}, "from 1 to 62 days"),
    ({"from": "2026-01-09", "name": "@everyone"}, "shown to everyone"),
]


async def test_a_holiday_that_cannot_be_is_refused(table: Table) -> None:
    await campaign_on(table, ["Ada"], start=True)
    for options, says_so in NO_HOLIDAYS:
        assert says_so in told(await says(table, "Morgan", "holiday-add", **options))
        if set(options) == {"from"} and "away" in says_so:
            left = told(await says(table, "Morgan", "holiday-remove", **options))
            assert says_so in left
        async with store_of(table) as store:
            assert await store.agenda.holidays(1) == []


# ---------------------------------------------------------------- extensions


async def extends(table: Table, who: str) -> str:
    """What the bot says to somebody who asks for an extension, and stands by it."""
    return told(await confirms(table, who, "extend", "Put it off for all"))


async def test_an_extension_is_asked_for_twice_and_holds_for_one_cut_off(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    asked = await says(table, "Ada", "extend")
    assert "Everybody waits for it" in told(asked)
    assert "put off" not in status(table)
    await press(table, "Ada", asked, "No")
    assert "put off" not in status(table)
    async with store_of(table) as store:
        (member,) = await store.members.of_campaign(campaign)
        seat = Seat(store.guild, await store.campaigns.get(campaign), member)
    with pytest.raises(Refused, match="is not the next one any more"):
        await timing.extend(table.bot.host, seat, date(2026, 1, 6))


async def test_a_faction_puts_the_cut_off_off_for_all_once_a_month(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada", "Bram"], start=True)
    answer = await extends(table, "Ada")
    assert stamp(MONDAY + 12 * HOUR) in answer
    assert "0 left" in answer
    assert "asked for more time" in posts(table, "herald")[-1]
    assert "put off" in status(table)
    await table.move_to(MONDAY + 11 * HOUR)
    assert await made(table, campaign) == []
    await table.move_to(MONDAY + 12 * HOUR)
    assert await made(table, campaign) == [("run", "Mon 05")]
    assert "has used its 1 of January" in told(await says(table, "Bram", "extend"))
    unknown = told(await says(table, "Morgan", "refund", faction="House Ashmrak"))
    assert "no such faction" in unknown
    assert "Did you mean House Ashmark?" in unknown
    given = await says(table, "Morgan", "refund", faction="house ashmark")
    assert "House Ashmark has 1 left" in told(given)
    assert stamp(MONDAY + DAY + 12 * HOUR) in await extends(table, "Bram")
    assert "extension given back: House Ashmark" in await audit(table)


async def test_an_extension_runs_into_no_other_day_but_a_moderators_may(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    await says(table, "Morgan", "desk extend", hours=18, reason="a storm")
    assert "a storm" in posts(table, "herald")[-1]
    assert "would run into the run of Tuesday" in told(await says(table, "Ada", "extend"))
    await says(table, "Morgan", "desk extend", hours=24, reason="a flood")
    await table.move_to(MONDAY + 41 * HOUR)
    assert await made(table, campaign) == []
    await table.move_to(MONDAY + 42 * HOUR)
    assert await made(table, campaign) == [("run", "Mon 05"), ("run", "Tue 06")]
    await table.move_to(MONDAY + 2 * DAY)
    assert (await made(table, campaign))[-1] == ("run", "Wed 07")


async def test_extensions_are_new_in_a_new_month(table: Table) -> None:
    await campaign_on(table, ["Ada"], start=True)
    await extends(table, "Ada")
    await table.move_to(datetime(2026, 1, 31, 20, tzinfo=UTC))
    assert "0 left" in await extends(table, "Ada")


# ---------------------------------------------------------------- vacations


@pytest.mark.rule("cohorts.turn.missed-turn")
async def test_weeks_of_a_vacation_make_nobody_idle_but_others_become_so_and_moderators_are_told(
    table: Table,
) -> None:
    await campaign_on(table, ["Ada", "Bram"], start=True)
    answer = await says(table, "Ada", "vacation", **{"from": "2026-01-05", "to": "2026-01-23"})
    assert "away from Monday, 5 January to Friday, 23 January" in told(answer)
    assert "1 away" in status(table)
    await table.move_to(MONDAY + 19 * DAY)
    (warning,) = [post for post in posts(table, "moderators") if "Idle from now on" in post]
    assert "Bram" in warning.split("Idle from now on")[1]
    assert "Ada" not in warning.split("Idle from now on")[1].split("Done outside")[0]
    assert "Bram ran no turn for 3 weeks" in "\n".join(posts(table, "ashmark"))
    assert not any("waits for your turn" in words(m) for m in dms(table, "Ada"))


async def test_a_vacation_is_shown_to_all_and_can_be_called_off(table: Table) -> None:
    await campaign_on(table, ["Ada", "Bram"], start=True)
    await says(table, "Ada", "vacation", **{"from": "2026-01-05", "to": "2026-01-23"})
    seen = told(await says(table, "Bram", "calendar"))
    assert f"<@{table.guild.people['Ada'].id}>: Monday, 5 January to Friday, 23 January" in seen
    await confirms(table, "Ada", "vacation", "I am back")
    assert "On vacation" not in told(await says(table, "Bram", "calendar"))
    async with store_of(table) as store:
        assert await store.agenda.vacations(1) == []


async def test_past_days_of_a_vacation_stay_when_the_rest_is_called_off(table: Table) -> None:
    await campaign_on(table, ["Ada"], start=True)
    user = table.guild.people["Ada"].id
    async with store_of(table) as store:
        await says(table, "Ada", "vacation", **{"from": "2026-01-05", "to": "2026-01-23"})
        await store.agenda.end_vacations(1, user, date(2026, 1, 8))
        (left,) = await store.agenda.vacations(1)
    assert (left.first, left.last) == (date(2026, 1, 5), date(2026, 1, 7))


NO_VACATIONS: list[tuple[dict[str, str], str]] = [
    ({"from": "2026-01-05"}, "first and a last day"),
    ({"from": "2026-01-05", "to": "2026-01-04"}, "from 1 to 62 days"),
    ({"from": "2025-12-01", "to": "2025-12-04"}, "are over"),
    ({"from": "9999-12-31", "to": "9999-12-31"}, "more than ten years away"),
    ({"from": "0001-01-01", "to": "0001-01-02"}, "more than ten years away"),
    ({}, "announced no vacation"),
]


async def test_a_vacation_that_cannot_be_is_refused(table: Table) -> None:
    await campaign_on(table, ["Ada"], start=True)
    for options, says_so in NO_VACATIONS:
        assert says_so in told(await says(table, "Ada", "vacation", **options))


# ---------------------------------------------------------------- reminders


def dms(table: Table, who: str) -> list[discord.Message]:
    return list(table.guild.people[who].user.dm_channel.history())


FRIDAY = MONDAY + 4 * DAY


@pytest.mark.rule("cohorts.turn.missed-turn")
async def test_who_owes_a_turn_is_reminded_once_a_day_before_fridays_cut_off(table: Table) -> None:
    await campaign_on(table, ["Ada", "Bram"], start=True)
    await says(table, "Bram", "reminders", hours=3)
    await table.move_to(FRIDAY - DAY - timedelta(seconds=1))
    assert dms(table, "Ada") == []
    assert table.clock.next_wake() == FRIDAY - DAY
    await table.move_to(FRIDAY - DAY)
    (reminder,) = dms(table, "Ada")
    assert stamp(FRIDAY) in words(reminder)
    assert dms(table, "Bram") == []
    await table.move_to(FRIDAY - 3 * HOUR)
    assert len(dms(table, "Bram")) == 1
    table.clock.move_to(FRIDAY - 2 * DAY)
    await table.rest()
    await table.move_to(FRIDAY + 3 * DAY)
    assert (len(dms(table, "Ada")), len(dms(table, "Bram"))) == (1, 1)
    await table.move_to(FRIDAY + 6 * DAY)
    assert len(dms(table, "Ada")) == 2, "the next week's deadline is another one"


async def test_who_has_submitted_run_gone_or_wants_none_is_not_reminded(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada", "Bram"], start=True)
    await says(table, "Bram", "reminders", hours=0)
    async with store_of(table) as store:
        user = table.guild.people["Ada"].id
        with table.env._bot_scope():
            await store.submissions.submit(campaign, user, lambda _: date(2026, 1, 6))
    await table.move_to(FRIDAY)
    assert dms(table, "Ada") == dms(table, "Bram") == []


@pytest.mark.rule("cohorts.turn.missed-turn")
async def test_who_has_been_told_idle_is_reminded_no_more(table: Table) -> None:
    await campaign_on(table, ["Ada", "Bram"], start=True)
    await says(table, "Bram", "reminders", hours=0)
    await table.move_to(MONDAY + 19 * DAY)
    assert any("Idle from now on" in post for post in posts(table, "moderators"))
    assert "With this one you count as idle" in dms(table, "Ada")[-2].content
    assert "nobody waits for you any more" in dms(table, "Ada")[-1].content
    assert "nobody waits for you any more" in dms(table, "Bram")[-1].content
    before = len(dms(table, "Ada"))
    assert before > 0
    await table.move_to(MONDAY + 26 * DAY)
    assert len(dms(table, "Ada")) == before


async def test_who_takes_no_messages_is_mentioned_in_the_factions_channel(table: Table) -> None:
    await campaign_on(table, ["Ada"], start=True)
    private = table.guild.people["Ada"].user.dm_channel.id
    path = f"/channels/{private}/messages"
    table.env.inject_error("POST", path, status=403, code=50007, times=9)
    await table.move_to(FRIDAY - DAY)
    assert dms(table, "Ada") == []
    (mention,) = [post for post in posts(table, "ashmark") if "waits for your turn" in post]
    assert mention.startswith(f"<@{table.guild.people['Ada'].id}>")
    await says(table, "Morgan", "campaign repair")
    assert len([post for post in posts(table, "ashmark") if "waits for your turn" in post]) == 1
    assert dms(table, "Ada") == []


# ---------------------------------------------------------------- one place


async def test_the_calendar_names_ones_own_and_counts_others(table: Table) -> None:
    await campaign_on(table, ["Ada"], start=True)
    await says(table, "Cora", "join", faction="elderwood", start="green_wardens")
    ada, cora = (table.guild.people[name].id for name in ("Ada", "Cora"))
    seen = told(await says(table, "Ada", "calendar"))
    assert stamp(MONDAY) in seen
    assert stamp(MONDAY + 5 * DAY) in seen
    assert "You owe this week's turn" in seen
    assert f"<@{ada}>: owes the turn" in seen
    assert f"<@{cora}>" not in seen
    assert "0 of 1 submitted" in seen
    outside = told(await says(table, "Dagny", "calendar"))
    assert "<@" not in outside
