"""What moderators do at the desk with the campaign: who may join, what is said, what is renamed."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.answers import Refused, acknowledge
from bot.callers.desk_acts import desk_act
from bot.callers.rights import moderated
from bot.callers.seats import CHOICES, Choices, Interaction, campaign_of, guild_of
from bot.faces.gaps import gaps_told
from bot.faces.host_orders import NewName
from bot.faces.words.text import word
from bot.founding import moderating
from bot.host import Host
from bot.store.errors import StoreError
from bot.store.records import Campaign
from bot.typed import name_of, reason_of
from bot.wording import changed, described
from bot.world import renaming
from engine.module.names import key_of
from engine.names import NAME_LENGTH


@desk_act(name="joining", description="Let players join, late ones too, or nobody for a while")
@app_commands.describe(open="Whether players may join")
async def let_join(interaction: Interaction, open: bool) -> None:
    """Late ones too."""
    await acknowledge(interaction)
    meant = await moderated(interaction)
    guild = guild_of(interaction)
    await moderating.let_join(interaction.client.host, guild, meant, interaction.user.id, open)
    told = "lets players join." if open else "lets nobody join for the time being."
    await interaction.edit_original_response(content=f"**{meant.name}** {told}")


@desk_act(name="words", description="How players' names and messages are looked through")
@app_commands.describe(
    check="Whether offensive words are refused",
    allow="A word that is no offence here",
    forbid="A word that was allowed, and no longer is",
)
async def watch_words(
    interaction: Interaction,
    check: bool | None = None,
    allow: app_commands.Range[str, 1, 40] | None = None,
    forbid: app_commands.Range[str, 1, 40] | None = None,
) -> None:
    """Change what is given, and say how it is."""
    await acknowledge(interaction)
    meant, guild = await moderated(interaction), guild_of(interaction)
    async with interaction.client.host.stores.use(guild) as store:
        before = await store.wordings.get(meant.id)
    after = changed(before, check, allow or "", forbid or "")
    if after != before:
        await moderating.watch_words(
            interaction.client.host, guild, meant, interaction.user.id, after
        )
    await interaction.edit_original_response(
        content=described(after, interaction.client.host.words)
    )


@desk_act(name="rename", description="Give what a player has named another name")
@app_commands.describe(
    kind="What it is",
    called="Its name as it is now, just as it is shown",
    name="Its new name",
    reason="Kept with the names in the log",
    player="Whose it is, where several have one called so",
)
async def rename(
    interaction: Interaction,
    kind: str,
    called: str,
    name: app_commands.Range[str, 1, NAME_LENGTH],
    reason: str,
    player: discord.Member | None = None,
) -> None:
    """Whatever players may name."""
    await acknowledge(interaction)
    meant, guild = await moderated(interaction), guild_of(interaction)
    new, why = name_of(name, "A name", NAME_LENGTH), reason_of(reason)
    owner = await _player(interaction.client.host, guild, meant, player) if player else 0
    asked = NewName(kind.strip().casefold().replace(" ", "_"), called, new, owner)
    await renaming.rename(interaction.client.host, guild, meant, interaction.user.id, asked, why)
    said = f"The {word(asked.kind)} is called **{new}** from now on. {gaps_told([new])}".strip()
    await interaction.edit_original_response(content=f"**{meant.name}**: {said}")


@rename.autocomplete("kind")
async def _kinds(interaction: Interaction, typed: str) -> Choices:
    try:
        meant = await campaign_of(interaction)
        rules = await interaction.client.host.rules(guild_of(interaction), meant)
    except (Refused, StoreError):  # an autocomplete has nobody to tell of it
        return []
    wanted = key_of(typed)
    return [
        app_commands.Choice(name=word(kind), value=kind)
        for kind in renaming.kinds(rules)
        if wanted in key_of(word(kind))
    ][:CHOICES]


async def _player(host: Host, guild: int, campaign: Campaign, person: discord.Member) -> int:
    async with host.stores.use(guild) as store:
        member = await store.members.get(campaign.id, person.id)
    if member is None or not member.player:
        raise Refused(
            f"{person.mention} does not play in this campaign.",
            way_out="/seat history says who does.",
        )
    return member.player
