"""`/moving` and `/me`: a campaign is copied, goes out as a file and comes in; a person goes."""

import re
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import discord
import pytest

from bot.ending.ending import GRACE
from bot.moving import moving
from bot.payload import Payload
from bot.practice.reading import last_message
from bot.practice.table import Table
from bot.store.errors import MovedAway
from bot.store.numbers import STRANGERS
from bot.store.records import CampaignState
from bot.store.resolving import take_lease
from bot.verifying import VerificationResult, verify
from tests.bot.pressing import press
from tests.bot.samples import (
    EXTENSIONS,
    campaign_on,
    confirms,
    post,
    posts,
    says,
    store_of,
    told,
    words,
)
from tests.bot.store.scene import NOON
from tests.bot.tables import elsewhere

COGS = [*EXTENSIONS, "bot.archive.command", "bot.moving.commands", "bot.erasing.commands"]


def menus_of(message: discord.Message | None) -> list[str]:
    """The ids of a message's menus, from above."""
    rows = (
        [each for each in message.components if isinstance(each, discord.ActionRow)]
        if message
        else []
    )
    return [each.custom_id or "" for row in rows for each in row.children[:1]]


def holds(path: Path, campaign: int) -> str:
    found = VerificationResult()
    for each in verify(path, campaign):
        assert not each.faults, each
        found.add(each)
    return str(found)


async def test_a_campaign_is_copied_in_private_and_by_who_does_not_play(table: Table):
    first = await campaign_on(table, ["Ada"])
    refused = await says(table, "Ada", "moving copy")
    assert "moderators of this campaign" in told(refused)
    answer = await says(table, "Morgan", "moving copy")
    assert "is ready" in told(answer), told(answer)
    async with store_of(table) as store:
        copy = (await store.campaigns.all())[-1]
        original = await store.campaigns.get(first)
        assert copy.name == "The Long War (copy)"
        assert (copy.state, copy.tick) == (CampaignState.OPEN, original.tick)
        assert not copy.joining
        assert copy.seed_hash != original.seed_hash
        assert await store.members.of_campaign(copy.id) == []
        herald = await store.places.get(copy.id, "herald")
        assert herald is not None
    channel = table.bot.guilds[0].get_channel(herald.snowflake)
    assert isinstance(channel, discord.TextChannel)
    everyone = channel.overwrites_for(table.bot.guilds[0].default_role)
    assert everyone.view_channel is False
    path = table.bot.host.path(table.guild.handle.id)
    assert "could not be checked in full" in holds(path, copy.id)
    await says(table, "Morgan", "campaign use", campaign=f"#{copy.id}")
    panel = await says(table, "Morgan", "moving seats")
    message, owner = last_message(panel), table.guild.owner
    assert message
    menus = menus_of(message)
    await owner.select(message, [str(STRANGERS - 1)], custom_id=menus[0])
    await table.rest()
    refused = await owner.select(message, [table.guild.people["Ada"]], custom_id=menus[1])
    await table.rest()
    assert "may not see all of it" in words(refused.followups[-1])
    await says(table, "Morgan", "joining", open=True)
    other = {"faction": "elderwood", "start": "green_wardens", "campaign": f"#{copy.id}"}
    assert "of which this is a copy" in told(await says(table, "Ada", "join", **other))
    async with store_of(table) as store:
        assert await store.members.of_campaign(copy.id) == []
    await confirms(table, "Morgan", "campaign end", "End the campaign")
    await table.move(GRACE)
    for who in ("Ada", "Morgan"):
        read = await says(table, who, "archive", campaign=f"#{copy.id}")
        assert "has ended here" in told(read), "the original goes on and has its secrets"
        assert "No campaign" in told(await says(table, who, "archive"))


async def test_an_ended_campaign_goes_out_as_a_file_and_comes_in_with_other_people(table: Table):
    first = await campaign_on(table, ["Ada", "Bram"], start=True)
    running = await says(table, "Morgan", "moving export")
    assert "closed in this server" in told(running)
    confirmed = await press(table, "Morgan", running, "Export it")
    assert "/campaign pause stops it first" in words(confirmed.followups[-1])
    await confirms(table, "Morgan", "campaign end", "End the campaign")
    await table.move(GRACE)
    answer = await says(table, "Morgan", "moving export")
    (attached,) = answer.response.message.attachments
    assert attached.filename.endswith(".hexmuster.zip")
    host, guild = table.bot.host, table.guild.handle.id
    (file,) = moving.folder(host).glob("*.zip")
    assert "moderators" in told(await says(table, "Bram", "moving export"))
    assert "manage this server" in told(
        await says(table, "Bram", "moving import", file=("c.zip", file.read_bytes()))
    )
    broken = await says(table, "Morgan", "moving import", file=("c.zip", b"PK no"))
    assert "It is no zip file" in told(broken)
    panel = await says(table, "Morgan", "moving import", file=("c.zip", file.read_bytes()))
    assert "All of it holds." in told(panel), told(panel)
    assert "2 seats without a player" in told(panel)
    cora = table.guild.people["Cora"]
    owner = table.guild.owner
    message = last_message(panel)
    assert message
    menus = menus_of(message)
    await owner.select(message, [str(STRANGERS - 1)], custom_id=menus[0])
    await table.rest()
    await owner.select(message, [cora], custom_id=menus[1])
    await table.rest()
    async with store_of(table) as store:
        made = (await store.campaigns.all())[-1]
        (member,) = await store.members.of_campaign(made.id)
    assert (made.name, made.state) == ("The Long War", CampaignState.ENDED)
    assert (member.user, member.faction, member.player) == (cora.id, 1, 1)
    assert "House Ashmark · The Long War" in table.guild.roles(cora)
    assert holds(host.path(guild), made.id) == "All of it holds."
    assert holds(host.path(guild), first) == "All of it holds."
    assert [each.name for each in moving.folder(host).iterdir()] == [file.name]


