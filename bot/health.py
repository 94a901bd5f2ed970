"""A sign of life that another process can read: `python -m bot health`, or a container's check.

The bot writes one small file in its data folder: what is wrong with it, if anything is. The file's
age says whether it lives at all. Figures about campaigns are not here.
"""

import json
import logging
import os
import time
from pathlib import Path

from discord.ext import commands, tasks

from bot.client import HostBot

INTERVAL = 20.0  # seconds
OLDEST = 90.0  # seconds; a process that missed four beats is not well

_log = logging.getLogger(__name__)


class Health(commands.Cog):
    """Writes the file from when the bot is ready on, and takes it away at the end."""

    def __init__(self, bot: HostBot) -> None:
        self._bot = bot
        self._file = _file(bot.settings.data)
        self._lost = False

    async def cog_load(self) -> None:
        self._beat.start()

    async def cog_unload(self) -> None:
        self._beat.cancel()
        self._file.unlink(missing_ok=True)

    # discord.py stays "ready" while a connection is lost, and mends it by itself: a new one begins
    # with `connect`, one that goes on with `resumed`.

    @commands.Cog.listener()
    async def on_disconnect(self) -> None:
        """Write that Discord is away; it comes again for each vain try."""
        self._connection(lost=True)

    @commands.Cog.listener()
    async def on_connect(self) -> None:
        """Write that Discord is there."""
        self._connection(lost=False)

    @commands.Cog.listener()
    async def on_resumed(self) -> None:
        """Write that Discord is there again."""
        self._connection(lost=False)

    def _connection(self, *, lost: bool) -> None:
        changed, self._lost = lost != self._lost, lost
        if changed and self._bot.is_ready():
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
            wrong.append("The connection to Discord is lost; the bot tries to mend it.")
        if not all(task.is_running() for task in self._bot.standing):
            wrong.append(
                "A task that must always run has ended; the log says why. Restart the bot."
            )
        state = {"pid": os.getpid(), "guilds": len(self._bot.guilds), "wrong": wrong}
        try:
            draft = self._file.with_suffix(".new")
            draft.write_text(json.dumps(state) + "\n", "utf-8")
            draft.replace(self._file)
        except OSError as error:  # a full disk must not end the beat for good
            _log.warning("No sign of life could be written: %s", error)


def forget(data: Path) -> None:
    """Take away the sign of life of an earlier process, which may have been killed a moment ago."""
    _file(data).unlink(missing_ok=True)


def check(data: Path) -> str | None:
    """What is wrong with the bot that uses this data folder; None if it is well."""
    file = _file(data)
    try:
        age = time.time() - file.stat().st_mtime
        text = file.read_text("utf-8")
    except OSError:
        return f"No bot is ready on {data}."
    try:
        wrong = json.loads(text)["wrong"]
    except (ValueError, KeyError, TypeError):
        wrong = ["Its sign of life cannot be read."]
    if age > OLDEST:
        return f"The bot on {data} last gave a sign of life {age:.0f} s ago."
    return " ".join(wrong) or None


def _file(data: Path) -> Path:
    return data / "health.json"


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(Health(bot))
