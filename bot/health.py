"""A sign of life that another process can read: `python -m bot health`, or a container's check.

The bot touches one small file in its data folder while it is ready; the file's age says whether it
lives. Figures about campaigns are not here.
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
    """Writes the file while the bot is connected and ready, and takes it away at the end."""

    def __init__(self, bot: HostBot) -> None:
        self._bot = bot
        self._file = _file(bot.settings.data)

    async def cog_load(self) -> None:
        self._beat.start()

    async def cog_unload(self) -> None:
        self._beat.cancel()
        self._file.unlink(missing_ok=True)

    @tasks.loop(seconds=INTERVAL)
    async def _beat(self) -> None:
        if not self._bot.is_ready():  # so too while the connection is lost
            return
        state = {"pid": os.getpid(), "guilds": len(self._bot.guilds)}
        try:
            self._file.write_text(json.dumps(state) + "\n", "utf-8")
        except OSError as error:  # a full disk must not end the beat for good
            _log.warning("No sign of life could be written: %s", error)

    @_beat.before_loop
    async def _once_ready(self) -> None:
        await self._bot.wait_until_ready()


def check(data: Path) -> str | None:
    """What is wrong with the bot that uses this data folder; None if it is well."""
    try:
        age = time.time() - _file(data).stat().st_mtime
    except OSError:
        return f"No bot is ready on {data}."
    if age > OLDEST:
        return f"The bot on {data} last gave a sign of life {age:.0f} s ago."
    return None


def _file(data: Path) -> Path:
    return data / "health.json"


async def setup(bot: HostBot) -> None:
    """Add this extension to the bot."""
    await bot.add_cog(Health(bot))
