"""A slash command made from data, such as an order or a panel: its options and what it does.

The command itself tells what is wrong with an option's text.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Final

from discord import app_commands

from bot.callers.seats import Choices, Interaction

DESCRIPTION: Final = 100  # Discord: the longest description
SUBCOMMANDS: Final = 25
"""Discord: the most that a group holds."""

Command = app_commands.Command[Any, ..., Any]
Complete = Callable[[Interaction, str], Coroutine[Any, Any, Choices]]
Run = Callable[[Interaction, dict[str, Any]], Coroutine[Any, Any, None]]
"""What a command does with the values of its options by name; None for one that was left out."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command."""

    name: str
    help: str
    annotation: Any = str
    """What Discord is to take, as discord.py reads it; it may be left out if None is in it."""
    complete: Complete | None = None
    choices: tuple[tuple[str, str], ...] = ()
    """What may be chosen: what is shown, and what it means."""
    shown: str = ""
    """Its name on Discord, where that is no name for a variable."""


def made(name: str, help: str, options: Sequence[Option], run: Run) -> Command:
    """The command: a function whose signature is that of the options."""

    async def call(interaction: Interaction, **values: Any) -> None:
        await run(interaction, values)

    own = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    call.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [own, *(_parameter(each) for each in options)]
    )
    call = app_commands.describe(**{each.name: short(each.help) for each in options})(call)
    call = app_commands.rename(**{each.name: each.shown for each in options if each.shown})(call)
    completes = {each.name: each.complete for each in options if each.complete}
    call = app_commands.autocomplete(**completes)(call)
    chosen = {
        each.name: [app_commands.Choice(name=shown, value=value) for shown, value in each.choices]
        for each in options
        if each.choices
    }
    call = app_commands.choices(**chosen)(call)
    return app_commands.Command(name=name, description=short(help), callback=call)


def short(text: str) -> str:
    """A text as Discord takes it for a description."""
    return text if len(text) <= DESCRIPTION else text[: DESCRIPTION - 1].rstrip() + "…"


def _parameter(option: Option) -> inspect.Parameter:
    default = None if type(None) in getattr(option.annotation, "__args__", ()) else _REQUIRED
    return inspect.Parameter(
        option.name, inspect.Parameter.KEYWORD_ONLY, annotation=option.annotation, default=default
    )


_REQUIRED: Final = inspect.Parameter.empty
