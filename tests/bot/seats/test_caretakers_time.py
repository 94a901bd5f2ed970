"""A caretaker's turn wherever its week goes another way: early, shorter, paused, taken back."""

from datetime import UTC, datetime, timedelta

from bot.practice.table import Table
from bot.store.records import Submission
from tests.bot.pressing import press
from tests.bot.samples import ALL_BUT_HEALTH, campaign_on, says, store_of, the_campaign, told

START = datetime(2026, 1, 5, 8, tzinfo=UTC)
WEEK, DAY, HOUR = timedelta(weeks=1), timedelta(days=1), timedelta(hours=1)
EVENING = 3 * DAY + 12 * HOUR
"""Thursday's, when a week's last run alone is still to come."""

COGS = ALL_BUT_HEALTH


async def turns(table: Table, who: str) -> list[Submission]:
    """A person's submissions, the first first."""
    user = table.guild.people[who].id
    async with store_of(table) as store:
        return (await store.submissions.of_user(await the_campaign(table), user))[::-1]


async def ran(table: Table) -> list[str]:
    """The run days on which turns of Ada's that a caretaker made were consumed."""
    found = await turns(table, "Ada")
    assert all(each.unasked for each in found)
    return [f"{each.run_date:%d %b}" for each in found if each.consumed_tick]


async def taken_back(table: Table) -> None:
    """Moderators take the latest run back."""
    lobby, morgan = next(table.guild.channels()), table.guild.owner
    (before, *_) = await morgan.autocomplete(lobby, "world rollback", "to", "")
    asked = await says(table, "Morgan", "world rollback", to=before["value"], reason="A bug")
    await press(table, morgan, asked, "Take the campaign back")


async def test_a_caretaker_keeps_to_the_week_as_it_has_become(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada", "Bram"], start=True)
    away = {"from": "2026-01-05", "to": "2026-02-01"}
    assert "A caretaker plays" in told(await says(table, "Ada", "vacation", **away, cover="grow"))
    # Bram alone is waited for, and the last run of the week is early: the turn is made for it.
    await says(table, "Morgan", "timing", early=True)
    await table.move_to(START + EVENING)
    assert await turns(table, "Ada") == []
    bram = table.guild.people["Bram"].id
    async with store_of(table) as store:
        await store.submissions.submit(campaign, bram, lambda _: (START + 4 * DAY).date())
    await says(table, "Morgan", "timing", early=False)
    await says(table, "Morgan", "timing", early=True)
    await table.move_to(START + EVENING + 8 * HOUR)
    async with store_of(table) as store:
        (tick, *_) = await store.campaigns.ticks(campaign, last=1)
    assert (tick.kind, tick.due_at < START + 4 * DAY) == ("run", True)
    assert await ran(table) == ["09 Jan"]
    await says(table, "Morgan", "timing", early=False)
    # A week whose Friday is a holiday ends on Thursday.
    await says(table, "Morgan", "holiday-add", **{"from": "2026-01-16", "name": "Feast"})
    await table.move_to(START + WEEK + EVENING)
    assert await ran(table) == ["09 Jan", "15 Jan"]
    # Nothing is made in a pause, nor made up after it.
    await says(table, "Morgan", "campaign resume")
    await table.move_to(START + 2 * WEEK + EVENING)
    await says(table, "Morgan", "campaign pause", reason="A fair")
    await table.move_to(START + 3 * WEEK)
    assert len(await turns(table, "Ada")) == 2
    await says(table, "Morgan", "campaign resume")
    # What is taken back with its run is not given again by itself; the vacation is over by then.
    await table.move_to(START + 3 * WEEK + 4 * DAY + 7 * HOUR)
    assert await ran(table) == ["09 Jan", "15 Jan", "30 Jan"]
    await taken_back(table)
    await table.move_to(START + 4 * WEEK + 5 * DAY)
    assert len(await ran(table)) == 3


async def test_a_caretaker_goes_on_after_a_rollback(table: Table) -> None:
    await campaign_on(table, ["Ada"], start=True)
    await says(table, "Morgan", "caretaker", seat="Ada", on=True, reason="Ill")
    await table.move_to(START + 4 * DAY + 7 * HOUR)
    assert await ran(table) == ["09 Jan"]
    await taken_back(table)
    await table.move_to(START + WEEK + 4 * DAY + 7 * HOUR)
    assert await ran(table) == ["09 Jan", "16 Jan"]
