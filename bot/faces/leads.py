"""Leads: where a line that is shown to a person leads on to, such as the order that it is about.

A face says where its lines lead; whoever shows them makes menu entries of them and follows the one
that is chosen (`bot.cogs.leading`).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """An entry of a menu, and what it opens: one of `order`, `recipe`, `thing` and `panel`."""

    label: str
    """What it says, in at most 100 characters."""
    note: str = ""
    """A second line below it, in at most 100 characters."""
    emoji: str = ""
    order: tuple[str, str] | None = None
    """The path of an order: its form opens."""
    recipe: str = ""
    """The name of a recipe, which makes several orders (`bot.faces.recipes`): its form opens."""
    given: tuple[tuple[str, str], ...] = ()
    """What of it is filled in, by parameter, in the stored form of a choice's value."""
    thing: str = ""
    """A reference such as `stack:12`: the menu of what can be done with it opens."""
    panel: tuple[str, str] | None = None
    """The name of a panel of `/show`, and what it is about, as its option takes it."""
