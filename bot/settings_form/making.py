"""Making a campaign that was asked for: world, channels and roles, with an answer to each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import discord

from bot.answers import Refused
from bot.calendar import readiness
from bot.callers.rights import require_manager
from bot.callers.seats import Interaction, choose
from bot.client import HostBot
from bot.faces.words.text import plain
from bot.founding import founding as forming
from bot.guild_commands import refresh
from bot.store.records import Campaign, DiscordPlace
from bot.typed import name_of

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Asked:
    """A campaign that somebody asks for."""

    module: str
    name: str
    size: Mapping[str, int] = field(default_factory=dict[str, int])
    moderators: discord.Role | None = None
    chosen: forming.Chosen = field(default_factory=forming.Chosen)
    early: bool = False
    """Whether its runs are early once everyone is ready."""


def check_role(role: discord.Role | None) -> None:
    """Raise `Refused` for a role that cannot moderate."""
    if role and (role.is_default() or role.managed):
        raise Refused(
            "That role cannot moderate: everyone or an application has it.",
            way_out="Choose another role, or leave it out and I make one.",
        )


async def make(interaction: Interaction, asked: Asked) -> None:
    """Make it, and answer; the interaction is acknowledged. Raises `Refused`."""
    require_manager(interaction)
    guild, bot, who = _guild(interaction), interaction.client, interaction.user.id
    check_role(asked.moderators)
    name = name_of(asked.name, "A campaign's name", LONGEST_NAME)
    campaign = await forming.form(
        bot, guild, who, name, asked.module, asked.size, asked.moderators, asked.chosen
    )
    await interaction.edit_original_response(
        content="The world is made. Making channels and roles …",
        embed=None,
        view=None,
        attachments=[],
    )
    await choose(interaction, f"#{campaign.id}")
    await forming.complete(bot, guild, campaign, who)
    if asked.moderators is None:
        await _appoint(interaction, guild, campaign)
    if asked.early:
        await readiness.choose(bot.host, guild.id, campaign, who, True, None)
    await refresh(bot, guild.id)
    await interaction.edit_original_response(
        content=f"**{plain(campaign.name)}** is ready: {await _where(bot, guild, campaign)}. "
        "Nobody can join yet; `/campaign open` lets them, and so does the desk in the moderators' "
        "channel."
    )


async def _appoint(interaction: Interaction, guild: discord.Guild, campaign: Campaign) -> None:
    """Give the maker the moderators' role that was made for the campaign."""
    place = await _place(interaction.client, guild, campaign, "role:moderators")
    role = guild.get_role(place.snowflake)
    if role and isinstance(interaction.user, discord.Member):
        await interaction.user.add_roles(role, reason="Made the campaign")


async def _where(bot: HostBot, guild: discord.Guild, campaign: Campaign) -> str:
    places = [await _place(bot, guild, campaign, name) for name in ("herald", "moderators")]
    herald, moderators = (f"<#{place.snowflake}>" for place in places)
    return f"news in {herald}, moderators in {moderators}, a secret channel for each faction"


async def _place(bot: HostBot, guild: discord.Guild, campaign: Campaign, role: str) -> DiscordPlace:
    async with bot.host.stores.use(guild.id) as store:
        place = await store.places.get(campaign.id, role)
    assert place is not None, f"{role} was made just now"
    return place


def _guild(interaction: Interaction) -> discord.Guild:
    if interaction.guild is None:
        raise Refused("This command works in a server only.", way_out="Use it there.")
    return interaction.guild
