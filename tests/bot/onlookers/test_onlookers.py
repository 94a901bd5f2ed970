"""Onlookers see, turns late, what the herald told and what all sides knew; in the end all."""

from datetime import timedelta
from typing import Any

import discord
import pytest

from bot.campaign.undoing import Undoing
from bot.campaign.watched import Watch
from bot.ending.ending import GRACE
from bot.log.undoing import undo
from bot.onlookers.onlookers import CHANGED, due, show
from bot.practice.table import Table
from bot.store.records import CampaignState, Tick
from tests.bot.desking import sees_desk
from tests.bot.founding import SMALL
from tests.bot.samples import (
    EXTENSIONS,
    MONDAY,
    channel,
    confirms,
    posts,
    says,
    store_of,
    told,
    words,
)

WEEK = timedelta(days=7)
CHOICE = {"open": True, "delay": 1, "reason": "Friends ask"}

COGS = EXTENSIONS


async def watched(table: Table, module: str) -> None:
    """A campaign of a module that has started, with onlookers one turn late."""
    await says(table, "Morgan", "campaign create", module=module, name="The Long War", **SMALL)
    await says(table, "Morgan", "campaign open")
    for who, faction, start in (
        ("Ada", "ashmark", "harrow_banner"),
        ("Cora", "elderwood", "green_wardens"),
    ):
        await says(table, who, "join", faction=faction, start=start)
    await says(table, "Morgan", "campaign start")
    said = told(await says(table, "Morgan", "onlookers", **CHOICE))
    assert "1 turn late" in said


def shown(table: Table) -> list[Any]:
    return [m for m in channel(table, "onlookers").history() if m.embeds]


@pytest.mark.usefixtures("pictures")
async def test_onlookers_are_shown_each_turn_late_and_at_last_the_whole_world(table: Table) -> None:
    await watched(table, "cohorts")
    place = table.bot.get_channel(channel(table, "onlookers").id)
    assert isinstance(place, discord.TextChannel)
    everyone = place.overwrites_for(place.guild.default_role)
    assert (everyone.view_channel, everyone.send_messages) == (True, False)
    assert "Emil" in table.guild.who_sees(channel(table, "onlookers"))
    assert "1 turn late" in posts(table, "herald")[-1]
    await table.move(WEEK)
    assert shown(table) == [], "turn 1 has just ended"
    await table.move(WEEK)
    (first,) = shown(table)
    assert first.embeds[0].title.startswith("🔭 Turn 1 · ")
    assert "Ada joined House Ashmark" in words(first)
    known, standings = first.attachments
    assert standings.filename.startswith("2-standings-turn-1")
    assert known.description.startswith("Seen by onlookers from ")
    assert "all sides knew alike as turn 2 began" in words(first)
    assert "Others in view" not in known.description, "where anybody marches is no common news"
    await confirms(table, "Morgan", "campaign end", "End the campaign")
    await table.move(GRACE)
    last = shown(table)[-1]
    assert "whole world as it is in truth" in words(last)
    (picture,) = last.attachments
    assert picture.description.startswith("The whole world, turn ")
    assert "0 never seen" in picture.description


async def test_a_choice_is_logged_told_undone_and_its_channel_mended(table: Table) -> None:
    await watched(table, "cohorts")
    async with store_of(table) as store:
        campaign = (await store.campaigns.all())[-1]
        entry = next(e for e in await store.audit.latest(campaign.id) if e.what == CHANGED)
    assert (entry.why, entry.trace.open) == ("Friends ask", True)
    refused = told(await says(table, "Morgan", "onlookers", open=True, delay=1))
    assert "changes nothing" in refused
    assert not sees_desk(table, "Ada")
    place = table.bot.get_channel(channel(table, "onlookers").id)
    assert isinstance(place, discord.TextChannel)
    with table.env._bot_scope():
        loud = discord.PermissionOverwrite(view_channel=True, send_messages=True)
        await place.set_permissions(place.guild.default_role, overwrite=loud)
    mended = told(await says(table, "Morgan", "campaign repair"))
    assert "who may read #onlookers" in mended
    place = table.bot.get_channel(place.id)
    assert isinstance(place, discord.TextChannel)
    assert place.overwrites_for(place.guild.default_role).send_messages is False
    with table.env._bot_scope():
        guild, who = table.bot.guilds[0], table.guild.owner.id
        told_so = await undo(Undoing(table.bot, guild, campaign, entry, who, "not yet"))
    await table.rest()
    assert "Nobody looks on" in told_so
    assert "Nobody looks on" in posts(table, "herald")[-1]
    with table.env._bot_scope():
        await show(table.bot.host, guild.id, campaign.id)
    await table.rest()
    assert shown(table) == []
    async with store_of(table) as store:
        back = (await store.audit.latest(campaign.id, last=50))[0]
        assert (back.what, back.trace.undoes) == (CHANGED, entry.id)
        await store.campaigns.set_state(campaign.id, CampaignState.ENDED)
    late = told(await says(table, "Morgan", "onlookers", open=True))
    assert "has ended" in late


def tick(number: int, kind: str, turn: int) -> Tick:
    now = MONDAY
    return Tick(1, number, kind, now, now.date(), turn, "", "", "", "", "", "", now, None)


PLAYED = [tick(3, "run", 1), tick(4, "weekly", 2), tick(5, "run", 2), tick(6, "monthly", 3)]


@pytest.mark.parametrize(
    "more, turn, watch, shown",
    [
        ([], 2, Watch(True, 1), []),
        ([], 3, Watch(True, 1), [(4, 0)]),
        ([], 3, Watch(True, 1, shown=4), []),
        ([], 4, Watch(True, 1, shown=4), [(6, 4)]),
        ([], 4, Watch(True, 1), [(4, 0), (6, 4)]),
        ([], 4, Watch(True, 2), [(4, 0)]),
        # Turn 2 was taken back and played anew: it is shown as it went the last time.
        ([tick(7, "setup", 2), tick(8, "weekly", 3)], 3, Watch(True, 1, shown=4), []),
        ([tick(7, "setup", 2), tick(8, "weekly", 3)], 4, Watch(True, 1, shown=4), [(8, 6)]),
        ([tick(7, "setup", 2), tick(8, "weekly", 3)], 4, Watch(True, 1, shown=6), [(8, 6)]),
    ],
)
def test_what_is_due_for_onlookers(
    more: list[Tick], turn: int, watch: Watch, shown: list[tuple[int, int]]
) -> None:
    ticks = [*PLAYED, *more][::-1]
    assert [(each.number, since) for each, since in due(ticks, turn, watch)] == shown
