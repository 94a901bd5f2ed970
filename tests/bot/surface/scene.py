"""A running campaign on the practice table, made by the real commands, and what tests ask of it.

Ada and Bram play one faction, Cora another, Dagny none; Morgan moderates. The bot is the unchanged
one with all its extensions. `Scene.refuses` is the heart: a clear answer, and nothing changed.
"""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Self

import discord
from simcord import ChannelHandle, InteractionResult

from bot.answers import LIFETIME, as_refusal
from bot.practice.table import Table
from tests.bot.pressing import press
from tests.bot.samples import campaign_on, channel, says, words
from tests.bot.tables import Sitting

SEATS = {
    "Ada": ("ashmark", "harrow_banner"),
    "Bram": ("ashmark", "ash_raiders"),
    "Cora": ("elderwood", "green_wardens"),
}
"""The faction and the party of each player."""
STOREKEEPING = ("last_commit", "lease", "sqlite_sequence")
"""Tables that say when the file was written and which numbers are used up, not what is in it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person was told: every message of the answer, the newest last."""

    result: InteractionResult

    @property
    def messages(self) -> list[Any]:
        first = [self.result.response] if self.result.response else []
        return [*first, *self.result.followups]

    @property
    def text(self) -> str:
        return "\n".join(words(message) for message in self.messages)

    @property
    def last(self) -> discord.Message:
        return self.messages[-1].message

    @property
    def private(self) -> bool:
        return all(message.ephemeral for message in self.messages)


class Scene(Sitting):
    """The table, its people and the campaign on it."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.names: dict[str, str] = {}
        """What a `{key}` in a case stands for."""

    # ------------------------------------------------------------------ acting

    async def say(
        self, who: str, command: str, /, where: ChannelHandle | None = None, **options: Any
    ) -> Answer:
        """What a person is answered, to a command or at the desk, once the bot rests."""
        answer = await says(self.table, who, command, where, **options)
        self.sound()
        return Answer(answer)

    async def press(self, who: str, answer: Answer, label: str) -> Answer:
        """A person presses a button under an answer."""
        pressed = await press(self.table, who, answer.last, label)
        self.sound()
        return Answer(pressed)

    async def close_panels(self) -> None:
        """Move time on until the panels under all answers have ended.

        The simulated Discord looks at every open panel at each step, for every other: after some
        hundred answers a step takes a second.
        """
        await self.table.move(timedelta(seconds=LIFETIME + 1))

    async def upload(self, who: str, data: bytes, name: str = "orders.txt") -> Answer:
        """A person uploads an order sheet."""
        return await self.say(who, "orders upload", file=(name, data))

    def sound(self) -> None:
        """Fail if the bot met an error that it did not foresee."""
        env = self.table.env
        unread = env.errors_since(env._errors_acknowledged)
        assert [error for error in unread if as_refusal(error) is None] == []

    async def refuses(self, who: str, command: str, /, **options: Any) -> str:
        """What the bot says to a command that it refuses: privately, and nothing changes."""
        before = self.stored()
        answer = await self.say(who, command, **options)
        self.check_refusal(answer)
        assert self.stored() == before
        return answer.text

    def check_refusal(self, answer: Answer) -> None:
        """Nobody else reads it, it can mention nobody, and it is no internal error."""
        assert answer.messages
        assert answer.private
        assert "@everyone" not in answer.text
        assert "<@" not in answer.text
        assert "my side" not in answer.text

    def filled(self, options: dict[str, Any]) -> dict[str, Any]:
        """Options with `{home}` and the like as they are called in this world."""
        return {
            key: value.format_map(self.names) if isinstance(value, str) else value
            for key, value in options.items()
        }

    # ------------------------------------------------------------------ looking

    def stored(self, guild: int | None = None) -> dict[str, list[tuple[Any, ...]]]:
        """All that the guild's file holds."""
        path = self.host.path(guild or self.guild)
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
            return content(db)

    async def drafted(self, who: str) -> list[str]:
        """The keys of a person's orders."""
        return [order.key for order in (await self.draft(who)).orders]

    # ------------------------------------------------------------------ founding

    async def found(self, *, start: bool = True) -> Self:
        """Make the campaign by the commands that people use."""
        await campaign_on(self.table, SEATS, start=start)
        for who, key in (("Ada", "home"), ("Bram", "ally"), ("Cora", "rival")):
            city, province, hero = await self.home(who)
            self.names |= {key: city.name, f"{key}_hero": hero.name}
            self.names[f"{key}_spot"] = f"{province.x},{province.y}"
        return self


def faction_channel(table: Table, who: str) -> ChannelHandle:
    """The channel of a player's faction."""
    return channel(table, SEATS[who][0])


def content(db: sqlite3.Connection) -> dict[str, list[tuple[Any, ...]]]:
    """What a guild's file holds, by table."""
    names = [n for (n,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    kept = [name for name in names if name not in STOREKEEPING]
    return {name: sorted(db.execute(f'SELECT * FROM "{name}"'), key=repr) for name in kept}
