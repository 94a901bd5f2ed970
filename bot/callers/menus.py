"""A menu of anything: what was chosen is handed on as the things that it stands for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

import discord

from bot.answers import SelectMenu
from bot.callers.seats import Interaction
from bot.faces.words.text import clean

OPTIONS: Final = 25
"""Entries of a menu, as Discord takes them."""
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Pick(Generic[T_co]):
    """An entry of a menu, and what it stands for."""

    what: T_co
    label: str
    note: str = ""
    emoji: str = ""
    chosen: bool = False
    says: str = ""
    """What its value says to Discord, so that it differs from those of other menus."""


class PickMenu(SelectMenu[Any], Generic[T]):
    """The menu."""

    def __init__(
        self,
        picks: Sequence[Pick[T]],
        act: Callable[[Interaction, Sequence[T]], Awaitable[None]],
        placeholder: str,
        *,
        row: int | None = None,
        least: int = 1,
        most: int = 1,
    ) -> None:
        """`picks` are at least one; of more than 25 the first are offered."""
        shown: dict[str, Pick[T]] = {}
        for place, pick in enumerate(picks[:OPTIONS]):
            # A stamp follows each value, which may have 100 characters.
            plain = pick.says[:80]
            shown[plain if plain and plain not in shown else f"{place} {plain}".rstrip()[:80]] = (
                pick
            )
        self._meant, self._act = {value: pick.what for value, pick in shown.items()}, act
        options = [
            discord.SelectOption(
                label=clean(pick.label)[:100] or "…",
                value=value,
                description=clean(pick.note)[:100] or None,
                emoji=pick.emoji or None,
                default=pick.chosen,
            )
            for value, pick in shown.items()
        ]
        super().__init__(
            placeholder=placeholder[:150],
            options=options,
            row=row,
            min_values=least,
            max_values=min(max(1, most), len(options)),
        )

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        """Hand on what was chosen."""
        await self._act(interaction, [self._meant[value] for value in self.values])
