"""`/module rehearse`: computer players play a module's campaign, and all that it showed is told.

One goes on in a server at a time. It is played piece by piece between what others ask for, so that
nobody waits for it, and it ends with what was played when it is stopped.
"""

from __future__ import annotations

import asyncio
import io
from contextlib import suppress
from typing import Final

import discord

from bot.answers import LIFETIME, Panel, Refused, acknowledge
from bot.callers.seats import Interaction, guild_of
from bot.faces.words.text import number, plain
from bot.host import Host
from bot.modules import keeping
from bot.modules.offered import require_keeper
from bot.modules.rehearsal import Plan, RehearsalResult, Stage
from bot.modules.rehearsing import lines_of, progress, rehearse, shown, verdict_told
from bot.store.records import ModuleCopy
from engine.module import ModuleError

_FAULTS: Final = 3  # of orders that broke, told one by one
_EMBED: Final = 4000


class Rehearsals:
    """The rehearsals under way, by server."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._going: set[int] = set()

    async def hold(self, interaction: Interaction, name: str, plan: Plan) -> None:
        """Rehearse a module and show the result; the interaction has been deferred.

        Raises `Refused`.
        """
        await require_keeper(interaction)
        guild = guild_of(interaction)
        if guild in self._going:
            raise Refused(
                "Another module is being rehearsed in this server.",
                way_out="Wait until it is done, or have it stopped.",
            )
        self._going.add(guild)
        try:
            await self._held(interaction, name, plan)
        finally:
            self._going.discard(guild)

    async def _held(self, interaction: Interaction, name: str, plan: Plan) -> None:
        try:
            module = await keeping.take(self._host, guild_of(interaction), name)
        except ModuleError as error:
            raise Refused(
                f"“{plain(name[:60])}” cannot be rehearsed: {plain(str(error.faults[0]))}.",
                way_out="Choose one of the suggestions that appear while you type.",
            ) from error
        stopping = asyncio.Event()
        stop = _Stop(stopping)
        head = f"**Rehearsing {module.name}**: {_about(plan)}."

        async def told(stage: Stage) -> None:
            if not stage.done and not stopping.is_set():
                said = f"{head}\n{progress(stage, plan)}"
                with suppress(discord.HTTPException):  # the games go on all the same
                    await interaction.edit_original_response(content=said, view=stop)

        await told(Stage())
        try:
            stage = await rehearse(self._host, module, plan, told, stopping)
        except LookupError as error:
            await interaction.edit_original_response(content=f"{head}\nIt ended.", view=None)
            raise Refused(
                f"Computer players cannot play this module: {plain(str(error))}.",
                way_out="Its rules must found a world, and know how they are played.",
            ) from error
        finally:
            stop.stop()
        made = await shown(self._host, module, stage)
        embed = _card(module, plan, stage, made)
        panel = _Share(embed, made, module) if made.picture else None
        await interaction.edit_original_response(
            content=None, embed=embed, attachments=_files(made, module), view=panel
        )


class _Stop(Panel):
    """Has a rehearsal end with what was played."""

    def __init__(self, stopping: asyncio.Event) -> None:
        super().__init__(timeout=LIFETIME)
        self._stopping = stopping

    @discord.ui.button(label="Stop here", style=discord.ButtonStyle.danger)
    async def end(self, interaction: Interaction, _: discord.ui.Button[_Stop]) -> None:
        self._stopping.set()
        await interaction.response.edit_message(
            content="Stopping after the turns that are being played …", view=None
        )


class _Share(Panel):
    """Shows the outcome to everybody in the channel."""

    def __init__(self, embed: discord.Embed, made: RehearsalResult, module: ModuleCopy) -> None:
        super().__init__(timeout=LIFETIME)
        self._shown = embed, made, module

    @discord.ui.button(label="Show it to all here")
    async def share(self, interaction: Interaction, _: discord.ui.Button[_Share]) -> None:
        embed, made, module = self._shown
        await acknowledge(interaction, thinking=False)
        await interaction.edit_original_response(view=None)
        await interaction.followup.send(embed=embed, files=_files(made, module))


def _about(plan: Plan) -> str:
    players = f", at most {number(plan.players, 'player')} a side" if plan.players else ""
    last = plan.seed + plan.games - 1
    numbers = f"number {plan.seed}" if plan.games == 1 else f"numbers {plan.seed} to {last}"
    return f"{number(plan.games, 'game')} of {number(plan.turns, 'turn')}{players}, {numbers}"


def _card(module: ModuleCopy, plan: Plan, stage: Stage, made: RehearsalResult) -> discord.Embed:
    parts = [verdict_told(made.verdict, made.facts)]
    if stage.broken:
        parts.append(
            f"⚠️ **It broke** in {plain(stage.broken)}. What was played before it is shown."
        )
    elif not stage.done:
        played = number(made.verdict.games, "game")
        parts.append(f"It was ended early: what {played} showed until then.")
    if made.faults:
        first = "\n".join(
            f"• {plain(each.splitlines()[0][:200])}" for each in made.faults[:_FAULTS]
        )
        count = number(len(made.faults), "order")
        parts.append(
            f"⚠️ {count} broke and {'was' if len(made.faults) == 1 else 'were'} left out:\n{first}"
        )
    if made.facts:
        parts.append("\n".join(lines_of(made.facts)))
    embed = discord.Embed(
        title=f"Rehearsal of {module.name}", description="\n\n".join(parts)[:_EMBED]
    )
    embed.set_footer(text=f"{_about(plan)} · the same numbers play the same games")
    if made.picture:
        embed.set_image(url=f"attachment://{made.picture.filename}")
    return embed


def _files(made: RehearsalResult, module: ModuleCopy) -> list[discord.File]:
    if made.picture is None:
        return []
    text = "\n".join([*made.lines, *made.faults]) + "\n"
    picture = made.picture
    return [
        discord.File(io.BytesIO(picture.png), picture.filename, description=picture.alt),
        discord.File(io.BytesIO(text.encode()), f"rehearsal-{module.name}.txt"),
    ]
