"""Which campaign a command is about, and in whose seat the caller sits: one way for all commands.

The campaign is that of the channel, else the one that the caller chose, else the only one there is
for the caller; in doubt the caller is asked to choose, and the choice is kept. What the caller may
do there is not decided here.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, cast

import discord
from discord import app_commands

from bot.answers import Panel, Refused, SelectMenu, acknowledge
from bot.campaign.overseers import MODERATORS_ROLE, note_role
from bot.campaign.roles import have_followed
from bot.client import HostBot
from bot.faces.words.text import plain
from bot.host import Seat
from bot.post.telling import MODERATORS, faction_place, tell
from bot.store.deputies import Deputy
from bot.store.errors import StoreError
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState, Member
from bot.store.steps import ROLE, step
from engine.module.names import key_of

CHOICES = 25  # Discord: the most suggestions of an autocomplete
CHOICE_NAME = 100  # Discord: the longest one
Interaction = discord.Interaction[HostBot]
Choices = list[app_commands.Choice[str]]

_CHOOSE = "Choose it below, or write in one of its channels. `/campaign use` changes it later."


def guild_of(interaction: Interaction) -> int:
    """The server in which the command was given. Raises `Refused` outside of one."""
    if interaction.guild_id is None:
        raise _outside()
    return interaction.guild_id


def server_of(interaction: Interaction) -> discord.Guild:
    """As `guild_of`, with all that Discord tells of it."""
    if interaction.guild is None:
        raise _outside()
    return interaction.guild


def _outside() -> Refused:
    return Refused("This command works in a server only.", way_out="Use it there.")


MEANT: Final = "campaign"
"""Where an interaction's extras name the campaign of the panel that it comes from."""


class WhichCampaign(Refused):
    """It is not plain which campaign is meant; the caller may choose one, for good."""

    def __init__(self, among: Sequence[Campaign]) -> None:
        names = ", ".join(_shown(each) for each in among)
        super().__init__(f"Which campaign do you mean: {names}?", way_out=_CHOOSE)
        self._among = among

    def __reduce__(self) -> tuple[type[WhichCampaign], tuple[Sequence[Campaign]]]:
        return WhichCampaign, (self._among,)

    def panel(self) -> Panel:
        """A menu of the campaigns."""
        return Panel().add_item(_Chooser(self._among))


class _Chooser(SelectMenu[Panel]):
    """Which campaign is meant from now on where no channel tells."""

    def __init__(self, among: Sequence[Campaign]) -> None:
        options = [discord.SelectOption(label=_label(each), value=str(each.id)) for each in among]
        super().__init__(placeholder="Which campaign?", options=options)

    async def callback(self, interaction: discord.Interaction) -> Any:
        mine = cast("Interaction", interaction)
        await acknowledge(mine, thinking=False)
        meant = await choose(mine, f"#{self.values[0]}")
        done = f"I take {_shown(meant)} from now on. Give the command again."
        await mine.edit_original_response(content=done, embed=None, view=None)


async def choose(interaction: Interaction, campaign: str) -> Campaign:
    """Keep the campaign that the caller means where no channel tells. Raises `Refused`."""
    async with interaction.client.host.stores.use(guild_of(interaction)) as store:
        meant = _named(await store.campaigns.all(), campaign)
        await store.members.choose(interaction.user.id, meant.id)
    return meant


async def seat_of(interaction: Interaction, campaign: str | None = None) -> Seat:
    """The caller's seat in the campaign that the command is about.

    A panel names the `campaign` that it was made for, or notes it under `MEANT` of the
    interaction's extras. Raises `Refused` if the caller plays in none, or if it is not plain which
    is meant.
    """
    guild, campaign = guild_of(interaction), campaign or interaction.extras.get(MEANT)
    async with interaction.client.host.stores.use(guild) as store:
        seats = await _seats_of(store, interaction.user.id)
        known = await store.campaigns.all()
        mine = [each for each in known if each.id in seats]
        meant = (
            _named(known, campaign)
            if campaign
            else await _of_channel(store, interaction) or await _chosen(store, interaction, mine)
        )
    if not meant:
        if not mine:
            raise Refused("You are in no campaign here.", way_out="Join one with /join.")
        meant = _only(mine)
    if meant.id not in seats:
        raise Refused(
            f"You do not play in {_shown(meant)}.",
            way_out="Join it with /join"
            + (", or write in a channel of one of your campaigns." if mine else "."),
        )
    seat = Seat(guild, meant, *seats[meant.id])
    await _see_to_door(interaction, seat)
    return seat


LACKED: Final = "lacked"
"""Where an interaction's extras keep what its person is told of a role that was lost."""


async def _see_to_door(interaction: Interaction, seat: Seat) -> None:
    """Have the caller's roles follow the seat if they do not: every interaction has them.

    People who leave the server lose them, and a role may be taken or given by hand.
    """
    person, campaign = interaction.user, seat.campaign.id
    if interaction.type is discord.InteractionType.autocomplete:
        return
    if not isinstance(person, discord.Member):
        return
    host, faction = interaction.client.host, seat.member.faction
    async with host.stores.use(seat.guild) as store:
        roles = {each.snowflake: each.role for each in await store.places.of_campaign(campaign)}
        await note_roles(store, seat.campaign, person, host.clock.now())
        own = f"role:{faction}"
        has = {
            name for role in person.roles if (name := roles.get(role.id, "")).startswith("role:")
        }
        has.discard("role:moderators")
        if has == {own} or own not in roles.values():
            return
        async with store.unit():
            if await store.timers.get(campaign, step(ROLE, person.id)):
                return  # it is being seen to, and the desk says why it waits
            await have_followed(store, campaign, person.id, host.clock.now())
            if own in has:
                return
            text = (
                f"🔧 <@{person.id}> had lost the role of the faction, as by leaving the server, "
                "and has it again. The desk takes the seat of somebody who is to play no more."
            )
            await tell(store, campaign, MODERATORS, f"R{person.id % 10_000}·+", text)
        channel = await store.places.get(campaign, faction_place(faction))
        where = f": <#{channel.snowflake}>" if channel else ""
        interaction.extras[LACKED] = (
            "🔧 You had lost the role of your faction, and with it its channel. I give it back to "
            f"you now{where}."
        )


