"""`/campaign`: from a command to a running campaign, and people who must not do it."""

import asyncio
from contextlib import suppress

import discord
import pytest

from bot import faults
from bot.answers import Refused
from bot.commands.campaign import LONGEST_NAME
from bot.ending.ending import GRACE
from bot.founding.channels import Furnished, furnish
from bot.founding.founding import complete
from bot.founding.moderating import end
from bot.jobs.chain import seal
from bot.practice.table import Table
from bot.store.records import CampaignState
from tests.bot.desking import offered_at_desk
from tests.bot.founding import SMALL, created
from tests.bot.pressing import press
from tests.bot.samples import (
    EXTENSIONS,
    MONDAY,
    campaign_on,
    channel,
    posts,
    says,
    store_of,
    the_campaign,
    told,
    words,
)

NEW = {"module": "cohorts", "name": "The Long War", **SMALL}

COGS = EXTENSIONS


def _names(table: Table) -> list[str | None]:
    return [each.name for each in table.guild.channels()]


async def _state(table: Table) -> CampaignState:
    async with store_of(table) as store:
        return (await store.campaigns.all())[-1].state


async def _campaigns(table: Table) -> int:
    async with store_of(table) as store:
        return len(await store.campaigns.all())


def _status(table: Table) -> str:
    (pinned,) = [m for m in channel(table, "herald").history() if m.pinned]
    return words(pinned)


# ---------------------------------------------------------------- making one


async def test_one_command_makes_the_world_the_channels_the_roles_and_the_status(table: Table):
    answer = await says(table, "Morgan", "campaign create", **NEW)
    assert "**The Long War** is ready" in told(answer)
    assert _names(table) == [
        "lobby",
        "herald",
        "moderators",
        "ashmark",
        "elderwood",
        "salt-ports",
        "hornhelm",
    ]
    assert {table.guild.category(c) for c in table.guild.channels()} == {None, "The Long War"}
    roles = {role.name: role for role in table.bot.guilds[0].roles}
    assert roles["House Ashmark · The Long War"].colour != discord.Colour.default()
    assert roles["House Ashmark · The Long War"].permissions == discord.Permissions.none()
    assert "Moderators · The Long War" in table.guild.roles(table.guild.owner)
    assert "being prepared" in _status(table)
    async with store_of(table) as store:
        campaign = await store.campaigns.get(1)
    assert (campaign.state, campaign.tick, campaign.turn) == (CampaignState.FORMING, 1, 1)


async def test_a_role_of_the_server_can_moderate_in_place_of_a_new_one(table: Table):
    await says(table, "Morgan", "campaign create", **NEW, moderators=table.guild.moderators)
    assert not any(r.name.startswith("Moderators ·") for r in table.bot.guilds[0].roles)
    async with store_of(table) as store:
        place = await store.places.get(1, "role:moderators")
    assert place is not None
    assert place.snowflake == table.guild.moderators.id


async def test_the_seed_is_never_shown_and_its_hash_is(table: Table):
    await says(table, "Morgan", "campaign create", **NEW)
    async with store_of(table) as store:
        campaign = await store.campaigns.get(1)
        (tick,) = await store.campaigns.ticks(1)
    assert campaign.seed_hash in _status(table)
    assert f"Seal of all that was played so far: {seal(tick.chain or '')}" in _status(table)


async def test_a_map_without_room_for_the_factions_is_refused_and_leaves_no_campaign(table: Table):
    answer = await says(
        table, "Morgan", "campaign create", module="cohorts", name="Tiny", width=4, height=4
    )
    assert "Such a world cannot be made" in told(answer)
    assert _names(table) == ["lobby"]
    assert await _state(table) is CampaignState.ENDED
    assert "none yet" in told(await says(table, "Morgan", "campaign list"))
    again = await says(table, "Morgan", "campaign create", **{**NEW, "name": "Tiny"})
    assert "is ready" in told(again)


async def test_a_name_that_is_taken_is_refused(table: Table):
    await says(table, "Morgan", "campaign create", **NEW)
    answer = await says(table, "Morgan", "campaign create", **{**NEW, "name": "the long WAR"})
    assert "already has a campaign called" in told(answer)
    assert await _campaigns(table) == 1


