"""The Discord client: what it asks of Discord, its cogs, its commands' sync, its shutdown.

`bot.assembly.create_bot` is the one way to make it.
What the bot does stands in the extensions; what goes wrong in them is answered by `bot.answers`.
"""

import asyncio
import functools
import hashlib
import importlib
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands, tasks

from bot.answers import answer_error, answer_press, hold
from bot.clock import Clock
from bot.host import Host
from bot.lookup import Lookup
from bot.settings import Settings
from bot.workers import Workers
from engine.dice import Seed

if TYPE_CHECKING:
    from bot.backups.making import Backups
    from bot.metrics.counted import Metrics

# What an invitation asks for; README's link and the practice table's role carry the same.
PERMISSIONS = discord.Permissions(
    view_channel=True,
    manage_channels=True,
    manage_roles=True,
    send_messages=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    manage_messages=True,
    pin_messages=True,
    use_external_emojis=True,
)

SYNCED = "commands.jsonl"
"""The file in the data folder that says which commands Discord was told."""
SPARE = 100  # lines that it may have in vain

_log = logging.getLogger(__name__)


class HostBot(commands.Bot):
    """The client. A cog reaches the rest through it.

    That is `settings`, `clock`, `workers`, and `host` for all that concerns campaigns.
    """

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        workers: Workers,
        *,
        extensions: Sequence[str],
        new_seed: Callable[[], Seed],
        spread: bool,
        metrics: "Metrics | None" = None,
        **connecting: Any,
    ) -> None:
        """`connecting` is what a client with shards is told of them."""
        # No voice here, so what it would need is not missing.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        if metrics:
            connecting["http_trace"] = metrics.trace()
        super().__init__(
            command_prefix=commands.when_mentioned,
            tree_cls=HostTree,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
            chunk_guilds_at_startup=False,
            max_messages=None,
            **connecting,
        )
        self.http.ws_connect = functools.partial(_event_by_event, self.http.ws_connect)
        self.settings = settings
        self.clock = clock
        self.workers = workers
        self.host = Host(
            settings.data,
            clock,
            workers,
            words=settings.words,
            new_seed=new_seed,
            spread=spread,
            watcher=metrics,
            shards=settings.shards,
        )
        self.backups: Backups | None = None
        """The backups that are made meanwhile, if the host wants any."""
        self.lookup: Lookup
        """The rulebook's index, from `setup_hook` on until the bot closes."""
        self.knows: set[int] = set()
        """The guilds whose own commands it knows."""
        self.look_up: Callable[[int], Awaitable[None]] | None = None
        """Has the bot know a guild's own commands; may raise what stops it."""
        self.standing: list[tasks.Loop[Any]] = []
        """Tasks that run for as long as the bot does; `bot.health` looks whether they do."""
        self._extensions_wanted = tuple(extensions)
        self._synced: SyncedCommands
        """What Discord was told before; from `setup_hook` on."""

    async def setup_hook(self) -> None:
        synced = self.settings.data / self.settings.shards.own(SYNCED)
        self._synced = await asyncio.to_thread(SyncedCommands, synced)
        if self.backups:
            await self.backups.before_upgrade()
        await self.host.open()
        self.lookup = await asyncio.to_thread(Lookup.load)
        for name in self._extensions_wanted:
            # Not `load_extension`, which runs a module anew: one module holds one set of classes,
            # and a process in which many bots begin, such as a test's, reads it once.
            extension = await asyncio.to_thread(importlib.import_module, name)
            await extension.setup(self)
        await self._sync_or_log()

    async def close(self) -> None:
        await super().close()
        await self.host.close()
        if hasattr(self, "lookup"):  # not in a bot that never came so far
            self.lookup.close()

    async def sync_commands(self, guild: discord.abc.Snowflake | None = None) -> bool:
        """Tell Discord the global commands, or a guild's, if it does not have these already.

        Of several processes the one with shard 0 tells the global ones. Returns whether it was
        told. Raises `discord.HTTPException` if Discord refuses them.
        """
        if guild is None and self.settings.shards.first:
            return False
        known = sorted(self.tree.get_commands(guild=guild), key=lambda command: command.name)
        scope = f"{self.application_id}/{guild.id if guild else 'global'}"
        payload, digest = _payload(self.tree, tuple(known))
        if not self._synced.differs(scope, digest):
            return False
        # Not by the tree: it would make all of it anew for each guild, and read all of the answer.
        assert self.application_id is not None, "it is logged in"
        if guild is None:
            await self.http.bulk_upsert_global_commands(self.application_id, payload)
        else:
            await self.http.bulk_upsert_guild_commands(self.application_id, guild.id, payload)
        self._synced.note(scope, digest)
        _log.info("Commands synced: scope=%s commands=%d", scope, len(known))
        return True

    async def _sync_or_log(self) -> None:
        try:
            await self.sync_commands()
        except (discord.HTTPException, aiohttp.ClientError, OSError):
            # Discord keeps the commands it knew, turns resolve without any, and `on_ready` tries
            # it once more.
            _log.exception("Discord did not take the commands")

    async def on_ready(self) -> None:
        _log.info("Ready: user=%s guilds=%d", self.user, len(self.guilds))
        await self._sync_or_log()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await answer_press(interaction)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        # Discord drops a guild's commands with the bot, and a new invitation starts without them.
        self._synced.forget(f"{self.application_id}/{guild.id}")


