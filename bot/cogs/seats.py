"""Which campaign a command is about, and in whose seat the caller sits: one way for all commands.

The campaign is the one named, else that of the channel, else the only one there is for the caller;
in doubt the caller is asked to choose. What the caller may do there is not decided here.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands

from bot.answers import Refused
from bot.client import HostBot
from bot.faces.words.text import plain
from bot.host import Seat
from bot.store.errors import StoreError
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState

CHOICES = 25  # Discord: the most suggestions of an autocomplete
CHOICE_NAME = 100  # Discord: the longest one
CAMPAIGN = "Which campaign, if you are in several"
"""The description of the `campaign` option of every command."""

Interaction = discord.Interaction[HostBot]
Choices = list[app_commands.Choice[str]]

_CHOOSE = "Name it with the option `campaign`, or write in one of its channels."


def guild_of(interaction: Interaction) -> int:
    """The server in which the command was given. Raises `Refused` outside of one."""
    if interaction.guild_id is None:
        raise Refused("This command works in a server only.", way_out="Use it there.")
    return interaction.guild_id


async def seat_of(interaction: Interaction, campaign: str | None = None) -> Seat:
    """The caller's seat in the campaign that the command is about.

    Raises `Refused` if the caller plays in none, or if it is not plain which is meant.
    """
    guild = guild_of(interaction)
    async with interaction.client.host.stores.use(guild) as store:
        members = await store.members.of_user(interaction.user.id)
        seats = {member.campaign: member for member in members}
        known = await store.campaigns.all()
        mine = [each for each in known if each.id in seats]
        meant = _named(known, campaign) if campaign else await _of_channel(store, interaction)
    if not meant:
        if not mine:
            raise Refused("You are in no campaign here.", way_out="Join one with /join.")
        meant = _only(mine)
    if meant.id not in seats:
        raise Refused(
            f"You do not play in {_shown(meant)}.",
            way_out="Join it with /join"
            + (", or name another of your campaigns with the option `campaign`." if mine else "."),
        )
    return Seat(guild, meant, seats[meant.id])


async def campaign_of(interaction: Interaction, campaign: str | None = None) -> Campaign:
    """The campaign that a moderator's command is about, whoever plays in it.

    Raises `Refused` if the guild has none, or if it is not plain which is meant.
    """
    async with interaction.client.host.stores.use(guild_of(interaction)) as store:
        known = await store.campaigns.all()
        meant = _named(known, campaign) if campaign else await _of_channel(store, interaction)
    if meant:
        return meant
    if not known:
        raise Refused(
            "This server has no campaign yet.",
            way_out="Whoever may manage this server makes one with /campaign create.",
        )
    return _only(known)


async def campaign_around(interaction: Interaction) -> Campaign | None:
    """The campaign that a question is most likely about, if it is plain; nobody is asked."""
    if interaction.guild_id is None:
        return None
    async with interaction.client.host.stores.use(interaction.guild_id) as store:
        if meant := await _of_channel(store, interaction):
            return meant
        seats = {each.campaign for each in await store.members.of_user(interaction.user.id)}
        known = await store.campaigns.all()
    living = [each for each in known if each.state is not CampaignState.ENDED]
    among = [each for each in living if each.id in seats] or living
    return among[0] if len(among) == 1 else None


async def my_campaigns(interaction: Interaction, typed: str) -> Choices:
    """Autocomplete: the campaigns in which the caller plays."""
    return await _offered(interaction, typed, mine=True)


async def all_campaigns(interaction: Interaction, typed: str) -> Choices:
    """Autocomplete: every campaign of the server."""
    return await _offered(interaction, typed, mine=False)


async def _offered(interaction: Interaction, typed: str, *, mine: bool) -> Choices:
    try:
        async with interaction.client.host.stores.use(guild_of(interaction)) as store:
            known = await store.campaigns.all()
            seats = {each.campaign for each in await store.members.of_user(interaction.user.id)}
    except StoreError:  # an autocomplete has nobody to tell of it
        return []
    return _choices([each for each in known if not mine or each.id in seats], typed)


def _named(known: Sequence[Campaign], text: str) -> Campaign:
    """The campaign that the option names: by a suggestion's value, or as a person wrote it."""
    wanted = text.strip().casefold()
    for each in _living_first(known):
        if wanted in (_value(each), each.name.casefold()):
            return each
    raise Refused(
        f"There is no campaign called “{plain(text[:CHOICE_NAME])}” here.",
        way_out="Choose one of the suggestions that appear while you type.",
    )


async def _of_channel(store: GuildStore, interaction: Interaction) -> Campaign | None:
    """The campaign to which the channel belongs, or the channel of a thread, or its category."""
    channel = interaction.channel
    around = (
        interaction.channel_id,
        getattr(channel, "parent_id", None),
        getattr(channel, "category_id", None),
    )
    for snowflake in filter(None, around):
        for place in await store.places.at(snowflake):
            return await store.campaigns.get(place.campaign)
    return None


def _only(campaigns: Sequence[Campaign]) -> Campaign:
    """The only one, ended ones apart. Raises `Refused` if there are several."""
    living = [each for each in campaigns if each.state is not CampaignState.ENDED]
    among = living or campaigns
    if len(among) > 1:
        names = ", ".join(_shown(each) for each in among[:CHOICES])
        raise Refused(f"Which campaign do you mean: {names}?", way_out=_CHOOSE)
    return among[0]


def _living_first(campaigns: Sequence[Campaign]) -> list[Campaign]:
    return sorted(campaigns, key=lambda each: (each.state is CampaignState.ENDED, -each.id))


def _choices(campaigns: Sequence[Campaign], typed: str) -> Choices:
    wanted = typed.strip().casefold()
    return [
        app_commands.Choice(name=_label(each), value=_value(each))
        for each in _living_first(campaigns)
        if wanted in each.name.casefold() or wanted == _value(each)
    ][:CHOICES]


def _value(campaign: Campaign) -> str:
    return f"#{campaign.id}"


def _label(campaign: Campaign) -> str:
    ended = " (ended)" if campaign.state is CampaignState.ENDED else ""
    return campaign.name[: CHOICE_NAME - len(ended)] + ended


def _shown(campaign: Campaign) -> str:
    return f"**{plain(campaign.name)}**"
