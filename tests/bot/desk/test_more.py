"""The desk is the door to every act of moderators, by taps."""

from __future__ import annotations

from datetime import timedelta

import discord
from discord import app_commands

from bot.assembly import EXTENSIONS
from bot.desk.act_panel import LINES, MENUS, is_chosen
from bot.desk.acts import ACTS
from bot.practice.table import Table
from tests.bot.desking import at_desk, shown_by, the_desk
from tests.bot.pressing import press
from tests.bot.samples import campaign_on, channel, says, store_of, told

NOT_THERE = {"campaign create", "campaign list", "campaign use", "module upload", "moving import"}
"""What makes a campaign, says which is meant, or takes a file in: commands alone."""
BUTTONS = {
    *("campaign open", "campaign start", "campaign pause", "campaign resume"),
    *("campaign repair", "campaign settings"),
}
"""What a button of the desk does."""

SUBJECT = "The campaign and its world"

COGS = [each for each in EXTENSIONS if not each.startswith("bot.backups")]


async def test_every_act_of_moderators_can_be_begun_from_the_desk(table: Table) -> None:
    acts = [each for offered in ACTS.values() for each in offered]
    assert len(acts) == len({each.key for each in acts})
    tree = table.bot.tree.walk_commands()
    commands = {each.qualified_name for each in tree if isinstance(each, app_commands.Command)}
    groups = {"campaign", "world", "module", "moving"}
    theirs = {name for name in commands if name.split()[0] in groups}
    of_players = {"campaign status", "campaign desk"}
    offered = {each.key for each in acts}
    assert theirs - {*offered, *BUTTONS, *NOT_THERE, *of_players} == set()
    assert len(commands) <= 70, "a phone's list of commands is to be kept short"
    for each in acts:
        act = each.declared(table.bot)
        assert act, each.key
        required = [one for one in act.parameters if one.required]
        assert len([one for one in required if is_chosen(one)]) <= MENUS, each.key
        assert len([one for one in required if not is_chosen(one)]) <= LINES, each.key


async def test_a_moderator_sets_the_calendar_and_a_seat_at_the_desk(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    await table.move(timedelta(minutes=1))
    timing = await at_desk(table, "Morgan", "timing", early=True, quorum=50)
    assert "early" in told(timing)
    wrong = await at_desk(table, "Morgan", "timing", early=True, quorum=101)
    assert "is no number from 0 to 100" in told(wrong)

    days = {"from": "2026-12-24", "to": "2026-12-26"}
    holiday = await at_desk(table, "Morgan", "holiday-add", **days, name="Yule")
    assert "**Yule** is set" in told(holiday)
    assert "Yule" in told(await at_desk(table, "Morgan", "holidays"))

    iron = {"faction": "hornhelm", "name": "Iron", "reason": "For company"}
    assert "**Iron** plays" in told(await at_desk(table, "Morgan", "computer", **iron))

    ada = table.guild.people["Ada"]
    asked = await at_desk(table, "Morgan", "kick", player=ada.user, reason="Gone")
    assert "Take the seat of" in told(asked)
    await press(table, "Morgan", shown_by(asked), "Take the seat away")
    async with store_of(table) as store:
        member = await store.members.get(campaign, ada.id)
        assert member is None or not member.player


async def test_what_depends_on_what_is_chosen_is_suggested_for_it(table: Table) -> None:
    await campaign_on(table, start=True)
    await table.move(timedelta(minutes=1))
    fact = {"kind": "city", "record": "1", "field": "name", "value": "Newtown", "reason": "A slip"}
    answer = await at_desk(table, "Morgan", "world correct", **fact)
    assert "Newtown" in told(answer)
    await press(table, "Morgan", shown_by(answer), "Put it right")
    log = told(await says(table, "Morgan", "log"))
    assert "Newtown" in log


async def test_who_moderates_no_more_does_nothing_with_what_was_opened(table: Table) -> None:
    await campaign_on(table, ["Ada"], start=True)
    await says(table, "Morgan", "campaign desk")
    guild, ada = table.bot.guilds[0], table.guild.people["Ada"]
    role = next(each for each in guild.roles if each.name.startswith("Moderators ·"))
    table.env.backend.add_member_role(guild.id, ada.id, role.id)
    opened = await press(table, ada, the_desk(table), "More …")
    table.env.backend.remove_member_role(guild.id, ada.id, role.id)
    room, seeing = channel(table, "moderators"), discord.PermissionOverwrite(view_channel=True)
    with table.env._bot_scope():
        at_discord = guild.get_channel(room.id)
        member = await guild.fetch_member(ada.id)
        assert isinstance(at_discord, discord.TextChannel)
        await at_discord.set_permissions(member, overwrite=seeing)
    refused = await ada.select(shown_by(opened), ["joining"], custom_id=SUBJECT)
    await table.rest()
    assert "This is for the moderators" in told(refused)
