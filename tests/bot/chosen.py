"""Choosing from a menu in tests by what its options were made with, as code and people name them.

Menus stamp their values each time they are shown (`bot.answers.SelectMenu`); a client sends what it
was shown, and so does a test that names an option without the stamp.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
from simcord import MemberActor

STAMP = "·"


def meant(option: Mapping[str, Any]) -> str:
    """What an option of a menu, as it was sent, was made with."""
    return str(option["value"]).rpartition(STAMP)[0] or str(option["value"])


def by_meaning() -> None:
    """From now on, let tests choose by values without stamps."""
    choose: Any = MemberActor.select

    async def select(
        self: MemberActor, message: Any, values: Sequence[Any], *, custom_id: str | None = None
    ) -> Any:
        shown = {each.rpartition(STAMP)[0]: each for each in _shown(message)}
        meant = [shown.get(each, each) if isinstance(each, str) else each for each in values]
        return await choose(self, message, meant, custom_id=custom_id)

    MemberActor.select = select  # type: ignore[method-assign]


def _shown(message: Any) -> Iterator[str]:
    for row in getattr(message, "components", ()):
        for each in getattr(row, "children", ()):
            if isinstance(each, discord.SelectMenu):
                yield from (option.value for option in each.options)
