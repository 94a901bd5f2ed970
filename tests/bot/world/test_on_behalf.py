"""A moderator with a player's turn, openly; and what a rollback does with such turns."""

import json
import sqlite3
from datetime import UTC, datetime, timedelta

from bot.log.entries import changes_of, names_in
from bot.practice.table import Table
from bot.store.world import read_world
from engine.orders import Queued, Ref
from engine.packs.cohorts.stacks.activation import ActivateStack
from tests.bot.desking import sees_desk
from tests.bot.pressing import press
from tests.bot.samples import EXTENSIONS, campaign_on, confirms, says, store_of, told

MONDAY = datetime(2026, 1, 5, 14, tzinfo=UTC)
"""The first cut-off."""

COGS = [*EXTENSIONS, "bot.world.commands"]


async def waits(table: Table, campaign: int) -> list[str] | None:
    """The keys of Ada's orders that wait, if any do."""
    async with store_of(table) as store:
        found = await store.submissions.pending(campaign, table.guild.people["Ada"].id)
    return [each["key"] for each in json.loads(found.body)] if found else None


async def listed(table: Table, campaign: int) -> list[str]:
    async with store_of(table) as store:
        draft = await store.drafts.get(campaign, table.guild.people["Ada"].id)
    return [each.key for each in draft.orders]


async def take_back(table: Table) -> None:
    async with store_of(table) as store:
        (entry,) = await store.audit.latest(last=1)
    await confirms(
        table, "Morgan", "campaign undo", "Take it back", entry=str(entry.id), reason="a slip"
    )


def messages(table: Table) -> list[str]:
    """What Ada was told privately, the latest last."""
    path = table.bot.host.path(table.guild.handle.id)
    with sqlite3.connect(path) as db:
        rows = db.execute("SELECT payload FROM outbox WHERE role = 'player:1' ORDER BY id")
        told_her = [json.loads(row[0])["text"] for row in rows]
    db.close()
    return told_her


def files(table: Table) -> list[str]:
    """The files beside what Ada was told last."""
    path = table.bot.host.path(table.guild.handle.id)
    with sqlite3.connect(path) as db:
        (last,) = db.execute(
            "SELECT payload FROM outbox WHERE role = 'player:1' ORDER BY id DESC LIMIT 1"
        ).fetchone()
    db.close()
    return [each["text"] for each in json.loads(last)["files"]]


async def test_a_turn_is_submitted_changed_withdrawn_all_told_and_undone(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    path, ada = table.bot.host.path(table.guild.handle.id), table.guild.people["Ada"]
    world = read_world(path, campaign)
    city = next(json.loads(b) for k, _, b in world if k == "city" and json.loads(b)["baron"])
    province = Ref("province", city["province"])
    async with store_of(table) as store:
        for name in ("First", "Second"):
            order = ActivateStack(province=province, name=name)
            await store.drafts.add(campaign, ada.id, Queued("", order).to_json())
    hers = {"player": ada, "reason": "her exam"}

    assert not sees_desk(table, "Bram")
    assert "No turn of that player waits" in told(
        await says(table, "Morgan", "withdraw-for", **hers)
    )
    assert "2 orders submitted for Monday" in told(
        await says(table, "Morgan", "submit-for", **hers)
    )
    assert await waits(table, campaign) == ["k1", "k2"]
    assert "submitted your turn. Why: her exam" in messages(table)[-1]
    await take_back(table)
    assert await waits(table, campaign) is None
    await take_back(table)
    assert await waits(table, campaign) == ["k1", "k2"]

    answer = await says(table, "Morgan", "amend-turn", **hers, remove="k1")
    assert "1 order will run" in told(answer)
    assert await waits(table, campaign) == ["k2"]
    (file,) = files(table)
    assert "- k1: Activate stack: province Harrowford 13,2, name First" in file
    async with store_of(table) as store:
        (entry,) = await store.audit.latest(last=1)
        meant = await store.campaigns.get(campaign)
    names = await names_in(table.bot.host, table.guild.handle.id, meant, entry)
    told_of = "\n".join(changes_of(entry, names))
    assert "Activate stack: province Harrowford" in told_of
    assert "province:" not in told_of
    assert await listed(table, campaign) == ["k1", "k2"]
    await take_back(table)
    assert await waits(table, campaign) == ["k1", "k2"]
    await says(table, "Morgan", "withdraw-for", **hers)
    assert await waits(table, campaign) is None
    await take_back(table)
    assert await waits(table, campaign) == ["k1", "k2"]
    log = told(await says(table, "Ada", "log"))
    whose = f"turn withdrawn for a player · <@{table.guild.people['Ada'].id}>"
    assert any(whose in line and ": her exam" in line for line in log.splitlines()), log

    # Its run is undone, so that the orders stand in her list again; and not, once that is undone.
    await table.move_to(MONDAY + timedelta(hours=1))
    assert await listed(table, campaign) == []
    answer = await says(table, "Morgan", "world rollback", to="2", reason="a bug")
    assert "2 of 2 orders still make sense; all go back into the list." in told(answer)
    await press(table, "Morgan", answer, "Take the campaign back")
    assert await listed(table, campaign) == ["k1", "k2"]
    assert "stand in your list again" in messages(table)[-1]
    async with store_of(table) as store:
        assert await store.agenda.ran(campaign, 1) == frozenset()  # she may run this week again
    await take_back(table)
    assert await listed(table, campaign) == []
    async with store_of(table) as store:
        assert await store.agenda.ran(campaign, 1) == {ada.id}
