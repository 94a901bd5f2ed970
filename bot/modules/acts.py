"""What moderators do with the modules handed in: look, compare, take away, offer again.

How a campaign goes on with one is in `bot.modules.adopting`.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands

from bot.answers import Refused, acknowledge
from bot.callers.desk_acts import desk_act
from bot.callers.pager import TextPages
from bot.callers.seats import CHOICE_NAME, CHOICES, Choices, Interaction, campaign_of, guild_of
from bot.faces.words.text import escaped, listed, plain
from bot.modules import comparing, keeping, library
from bot.modules.comparing import compare
from bot.modules.offered import played_in, require_keeper, uploads_named
from bot.modules.uploads import cover_of
from bot.store.records import AuditEntry, ModuleCopy
from bot.store.uploads import Upload
from bot.typed import reason_of
from engine.module.names import key_of

_EMBED: Final = 4000  # characters of an embed's description
_BASE, _CAMPAIGN = "its base", "this campaign's module"
_SHIPPED: Final = [
    app_commands.Choice(name=each.title[:CHOICE_NAME], value=each.name)
    for each in keeping.shipped()
]
"""The modules that every server has."""


@desk_act(name="show", description="One module: what it says of itself, who brought it, its files")
@app_commands.describe(name="Which module; with v2 behind it, that version")
async def show_module(interaction: Interaction, name: str) -> None:
    """With its files."""
    await acknowledge(interaction)
    await require_keeper(interaction)
    async with interaction.client.host.stores.use(guild_of(interaction)) as store:
        upload = await keeping.find(store, name)
        source = await store.uploads.source(upload.id)
        base = await store.campaigns.module(upload.base) if upload.base else None
        told = await store.uploads.entries(upload)
        used = await played_in(store)
    cover = await interaction.client.host.workers.run(cover_of, source, upload.name)
    embed = _card(upload, base, told, used)
    files = [discord.File(io.BytesIO(source), f"{upload.name}-v{upload.version}.zip")]
    if cover:
        files.append(discord.File(io.BytesIO(cover), "cover.png"))
        embed.set_thumbnail(url="attachment://cover.png")
    await interaction.edit_original_response(embed=embed, attachments=files)


@desk_act(name="diff", description="What a module changes, fact by fact, with before and after")
@app_commands.describe(
    name="Which module",
    against="What it is held against; left out, the module that it extends",
)
async def compare_modules(interaction: Interaction, name: str, against: str = _BASE) -> None:
    """Page by page, with a file of all."""
    await acknowledge(interaction)
    await require_keeper(interaction)
    async with interaction.client.host.stores.use(guild_of(interaction)) as store:
        upload = await keeping.find(store, name)
        after = await store.campaigns.module(upload.digest)
    before, called = await _against(interaction, upload, against)
    found = await interaction.client.host.workers.run(compare, before, after)
    title = f"{upload.key} against {called}"
    first, *others = comparing.pages(found)
    pages = [f"{comparing.summary(found)}\n\n{first}"[:_EMBED], *others]
    text = f"{title}\n{comparing.summary(found)}\n\n" + "\n".join(comparing.lines(found))
    file = discord.File(io.BytesIO(text.encode()), f"{upload.name}-changes.txt")
    await TextPages(title, pages).show(interaction, [file])


@desk_act(
    name="module-remove", description="Offer a module no longer; campaigns that play it keep it"
)
@app_commands.describe(
    name="Which module; with v2 behind it, that version alone", reason="Kept in the log"
)
async def remove_module(interaction: Interaction, name: str, reason: str) -> None:
    """One version, or all of them."""
    await acknowledge(interaction)
    await require_keeper(interaction)
    who, why = interaction.user.id, reason_of(reason)
    gone = await keeping.remove(interaction.client.host, guild_of(interaction), who, name, why)
    told = listed(each.key for each in gone)
    await interaction.edit_original_response(
        content=f"No longer offered: **{told}**. The desk offers it again; campaigns "
        "that play it keep it."
    )


@desk_act(name="module-restore", description="Offer a module again that was taken away")
@app_commands.describe(
    name="Which module; with v2 behind it, that version alone", reason="Kept in the log"
)
async def restore_module(interaction: Interaction, name: str, reason: str) -> None:
    """One version, or all of them."""
    await acknowledge(interaction)
    await require_keeper(interaction)
    who, why = interaction.user.id, reason_of(reason)
    back = await keeping.restore(interaction.client.host, guild_of(interaction), who, name, why)
    told = listed(each.key for each in back)
    await interaction.edit_original_response(content=f"Offered again: **{told}**.")


async def _against(interaction: Interaction, upload: Upload, named: str) -> tuple[ModuleCopy, str]:
    """The module that one is held against, and what to call it."""
    guild = guild_of(interaction)
    if named == _BASE:
        async with interaction.client.host.stores.use(guild) as store:
            if upload.base is None:
                raise Refused(
                    f"{upload.key} stands alone: it extends no module.",
                    way_out="Choose what to compare it with in `against`.",
                )
            base = await store.campaigns.module(upload.base)
        return base, base.name
    if named == _CAMPAIGN:
        meant = await campaign_of(interaction)
        async with interaction.client.host.stores.use(guild) as store:
            copy = await store.campaigns.module(meant.module_digest)
        return copy, f"what {meant.name} plays"
    if named in {each.value for each in _SHIPPED}:
        return await interaction.client.host.workers.run(library.take, named), named
    async with interaction.client.host.stores.use(guild) as store:
        other = await keeping.find(store, named)
        return await store.campaigns.module(other.digest), other.key


@show_module.autocomplete("name")
@remove_module.autocomplete("name")
@restore_module.autocomplete("name")
@compare_modules.autocomplete("name")
async def _names(interaction: Interaction, typed: str) -> Choices:
    """Every module that is kept here, each version."""
    return await uploads_named(interaction, typed)


@compare_modules.autocomplete("against")
async def _others(interaction: Interaction, typed: str) -> Choices:
    """Its base, the campaign's module, those kept here and those that every server has."""
    known = [app_commands.Choice(name=each.capitalize(), value=each) for each in (_BASE, _CAMPAIGN)]
    known += [*await uploads_named(interaction, ""), *_SHIPPED]
    wanted = key_of(typed)
    return [each for each in known if wanted in key_of(each.name)][:CHOICES]


def _card(
    upload: Upload,
    base: ModuleCopy | None,
    told: Sequence[AuditEntry],
    used: dict[str, list[str]],
) -> discord.Embed:
    embed = discord.Embed(title=escaped(upload.title), description=escaped(upload.description))
    embed.add_field(name="Module", value=f"{upload.key}, says it is {upload.said_version}")
    embed.add_field(name="Extends", value=base.name if base else "nothing")
    embed.add_field(name="Played in", value=plain(listed(used.get(upload.digest, ["no campaign"]))))
    for what, entry in zip(("Handed in", "Taken away"), told, strict=False):
        by = f"<@{entry.who}>" if entry.who else "somebody"
        why = f": {plain(entry.why)}" if entry.why else ""
        when = f"<t:{int(entry.at.timestamp())}:f>"
        embed.add_field(name=what, value=f"{when} by {by}{why}", inline=False)
    embed.set_footer(text=f"Digest {upload.digest[:12]} · its files are attached")
    return embed
