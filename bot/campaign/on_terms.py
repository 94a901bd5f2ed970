"""A module on the terms that moderators have set, and what is wrong with terms that cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.answers import Refused
from engine.module import Module, ModuleError
from engine.module.terms import Terms, with_terms

if TYPE_CHECKING:
    pass


def checked(module: Module, terms: Terms) -> Module:
    """The module on these terms. Raises `Refused` with what its models find wrong with them."""
    try:
        return with_terms(module, terms)
    except ModuleError as error:
        raise wrong(error) from error


def wrong(error: ModuleError) -> Refused:
    """What is wrong with a section, in the words of a module's check."""
    lines = [
        f"• `{'.'.join(filter(None, (each.table, each.key)))}` {each.message}"
        + (f"; did you mean “{each.suggestion}”?" if each.suggestion else "")
        for each in error.faults[:10]
    ]
    return Refused("That cannot be:\n" + "\n".join(lines), way_out="Change it and try again.")
