"""Refusals that every system has, made in one place: the same fault reads the same everywhere.

What only one system refuses stands beside its rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

from engine.module.names import closest
from engine.orders import Refusal

FROM_LIST: Final = "Choose one from the list that appears."
_SHOWN = 40
"""As many characters of what was typed are shown again."""


class HasName(Protocol):
    """What has a name that players write, such as a skill or a type of unit."""

    @property
    def name(self) -> str: ...


def quoted(text: str) -> str:
    """What was typed, as a refusal shows it again."""
    return f"“{text[:_SHOWN] or ' '}”"


def suggestion(name: str, known: Iterable[HasName]) -> str:
    """The way out for a name that nothing has: the name most like it, or the list."""
    near = closest(name, (each.name for each in known))
    return f"Did you mean {near}?" if near else FROM_LIST


def no_such(
    rule: str, what: str, name: str, known: Iterable[HasName], code: str = "bad_target"
) -> Refusal:
    """Refuses a name that no thing of a kind has; `known` are those that there are.

    `code` is a common one or one of the pack's own (`engine.codes`).
    """
    says = f"There is no {what} called {quoted(name)}."
    return Refusal(code, rule, says, suggestion(name, known))


def no_such_player(rule: str) -> Refusal:
    """Refuses an id that no player has who takes part."""
    return Refusal("bad_target", rule, "There is no such player in the campaign.")
