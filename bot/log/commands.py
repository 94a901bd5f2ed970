"""`/log` and `/campaign undo`: what was done to a campaign, and taking it back.

Everybody may read the log. Of entries that would tell secrets, players read author and kind alone.
How entries are told is in `bot.log.entries`, pages and menu are in `bot.log.panel`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import Refused, acknowledge
from bot.callers.rights import moderated, moderated_here
from bot.callers.seats import CHOICE_NAME, CHOICES, Choices, Interaction, campaign_of, guild_of
from bot.client import HostBot
from bot.log.entries import label, names_of, readable
from bot.log.panel import READ, ask_to_take_back, entry_of, reads_all, show_log
from bot.log.undoing import undoable
from bot.store.errors import StoreError
from bot.typed import numbered, reason_given
from engine.module.names import key_of

Page = app_commands.Range[int, 1, 1000]


async def _kinds(interaction: Interaction, typed: str) -> Choices:
    """The kinds of acts that the log holds, as far as the person reads of them."""
    try:
        meant = await campaign_of(interaction)
        async with interaction.client.host.stores.use(guild_of(interaction)) as store:
            latest = await store.audit.latest(meant.id, last=READ)
    except (Refused, StoreError):  # an autocomplete has nobody to tell of it
        return []
    kinds = dict.fromkeys(each.what for each in readable(latest, whole=False))
    return [
        app_commands.Choice(name=kind[:CHOICE_NAME], value=kind[:CHOICE_NAME])
        for kind in kinds
        if key_of(typed) in key_of(kind)
    ][:CHOICES]


class LogCog(commands.Cog):
    """`/log`, for everybody."""

    @app_commands.command(description="What was done to the campaign, to whom, by whom and why")
    @app_commands.describe(
        page="1 is the latest",
        kind="Only acts of this kind",
        by="Only what this person did",
        about="Only what concerned this person",
    )
    @app_commands.autocomplete(kind=_kinds)
    async def log(
        self,
        interaction: Interaction,
        page: Page = 1,
        kind: str = "",
        by: discord.User | None = None,
        about: discord.User | None = None,
    ) -> None:
        await acknowledge(interaction)
        meant = await campaign_of(interaction)
        try:
            await moderated(interaction, f"#{meant.id}")
        except Refused:
            moderates = False
        else:
            moderates = True
        await show_log(interaction, meant, page, kind, by, about, moderates=moderates)


@app_commands.command(name="undo", description="Take back something that was done")
@app_commands.describe(entry="What to take back", reason="Kept in the log")
async def take_back(interaction: Interaction, entry: str, reason: str) -> None:
    """After a question, since it concerns others."""
    await acknowledge(interaction)
    meant, why = await moderated_here(interaction), reason_given(reason)
    found = await entry_of(interaction, meant, numbered(entry, "entry of the log"))
    await ask_to_take_back(interaction, meant, found, why)


@take_back.autocomplete("entry")
async def _undoable(interaction: Interaction, typed: str) -> Choices:
    """The latest that can be undone."""
    try:
        meant = await moderated(interaction)
        host, guild = interaction.client.host, guild_of(interaction)
        async with host.stores.use(guild) as store:
            latest = await store.audit.latest(meant.id, last=READ)
            whole = await reads_all(store, meant, interaction.user.id)
        names = await names_of(host, guild, meant)
    except (Refused, StoreError):  # an autocomplete has nobody to tell of it
        return []
    undone = {each.trace.undoes for each in latest}
    wanted = key_of(typed)
    labels = [
        (f"{each.id} · {label(each, names, whole=whole)}", str(each.id))
        for each in latest
        if undoable(meant, each) and each.id not in undone
    ]
    return [
        app_commands.Choice(name=label[:CHOICE_NAME], value=id)
        for label, id in labels
        if wanted in key_of(label)
    ][:CHOICES]


def commands_of_the_log() -> Sequence[app_commands.Command[Any, Any, Any]]:
    """What `/campaign` has of it."""
    # discord.py leaves open of which group a command outside of any is.
    return (take_back,)  # pyright: ignore[reportUnknownVariableType]


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(LogCog())
