"""The one place where errors become answers: private, plain, and never a mention.

Code that knows what a person did wrong raises `Refused` with the rule and the way out; whatever
else goes wrong is an internal error with a code that is also in the log. Words for single refusals
belong to whoever raises them.
"""

import logging
import secrets

import discord
from discord import app_commands

from bot.workers import WorkerError

_log = logging.getLogger(__name__)

REFUSED_COLOUR = discord.Colour.from_str("#b26a00")
INTERNAL_COLOUR = discord.Colour.from_str("#a4262c")
UNKNOWN_INTERACTION = 10062  # Discord: the three seconds to answer, or the 15 minutes, are over


class Refused(Exception):
    """What a person asked for cannot be done, and nothing was changed.

    `what` says why in a sentence or two, `way_out` what to do instead, `rule` the rulebook entry
    (`/rules <id>` shows it) if a rule stands behind it.
    """

    def __init__(self, what: str, *, way_out: str | None = None, rule: str | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.way_out = way_out
        self.rule = rule

    def embed(self) -> discord.Embed:
        embed = discord.Embed(description=self.what, colour=REFUSED_COLOUR)
        if self.way_out:
            embed.add_field(name="What you can do", value=self.way_out, inline=False)
        if self.rule:
            embed.set_footer(text=f"Rule {self.rule} · /rules shows it")
        return embed


def as_refusal(error: BaseException) -> Refused | None:
    """The refusal behind an error, also for Discord's own checks; None for an unforeseen one."""
    match error:
        case Refused():
            return error
        case app_commands.CommandInvokeError() | app_commands.TransformerError() if isinstance(
            error.__cause__, Refused
        ):
            return error.__cause__
        case app_commands.NoPrivateMessage():
            return Refused("This command works in a server only.", way_out="Use it there.")
        case (
            app_commands.MissingPermissions()
            | app_commands.MissingAnyRole()
            | (app_commands.MissingRole())
        ):
            return Refused(
                "This command is not for you: it needs rights that you do not have here.",
                way_out="Ask a moderator of this server.",
            )
        case app_commands.BotMissingPermissions(missing_permissions=missing):
            names = ", ".join(name.replace("_", " ") for name in missing)
            return Refused(
                f"I lack permissions here: {names}.",
                way_out="Ask an administrator of this server to grant them to my role.",
            )
        case app_commands.CommandOnCooldown(retry_after=seconds):
            return Refused("That was a little fast.", way_out=f"Try again in {seconds:.0f} s.")
        case app_commands.TransformerError(value=value):
            return Refused(
                f"I cannot make sense of “{str(value)[:100]}”.",
                way_out="Choose one of the suggestions that appear while you type.",
            )
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return Refused(
                "This command has just changed.",
                way_out="Restart Discord or wait a minute, then try again.",
            )
        case _:
            return None


async def answer_error(interaction: discord.Interaction, error: BaseException) -> None:
    """Tell the person who acted; log what was not foreseen under the code that he is told."""
    if refusal := as_refusal(error):
        await answer_refusal(interaction, refusal)
        return
    cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    code = f"E-{secrets.token_hex(4).upper()}"
    command = interaction.command.qualified_name if interaction.command else interaction.type.name
    _log.error("error=%s command=%s guild=%s", code, command, interaction.guild_id, exc_info=cause)
    what = (
        "The computation was lost. Nothing was changed."
        if isinstance(cause, WorkerError)
        else "Something went wrong on my side."
    )
    embed = discord.Embed(description=what, colour=INTERNAL_COLOUR)
    embed.add_field(
        name="What you can do",
        value=f"Try again. If it happens again, tell the host this code: `{code}`",
        inline=False,
    )
    await _send(interaction, embed)


async def answer_refusal(interaction: discord.Interaction, refusal: Refused) -> None:
    """Answer with the refusal, visible to the person who acted alone."""
    await _send(interaction, refusal.embed())


async def _send(interaction: discord.Interaction, embed: discord.Embed) -> None:
    quiet = discord.AllowedMentions.none()
    try:
        if interaction.response.is_done():
            thinking = await _public_thinking(interaction)
            if thinking:  # the next answer would fill it, for all to see
                await thinking.edit(content="Nothing came of this.")
            await interaction.followup.send(embed=embed, ephemeral=True, allowed_mentions=quiet)
            if thinking:
                await thinking.delete()
        else:
            await interaction.response.send_message(
                embed=embed, ephemeral=True, allowed_mentions=quiet
            )
    except discord.HTTPException as failure:
        # The interaction may be long dead, as after a RESUME; the work never depends on it.
        level = logging.INFO if failure.code == UNKNOWN_INTERACTION else logging.WARNING
        _log.log(level, "An answer could not be delivered: %s", failure)


async def _public_thinking(
    interaction: discord.Interaction,
) -> discord.InteractionMessage | None:
    """The "is thinking" that stands for all to see, if the answer was put off in that way."""
    if interaction.response.type is not discord.InteractionResponseType.deferred_channel_message:
        return None
    original = await interaction.original_response()
    return original if original.flags.loading and not original.flags.ephemeral else None


class Panel(discord.ui.View):
    """A view whose errors are answered as those of commands are. Base of every panel."""

    async def on_error(
        self,
        interaction: discord.Interaction,
        error: Exception,
        item: discord.ui.Item[discord.ui.View],
    ) -> None:
        await answer_error(interaction, error)


class Form(discord.ui.Modal):
    """A modal whose errors are answered as those of commands are. Base of every form."""

    async def on_error(self, interaction: discord.Interaction, error: Exception) -> None:
        await answer_error(interaction, error)


class LayoutPanel(discord.ui.LayoutView):
    """As `Panel`, for Components V2."""

    async def on_error(
        self,
        interaction: discord.Interaction,
        error: Exception,
        item: discord.ui.Item[discord.ui.LayoutView],
    ) -> None:
        await answer_error(interaction, error)
