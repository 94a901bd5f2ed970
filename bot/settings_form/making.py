"""Making a campaign that was asked for: world, channels and roles, with an answer to each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import discord

from bot.answers import Refused
from bot.calendar import readiness
from bot.callers.rights import require_manager
from bot.callers.seats import Interaction, choose, server_of
from bot.campaign.almanac import calendar_of
from bot.client import HostBot
from bot.faces.words.text import plain
from bot.founding import founding as forming
from bot.guild_commands import refresh
from bot.payload import OPEN_TO_PLAYERS, Choice, desk_button
from bot.post.posting import buttons
from bot.store.records import Campaign, DiscordPlace
from bot.terms.told import calendar_told
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
    guild, bot, who = server_of(interaction), interaction.client, interaction.user.id
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
    opens = Choice(label=OPEN_TO_PLAYERS, id=desk_button("open", campaign.id))
    await interaction.edit_original_response(
        content=await _told(bot, guild, campaign), view=buttons((opens,))
    )


async def _appoint(interaction: Interaction, guild: discord.Guild, campaign: Campaign) -> None:
    """Give the maker the moderators' role that was made for the campaign."""
    place = await _place(interaction.client, guild, campaign, "role:moderators")
    role = guild.get_role(place.snowflake)
    if role and isinstance(interaction.user, discord.Member):
        await interaction.user.add_roles(role, reason="Made the campaign")


async def _told(bot: HostBot, guild: discord.Guild, campaign: Campaign) -> str:
    """What a moderator needs to know first: where all is, what comes next, who reads what."""
    rules = await bot.host.rules(guild.id, campaign)
    async with bot.host.stores.use(guild.id) as store:
        calendar = await calendar_of(store, campaign.id, rules.module.calendar)
    places = [await _place(bot, guild, campaign, name) for name in ("herald", "moderators")]
    herald, moderators = (f"<#{place.snowflake}>" for place in places)
    return (
        f"**{plain(campaign.name)}** is ready: news in {herald}, the moderators' desk in "
        f"{moderators}, a secret channel for each faction.\n"
        "1. **Open it** by the button below. Whoever wants to play presses **Join** in "
        f"{herald}; computers can take the seats that stay free (the desk, *More …*).\n"
        "2. **Begin the first turn** at the desk once all have a place.\n"
        f"3. From then on turns are made by themselves. {calendar_told(calendar)} The desk says "
        "who owes a turn, and what can be done about it; what you do there stands in the log, "
        "and can be taken back.\n"
        "-# Moderators read every faction's channel. Whoever moderates and plays is named as such "
        "to everybody."
    )


async def _place(bot: HostBot, guild: discord.Guild, campaign: Campaign, role: str) -> DiscordPlace:
    async with bot.host.stores.use(guild.id) as store:
        place = await store.places.get(campaign.id, role)
    assert place is not None, f"{role} was made just now"
    return place
