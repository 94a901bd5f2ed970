"""The one place where errors become answers: private, plain, and never a mention.

Code that knows what a person did wrong raises `Refused` with the rule and the way out, and a face
that has no answer to a question `Unanswered`; whatever else goes wrong is an internal error with a
code that is also in the log. Words for single refusals are in the code that raises them.
"""

import logging
import secrets
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

import discord
from discord import app_commands

from bot.faces.choices.asking import Unanswered
from bot.faces.words.rulebook import cited
from bot.faces.words.text import plain, seen
from bot.fairness import PERSON, SERVER
from bot.store.errors import MovedAway, StoreError
from bot.workers import WorkerError, WorkerLost

_log = logging.getLogger(__name__)

REFUSED_COLOUR = discord.Colour.from_str("#b26a00")
INTERNAL_COLOUR = discord.Colour.from_str("#a4262c")
UNKNOWN_INTERACTION = 10062  # Discord: the three seconds to answer, or the 15 minutes, are over
ACKNOWLEDGED = 40060  # Discord: it has been answered before, as when a lost request was repeated
DEAD = frozenset({UNKNOWN_INTERACTION, ACKNOWLEDGED, 10008, 10015, 50027})
"""Discord's codes for what can no longer be answered, its message or its token being gone too."""
LIFETIME = 14 * 60.0
"""Seconds for which a panel can be pressed; Discord lets an answer be changed for 15 minutes."""
LONGEST, LONGEST_WAY_OUT = 2000, 1000  # characters; long names could make a refusal longer

if TYPE_CHECKING:
    from discord.types.components import SelectMenu as SelectPayload

V = TypeVar("V", bound=discord.ui.View)

_STAMP = "\N{MIDDLE DOT}"
_STAMPS = count(1)

_HELD = "panel"  # marks an interaction that a panel answers


class Refused(Exception):
    """What a person asked for cannot be done, and nothing was changed.

    `what` says why in a sentence or two, `way_out` what to do instead, `rule` the rulebook entry
    (`/rules <id>` shows it) if a rule stands behind it.
    """

    def __init__(self, what: str, *, way_out: str | None = None, rule: str | None = None) -> None:
        super().__init__(what)  # the rest goes along as attributes when it crosses processes
        self.what = what
        self.way_out = way_out
        self.rule = rule

    @classmethod
    def by_rules(cls, says: str, instead: str, rule: str | None) -> Self:
        """What the rules refuse, in their words, which repeat what people typed as they did."""
        return cls(plain(says), way_out=plain(instead) or None, rule=rule)

    def panel(self) -> "Panel | None":
        """What to press below it, where the way out is a choice."""
        return None

    def embed(self) -> discord.Embed:
        """How it is shown. Every refusal passes here, so nothing hidden is shown in any."""
        embed = discord.Embed(description=_cut(seen(self.what), LONGEST), colour=REFUSED_COLOUR)
        if self.way_out:
            way_out = _cut(seen(self.way_out), LONGEST_WAY_OUT)
            embed.add_field(name="What you can do", value=way_out, inline=False)
        if self.rule:
            embed.set_footer(text=f"{cited(self.rule)} · /rules shows it")
        return embed


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


async def acknowledge(interaction: discord.Interaction, *, thinking: bool = True) -> None:
    """Tell Discord at once that an answer will come.

    It is a private message or, unless `thinking`, a change of the panel that was pressed. An
    interaction that is dead loses its answer, not the work: the act goes on all the same.
    """
    try:
        if thinking:
            await interaction.response.defer(ephemeral=True, thinking=True)
        else:
            await interaction.response.defer()
    except discord.HTTPException as failure:
        if failure.code not in DEAD:
            raise
        _log.info("An interaction could not be acknowledged: %s", failure)


