"""Who may read a campaign's channels, and that no more is granted than the bot itself holds."""

import discord

from bot.post.channels import BOT, READER, SECRET, heal, leaks, public, secret
from bot.practice.table import Table
from tests.bot.samples import EXTENSIONS, campaign_on, channel

COGS = EXTENSIONS


def _shown(table: Table, name: str) -> discord.TextChannel:
    found = table.bot.get_channel(channel(table, name).id)
    assert isinstance(found, discord.TextChannel)
    return found


def _readers(table: Table) -> list[discord.Role]:
    guild = table.bot.guilds[0]
    return [role for role in guild.roles if role.name.startswith(("House Ashmark", "Moderators ·"))]


async def test_a_factions_channel_is_read_by_its_role_and_the_moderators_alone(table: Table):
    await campaign_on(table, ["Ada"])
    assert table.guild.who_sees(channel(table, "ashmark")) == ("Morgan", "Ada")
    assert table.guild.who_sees(channel(table, "elderwood")) == ("Morgan",)
    assert table.guild.who_sees(channel(table, "moderators")) == ("Morgan",)
    assert leaks(_shown(table, "ashmark"), _readers(table)) == []


async def test_the_heralds_channel_is_read_by_all_and_written_by_the_bot_alone(table: Table):
    await campaign_on(table)
    herald = _shown(table, "herald")
    everyone = herald.overwrites_for(herald.guild.default_role)
    assert (everyone.view_channel, everyone.send_messages) == (True, False)
    assert herald.permissions_for(herald.guild.me).send_messages


async def test_the_bot_lets_itself_in_before_it_denies_everyone(table: Table):
    guild = table.bot.guilds[0]
    assert list(secret(guild, []))[:2] == [guild.me, guild.default_role]
    assert secret(guild, [])[guild.me].view_channel
    assert secret(guild, [])[guild.default_role] == SECRET


async def test_no_overwrite_grants_what_the_bot_lacks(table: Table):
    guild = table.bot.guilds[0]
    rights = table.env.backend.guilds[guild.id].roles
    lacking = discord.Permissions(pin_messages=True, attach_files=True)
    for role in rights.values():
        role.permissions &= ~lacking.value
    for role in guild.roles:
        role._permissions &= ~lacking.value
    for wanted in (secret(guild, [guild.default_role]), public(guild)):
        for overwrite in wanted.values():
            allowed, _ = overwrite.pair()
            assert not allowed & lacking
    assert BOT.pin_messages
    assert READER.attach_files


async def test_a_channel_without_a_denial_for_everyone_leaks(table: Table):
    await campaign_on(table)
    ashmark, guild = _shown(table, "ashmark"), table.bot.guilds[0]
    with table.env._bot_scope():
        await ashmark.set_permissions(guild.default_role, overwrite=None)
    await table.rest()
    assert leaks(ashmark, _readers(table)) == ["everyone"]
    with table.env._bot_scope():
        await heal(ashmark, _readers(table))
    await table.rest()
    assert leaks(ashmark, _readers(table)) == []


async def test_another_role_or_person_that_is_let_in_leaks(table: Table):
    await campaign_on(table)
    ashmark, guild = _shown(table, "ashmark"), table.bot.guilds[0]
    other = next(role for role in guild.roles if role.name.startswith("The Elderwood"))
    with table.env._bot_scope():
        await ashmark.set_permissions(other, overwrite=READER)
        cora = await guild.fetch_member(table.guild.people["Cora"].id)
        await ashmark.set_permissions(cora, overwrite=READER)
    await table.rest()
    assert len(leaks(ashmark, _readers(table))) == 2
    assert other.name in leaks(ashmark, _readers(table))
