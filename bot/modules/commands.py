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
from bot.callers.looking_up import fetched
from bot.callers.seats import CHOICE_NAME, CHOICES, Choices, Interaction, guild_of
from bot.client import HostBot
from bot.faces.words.text import escaped, listed, number, plain
from bot.modules import keeping
from bot.modules.acts import compare_modules, show_module
from bot.modules.offered import played_in, require_keeper, uploads_named
from bot.modules.rehearsal import Plan
from bot.modules.rehearsal_command import Rehearsals
from bot.modules.uploads import Checked
from bot.modules.zipped import MOST_ZIPPED
from bot.store.uploads import Upload
from engine.module import Fault, ModuleError
from engine.module.names import key_of

_SHOWN_FAULTS: Final = 12
_EMBED: Final = 4000  # characters of an embed's description


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
        for command in (show_module, compare_modules):
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
            used = await played_in(store)
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

    @rehearse.autocomplete("name")
    async def playable(self, interaction: Interaction, typed: str) -> Choices:
        """Those kept here, then those that every server has."""
        known = [*await uploads_named(interaction, ""), *self._shipped]
        return [each for each in known if key_of(typed) in key_of(each.name)][:CHOICES]


def _line(upload: Upload, used: dict[str, list[str]]) -> str:
    played = used.get(upload.digest)
    return (
        f"• **{upload.key}** {escaped(upload.title)}, {upload.said_version}"
        + (f" · played in {plain(listed(played))}" if played else "")
        + (" · *taken away*" if upload.removed else "")
    )


def _taken_in(upload: Upload, checked: Checked) -> discord.Embed:
    base = checked.new.base
    lines = [
        f"**{escaped(upload.title)}** is sound, and kept as **{upload.key}**.",
        f"Rules: {listed(checked.packs)}. Sides: {escaped(listed(checked.factions))}."
        + (f" It extends {base.name}." if base else ""),
        "",
        "`/campaign create` offers it from now on. `/module diff` shows what it changes, `/module "
        "rehearse` lets computer players play it, the desk lets a campaign go on with it.",
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