def as_refusal(error: BaseException) -> Refused | None:
    """The refusal behind an error, also for Discord's own checks; None for an unforeseen one."""
    match error:
        case Refused():
            return error
        case Unanswered():
            return Refused(error.says, way_out=error.way_out or None, rule=error.rule or None)
        case MovedAway():
            return Refused(
                str(error), way_out="Do it there. What was played can still be read here."
            )
        case StoreError():
            return Refused(str(error))
        case app_commands.CommandInvokeError() | app_commands.TransformerError() if isinstance(
            error.__cause__, Refused | Unanswered | StoreError
        ):
            return as_refusal(error.__cause__)
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
                f"I cannot make sense of “{plain(str(value)[:100])}”.",
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
    """Tell the person who acted; log what was not foreseen under the code they are told."""
    cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    command = interaction.command.qualified_name if interaction.command else interaction.type.name
    if isinstance(cause, StoreError) and not isinstance(cause, MovedAway):
        _log.error("command=%s guild=%s: %s", command, interaction.guild_id, cause)
    if refusal := as_refusal(error):
        await answer_refusal(interaction, refusal)
        return
    if isinstance(cause, discord.HTTPException) and cause.code in DEAD:
        _log.info("command=%s guild=%s lost its answer: %s", command, interaction.guild_id, cause)
        return
    code = f"E-{secrets.token_hex(4).upper()}"
    _log.error("error=%s command=%s guild=%s", code, command, interaction.guild_id, exc_info=cause)
    if isinstance(cause, WorkerLost):
        what = "I tried this before and could not finish it, so I do not try the same again yet."
        first = "It may work after the next turn, with another draft, or in an hour."
    elif isinstance(cause, WorkerError):
        what = "The computation was lost. What was stored before it is kept."
        first = "See what is stored, then try again."
    else:
        what, first = "Something went wrong on my side.", "Try again."
    embed = discord.Embed(description=what, colour=INTERNAL_COLOUR)
    embed.add_field(
        name="What you can do",
        value=f"{first} If it happens again, tell the host this code: `{code}`",
        inline=False,
    )
    await _send(interaction, embed)


async def answer_refusal(
    interaction: discord.Interaction, refusal: Refused, panel: "Panel | None" = None
) -> None:
    """Answer with the refusal, visible to the person who acted alone.

    Below it stands the panel, by default the refusal's own.
    """
    await _send(interaction, refusal.embed(), panel or refusal.panel())


async def _send(
    interaction: discord.Interaction, embed: discord.Embed, panel: "Panel | None" = None
) -> None:
    quiet = discord.AllowedMentions.none()
    below: Any = {"view": panel} if panel else {}
    try:
        if interaction.response.is_done():
            thinking = await _public_thinking(interaction)
            if thinking:  # the next answer would fill it, for all to see
                await thinking.edit(content="Nothing came of this.")
            await interaction.followup.send(
                embed=embed, ephemeral=True, allowed_mentions=quiet, **below
            )
            if thinking:
                await thinking.delete()
            return
        try:
            await interaction.response.send_message(
                embed=embed, ephemeral=True, allowed_mentions=quiet, **below
            )
        except discord.HTTPException as failure:
            if failure.code != ACKNOWLEDGED:
                raise
            await interaction.followup.send(
                embed=embed, ephemeral=True, allowed_mentions=quiet, **below
            )
    except discord.HTTPException as failure:
        # The interaction may be long dead, as after a RESUME; the work never depends on it.
        level = logging.INFO if failure.code in DEAD else logging.WARNING
        _log.log(level, "An answer could not be delivered: %s", failure)


async def _public_thinking(
    interaction: discord.Interaction,
) -> discord.InteractionMessage | None:
    """The "is thinking" that stands for all to see, if the answer was put off in that way."""
    if interaction.response.type is not discord.InteractionResponseType.deferred_channel_message:
        return None
    original = await interaction.original_response()
    return original if original.flags.loading and not original.flags.ephemeral else None


def hold(interaction: discord.Interaction) -> None:
    """Take an interaction on: what follows in this task is done for the acting person.

    A press that nothing takes on counts as one on a closed panel.
    """
    interaction.extras[_HELD] = True
    PERSON.set(interaction.user.id)
    SERVER.set(interaction.guild_id or 0)


