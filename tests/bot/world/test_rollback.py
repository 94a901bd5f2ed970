"""`/world rollback` and its undoing, as moderators and players see them."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.ending.ending import GRACE
from bot.practice.table import Table
from bot.store.records import CampaignState
from tests.bot.desking import shown_by
from tests.bot.pressing import press
from tests.bot.samples import (
    EXTENSIONS,
    campaign_on,
    channel,
    confirms,
    posts,
    says,
    store_of,
    told,
    undone,
    words,
)

DAY = timedelta(days=1)
MONDAY = datetime(2026, 1, 5, 14, tzinfo=UTC)
"""The first cut-off."""

COGS = [
    *EXTENSIONS,
    "bot.orders.queue",
    "bot.world.commands",
    "bot.commands.knowing",
    "bot.guild_commands",
    "bot.archive.command",
]


async def shown(table: Table, answer) -> str:
    return words(answer.response.message)


async def test_a_rollback_is_foretold_done_told_and_undone(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    await table.move_to(MONDAY + 6 * DAY)  # five runs and a production
    async with store_of(table) as store:
        before = await store.campaigns.get(campaign)
    assert before.turn == 2
    offered = await table.guild.owner.autocomplete(
        next(table.guild.channels()), "world rollback", "to", ""
    )
    assert offered[0]["value"] == str(before.tick - 1)
    assert "turn 1 · after the run" in offered[0]["name"]
    answer = await says(table, "Morgan", "world rollback", to="2", reason="a bug of mine")
    assert "from turn 1 to 2" in told(answer)
    async with store_of(table) as store:
        assert (await store.campaigns.get(campaign)).tick == before.tick  # nothing is done yet
    await press(table, "Morgan", answer, "Take the campaign back")
    async with store_of(table) as store:
        now = await store.campaigns.get(campaign)
    assert (now.tick, now.turn, now.state) == (before.tick + 1, 1, CampaignState.RUNNING)
    assert now.cursor == before.cursor
    assert "did not happen" in posts(table, "ashmark")[-1]
    assert "a bug of mine" in posts(table, "ashmark")[-1]
    assert "Taken back" in posts(table, "herald")[-1]
    (status,) = [m for m in channel(table, "herald").history() if m.pinned]
    assert "Turn 1 ·" in words(status)
    log = told(await says(table, "Ada", "log"))
    assert "campaign taken back: a bug of mine" in log

    entry = await undone(table, campaign, "no bug at all", "taken back")
    async with store_of(table) as store:
        again = await store.campaigns.get(campaign)
    assert (again.tick, again.turn) == (before.tick + 2, 2)
    answer = await says(table, "Morgan", "campaign undo", entry=entry, reason="once more")
    assert "undone already" in told(answer)


async def test_what_was_done_in_a_setup_is_named(table: Table) -> None:
    await campaign_on(table, ["Ada"], start=True)
    await table.move_to(MONDAY + DAY)
    lobby = next(table.guild.channels())
    offered = await table.guild.owner.autocomplete(lobby, "world rollback", "to", "")
    assert [each["name"].split(" · ")[-1].split(",")[0] for each in offered[-2:]] == [
        "after a player's joining",
        "after the founding",
    ]
    answer = await says(table, "Morgan", "world rollback", to="1", reason="a bug")
    assert "a player's joining" in told(answer)
    assert "act of the host" not in told(answer)


async def test_what_was_taken_back_says_so_wherever_it_is_read_again(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    await table.move_to(MONDAY + 13 * DAY)
    async with store_of(table) as store:
        was = await store.campaigns.get(campaign)
        assert not await store.campaigns.taken_back(campaign)
    ada, lobby = table.guild.people["Ada"], next(table.guild.channels())
    mark = "This did not happen: it was taken back on 18 January 2026."
    ended = told(await says(table, "Ada", "report", turn=2))
    assert "Turn 2 ·" in ended or "· Turn 2" in ended, "the turn of a report is that of its title"
    assert mark not in ended
    assert "**Turn 3**" not in told(await says(table, "Ada", "history")), "no production began it"
    await confirms(
        table, "Morgan", "world rollback", "Take the campaign back", to="2", reason="a bug of mine"
    )
    async with store_of(table) as store:
        gone = await store.campaigns.taken_back(campaign)
    assert list(gone) == list(range(3, was.tick + 1))
    assert {each.at for each in gone.values()} == {table.clock.now()}

    offered = await ada.autocomplete(lobby, "report", "turn", "")
    assert [each["name"] for each in offered] == ["Turn 1", "Turn 2 · taken back"]
    assert mark in told(await says(table, "Ada", "report", turn=2))
    assert mark not in told(await says(table, "Ada", "report"))
    first = told(await says(table, "Ada", "report", turn=1))
    assert mark not in first, "what holds of a turn comes before what does not"
    history = told(await says(table, "Ada", "history"))
    assert "Turns 1 to 2, as first played, did not happen" in history

    await confirms(table, "Morgan", "campaign end", "End the campaign", reason="Enough")
    await table.move(GRACE)
    archive = await says(table, "Ada", "archive")
    for menu, value in (("what", "report"), ("turn", "2")):
        await ada.select(shown_by(archive), [value], custom_id=menu)
        await table.rest()
    assert mark in told(archive)
    await ada.select(shown_by(archive), ["chronicle"], custom_id="what")
    await table.rest()
    assert "Turns 1 to 2, as first played, did not happen" in told(archive)


async def test_a_rollback_that_is_undone_leaves_no_turn_marked(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    await table.move_to(MONDAY + 6 * DAY)
    await confirms(
        table, "Morgan", "world rollback", "Take the campaign back", to="2", reason="a bug"
    )
    async with store_of(table) as store:
        back = (await store.campaigns.get(campaign)).tick
    await undone(table, campaign, "no bug", "taken back")
    async with store_of(table) as store:
        gone = await store.campaigns.taken_back(campaign)
    assert list(gone) == [back], "of what was told, the rollback alone does not hold"
    assert "as first played" not in told(await says(table, "Ada", "history"))
    assert "did not happen: it was" not in told(await says(table, "Ada", "report", turn=1))


async def test_the_calendar_goes_on_and_the_turn_is_played_again(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    await table.move_to(MONDAY + 6 * DAY)
    await confirms(
        table, "Morgan", "world rollback", "Take the campaign back", to="2", reason="a bug"
    )
    await table.move_to(MONDAY + 13 * DAY)
    async with store_of(table) as store:
        now = await store.campaigns.get(campaign)
        ticks = await store.campaigns.ticks(campaign, last=100)
    assert now.turn == 2
    due = [(each.kind, each.local_date) for each in ticks if each.kind not in ("setup", "rollback")]
    assert len(set(due)) == len(due)  # nothing ran twice


async def test_who_joined_since_joins_again_or_has_the_seat_back_by_undoing(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    await table.move_to(MONDAY + DAY)
    async with store_of(table) as store:
        tick = (await store.campaigns.get(campaign)).tick
    await says(table, "Bram", "join", faction="ashmark", start="harrow_banner")
    async with store_of(table) as store:
        bram = table.guild.people["Bram"].id
        seat = await store.members.get(campaign, bram)
    assert seat is not None
    answer = await says(table, "Morgan", "world rollback", to=str(tick), reason="a bug")
    assert "would have to `/join` again" in told(answer)
    await press(table, "Morgan", answer, "Take the campaign back")
    async with store_of(table) as store:
        assert await store.members.get(campaign, bram) is None
    await undone(table, campaign, "no bug", "taken back")
    async with store_of(table) as store:
        again = await store.members.get(campaign, bram)
    assert again is not None
    assert again.player == seat.player


@pytest.mark.parametrize(
    "who, options, says_so",
    [
        ("Ada", {"to": "2", "reason": "mine"}, "for the moderators"),
        ("Morgan", {"to": "99", "reason": "a bug"}, "no earlier tick 99"),
        ("Morgan", {"to": "2", "reason": "  "}, "needs a reason"),
    ],
)
async def test_what_cannot_be_is_refused(
    table: Table, who: str, options: dict[str, object], says_so: str
) -> None:
    await campaign_on(table, ["Ada"], start=True)
    assert says_so in told(await says(table, who, "world rollback", **options))


async def test_a_question_that_is_stale_takes_nothing_back(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    await table.move_to(MONDAY + DAY)
    answer = await says(table, "Morgan", "world rollback", to="2", reason="a bug")
    await says(table, "Bram", "join", faction="ashmark", start="harrow_banner")
    async with store_of(table) as store:
        before = await store.campaigns.get(campaign)
    pressed = await press(table, "Morgan", answer, "Take the campaign back")
    assert "Another tick was made meanwhile" in words(pressed.followups[-1])
    async with store_of(table) as store:
        assert (await store.campaigns.get(campaign)).tick == before.tick
        assert await store.members.get(campaign, table.guild.people["Bram"].id)
