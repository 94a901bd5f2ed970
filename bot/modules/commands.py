"""`/module`: the modules that a server's moderators hand in, look at, compare and take away.

How a zip is checked is in `uploads`; rehearsing a module, and its use in a campaign that runs, have
commands of their own.
"""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import Refused, acknowledge
from bot.callers.fetching import fetched
from bot.callers.pager import TextPages
from bot.callers.seats import CHOICE_NAME, CHOICES, Choices, Interaction, campaign_of, guild_of
from bot.client import HostBot
from bot.faces.words.text import escaped, listed, number, plain
from bot.modules import differing, keeping, library
from bot.modules.adopting import commands_of_campaigns
from bot.modules.comparing import compare
from bot.modules.offered import require_keeper, uploads_named
from bot.modules.rehearsal import Plan
from bot.modules.rehearsal_command import Rehearsals
from bot.modules.uploads import Checked, cover_of
from bot.modules.zipped import MOST_ZIPPED
from bot.store.guild import GuildStore
from bot.store.records import AuditEntry, ModuleCopy
from bot.store.uploads import Upload
from bot.typed import reason_of
from engine.module import Fault, ModuleError
from engine.module.names import key_of

_SHOWN_FAULTS: Final = 12
_EMBED: Final = 4000  # characters of an embed's description
_BASE, _CAMPAIGN = "its base", "this campaign's module"