class _Held:
    """What takes its interactions on before anything else, if they are its own.

    Panels and forms are private, so only who opened one is let through, and only with what it
    offers; anybody and anything else is a tampered request and refused. For the bases below.
    """

    _opener: int
    """The user in whose interaction it was made; 0 for none."""

    def __new__(cls, *_args: Any, **_named: Any) -> Self:
        made = super().__new__(cls)  # here, for those below differ in what they are made with
        made._opener = PERSON.get()
        return made

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        hold(interaction)
        try:
            if self._opener not in (0, interaction.user.id):
                raise Refused(
                    "Somebody else opened this, and nothing was changed.",
                    way_out="Give the command yourself.",
                )
            self._check_chosen(interaction)
        except Refused as refusal:
            await answer_refusal(interaction, refusal)
            return False
        return True

    def _check_chosen(self, interaction: discord.Interaction) -> None:
        """Raise `Refused` for what the interaction chose and this does not offer."""


class SelectMenu(discord.ui.Select[V]):
    """A menu of a panel, which can be chosen from again each time the panel is shown.

    Clients of Discord keep what was chosen for as long as a menu offers the same value: a line
    chosen twice would not be sent again, and a menu that takes the place of another would show
    somebody as chosen whom nobody chose. So each time it is shown all its values are new to the
    client, by a stamp that nothing here has to know of. Only a menu that says itself what is
    chosen in it needs none. A value has at most 90 characters.
    """

    def to_component_dict(self) -> "SelectPayload":
        """The menu as Discord takes it, its values stamped."""
        shown, stamp = super().to_component_dict(), next(_STAMPS)
        options = cast("dict[str, Any]", shown)["options"]
        told = any(option.get("default") for option in options)
        for option in () if told else options:
            option["value"] = f"{unstamped(option['value'])}{_STAMP}{stamp}"
        return shown

    @property
    def values(self) -> list[str]:
        """What was chosen, as the menu was made with it."""
        return [unstamped(value) for value in super().values]

    def offers(self, values: list[str]) -> bool:
        """Whether all of these, stamped or not, can be chosen."""
        offered = {unstamped(option.value) for option in self.options}
        return offered.issuperset(unstamped(value) for value in values)


def unstamped(value: str) -> str:
    """A value of a menu as the menu was made with it (`SelectMenu`)."""
    head, stamp, number = value.rpartition(_STAMP)
    return head if stamp and number.isdecimal() else value


class Panel(_Held, discord.ui.View):
    """A view whose errors are answered as those of commands are. Base of every panel.

    One that puts itself in place of an answer notes in `_last` which one; when it can be pressed no
    more, its buttons go from there.
    """

    _last: discord.Interaction[Any] | None = None

    def _check_chosen(self, interaction: discord.Interaction) -> None:
        data = cast("dict[str, Any]", interaction.data or {})
        for item in self.walk_children():
            if not isinstance(item, SelectMenu) or item.custom_id != data.get("custom_id"):
                continue
            if not item.offers(list(data.get("values", ()))):
                raise Refused(
                    "That is not offered here, or no longer. Nothing was changed.",
                    way_out="Choose from the menu as it stands, or give the command again.",
                )

    async def unchosen(self, interaction: discord.Interaction) -> None:
        """Show its menus afresh after a choice that was answered by another message."""
        with suppress(discord.HTTPException):
            if self._last:
                await self._last.edit_original_response(view=self)
            elif interaction.message:
                await interaction.followup.edit_message(interaction.message.id, view=self)

    async def on_timeout(self) -> None:
        if self._last:
            with suppress(discord.HTTPException):
                await self._last.edit_original_response(view=None)

    async def on_error(
        self,
        interaction: discord.Interaction,
        error: Exception,
        item: discord.ui.Item[discord.ui.View],
    ) -> None:
        await answer_error(interaction, error)


async def answer_press(interaction: discord.Interaction) -> None:
    """Answer a press on a panel that is no longer there, as after a restart.

    To be called for every interaction; a panel that is there has marked its own by then.
    """
    if interaction.type is discord.InteractionType.component and _HELD not in interaction.extras:
        closed = Refused("This panel is closed.", way_out="Give the command once more.")
        await answer_refusal(interaction, closed)


class Form(_Held, discord.ui.Modal):
    """A modal whose errors are answered as those of commands are. Base of every form."""

    async def on_error(self, interaction: discord.Interaction, error: Exception) -> None:
        await answer_error(interaction, error)