async def note_roles(
    store: GuildStore, campaign: Campaign, person: discord.Member, now: datetime
) -> None:
    """Note whether somebody who plays has the moderators' role."""
    if campaign.state is CampaignState.ENDED:
        return
    place = await store.places.get(campaign.id, MODERATORS_ROLE)
    moderates = bool(place and any(role.id == place.snowflake for role in person.roles))
    await note_role(store, campaign.id, person.id, moderates=moderates, now=now)


async def own_seat_of(interaction: Interaction, campaign: str | None = None) -> Seat:
    """The caller's own seat. Raises `Refused` for a deputy, and as `seat_of`."""
    seat = await seat_of(interaction, campaign)
    if seat.deputy:
        raise Refused(
            "That is for the player alone, and you are a deputy.",
            way_out="A deputy only gives orders; /seat history says whose deputy.",
        )
    return seat


async def _seats_of(store: GuildStore, user: int) -> dict[int, tuple[Member, Deputy | None]]:
    """By campaign, the seats in which a person may act: own ones, and those of a deputy."""
    seats: dict[int, tuple[Member, Deputy | None]] = {}
    for deputy in await store.deputies.of_user(user):
        holder = await store.seats.holder(deputy.campaign, deputy.player)
        if holder:
            seats[deputy.campaign] = holder, deputy
    for member in await store.members.of_user(user):
        seats[member.campaign] = member, None
    return seats


async def seated(interaction: Interaction, seat: Seat) -> Seat:
    """The seat of a panel as it is now. Raises `Refused` if it is no longer the caller's."""
    return await seat_of(interaction, f"#{seat.campaign.id}")


async def campaign_of(interaction: Interaction, campaign: str | None = None) -> Campaign:
    """The campaign that a moderator's command is about, for all its players.

    `campaign` is for panels, and for commands that have an option for it; a panel may note it under
    `MEANT` instead. Raises `Refused` if the guild has none, or if it is not plain which is meant.
    """
    campaign = campaign or interaction.extras.get(MEANT)
    async with interaction.client.host.stores.use(guild_of(interaction)) as store:
        known = await store.campaigns.all()
        meant = (
            _named(known, campaign)
            if campaign
            else await _of_channel(store, interaction) or await _chosen(store, interaction, known)
        )
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
        seats = await _seats_of(store, interaction.user.id)
        known = await store.campaigns.all()
    living = [each for each in known if each.state is not CampaignState.ENDED]
    among = [each for each in living if each.id in seats] or living
    return among[0] if len(among) == 1 else None


async def all_campaigns(interaction: Interaction, typed: str) -> Choices:
    """Autocomplete: every campaign of the server."""
    try:
        async with interaction.client.host.stores.use(guild_of(interaction)) as store:
            known = await store.campaigns.all()
    except StoreError:  # an autocomplete has nobody to tell of it
        return []
    return _choices(known, typed)


def _named(known: Sequence[Campaign], text: str) -> Campaign:
    """The campaign that the option names: by a suggestion's value, or as a person wrote it."""
    wanted = key_of(text)
    by_value = [each for each in known if wanted == _value(each)]
    for each in by_value or _living_first(known):
        if by_value or wanted == key_of(each.name):
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


async def _chosen(
    store: GuildStore, interaction: Interaction, among: Sequence[Campaign]
) -> Campaign | None:
    """The one among these campaigns that the caller chose, if it goes on."""
    id = await store.members.chosen(interaction.user.id)
    living = (each for each in among if each.state is not CampaignState.ENDED)
    return next((each for each in living if each.id == id), None)


def _only(campaigns: Sequence[Campaign]) -> Campaign:
    """The only one, ended ones apart. Raises `Refused` if there are several."""
    living = [each for each in campaigns if each.state is not CampaignState.ENDED]
    among = living or campaigns
    if len(among) > 1:
        raise WhichCampaign(among[:CHOICES])
    return among[0]


async def factions_suggested(interaction: Interaction, typed: str) -> Choices:
    """The factions of the campaign that is meant, by name; none where it is not plain."""
    try:
        meant = await campaign_of(interaction)
        module = (await interaction.client.host.rules(guild_of(interaction), meant)).module
    except (Refused, StoreError):
        return []
    return [
        app_commands.Choice(name=each.name, value=key)
        for key, each in module.factions.items()
        if key_of(typed) in key_of(each.name)
    ][:CHOICES]


def _living_first(campaigns: Sequence[Campaign]) -> list[Campaign]:
    return sorted(campaigns, key=lambda each: (each.state is CampaignState.ENDED, -each.id))


def _choices(campaigns: Sequence[Campaign], typed: str) -> Choices:
    wanted = key_of(typed)
    return [
        app_commands.Choice(name=_label(each), value=_value(each))
        for each in _living_first(campaigns)
        if wanted in key_of(each.name) or wanted == _value(each)
    ][:CHOICES]


def _value(campaign: Campaign) -> str:
    return f"#{campaign.id}"


def _label(campaign: Campaign) -> str:
    ended = " (ended)" if campaign.state is CampaignState.ENDED else ""
    return campaign.name[: CHOICE_NAME - len(ended)] + ended


def _shown(campaign: Campaign) -> str:
    return f"**{plain(campaign.name)}**"
