"""A front, a running campaign in its guild, and the real bot as a process on it.

`open_scene` puts the campaign into a data folder of its own. A bot is started as often as a test
likes; `check` says that whatever happened in between, nothing was lost and nothing done twice.
"""

import asyncio
import os
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import discord
from simcord.actors import MemberActor
from simcord.backend.models import Message, Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import MessageType, OverwriteType

from bot.client import PERMISSIONS
from bot.practice.front.process import BotProcess
from bot.practice.front.server import Front
from bot.store.connection import connect
from bot.store.times import instant
from engine.calendar import Due
from tests.bot.process.campaign import ADA, BEN, CAMPAIGN, CUT_OFF, PLACES, START, put
from tests.bot.process.hosted import CLOCK
from tests.rules.scene import module

ROOT = Path(__file__).resolve().parents[3]
LEASE = timedelta(seconds=31)
"""After so long a campaign is free again whose holder was killed."""
PATIENCE = 20.0


@dataclass
class Scene:
    """`world.backend` is what Discord has; `channels` are the campaign's by their places."""

    front: Front
    folder: Path
    ada: MemberActor
    ben: MemberActor
    channels: dict[str, ChannelHandle]
    now: datetime = START
    accepted: Counter[int] = field(default_factory=Counter)
    """How many orders of a person were accepted."""
    bots: list[BotProcess] = field(default_factory=list)

    @property
    def guild(self) -> int:
        """The guild's id."""
        return self.ada.guild.id

    @property
    def file(self) -> Path:
        """The guild's file."""
        return self.folder / f"{self.guild}.sqlite"

    # ------------------------------------------------------------------ the bot

    def bot(self, crash_at: str = "", environment: Mapping[str, str] | None = None) -> BotProcess:
        """The bot, to be started with `async with`; it dies at the named point."""
        (self.folder / "now").write_text(self.now.isoformat())
        bot = BotProcess(
            self.front,
            [sys.executable, "-m", "tests.bot.process.hosted"],
            {
                "PYTHONPATH": str(ROOT),
                "HEXMUSTER_DATA": str(self.folder),
                "HEXMUSTER_WORKERS": "1",
                "HEXMUSTER_CRASH_AT": crash_at,
                CLOCK: str(self.folder / "now"),
                **(environment or {}),
            },
        )
        self.bots.append(bot)
        return bot

    def move_to(self, when: datetime, bot: BotProcess | None = None) -> None:
        """Move the time; a bot that is ready is told."""
        self.now = when
        (self.folder / "now").write_text(when.isoformat())
        if bot is not None and bot.running:
            os.kill(bot.pid, signal.SIGUSR1)

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait for what becomes true in the store or on Discord; fails with what the bots said."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not condition():  # noqa: ASYNC110 - a file that another process writes
                    await asyncio.sleep(0.02)
        except TimeoutError:
            said = "\n".join(bot.output for bot in self.bots)
            raise AssertionError(f"it did not come to pass; the bots said:\n{said}") from None

    async def ready(self, bot: BotProcess) -> None:
        """Wait until the bot is ready and the guild has its order commands."""
        await bot.said("Ready:")
        await self.until(lambda: self.front.sent("PUT", f"/guilds/{self.guild}/commands"))

    # ------------------------------------------------------------------ what Discord has

    def posted(self, place: str) -> list[Message]:
        """The messages sent to a channel, oldest first; not those that answer a command."""
        messages = self.front.world.backend.messages[self.channels[place].id].values()
        return [each for each in messages if each.type == MessageType.DEFAULT]

    def keys(self, place: str) -> list[str]:
        """The keys of those messages."""
        return [_key(message) for message in self.posted(place)]

    # ------------------------------------------------------------------ what the store has

    def rows(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        """What a query finds in the guild's file."""
        with closing(connect(self.file)) as db:
            return [tuple(row) for row in db.execute(sql, values)]

    def wakes_at(self) -> datetime:
        """When the campaign's calendar is to be looked at next."""
        ((at,),) = self.rows("SELECT at FROM timer WHERE campaign = ?", CAMPAIGN)
        return instant(at)  # type: ignore[arg-type]

    def made(self) -> list[tuple[str, datetime]]:
        """The kind and due time of each tick since the start."""
        found = self.rows(
            "SELECT kind, due_at FROM tick WHERE kind <> 'setup' AND campaign = ? ORDER BY number",
            CAMPAIGN,
        )
        return [(str(kind), instant(at)) for kind, at in found]  # type: ignore[arg-type]

    def check(self) -> None:
        """Every tick that was due was made once, every message posted once, no order lost."""
        due = module().calendar.due_between(START, self.now)
        assert self.made() == [(_kind(each), each.instant) for each in due]
        numbers = [n for (n,) in self.rows("SELECT number FROM tick ORDER BY number")]
        assert numbers == list(range(1, len(numbers) + 1))

        waiting = self.rows("SELECT key, state, error FROM outbox WHERE state <> 'sent'")
        assert waiting == []
        for place in (*PLACES, "herald"):
            if place in self.channels:
                sent = self.rows(
                    "SELECT key FROM outbox WHERE role = ? AND kind = 'send' ORDER BY id", place
                )
                told = [key for key in self.keys(place) if not key.endswith("·S")]
                assert told == [key for (key,) in sent]
        statuses = [key for key in self.keys("herald") if key.endswith("·S")]
        assert len(statuses) == 1, "one status message, edited in place"

        for user, count in self.accepted.items():
            assert self.orders_of(user) == count

    def orders_of(self, user: int) -> int:
        """How many orders of a person the bot knows: in the draft, or run in a tick."""
        ((drafted,),) = self.rows("SELECT count(*) FROM draft_order WHERE user = ?", user)
        ((run,),) = self.rows(
            "SELECT coalesce(sum(json_array_length(body)), 0) FROM submission"
            " WHERE user = ? AND consumed_tick IS NOT NULL",
            user,
        )
        return int(drafted) + int(run)  # type: ignore[call-overload]


def _kind(due: Due) -> str:
    if due.kind == "run":
        return "run"
    return "monthly" if due.monthly else "weekly"


def _key(message: Message) -> str:
    for embed in message.embeds:
        if footer := embed.get("footer"):
            return str(footer["text"])
    return message.content.rpartition("\n")[2].removeprefix("-# ")


@asynccontextmanager
async def open_scene(
    folder: Path, put: Callable[[Path, Mapping[int, int]], None] = put
) -> AsyncIterator[Scene]:
    """The scene; at its end nothing may have broken in the front nor been unknown to simcord.

    `put` writes the guild's file, with the snowflakes by what stands for them.
    """
    async with Front() as front:
        guild = front.world.create_guild("The North")
        backend = front.world.backend
        for role in backend.guilds[guild.id].roles.values():
            if role.managed:
                role.permissions = PERMISSIONS.value
        ada, ben = (guild.add_member(front.world.create_user(name)) for name in ("ada", "ben"))
        snowflakes = {ADA: ada.id, BEN: ben.id}
        roles = {name: guild.create_role(name) for name in PLACES if name.startswith("role:")}
        snowflakes |= {PLACES[name]: role.id for name, role in roles.items()}
        channels: dict[str, ChannelHandle] = {}
        for name in PLACES.keys() - roles.keys():
            readers = [roles["role:moderators"].id]
            reader = roles.get("role:" + name.removeprefix("faction:"))
            readers += [reader.id] if reader else []
            made = backend.create_channel(
                guild.id, name.replace(":", "-"), overwrites=_overwrites(front, guild.id, readers)
            )
            channels[name] = ChannelHandle(front.world, guild, made)
            snowflakes[PLACES[name]] = made.id
        for person, role in ((ada, "role:1"), (ben, "role:2")):
            backend.add_member_role(guild.id, person.id, roles[role].id)
        scene = Scene(front, folder, ada, ben, channels)
        await asyncio.to_thread(put, scene.file, snowflakes)
        scene.accepted.update({ada.id: 2, ben.id: 2})
        yield scene
        assert front.gaps == []
        assert front.errors == []


def _overwrites(front: Front, guild: int, readers: list[int]) -> list[Overwrite]:
    see = discord.Permissions(view_channel=True, send_messages=True, read_message_history=True)
    mine = see | discord.Permissions(embed_links=True, attach_files=True, pin_messages=True)
    hide = discord.Permissions(view_channel=True)
    bot = front.world.backend.bot_user.id
    return [
        Overwrite(bot, OverwriteType.MEMBER, allow=mine.value, deny=0),
        Overwrite(guild, OverwriteType.ROLE, allow=0, deny=hide.value),
        *(Overwrite(each, OverwriteType.ROLE, allow=see.value, deny=0) for each in readers),
    ]