async def test_a_bot_without_the_permissions_says_which_and_makes_nothing(table: Table):
    guild = table.bot.guilds[0]
    for role in guild.roles:
        role._permissions &= ~discord.Permissions(manage_channels=True).value
    answer = await says(table, "Morgan", "campaign create", **NEW)
    assert "manage channels" in told(answer)
    assert await _campaigns(table) == 0


@pytest.mark.parametrize(
    "path, refused",
    [("/guilds/*/channels", "the category"), ("/guilds/*/roles", "the role Moderators")],
)
async def test_what_discord_refuses_is_named_and_completed_by_a_repair_and_the_rest_goes_on(
    table: Table, path: str, refused: str
):
    table.env.inject_error("POST", path, status=403, message="Missing Permissions")
    answer = await says(table, "Morgan", "campaign create", **NEW)
    assert f"• {refused}" in told(answer)
    assert "/campaign repair goes on" in told(answer)
    assert "ashmark" in _names(table)
    first = await says(table, "Morgan", "campaign repair")
    assert refused in told(first)
    assert len(_names(table)) == 7
    (lobby,) = [c.name for c in table.bot.guilds[0].text_channels if c.category is None]
    assert lobby == next(table.guild.channels()).name, "all others are in the category"
    roles = [role.name for role in table.bot.guilds[0].roles]
    assert len(roles) == len(set(roles))
    again = await says(table, "Morgan", "campaign repair")
    assert told(again) == "Nothing was missing."


class _Killed(BaseException):
    """Ends what was under way at once, as the end of the process would."""


@pytest.mark.parametrize("point", ["furnishing.after_making", "furnishing.after_note"])
async def test_furnishing_killed_anywhere_is_completed_and_nothing_twice(table: Table, point: str):
    await says(table, "Morgan", "campaign create", **NEW)
    want_channels, want_roles, want_topics = _names(table), _roles_of(table), _topics(table)
    assert not any("making" in topic for topic in want_topics)
    guild, bot = table.bot.guilds[0], table.bot
    with table.env._bot_scope():
        async with store_of(table) as store:
            campaign = await store.campaigns.get(1)
            module = (await bot.host.rules(guild.id, campaign)).module
            for place in await store.places.of_campaign(1):
                thing = guild.get_role(place.snowflake) or guild.get_channel(place.snowflake)
                if thing is not None:
                    await thing.delete()
            kills = 0
            while True:
                hits = 0

                def kill() -> None:
                    nonlocal hits
                    hits += 1
                    raise _Killed

                with faults.armed(point, kill), suppress(_Killed):
                    await furnish(guild, store, campaign, module)
                if not hits:
                    break
                kills += 1
                assert kills < 50, "what was made is made again and again"
            assert await furnish(guild, store, campaign, module) == Furnished()
    made = [name for name in want_roles if "·" in name] + want_channels[1:] + ["the category"]
    assert kills == len(made), "each thing, once"
    assert _names(table) == want_channels
    assert _topics(table) == want_topics
    assert _roles_of(table) == want_roles
    assert table.guild.who_sees(channel(table, "ashmark")) == ("Morgan",)


async def test_what_strangers_call_the_same_is_left_to_them(table: Table):
    await says(table, "Morgan", "campaign create", **NEW)
    guild = table.bot.guilds[0]
    mine = next(r for r in guild.roles if r.name.startswith("House Ashmark"))
    theirs = table.guild.handle.create_role(mine.name)
    table.guild.handle.create_text_channel("ashmark")
    before = {channel.id for channel in table.guild.channels()}
    with table.env._bot_scope():
        await mine.delete()
        other = guild.get_channel(channel(table, "elderwood").id)
        assert other is not None
        await other.delete()
    await table.rest()
    assert "Made or mended" in told(await says(table, "Morgan", "campaign repair"))
    async with store_of(table) as store:
        role, place = [await store.places.get(1, name) for name in ("role:1", "faction:2")]
    assert role is not None
    assert place is not None
    assert role.snowflake not in (mine.id, theirs.id)
    assert place.snowflake not in before


def _topics(table: Table) -> list[str]:
    return sorted(channel.topic or "" for channel in table.bot.guilds[0].text_channels)


