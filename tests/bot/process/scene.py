"""A front, a running campaign in its guild, and the real bot as a process on it.

`open_scene` puts the campaign into a new data folder. A bot is started as often as a test likes;
`check` says that whatever happened in between, nothing was lost and nothing done twice.
"""

import asyncio
import os
import shutil
import signal
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import aiohttp
import discord
from simcord.actors import MemberActor
from simcord.backend.models import Message, Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import ChannelType, MessageType, OverwriteType
from simcord.results import InteractionResult, ResponseMessage

from bot.practice import PATIENCE
from bot.store.connection import open_file, side_files
from bot.store.records import instant
from engine.calendar import Occasion
from tests.bot.crashing import CRASH_AT
from tests.bot.front.process import BotProcess
from tests.bot.front.server import Front
from tests.bot.process.campaign import ADA, BEN, CAMPAIGN, PLACES, RUN, START, heroes, put
from tests.bot.process.hosted import AT_WORK, CLOCK, GUILD_WAIT
from tests.bot.store.killed import journal_of
from tests.bot.tables import elsewhere
from tests.rules.scene import module


@dataclass
class Scene:
    """`ada` and `ben` play, `cleo` does not yet, and the guild is `morgan`'s.

    `channels` are the campaign's, by their places; `now` is what the bot's clock shows.
    """

    front: Front
    folder: Path
    ada: MemberActor
    ben: MemberActor
    cleo: MemberActor
    morgan: MemberActor
    channels: dict[str, ChannelHandle]
    now: datetime = START
    accepted: Counter[int] = field(default_factory=Counter)
    """How many orders of a person were accepted."""
    bots: list[BotProcess] = field(default_factory=list)
    """Every bot that was made, for what they said if a test fails."""

    @property
    def guild(self) -> int:
        """The guild's id."""
        return self.ada.guild.id

    @property
    def file(self) -> Path:
        """The guild's file."""
        return self.folder / f"{self.guild}.sqlite"

    @property
    def at_work(self) -> Path:
        """The file that is there while the bot looks after the guild."""
        return self.folder / "at-work"

    # ------------------------------------------------------------------ the bot

    def bot(self, crash_at: str = "", environment: Mapping[str, str] | None = None) -> BotProcess:
        """The bot, to be started with `async with`; it dies at the named point."""
        (self.folder / "now").write_text(self.now.isoformat())
        self.at_work.unlink(missing_ok=True)  # of a bot that was killed
        bot = BotProcess(
            self.front,
            ["-m", "tests.bot.process.hosted"],
            {
                "HEXMUSTER_DATA": str(self.folder),
                "HEXMUSTER_WORKERS": "1",
                CRASH_AT: crash_at,
                CLOCK: str(self.folder / "now"),
                AT_WORK: str(self.at_work),
                GUILD_WAIT: "0.1",
                **(environment or {}),
            },
        )
        self.bots.append(bot)
        return bot

    @asynccontextmanager
    async def begun(
        self, crash_at: str = "", environment: Mapping[str, str] | None = None
    ) -> AsyncIterator[BotProcess]:
        """A bot that is ready."""
        async with self.bot(crash_at, environment) as bot:
            await self.ready(bot)
            yield bot

    def move_to(self, when: datetime, bot: BotProcess | None = None) -> None:
        """Move the time; a bot that is ready is told."""
        self.now = when
        (self.folder / "now").write_text(when.isoformat())
        if bot is not None and bot.running:
            # It may have been killed at its crash point a moment ago.
            with suppress(ProcessLookupError):
                os.kill(bot.pid, signal.SIGUSR1)

    async def give(self, person: MemberActor, message: str = "We march at dawn.") -> str:
        """Give an order that can always be carried out; the title of the bot's answer."""
        bearer = heroes(self.file, 2 if person is self.ben else 1)[0]
        asked = await self.ask(person, "set message", bearer=bearer, message=message)
        told = await self.answered(asked)
        assert told.embeds[0].title, told.embeds[0].description
        self.accepted[person.id] += 1
        return told.embeds[0].title

    async def ask(self, person: MemberActor, command: str, **options: object) -> InteractionResult:
        """Give a command in the person's channel; returns when it is acknowledged."""
        return await person.slash(self.channel_of(person), command, **options)

    def channel_of(self, person: MemberActor) -> ChannelHandle:
        """Where a person gives commands: in a faction's channel, if the person sees one."""
        backend = self.front.world.backend
        for place, channel in sorted(self.channels.items()):
            if not place.startswith("faction:") or channel.id not in backend.channels:
                continue
            rights = backend.compute_permissions(self.guild, person.id, channel.id)
            if discord.Permissions(rights).view_channel:
                return channel
        return self.channels["herald"]

    async def answered(self, asked: InteractionResult) -> ResponseMessage:
        """What the bot says to a command in the end."""
        return await self.front.world.finished(asked)

    async def run(self, bot: BotProcess) -> None:
        """Let the first run fall due for a bot that has just been started, and see it through."""
        await self.ready(bot)
        self.move_to(RUN, bot)
        await self.settle(bot)
        assert await bot.stop() == 0
        self.check()

    async def settle(self, bot: BotProcess) -> None:
        """Return when all that is due is made and told; what the bot waits for comes at once."""
        while True:
            # It looks once more when all was sent: the desk may have something new to say.
            await self.until(
                lambda: all(at > self.now for at in self.waits()) and not self.at_work.exists()
            )
            told = not self.rows("SELECT 1 FROM outbox_next")
            if told and self.made() == self.due():
                return
            self.move_to(min(self.waits()), bot)

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait for what becomes true in the store or on Discord; fails with what the bots said."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not condition():  # noqa: ASYNC110 - a file that another process writes
                    await asyncio.sleep(0.05)
        except TimeoutError:
            said = "\n".join(bot.output for bot in self.bots)
            raise AssertionError(f"it did not come to pass; the bots said:\n{said}") from None

    async def ready(self, bot: BotProcess) -> None:
        """Wait until the bot is ready and the guild has its order commands."""
        await bot.said("Ready:")
        # Answered, not only sent: a bot that ends in between has not told Discord.
        told = f"/guilds/{self.guild}/commands"
        await self.until(lambda: any(put.status == 200 for put in self.front.sent("PUT", told)))

    # ------------------------------------------------------------------ what Discord has

    def posted(self, place: str) -> list[Message]:
        """The messages sent to a channel, oldest first; not those that answer a command."""
        messages = self.front.world.backend.messages[self.channels[place].id].values()
        return [each for each in messages if each.type == MessageType.DEFAULT]

    def keys(self, place: str) -> list[str]:
        """The keys of those messages."""
        return [_key(message) for message in self.posted(place)]

    def find_channels(self) -> None:
        """Take the campaign's channels as the store now has them."""
        for role, snowflake in self.rows("SELECT role, snowflake FROM place"):
            channel = self.front.world.backend.channels.get(int(snowflake))  # type: ignore[call-overload]
            if channel is not None and channel.type == ChannelType.TEXT:
                handle = ChannelHandle(self.front.world, self.ada.guild, channel)
                self.channels[str(role)] = handle

    # ------------------------------------------------------------------ what the store has

    def rows(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        """What a query finds in the guild's file; nothing if there is none yet.

        It heals nothing: what a dead bot left is looked at in a copy, so that the next bot finds it
        as it was left.
        """
        if not self.file.exists():
            return []
        if any(bot.running for bot in self.bots):
            return _query(open_file(self.file, "ro"), sql, values)
        with TemporaryDirectory() as name:
            copy = Path(name) / "copy"
            for left, mine in zip(_with_sides(self.file), _with_sides(copy), strict=True):
                if left.exists():
                    shutil.copyfile(left, mine)
            return _query(open_file(copy, "rw"), sql, values)

    def waits(self) -> list[datetime]:
        """The times for which the bot waits: the calendar's next, and the tries of messages."""
        found = self.rows("SELECT at FROM timer UNION ALL SELECT not_before FROM outbox_next")
        return [instant(at) for (at,) in found]  # type: ignore[arg-type]

    def due(self) -> list[tuple[str, datetime]]:
        """The kind and due time of each tick that should have been made."""
        found = module().calendar.due_between(START, self.now)
        return [(_kind(each), each.instant) for each in found]

    def made(self) -> list[tuple[str, datetime]]:
        """The kind and due time of each tick since the start."""
        found = self.rows(
            "SELECT kind, due_at FROM tick WHERE kind <> 'setup' AND campaign = ? ORDER BY number",
            CAMPAIGN,
        )
        return [(str(kind), instant(at)) for kind, at in found]  # type: ignore[arg-type]

    def check(self) -> None:
        """Every tick that was due was made once, every message posted once, no order lost."""
        _same("journal", journal_of(self.file), "wal")
        _same("ticks", self.made(), self.due())
        numbers = [number for (number,) in self.rows("SELECT number FROM tick ORDER BY number")]
        _same("numbers of ticks", numbers, list(range(1, len(numbers) + 1)))
        left = self.rows("SELECT key, state, error FROM outbox WHERE state <> 'sent'")
        _same("messages not sent", left, [])
        for place in self.channels:
            sent = self.rows(
                "SELECT key FROM outbox WHERE role = ? AND kind = 'send' ORDER BY id", place
            )
            told = [key for key in self.keys(place) if not key.endswith(("·S", "·D"))]
            _same(f"messages in {place}", told, [key for (key,) in sent])
        statuses = [key for key in self.keys("herald") if key.endswith("·S")]
        assert len(statuses) <= 1, statuses
        assert statuses or not self.made(), "the first tick posts it"
        desks = [key for key in self.keys("moderators") if key.endswith("·D")]
        assert len(desks) <= 1, desks
        for user, count in self.accepted.items():
            _same(f"orders of {user}", self.orders_of(user), count)

    def orders_of(self, user: int) -> int:
        """How many orders of a person the bot knows: in the draft, or run in a tick."""
        ((drafted,),) = self.rows("SELECT count(*) FROM draft_order WHERE user = ?", user)
        ((run,),) = self.rows(
            "SELECT coalesce(sum(json_array_length(body)), 0) FROM submission"
            " WHERE user = ? AND consumed_tick IS NOT NULL",
            user,
        )
        return int(drafted) + int(run)  # type: ignore[call-overload]


def _query(
    db: sqlite3.Connection, sql: str, values: tuple[object, ...]
) -> list[tuple[object, ...]]:
    with closing(db):
        return [tuple(row) for row in db.execute(sql, values)]


def _with_sides(path: Path) -> tuple[Path, ...]:
    # Not the shared memory: it is made anew from the others.
    return (path, *(side for side in side_files(path) if not side.name.endswith("-shm")))


def _same(what: str, found: object, wanted: object) -> None:
    assert found == wanted, f"{what}: {found}, not {wanted}"


def _kind(due: Occasion) -> str:
    if due.kind == "run":
        return "run"
    return "monthly" if due.monthly else "weekly"


def _key(message: Message) -> str:
    for embed in message.embeds:
        if footer := embed.get("footer"):
            return str(footer["text"]).partition(" · ")[0]
    foot = message.content.rpartition("\n")[2].removeprefix("-# ")
    return foot.partition(" · ")[0]


async def figures(bot: BotProcess) -> str:
    """What a bot tells who watches it."""
    address = (await bot.said("Metrics: ")).split()[-1]
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        return await answer.text()


@asynccontextmanager
async def open_guild(folder: Path) -> AsyncIterator[Scene]:
    """The scene before there is a campaign; its one channel stands in for the herald's.

    At its end nothing may have broken in the front nor been unknown to simcord.
    """
    async with Front() as front:
        yield new_guild(front, folder, "The North")
        assert front.gaps == []
        assert front.errors == []


def new_guild(front: Front, folder: Path, name: str) -> Scene:
    """A guild with its people, one channel and no campaign."""
    morgan = elsewhere(front.world, name, "Morgan")
    guild = morgan.guild
    ada, ben, cleo = (
        guild.add_member(front.world.create_user(name)) for name in ("ada", "ben", "cleo")
    )
    hall = guild.create_text_channel("hall")
    return Scene(front, folder, ada, ben, cleo, morgan, {"herald": hall})


@asynccontextmanager
async def open_scene(
    folder: Path, put: Callable[[Path, Mapping[int, int]], None] = put
) -> AsyncIterator[Scene]:
    """The scene with a running campaign, in which `ada` and `ben` have submitted two orders each.

    `put` writes the guild's file, with the snowflakes by what stands for them.
    """
    async with open_guild(folder) as scene:
        await furnish(scene, put)
        yield scene


async def furnish(scene: Scene, put: Callable[[Path, Mapping[int, int]], None] = put) -> None:
    """Give a guild its campaign, with the roles and channels of it."""
    guild, backend = scene.ada.guild, scene.front.world.backend
    roles = {name: guild.create_role(name) for name in PLACES if name.startswith("role:")}
    snowflakes = {ADA: scene.ada.id, BEN: scene.ben.id}
    snowflakes |= {PLACES[name]: role.id for name, role in roles.items()}
    for name in PLACES.keys() - roles.keys():
        readers = [roles["role:moderators"].id]
        if faction := roles.get("role:" + name.removeprefix("faction:")):
            readers.append(faction.id)
        made = backend.create_channel(
            guild.id,
            name.replace(":", "-"),
            overwrites=_overwrites(scene, [guild.id] if name == "herald" else readers),
        )
        snowflakes[PLACES[name]] = made.id
    for person, role in ((scene.ada, "role:1"), (scene.ben, "role:2")):
        backend.add_member_role(guild.id, person.id, roles[role].id)
    await asyncio.to_thread(put, scene.file, snowflakes)
    scene.find_channels()
    scene.accepted.update({scene.ada.id: 2, scene.ben.id: 2})


def _overwrites(scene: Scene, readers: list[int]) -> list[Overwrite]:
    see = discord.Permissions(view_channel=True, send_messages=True, read_message_history=True)
    mine = see | discord.Permissions(embed_links=True, attach_files=True, pin_messages=True)
    hide = discord.Permissions(view_channel=True)
    guild, bot = scene.guild, scene.front.world.backend.bot_user.id
    everyone = Overwrite(guild, OverwriteType.ROLE, allow=0, deny=hide.value)
    return [
        Overwrite(bot, OverwriteType.MEMBER, allow=mine.value, deny=0),
        *([everyone] if guild not in readers else []),
        *(Overwrite(each, OverwriteType.ROLE, allow=see.value, deny=0) for each in readers),
    ]