async def test_a_person_who_goes_is_found_nowhere(table: Table, tmp_path: Path):
    campaign = await campaign_on(table, ["Ada", "Bram"], start=True)
    ada = table.guild.people["Ada"]
    await post(table, campaign, "herald", "X1", Payload(text="**Ada** leads, Adaline follows."))
    late = Payload(text="Ada is late", people=(ada.id,), otherwise="herald")
    async with store_of(table) as store:
        await store.places.put(campaign, "player:1", ada.id)
    await post(table, campaign, "player:1", "X2", late)
    async with store_of(table) as store:
        was = (await store.members.of_campaign(campaign))[0]
    data = await says(table, "Ada", "me data")
    assert "seats you have or had: 1" in told(data)
    (attached,) = data.response.message.attachments
    assert attached.filename == "my-data.json"
    asked = await says(table, "Ada", "me erase")
    assert "cannot be undone" in told(asked)
    pressed = await press(table, "Ada", asked, "Forget me")
    async with store_of(table) as store:
        assert ada.id not in [m.user for m in await store.members.of_campaign(campaign)]
        assert was.player is not None
    host, guild = table.bot.host, table.guild.handle.id
    assert holds(host.path(guild), campaign) == "All of it holds."
    needles = (str(ada.id).encode(), b'"Ada"')
    for path in tmp_path.rglob("*"):  # noqa: ASYNC240 - a few files
        if path.is_file():
            assert not any(needle in path.read_bytes() for needle in needles), path
    await table.move(timedelta(minutes=5))  # what stands on Discord is rewritten within minutes
    for name in ("herald", "moderators", "ashmark"):
        assert not any("Ada " in text or str(ada.id) in text for text in posts(table, name)), name
    assert re.search(r"; [1-9] messages of mine", words(pressed.response.message))
    assert any("**Former player 1** leads, Adaline" in text for text in posts(table, "herald"))
    again = await says(table, "Ada", "me data")
    assert "nothing of you" in told(again)


async def test_a_direct_message_that_comes_while_one_is_erased_is_taken_away(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    ada = table.guild.people["Ada"]
    async with store_of(table) as store:
        await store.places.put(campaign, "player:1", ada.id)
    late = Payload(text="Ada is late", otherwise="herald")
    never = Payload(text="Ada is very late", otherwise="herald")
    there = await post(table, campaign, "player:1", "X2", late)
    gone = await post(table, campaign, "player:1", "X3", never)

    def direct() -> list[str]:
        return [words(each) for each in ada.user.dm_channel.history()]

    assert any("Ada is late" in text for text in direct())
    # As if we had died before it was noted that they arrived, and the second never had.
    posted = next(m for m in ada.user.dm_channel.history() if "very late" in m.content)
    with table.env._bot_scope():
        await (
            table.bot.get_partial_messageable(ada.user.dm_channel.id)
            .get_partial_message(posted.id)
            .delete()
        )
    with closing(sqlite3.connect(table.bot.host.path(table.guild.handle.id))) as db, db:
        db.execute(
            "UPDATE outbox SET state = 'sending', message = NULL, not_before = not_before + ?"
            " WHERE id IN (?, ?)",
            (10**12, there.id, gone.id),  # nobody tries them again in this test
        )
    await confirms(table, "Ada", "me erase", "Forget me")
    await table.move(timedelta(minutes=2))
    assert not any("Ada" in text for text in direct())
    async with store_of(table) as store:
        assert [each.outbox for each in await store.outbox.unsaid(campaign)] == [gone.id]
    await table.move(timedelta(minutes=12))
    async with store_of(table) as store:
        assert await store.outbox.unsaid(campaign) == []
        assert await store.outbox.get(there.id) is None
        assert await store.outbox.get(gone.id) is None
        assert await store.outbox.parked(campaign) == []


async def test_a_living_campaign_moves_by_its_code_and_is_closed_where_it_was(table: Table):
    first = await campaign_on(table, ["Ada"], start=True)
    await says(table, "Morgan", "campaign pause", reason="We move")
    exported = await confirms(table, "Morgan", "moving export", "Export it")
    answer = words(exported.response.message)
    assert not exported.response.message.attachments
    (code,) = re.findall(r"`([0-9a-f]{24})`", answer)
    odo = elsewhere(table.env)
    hall = odo.guild.create_text_channel("hall")
    refused = await says(table, "Morgan", "moving import", code=code)
    assert "of this very server" in told(refused)
    panel = await odo.slash(hall, "moving import", code=code)
    await table.rest()
    assert "1 seat without a player" in told(panel)
    async with store_of(table, odo.guild.id) as store:
        (made,) = await store.campaigns.all()
    assert (made.name, made.state) == ("The Long War", CampaignState.PAUSED)
    assert holds(table.bot.host.path(odo.guild.id), made.id) == "All of it holds."
    for command in ("campaign resume", "moving export"):
        answer = await says(table, "Morgan", command)
        if command == "moving export":
            answer = await press(table, "Morgan", answer, "Export it")
            assert "has moved to another server" in words(answer.followups[-1])
        else:
            assert "has moved to another server" in told(answer)
    assert "has moved to another server" in posts(table, "herald")[-1]
    with pytest.raises(MovedAway, match="goes on there"):  # so no act of any kind makes a tick
        take_lease(table.bot.host.path(table.guild.handle.id), first, NOON, timedelta(minutes=1))
    again = await odo.slash(hall, "moving import", code=code)
    await table.rest()
    assert "has left it" in told(again)
    going = await odo.slash(hall, "campaign resume")
    await table.rest()
    assert "goes on" in told(going), first
