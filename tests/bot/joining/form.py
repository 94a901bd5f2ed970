"""A person's form of `/join`, to be clicked through by tests."""

from collections.abc import Mapping
from typing import Any

from simcord import InteractionResult

from bot.answers import unstamped
from bot.practice.table import Table
from tests.bot.samples import campaign_on, says, words


class Form:
    """A person's form, as it stands on the screen."""

    def __init__(self, table: Table, who: str) -> None:
        self.table, self.who = table, who
        self.person = table.guild.people[who]
        self.answer: InteractionResult

    async def open(self, **options: Any) -> "Form":
        self.answer = await says(self.table, self.who, "join", **options)
        return self

    @classmethod
    async def first(cls, table: Table, who: str = "Ada", **options: Any) -> "Form":
        """That of somebody who comes to a campaign that is open and has no player yet."""
        await campaign_on(table, opened=True)
        return await cls(table, who).open(**options)

    @property
    def message(self) -> Any:
        assert self.answer.response is not None
        return self.answer.response

    @property
    def text(self) -> str:
        return words(self.message)

    async def choose(self, menu: str, *values: str) -> InteractionResult:
        done = await self.person.select(self.message, list(values), custom_id=menu)
        await self.table.rest()
        return done

    async def press(self, button: str) -> InteractionResult:
        done = await self.person.click(self.message, custom_id=button)
        await self.table.rest()
        return done

    async def type(self, button: str, text: str) -> InteractionResult:
        asked = await self.person.click(self.message, custom_id=button)
        done = await self.person.submit_modal(asked, {"line": text})
        await self.table.rest()
        return done

    async def step(self, step: str, *values: str) -> None:
        """Choose something for the character that is open."""
        await self.choose("join:step", step)
        await self.choose("join:choice", *values)

    def options(self, menu: str) -> Mapping[str, str]:
        """What the options of a menu were made with, and their labels."""
        return {unstamped(option.value): option.label for option in self._item(menu).options}

    def chosen(self, menu: str) -> list[str]:
        """The values that are chosen in a menu."""
        return [option.value for option in self._item(menu).options if option.default]

    def ids(self) -> list[str]:
        """All menus and buttons, in order."""
        return [item.custom_id for row in self.message.message.components for item in row.children]

    def disabled(self, button: str) -> bool:
        return self._item(button).disabled

    def _item(self, id: str) -> Any:
        rows = self.message.message.components
        return next(item for row in rows for item in row.children if item.custom_id == id)
