"""Who can read a channel, and making sure that a secret stays with those it is for.

A stored channel is never trusted: before something secret is posted, its overwrites must deny
everyone but the roles of the campaign. What the channels are for stands where they are made.
"""

from collections.abc import Collection, Mapping

import discord

SECRET = discord.PermissionOverwrite(view_channel=False)
READER = discord.PermissionOverwrite(
    view_channel=True,
    read_message_history=True,
    send_messages=True,
    attach_files=True,
)
"""The people of a channel may read and talk in it and give orders from it."""
LISTENER = discord.PermissionOverwrite(
    view_channel=True, read_message_history=True, send_messages=False
)
"""For channels in which only the bot speaks."""
BOT = discord.PermissionOverwrite(
    view_channel=True,
    read_message_history=True,
    send_messages=True,
    embed_links=True,
    attach_files=True,
    manage_messages=True,
    pin_messages=True,
)

Overwrites = Mapping[discord.Role | discord.Member | discord.Object, discord.PermissionOverwrite]


def secret(guild: discord.Guild, readers: Collection[discord.Role]) -> Overwrites:
    """What a channel's overwrites must be for these roles alone to read it.

    The bot's own comes with them: a bot that denies everyone first locks itself out.
    """
    wanted = {guild.me: BOT, guild.default_role: SECRET} | dict.fromkeys(readers, READER)
    return {who: _within(guild, overwrite) for who, overwrite in wanted.items()}


def public(guild: discord.Guild) -> Overwrites:
    """What the overwrites of a channel are that all may read and only the bot may write in."""
    wanted = {guild.me: BOT, guild.default_role: LISTENER}
    return {who: _within(guild, overwrite) for who, overwrite in wanted.items()}


def leaks(channel: discord.TextChannel, readers: Collection[discord.Role]) -> list[str]:
    """Who may read the channel although it is not for them; empty if it is secret.

    Administrators and the server's owner read everything; that is Discord's rule, not ours.
    """
    guild = channel.guild
    allowed = {role.id for role in readers} | {guild.me.id}
    found: list[str] = []
    if channel.overwrites_for(guild.default_role).view_channel is not False:
        found.append("everyone")
    for who, overwrite in channel.overwrites.items():
        if who.id in allowed or who.id == guild.default_role.id:
            continue
        if overwrite.view_channel:
            found.append(getattr(who, "name", str(who.id)))
    return found


async def heal(channel: discord.TextChannel, readers: Collection[discord.Role]) -> None:
    """Make a channel secret again. Raises `discord.HTTPException` if Discord does not let us."""
    await channel.edit(
        overwrites=secret(channel.guild, readers),
        reason="This channel is for the roles of its campaign alone",
    )


def _within(
    guild: discord.Guild, overwrite: discord.PermissionOverwrite
) -> discord.PermissionOverwrite:
    """The overwrite without what the bot lacks itself: Discord lets nobody grant that."""
    mine = guild.me.guild_permissions
    held = {name: value for name, value in overwrite if value is not None and getattr(mine, name)}
    return discord.PermissionOverwrite(**held)