class ModuleGroup(
    commands.GroupCog,
    group_name="module",
    group_description="Modules of this server: upload, compare, rehearse, adopt",
):
    """The commands about modules that are kept."""

    def __init__(self, bot: HostBot) -> None:
        self.bot = bot
        self.host = bot.host
        group = self.app_command
        assert group, "a GroupCog is made with its group"
        for command in commands_of_campaigns():
            group.add_command(command)
        self._shipped = [
            app_commands.Choice(name=each.title[:CHOICE_NAME], value=each.name)
            for each in keeping.shipped()
        ]
        """The modules that every server has."""
        self._rehearsals = Rehearsals(bot.host)
        self._checking: defaultdict[int, bool] = defaultdict(bool)

    @app_commands.command(description="Hand in a module as a zip; it is checked before it is kept")
    @app_commands.describe(file="A zip with the module's folder: module.toml and what else it has")
    async def upload(self, interaction: Interaction, file: discord.Attachment) -> None:
        await acknowledge(interaction)
        await require_keeper(interaction)
        guild = guild_of(interaction)
        if file.size > MOST_ZIPPED:
            raise Refused(
                f"The file has {file.size:,} bytes, and a module's zip may have {MOST_ZIPPED:,}.",
                way_out="A module is text; leave out what does not belong to it.",
            )
        if self._checking[guild]:
            raise Refused(
                "Another module of this server is being checked.", way_out="Wait until it is done."
            )
        self._checking[guild] = True
        try:
            data = await fetched(file)
            upload, checked = await keeping.take_in(
                self.host, guild, interaction.user.id, data, file.filename
            )
        except ModuleError as error:
            await _tell_faults(interaction, file.filename, error.faults)
            return
        finally:
            self._checking[guild] = False
        await interaction.edit_original_response(embed=_taken_in(upload, checked))

    @app_commands.command(
        name="list", description="The modules handed in here, with their versions"
    )
    async def list_(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        await require_keeper(interaction)
        async with self.host.stores.use(guild_of(interaction)) as store:
            known = await store.uploads.all()
            used = await _used(store)
        if not known:
            raise Refused(
                "No module has been handed in here.",
                way_out="/module upload takes one as a zip; the modules that every server has are "
                "offered by /campaign create.",
            )
        told = "\n".join(_line(each, used) for each in known)
        embed = discord.Embed(title="Modules of this server", description=told[:_EMBED])
        embed.set_footer(text="/module show tells more of one")
        await interaction.edit_original_response(embed=embed)

    @app_commands.command(
        description="One module: what it says of itself, who brought it, its files"
    )
    @app_commands.describe(name="Which module; with v2 behind it, that version")
    async def show(self, interaction: Interaction, name: str) -> None:
        await acknowledge(interaction)
        await require_keeper(interaction)
        async with self.host.stores.use(guild_of(interaction)) as store:
            upload = await keeping.find(store, name)
            source = await store.uploads.source(upload.id)
            base = await store.campaigns.module(upload.base) if upload.base else None
            told = await store.uploads.entries(upload)
            used = await _used(store)
        cover = await self.host.workers.run(cover_of, source, upload.name)
        embed = _card(upload, base, told, used)
        files = [discord.File(io.BytesIO(source), f"{upload.name}-v{upload.version}.zip")]
        if cover:
            files.append(discord.File(io.BytesIO(cover), "cover.png"))
            embed.set_thumbnail(url="attachment://cover.png")
        await interaction.edit_original_response(embed=embed, attachments=files)

    @app_commands.command(description="Offer a module no longer; campaigns that play it keep it")
    @app_commands.describe(
        name="Which module; with v2 behind it, that version alone", reason="Kept in the log"
    )
    async def remove(self, interaction: Interaction, name: str, reason: str) -> None:
        await acknowledge(interaction)
        await require_keeper(interaction)
        who, why = interaction.user.id, reason_of(reason)
        gone = await keeping.remove(self.host, guild_of(interaction), who, name, why)
        told = listed(each.key for each in gone)
        await interaction.edit_original_response(
            content=f"No longer offered: **{told}**. `/module restore` brings it back; campaigns "
            "that play it keep it."
        )

    @app_commands.command(description="Offer a module again that was taken away")
    @app_commands.describe(
        name="Which module; with v2 behind it, that version alone", reason="Kept in the log"
    )
    async def restore(self, interaction: Interaction, name: str, reason: str) -> None:
        await acknowledge(interaction)
        await require_keeper(interaction)
        who, why = interaction.user.id, reason_of(reason)
        back = await keeping.restore(self.host, guild_of(interaction), who, name, why)
        told = listed(each.key for each in back)
        await interaction.edit_original_response(content=f"Offered again: **{told}**.")

    @app_commands.command(description="What a module changes, fact by fact, with before and after")
    @app_commands.describe(
        name="Which module",
        against="What it is held against; left out, the module that it extends",
    )
    async def diff(self, interaction: Interaction, name: str, against: str = _BASE) -> None:
        await acknowledge(interaction)
        await require_keeper(interaction)
        async with self.host.stores.use(guild_of(interaction)) as store:
            upload = await keeping.find(store, name)
            after = await store.campaigns.module(upload.digest)
        before, called = await self._against(interaction, upload, against)
        found = await self.host.workers.run(compare, before, after)
        title = f"{upload.key} against {called}"
        first, *others = differing.pages(found)
        pages = [f"{differing.summary(found)}\n\n{first}"[:_EMBED], *others]
        text = f"{title}\n{differing.summary(found)}\n\n" + "\n".join(differing.lines(found))
        file = discord.File(io.BytesIO(text.encode()), f"{upload.name}-changes.txt")
        await TextPages(title, pages).show(interaction, [file])

    @app_commands.command(description="Let computer players play a module, and see how even it is")
    @app_commands.describe(
        name="Which module: one of this server, or one that every server has",
        turns="Turns of each game",
        games="How many; the more, the surer the verdict",
        players="Computer players for each side, at most; left out, as many as it has seats",
        seed="The number of the first game; the same number plays the same game",
    )
    async def rehearse(
        self,
        interaction: Interaction,
        name: str,
        turns: app_commands.Range[int, 1, 52] = 12,
        games: app_commands.Range[int, 1, 20] = 4,
        players: app_commands.Range[int, 1, 4] | None = None,
        seed: app_commands.Range[int, 1, 1_000_000] = 1,
    ) -> None:
        await acknowledge(interaction)
        await self._rehearsals.hold(interaction, name, Plan(turns, games, seed, players))

    async def _against(
        self, interaction: Interaction, upload: Upload, named: str
    ) -> tuple[ModuleCopy, str]:
        """The module that one is held against, and what to call it."""
        guild = guild_of(interaction)
        if named == _BASE:
            async with self.host.stores.use(guild) as store:
                if upload.base is None:
                    raise Refused(
                        f"{upload.key} stands alone: it extends no module.",
                        way_out="Choose what to compare it with in `against`.",
                    )
                base = await store.campaigns.module(upload.base)
            return base, base.name
        if named == _CAMPAIGN:
            meant = await campaign_of(interaction)
            async with self.host.stores.use(guild) as store:
                copy = await store.campaigns.module(meant.module_digest)
            return copy, f"what {meant.name} plays"
        if named in {each.value for each in self._shipped}:
            return await self.host.workers.run(library.take, named), named
        async with self.host.stores.use(guild) as store:
            other = await keeping.find(store, named)
            return await store.campaigns.module(other.digest), other.key

    @show.autocomplete("name")
    @remove.autocomplete("name")
    @restore.autocomplete("name")
    @diff.autocomplete("name")
    async def names(self, interaction: Interaction, typed: str) -> Choices:
        """Every module that is kept here, each version."""
        return await uploads_named(interaction, typed)

    @rehearse.autocomplete("name")
    async def playable(self, interaction: Interaction, typed: str) -> Choices:
        """Those kept here, then those that every server has."""
        known = [*await uploads_named(interaction, ""), *self._shipped]
        return [each for each in known if key_of(typed) in key_of(each.name)][:CHOICES]

    @diff.autocomplete("against")
    async def others(self, interaction: Interaction, typed: str) -> Choices:
        """Its base, the campaign's module, those kept here and those that every server has."""
        known = [
            app_commands.Choice(name=each.capitalize(), value=each) for each in (_BASE, _CAMPAIGN)
        ]
        known += [*await uploads_named(interaction, ""), *self._shipped]
        wanted = key_of(typed)
        return [each for each in known if wanted in key_of(each.name)][:CHOICES]


async def _used(store: GuildStore) -> dict[str, list[str]]:
    """By module, the campaigns that play it."""
    used: dict[str, list[str]] = {}
    for each in await store.campaigns.all():
        used.setdefault(each.module_digest, []).append(each.name)
    return used


def _line(upload: Upload, used: dict[str, list[str]]) -> str:
    played = used.get(upload.digest)
    return (
        f"• **{upload.key}** {escaped(upload.title)}, {upload.said_version}"
        + (f" · played in {plain(listed(played))}" if played else "")
        + (" · *taken away*" if upload.removed else "")
    )


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


def _taken_in(upload: Upload, checked: Checked) -> discord.Embed:
    base = checked.new.base
    lines = [
        f"**{escaped(upload.title)}** is sound, and kept as **{upload.key}**.",
        f"Rules: {listed(checked.packs)}. Sides: {escaped(listed(checked.factions))}."
        + (f" It extends {base.name}." if base else ""),
        "",
        "`/campaign create` offers it from now on. `/module diff` shows what it changes, `/module "
        "rehearse` lets computer players play it.",
    ]
    if checked.warnings:
        lines += ["", f"**{number(len(checked.warnings), 'warning')}**"]
        lines += [f"• {plain(each)}" for each in checked.warnings[:_SHOWN_FAULTS]]
    return discord.Embed(title="Module kept", description="\n".join(lines)[:_EMBED])


async def _tell_faults(interaction: Interaction, file: str, faults: Sequence[Fault]) -> None:
    """Answer with what is wrong; all of it as a file where it is much."""
    told = [str(each) for each in faults]
    shown = "\n".join(f"• {plain(each[:300])}" for each in told[:_SHOWN_FAULTS])
    more = len(told) - _SHOWN_FAULTS
    rest = f"\n… and {more:,} more, in the file." if more > 0 else ""
    refusal = Refused(
        f"This module is not kept: it has {number(len(told), 'fault')}.\n{shown}"[:1900] + rest,
        way_out="Mend these and upload it again. The host can try it with `module check`.",
    )
    whole = "\n".join(told)[:2_000_000] + "\n"
    files = [discord.File(io.BytesIO(whole.encode()), "faults.txt")] if more > 0 else []
    await interaction.edit_original_response(embed=refusal.embed(), attachments=files)


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(ModuleGroup(bot))
