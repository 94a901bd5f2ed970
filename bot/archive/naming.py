"""Which ended campaign a person means, and which of its sides, turns and realms."""

from __future__ import annotations

from bot.answers import Refused
from bot.archive.contents import Index
from bot.callers.seats import Interaction, campaign_around, guild_of
from bot.campaign.parts import copy_tells_secrets
from bot.faces.words.text import plain
from bot.store.records import Campaign, CampaignState
from engine.module.names import key_of


async def ended_campaigns(interaction: Interaction) -> list[Campaign]:
    """Those of the server that have ended and had a world, the last first.

    A copy is left out while its original goes on: it would tell the original's secrets.
    """
    async with interaction.client.host.stores.use(guild_of(interaction)) as store:
        known = await store.campaigns.all()
        return [
            each
            for each in reversed(known)
            if each.state is CampaignState.ENDED
            and each.tick
            and not await copy_tells_secrets(store, each.id)
        ]


async def ended_of(interaction: Interaction, named: str | None) -> Campaign:
    """The ended campaign that is meant: that of the option, of the channel, or the last one.

    Raises `Refused` if there is none, or if one that goes on is meant.
    """
    found = await ended_campaigns(interaction)
    if named:
        wanted = key_of(named)
        for each in found:
            if wanted in (f"#{each.id}", key_of(each.name)):
                return each
        raise Refused(
            f"No campaign called “{plain(named[:100])}” has ended here.",
            way_out="`/archive list` shows those that have. What goes on keeps its secrets.",
        )
    around = await campaign_around(interaction)
    for each in found:
        if around and each.id == around.id:
            return each
    if not found:
        raise Refused(
            "No campaign of this server has ended yet.",
            way_out="What goes on keeps its secrets. When a campaign ends, its archive opens.",
        )
    return found[0]


def faction_meant(index: Index, text: str | None) -> int:
    """The id of the faction that a person names, 0 for everything. Raises `Refused`."""
    if text is None or text.strip() in ("", "0"):
        return 0
    wanted = key_of(text)
    for id, name in index.factions:
        if wanted in (str(id), key_of(name)):
            return id
    for id, name in index.factions:
        if wanted and wanted in key_of(name):
            return id
    raise Refused(
        f"There was no faction “{plain(text[:100])}”.",
        way_out="There were: " + ", ".join(plain(name) for _, name in index.factions) + ".",
    )


def turn_meant(index: Index, turn: int | None) -> int:
    """The place of a turn among those of the index; the last one by default. Raises `Refused`."""
    if turn is None:
        return len(index.turns) - 1
    for place, (each, _, _) in enumerate(index.turns):
        if each == turn:
            return place
    raise Refused(
        f"There was no turn {turn}.", way_out=f"There were turns 1 to {index.turns[-1][0]}."
    )


def realm_meant(index: Index, text: str | None) -> int:
    """The number of the realm that a person names, the first by default. Raises `Refused`."""
    if not text:
        return 0
    for number, name in enumerate(index.realms):
        if key_of(text) == key_of(name[:100]):
            return number
    if not index.realms:
        return 0
    raise Refused(
        f"There was no realm “{plain(text[:100])}”.",
        way_out="There were: " + ", ".join(plain(name) for name in index.realms) + ".",
    )