def _roles_of(table: Table) -> list[str]:
    return sorted(role.name for role in table.bot.guilds[0].roles)


async def test_a_repair_makes_what_was_deleted_and_gives_players_their_roles(table: Table):
    await campaign_on(table, ["Ada"])
    guild = table.bot.guilds[0]
    role = next(r for r in guild.roles if r.name.startswith("House Ashmark"))
    with table.env._bot_scope():
        await role.delete()
    await table.rest()
    answer = await says(table, "Morgan", "campaign repair")
    assert "the role House Ashmark · The Long War for Ada" in told(answer)
    assert table.guild.who_sees(channel(table, "ashmark")) == ("Morgan", "Ada")


async def test_two_repairs_at_once_make_nothing_twice(table: Table):
    campaign = await campaign_on(table)
    names = _names(table)
    guild = table.bot.guilds[0]
    async with store_of(table) as store:
        row = await store.campaigns.get(campaign)
    with table.env._bot_scope():
        await next(c for c in guild.text_channels if c.name == "ashmark").delete()
        await asyncio.gather(*(complete(table.bot, guild, row, 1) for _ in range(2)))
    await table.rest()
    assert sorted(map(str, _names(table))) == sorted(map(str, names))


# ---------------------------------------------------------------- its life


async def test_a_campaign_is_opened_joined_started_paused_resumed_and_ended(table: Table):
    campaign = await campaign_on(table)
    assert "is open" in told(await says(table, "Morgan", "campaign open"))
    assert "open to players" in _status(table)
    await says(table, "Ada", "join", faction="ashmark", start="harrow_banner")
    started = told(await says(table, "Morgan", "campaign start"))
    cut_off = int(MONDAY.timestamp()) + 6 * 3600
    assert f"Next is the run of <t:{cut_off}:F>" in started
    assert f"Next run and cut-off: <t:{cut_off}:F>" in _status(table)
    assert "is paused" in told(await says(table, "Morgan", "campaign pause", reason="*Feast*"))
    assert "\\*Feast\\*" in posts(table, "herald")[-1]
    assert await _state(table) is CampaignState.PAUSED
    assert "goes on" in told(await says(table, "Morgan", "campaign resume"))
    assert await _state(table) is CampaignState.RUNNING
    asked = await says(table, "Morgan", "campaign end")
    assert "for good?" in told(asked)
    assert await _state(table) is CampaignState.RUNNING
    await press(table, "Morgan", asked, "End the campaign")
    assert await _state(table) is CampaignState.PAUSED
    await table.move(GRACE)
    assert await _state(table) is CampaignState.ENDED
    assert "The campaign is over" in _status(table)
    async with store_of(table) as store:
        done = [entry.what for entry in await store.audit.latest(campaign)]
    assert done[::-1] == [
        "campaign created",
        "campaign furnished",
        "campaign opened",
        "joined",
        "campaign started",
        "campaign paused",
        "campaign resumed",
        "campaign ending",
        "campaign ended",
    ]


async def test_two_moderators_who_end_a_campaign_at_once_end_it_once(table: Table):
    campaign = await campaign_on(table)
    guild = table.guild.handle.id
    async with store_of(table) as store:
        row = await store.campaigns.get(campaign)
    with table.env._bot_scope():
        ends = (end(table.bot.host, guild, row, who) for who in (1, 2))
        outcomes = await asyncio.gather(*ends, return_exceptions=True)
    await table.rest()
    assert {type(each) for each in outcomes} == {type(None), Refused}
    assert sum("has ended" in said for said in posts(table, "herald")) == 1


async def test_an_act_in_the_wrong_state_is_refused_with_the_way_out(table: Table):
    await campaign_on(table)
    for command in ("start", "pause", "resume"):
        reason = {"reason": "x"} if command == "pause" else {}
        answer = await says(table, "Morgan", f"campaign {command}", **reason)
        assert "being prepared" in told(answer), command
        assert "What you can do" in told(answer), command
        assert await _state(table) is CampaignState.FORMING, command


async def test_a_campaign_without_players_is_not_started(table: Table):
    await campaign_on(table, start=False)
    await says(table, "Morgan", "campaign open")
    assert "Nobody plays in it yet" in told(await says(table, "Morgan", "campaign start"))
    assert await _state(table) is CampaignState.OPEN


