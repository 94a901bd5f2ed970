"""A running campaign on the practice table, made by the real commands, and what tests ask of it.

Ada and Bram play one faction, Cora another, Dagny none; Morgan moderates. The bot is the unchanged
one with all its extensions. `Scene.refuses` is the heart: a clear answer, and nothing changed.
"""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

import discord
from simcord import ChannelHandle, InteractionResult

from bot.answers import LIFETIME, as_refusal
from bot.host import Seat
from bot.jobs.knowing import see
from bot.practice.table import Table
from bot.store.records import Campaign
from engine.packs.cohorts.pieces.records import Character, City, Province
from engine.world import World
from tests.bot.desking import AT_DESK, at_desk
from tests.bot.founding import SMALL
from tests.bot.samples import channel, words
from tests.bot.tables import once

NAME = "The Long War"
PLAYERS = {"Ada": "ashmark", "Bram": "ashmark", "Cora": "elderwood"}
PARTIES = {"Ada": "harrow_banner", "Bram": "ash_raiders", "Cora": "green_wardens"}
STOREKEEPING = ("last_commit", "lease")
"""Tables that say when the file was written, not what is in it."""


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


class Scene:
    """The table, its people and the campaign on it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.people = table.guild.people
        self.host = table.bot.host
        self.guild = table.guild.handle.id
        self.lobby = next(table.guild.channels())
        self.names: dict[str, str] = {}
        """What a `{key}` in a case stands for."""

    # ------------------------------------------------------------------ acting

    async def say(
        self, who: str, command: str, /, where: ChannelHandle | None = None, **options: Any
    ) -> Answer:
        """A person gives a command, in the lobby if nowhere else, and the bot comes to rest.

        What is no command, a moderator does at the desk.
        """
        if command in AT_DESK:
            answer = await at_desk(self.table, who, command, **options)
        else:
            answer = await self.people[who].slash(where or self.lobby, command, **options)
            await self.table.rest()
        self.sound()
        return Answer(answer)

    async def press(self, who: str, answer: Answer, label: str) -> Answer:
        """A person presses a button under an answer."""
        pressed = await self.people[who].click(answer.last, label=label)
        await self.table.rest()
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
            found = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
            kept = [name for (name,) in found if name not in STOREKEEPING]
            return {table: list(_rows(db, table)) for table in kept}

    async def campaign(self) -> Campaign:
        async with self.host.stores.use(self.guild) as store:
            return (await store.campaigns.all())[-1]

    async def seat(self, who: str) -> Seat:
        campaign = await self.campaign()
        async with self.host.stores.use(self.guild) as store:
            member = await store.members.get(campaign.id, self.people[who].id)
        assert member is not None
        return Seat(self.guild, campaign, member)

    async def drafted(self, who: str) -> list[str]:
        """The keys of a person's orders."""
        async with self.host.stores.use(self.guild) as store:
            draft = await store.drafts.get((await self.campaign()).id, self.people[who].id)
        return [order.key for order in draft.orders]

    async def view(self, who: str) -> World:
        """What a person's faction knows."""
        seat = await self.seat(who)
        path, campaign = self.host.path(self.guild), seat.campaign
        return await asyncio.to_thread(see, path, campaign.id, campaign.tick, seat.member.faction)

    async def home(self, who: str) -> tuple[City, Province, Character]:
        """A person's city, its province, and the first of the person's characters."""
        view, player = await self.view(who), (await self.seat(who)).player
        heroes = list(view.by(Character, "player", player))
        barons = {hero.id for hero in heroes}
        city = next(c for c in view.all(City) if c.knows("baron") and c.baron in barons)
        return city, view.get(Province, city.province), heroes[0]


async def begin(table: Table, *, start: bool = True) -> Scene:
    """Make the campaign by the commands that people use."""
    scene = Scene(table)
    await once(table, (NAME, start), partial(_make, scene, start=start))
    for who, key in (("Ada", "home"), ("Bram", "ally"), ("Cora", "rival")):
        city, province, hero = await scene.home(who)
        scene.names |= {key: city.name, f"{key}_hero": hero.name}
        scene.names[f"{key}_spot"] = f"{province.x},{province.y}"
    return scene


async def _make(scene: Scene, *, start: bool) -> None:
    made: dict[str, Any] = {"module": "cohorts", "name": NAME, **SMALL}
    await scene.say("Morgan", "campaign create", **made)
    await scene.say("Morgan", "campaign open")
    for who, faction in PLAYERS.items():
        await scene.say(who, "join", faction=faction, start=PARTIES[who])
    if start:
        await scene.say("Morgan", "campaign start")


def faction_channel(table: Table, who: str) -> ChannelHandle:
    """The channel of a player's faction."""
    return channel(table, PLAYERS[who])


def _rows(db: sqlite3.Connection, table: str) -> Iterator[tuple[Any, ...]]:
    yield from sorted(db.execute(f'SELECT * FROM "{table}"'), key=repr)
