"""Discord's menus, buttons and lines of text, each with what it does; nothing is decided here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import discord

from bot.answers import Form, Panel, SelectMenu
from bot.callers.menus import OPTIONS
from bot.callers.seats import Interaction
from bot.faces.words.choosing import Option

LABEL: Final = 100  # Discord: characters of an option's label, and of its description
_MORE: Final = "more:"
_ON_A_LINE: Final = 200  # characters of a text that is asked for on one line

Act = Callable[[Interaction, tuple[str, ...]], Awaitable[None]]


class Select(SelectMenu[Panel]):
    """A menu of options; of more than Discord takes it shows a part, and offers the rest.

    What was chosen on another part stays chosen.
    """

    def __init__(
        self,
        id: str,
        about: str,
        options: Sequence[Option],
        act: Act,
        *,
        chosen: Sequence[str] = (),
        least: int = 1,
        most: int = 1,
        part: int = 0,
    ) -> None:
        whole = len(options) <= OPTIONS
        size = OPTIONS if whole else OPTIONS - 1
        parts = -(-len(options) // size)
        shown = [*options[part % parts * size :][:size]] if options else list[Option]()
        self._beside = [value for value in chosen if value not in [each.value for each in shown]]
        self._act, self._most = act, most
        super().__init__(
            custom_id=id,
            placeholder=about[:150],
            min_values=min(least, len(shown)) if most == 1 else 0,
            max_values=max(1, min(most, len(shown))),
            options=[_shown(each, each.value in chosen) for each in shown]
            or [discord.SelectOption(label="Nothing to choose from", value=_MORE)],
            disabled=not shown,
        )
        if not whole:
            following = (part + 1) % parts
            more = f"{_MORE}{following}"
            self.add_option(label=f"More … (part {following + 1} of {parts})", value=more)

    async def callback(self, interaction: discord.Interaction) -> None:
        if turned := [value for value in self.values if value.startswith(_MORE)]:
            await self._act(interaction, tuple(turned))  # type: ignore[arg-type]
            return
        chosen = (*self._beside, *self.values)[-self._most :] if self._most else ()
        await self._act(interaction, chosen)  # type: ignore[arg-type]


def turned_to(values: Sequence[str]) -> int | None:
    """The part of a menu that was asked for; None if something was chosen."""
    asked = [value.removeprefix(_MORE) for value in values if value.startswith(_MORE)]
    return int(asked[0] or 0) if asked else None


class Press(discord.ui.Button[Panel]):
    """A button."""

    def __init__(
        self,
        id: str,
        label: str,
        act: Callable[[Interaction], Awaitable[None]],
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        disabled: bool = False,
    ) -> None:
        super().__init__(custom_id=id, label=label, style=style, disabled=disabled)
        self._act = act

    async def callback(self, interaction: discord.Interaction) -> None:
        await self._act(interaction)  # type: ignore[arg-type]


class TextForm(Form):
    """A question for a text, on several lines if it may be long."""

    def __init__(
        self,
        title: str,
        label: str,
        longest: int,
        present: str,
        act: Callable[[Interaction, str], Awaitable[None]],
        *,
        required: bool = True,
    ) -> None:
        super().__init__(title=title[:45], timeout=14 * 60)
        self._act = act
        long = discord.TextStyle.paragraph
        self.line: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id="line",
            label=label[:45],
            max_length=longest,
            default=present or None,
            required=required,
            style=long if longest > _ON_A_LINE else discord.TextStyle.short,
        )
        self.add_item(self.line)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await self._act(interaction, str(self.line.value))  # type: ignore[arg-type]


def _shown(option: Option, chosen: bool) -> discord.SelectOption:
    return discord.SelectOption(
        label=option.label[:LABEL],
        value=option.value,
        description=option.about[:LABEL] or None,
        default=chosen,
    )