class ShardedBot(HostBot, discord.AutoShardedClient):
    """The client of a process that has a range of Discord's shards, with a connection for each."""


class HostTree(app_commands.CommandTree[HostBot]):
    """The command tree; its errors go to the one place that answers them."""

    async def interaction_check(self, interaction: discord.Interaction[HostBot]) -> bool:
        hold(interaction)
        guild, look_up = interaction.guild_id, self.client.look_up
        if guild is None or look_up is None or guild in self.client.knows:
            return True
        try:
            await look_up(guild)
        except Exception as trouble:  # noqa: BLE001 - answered as it would be in a command
            own = cast("dict[str, object]", interaction.data or {}).get("guild_id")
            if own is not None:
                await answer_error(interaction, trouble)
                return False
        return True

    async def on_error(
        self, interaction: discord.Interaction[HostBot], error: app_commands.AppCommandError
    ) -> None:
        await answer_error(interaction, error)


class SyncedCommands:
    """What Discord was last told, as a digest per scope. Losing it costs a sync.

    A small file with a line for each time that it was told, the last of a scope counting: so ten
    thousand guilds that are told one after another do not each write it anew.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._known: dict[str, str] = {}
        lines = _lines(file)
        for line in lines:
            self._known |= _read(line)
        if len(lines) > 2 * len(self._known) + SPARE or (lines and not lines[-1].endswith("\n")):
            with suppress(OSError):  # a full disk costs a sync at most
                self._write_anew()

    def differs(self, scope: str, digest: str) -> bool:
        return self._known.get(scope) != digest

    def note(self, scope: str, digest: str) -> None:
        self._known[scope] = digest
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps({scope: digest}) + "\n")

    def forget(self, scope: str) -> None:
        self.note(scope, "")

    def _write_anew(self) -> None:
        draft = self._file.with_suffix(".new")
        lines = (json.dumps({scope: digest}) + "\n" for scope, digest in self._known.items())
        draft.write_text("".join(lines), "utf-8")
        draft.replace(self._file)


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text("utf-8", "replace").splitlines(keepends=True)
    except OSError:
        return []


def _read(line: str) -> dict[str, str]:
    """What the line says; nothing if a kill cut it short."""
    try:
        known = json.loads(line)
    except ValueError:
        return {}
    return cast("dict[str, str]", known) if isinstance(known, dict) else {}


async def _event_by_event(
    connect: Callable[..., Awaitable[aiohttp.ClientWebSocketResponse]], url: str, **how: Any
) -> aiohttp.ClientWebSocketResponse:
    """Connect to the gateway so that others have their turn between two of its events.

    discord.py goes on with what has come already, which may be hundreds of guilds.
    """
    socket = await connect(url, **how)
    receive = socket.receive

    async def one(timeout: float | None = None) -> aiohttp.WSMessage:  # noqa: ASYNC109 - as aiohttp
        await asyncio.sleep(0)
        return await receive(timeout)

    socket.receive = one
    return socket


@functools.lru_cache(maxsize=64)
def _payload(tree: HostTree, known: tuple[Any, ...]) -> tuple[list[dict[str, Any]], str]:
    """Commands as Discord is told them, and their digest; guilds with the same ones share both."""
    payload = [command.to_dict(tree) for command in known]
    return payload, hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
