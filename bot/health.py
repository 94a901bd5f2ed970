"""The bot's sign of life, which another process can read (`bot.sign_of_life`).

The bot writes one small file in its data folder: what is wrong with it, if anything is. The file's
age says whether it lives at all. Figures about campaigns are not here.
"""

import json
import logging
import os

from discord.ext import commands, tasks

from bot.client import HostBot, ShardedBot
from bot.sign_of_life import file_of

INTERVAL = 20.0  # seconds

_log = logging.getLogger(__name__)


class Health(commands.Cog):
    """Writes the file from when the bot is ready on, and takes it away at the end."""

    def __init__(self, bot: HostBot) -> None:
        self._bot = bot
        self._file = file_of(bot.settings.data, bot.settings.shards)
        self._lost: set[int] = set()
        """The shards whose connection is lost; of a bot without shards, 0."""

    async def cog_load(self) -> None:
        self._beat.start()

    async def cog_unload(self) -> None:
        self._beat.cancel()
        self._file.unlink(missing_ok=True)

    # discord.py stays "ready" while a connection is lost, and mends it by itself: a new one begins
    # with `connect`, one that goes on with `resumed`. A bot with shards tells which as well.

    @commands.Cog.listener()
    async def on_disconnect(self) -> None:
        """Write that Discord is away; it comes again for each vain try."""
        self._connection(0, lost=True)

    @commands.Cog.listener()
    async def on_connect(self) -> None:
        """Write that Discord is there."""
        self._connection(0, lost=False)

    @commands.Cog.listener()
    async def on_resumed(self) -> None:
        """Write that Discord is there again."""
        self._connection(0, lost=False)

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """Write that a shard is away."""
        self._connection(shard, lost=True, of_shard=True)

    @commands.Cog.listener()
    async def on_shard_connect(self, shard: int) -> None:
        """Write that a shard is there."""
        self._connection(shard, lost=False, of_shard=True)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        """Write that a shard is there again."""
        self._connection(shard, lost=False, of_shard=True)

    def _connection(self, shard: int, *, lost: bool, of_shard: bool = False) -> None:
        if of_shard is not isinstance(self._bot, ShardedBot):
            return  # told twice: as of a shard and as of the bot
        before = len(self._lost)
        (self._lost.add if lost else self._lost.discard)(shard)
        if len(self._lost) != before and self._bot.is_ready():
            self._write()

    @tasks.loop(seconds=INTERVAL)
    async def _beat(self) -> None:
        self._write()

    @_beat.before_loop
    async def _once_ready(self) -> None:
        await self._bot.wait_until_ready()

    def _write(self) -> None:
        wrong: list[str] = []
        if self._lost:
            which = ", ".join(map(str, sorted(self._lost)))
            of = f" of the shards {which}" if isinstance(self._bot, ShardedBot) else ""
            wrong.append(f"The connection{of} to Discord is lost; the bot tries to mend it.")
        if not all(task.is_running() for task in self._bot.standing):
            wrong.append(
                "A task that must always run has ended; the log says why. Restart the bot."
            )
        state: dict[str, object] = {
            "pid": os.getpid(),
            "guilds": len(self._bot.guilds),
            "wrong": wrong,
        }
        if (backups := self._bot.backups) is not None:
            state["backed_up"] = backups.last and backups.last.isoformat()
            state["backups"] = backups.told()
        try:
            draft = self._file.with_suffix(".new")
            draft.write_text(json.dumps(state) + "\n", "utf-8")
            draft.replace(self._file)
        except OSError as error:  # a full disk must not end the beat for good
            _log.warning("No sign of life could be written: %s", error)


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(Health(bot))