@pytest.mark.rule("cohorts.setup.names")
async def test_a_moderator_renames_a_players_hero_with_an_entry_in_the_audit(table: Table):
    await campaign_on(table)
    await says(table, "Morgan", "campaign open")
    await says(table, "Ada", "join", faction="ashmark", start="harrow_banner")
    hero = {"kind": "character", "called": "maud harrowgate", "name": "Maud the Mild"}
    said = told(await says(table, "Morgan", "rename", reason="A pun", **hero))
    assert "The character is called **Maud the Mild** from now on." in said
    assert "renamed · character Maud Harrowgate: A pun" in told(await says(table, "Morgan", "log"))
    async with store_of(table) as store:
        entry = (await store.audit.latest(await the_campaign(table), last=1))[0]
    assert '"Maud Harrowgate"' in (entry.trace.before or "")
    assert '"Maud the Mild"' in (entry.trace.after or "")
    again = told(await says(table, "Morgan", "rename", reason="Again", **hero))
    assert "No character is called maud harrowgate." in again
    theirs = {**hero, "called": "Maud the Mild", "player": table.guild.people["Bram"]}
    refused = told(await says(table, "Morgan", "rename", reason="Again", **theirs))
    assert "does not play in this campaign" in refused
    sea = {**hero, "kind": "sea"}
    unknown = told(await says(table, "Morgan", "rename", reason="Too wet", **sea))
    assert "no kind of thing that can be renamed here" in unknown
    assert "Choose one of these: character, unit, agent, stack, city, guild and player." in unknown


async def test_what_can_be_renamed_is_offered_as_the_campaigns_face_says(table: Table):
    await campaign_on(table)
    kinds = ["character", "unit", "agent", "stack", "city", "guild", "player"]
    assert await offered_at_desk(table, "Morgan", "rename", "kind") == kinds


# ---------------------------------------------------------------- who may


async def test_whoever_holds_the_campaigns_role_may_moderate_it(table: Table):
    await campaign_on(table)
    await _show_to_all(table)
    guild = table.bot.guilds[0]
    role = next(r for r in guild.roles if r.name.startswith("Moderators ·"))
    table.env.backend.add_member_role(guild.id, table.guild.people["Ada"].id, role.id)
    assert "is open" in told(await says(table, "Ada", "campaign open"))
    refused = await says(table, "Ada", "campaign create", **{**NEW, "name": "Another"})
    assert "Manage Server" in told(refused)


async def _show_to_all(table: Table) -> None:
    """As an administrator can: let Ada use the command, so that the bot must ask itself."""
    with table.env._bot_scope():
        commands = await table.bot.tree.fetch_commands()
    (campaign,) = [command for command in commands if command.name == "campaign"]
    table.guild.handle.set_command_permissions(campaign.id, {table.guild.people["Ada"]: True})


# ---------------------------------------------------------------- looking


async def test_the_list_names_every_campaign_with_its_state(table: Table):
    assert "There is none yet" in told(await says(table, "Morgan", "campaign list"))
    await campaign_on(table)
    assert "**The Long War**: turn 1, being prepared" in told(
        await says(table, "Morgan", "campaign list")
    )


async def test_a_list_of_many_campaigns_fits_into_its_answer(table: Table):
    campaign = await campaign_on(table)
    async with store_of(table) as store:
        copy = await store.campaigns.module((await store.campaigns.get(campaign)).module_digest)
        for number in range(30):
            made = await created(store, f"{number:02}".ljust(LONGEST_NAME, "x"), copy)
            await store.campaigns.set_state(made.id, CampaignState.OPEN)
    assert told(await says(table, "Morgan", "campaign list")).count("**: turn") == 25


async def test_the_audit_log_is_read_page_by_page(table: Table):
    campaign = await campaign_on(table)
    async with store_of(table) as store:
        for number in range(12):
            await store.audit.note(campaign, 1, f"act {number}", why="because")
    first = told(await says(table, "Morgan", "log"))
    second = told(await says(table, "Morgan", "log", page=2))
    assert "act 11: because" in first
    assert "Page 1 of 2" in first
    assert "campaign created" in second
    assert "no page 9" in told(await says(table, "Morgan", "log", page=9))
