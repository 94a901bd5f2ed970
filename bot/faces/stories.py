"""Stories: campaigns that the practice table can play by script, and what a script can do there.

A script plays through what a person at the table can do: type commands, take what is offered,
press, choose, upload, let time pass, and read. It knows neither Discord nor the table that carries
it out. Every answer is checked on the way.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.packs import Rules
from engine.world import World


class WentWrong(Exception):
    """Something at the table did not go as it was meant to."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A person types this for an option and takes the first thing that is offered."""

    text: str = ""


class Answer(Protocol):
    """What a command has brought, as it stands now: with its buttons, its menus, its form.

    Each method raises WentWrong if the answer then does not hold the text `sees`.
    """

    @property
    def text(self) -> str:
        """All that can be read, and the names of the files."""
        ...

    async def press(self, label: str, *, sees: str = "") -> None:
        """Press the button that says this."""
        ...

    async def choose(self, label: str, *, sees: str = "") -> None:
        """Choose this from the menu that has it."""
        ...

    async def press_in_form(self, button: str, *, sees: str = "") -> None:
        """Press the button of that id."""
        ...

    async def choose_in_form(self, menu: str, *values: str, sees: str = "") -> None:
        """Choose these from the menu of that id."""
        ...

    async def fill(self, button: str, line: str) -> None:
        """Press the button of that id, and type this where it then asks for a line."""
        ...


class Person(Protocol):
    """Somebody at the table, where everybody meets. What goes wrong raises WentWrong."""

    async def offers(self, command: str, option: str, typed: str = "", **filled: Any) -> list[str]:
        """What is offered for an option while one types; there must be something."""
        ...

    async def say(self, command: str, *, sees: str = "", **options: Any) -> Answer:
        """Give a command; the answer must hold this text, or a file whose name does.

        What is `Typed` for an option is taken from what is offered.
        """
        ...


class Seated(Person, Protocol):
    """Somebody who plays, in the channel of the faction."""

    @property
    def player(self) -> int:
        """The id of the player's record."""
        ...

    async def order(self, command: str, **options: Any) -> None:
        """Give an order, which must be taken."""
        ...

    async def try_order(self, command: str, **options: Any) -> bool:
        """Give an order; whether it was taken."""
        ...

    async def submit(self) -> None:
        """Submit the turn."""
        ...

    async def upload(self, text: str, *, sees: str) -> Answer:
        """Upload an order sheet."""
        ...

    async def sheet(self) -> str:
        """The order sheet as it is downloaded."""
        ...

    async def await_run(self) -> None:
        """Let time pass until the next run is over."""
        ...

    async def pass_the_week(self, *told: str) -> None:
        """Let time pass until the next turn; the reports of the week must hold all this."""
        ...

    def must_have_read(self, *told: str) -> None:
        """What was posted since the last time must hold all this."""
        ...

    async def known(self) -> tuple[World, Rules]:
        """What the faction knows, and the rules."""
        ...


class Company(Protocol):
    """Everybody at the table, by name."""

    async def seated(self, name: str) -> Seated:
        """Somebody who has a seat by now. Raises LookupError if there is nobody of that name."""
        ...

    def visitor(self, name: str) -> Person:
        """Somebody who need not have a seat, where everybody meets."""
        ...


Script = Callable[[Company], Awaitable[None]]
"""Plays some turns; the computer plays those whom it was not told to play. Raises WentWrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A campaign of the practice table. Its people without a seat may watch, or join."""

    name: str
    module: str
    size: Mapping[str, int]
    """The map's width and height, if not the module's."""
    seats: Mapping[str, Mapping[str, str]]
    """By player, in order of joining, the options that are given to `/join`."""
    script: Script
    scripted: tuple[str, ...]
    """Whom the script plays."""
    turns: str
    """How many turns the script has, in words."""
    pictured: bool = True
    """Whether every week's reports bring a picture, such as a map."""
    uploads: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    """Modules that are handed in before it begins, as zips by name, the one played last."""
