"""A campaign that has moved away refuses what would change it before it asks anything."""

import sqlite3
from contextlib import closing
from typing import Any

from bot.desk.card import NOBODY, desk_of
from bot.desk.host_health import Wellbeing
from bot.payload import desk_button
from bot.practice.table import Table
from tests.bot.pressing import press
from tests.bot.samples import ALL_BUT_HEALTH, campaign_on, channel, says, store_of, told, words

AWAY = "has moved to another server"
INSTEAD = "Do it there"
WHY = {"reason": "We were wrong"}
COMMANDS: list[tuple[str, dict[str, Any]]] = [
    ("campaign end", {}),
    ("campaign undo", {"entry": "1", **WHY}),
    ("look-as", {"faction": "ashmark", **WHY}),
    ("campaign settings", {}),
    ("world rollback", {"to": "1", **WHY}),
    ("world correct", {"kind": "city", "record": "1", "field": "name", "value": "A", **WHY}),
    ("world add", {"kind": "city", "like": "1", "changes": "name=A", **WHY}),
    ("world remove", {"kind": "city", "record": "1", **WHY}),
    ("module-adopt", {"name": "own", **WHY}),
    ("announce", {}),
]

COGS = ALL_BUT_HEALTH


async def moved_away(table: Table) -> int:
    """A paused campaign with its desk, which goes on elsewhere."""
    campaign = await campaign_on(table, ["Ada"], start=True)
    await says(table, "Morgan", "campaign pause", reason="We move")
    path = table.bot.host.path(table.guild.handle.id)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("INSERT INTO moved_away VALUES (?)", (campaign,))
    return campaign


async def test_no_question_is_asked_about_a_campaign_that_has_moved_away(table: Table) -> None:
    campaign = await moved_away(table)
    for command, options in COMMANDS:
        answer = await says(table, "Morgan", command, **options)
        assert AWAY in told(answer), command
        assert INSTEAD in told(answer), command
        assert not answer.response.components, command
    async with store_of(table) as store:
        assert (await store.audit.latest(campaign, last=1))[0].what == "campaign paused"


async def test_its_desk_offers_no_way_on_and_a_turn_says_that_it_has_gone(table: Table) -> None:
    campaign = await moved_away(table)
    well = Wellbeing(latency=0.1, workers=2, lost=0, backup=None)
    async with store_of(table) as store:
        row = await store.campaigns.get(campaign)
        rules = await table.bot.host.rules(store.guild, row)
        payload = await desk_of(store, rules, row, NOBODY, well)
    assert [each.label for each in payload.choices] == ["All names", "Log"]
    assert "gone to another server" in payload.cards[0].text
    assert "Paused" not in payload.cards[0].text
    turn = told(await says(table, "Ada", "turn"))
    assert "has moved to another server" in turn
    assert "paused" not in turn


async def test_its_desk_only_shows_what_was(table: Table) -> None:
    campaign = await moved_away(table)
    history = channel(table, "moderators").history()
    (desk,) = [m for m in history if m.embeds and (m.embeds[0].title or "").endswith("· desk")]
    for remedy in ("resume", "settings", "announce", "repair"):
        pressed = await table.guild.people["Morgan"].click(
            desk, custom_id=desk_button(remedy, campaign)
        )
        await table.rest()
        assert AWAY in told(pressed), remedy
    for remedy in ("names", "log"):
        pressed = await table.guild.people["Morgan"].click(
            desk, custom_id=desk_button(remedy, campaign)
        )
        await table.rest()
        assert AWAY not in told(pressed), remedy


async def test_who_played_there_can_be_forgotten_all_the_same(table: Table) -> None:
    campaign = await moved_away(table)
    ada = table.guild.people["Ada"]
    asked = await says(table, "Ada", "me erase")
    pressed = await press(table, ada, asked, "Forget me")
    assert "You are forgotten: erased from 1 campaign" in words(asked.response.message), pressed
    assert table.guild.who_sees(channel(table, "ashmark")) == ("Morgan",)
    async with store_of(table) as store:
        assert await store.members.get(campaign, ada.id) is None
    history = told(await says(table, "Morgan", "seat history"))
    assert "somebody who is not known here any more from" in history
    assert "a computer" not in history
