"""The real bot as a process of its own, on a clock that a test moves.

Everything is as `python -m bot bot` has it but the source of time: it stands at the instant that a
file names, and is read again whenever the process gets SIGUSR1.
"""

import asyncio
import functools
import os
import signal
import sys
from datetime import datetime
from pathlib import Path

import discord

from bot import cli, clock
from bot.clock import MovableClock

CLOCK = "TEST_CLOCK"
"""The environment variable that names the file."""
GUILD_WAIT = "TEST_GUILD_WAIT"
"""That of the seconds without a further guild after which discord.py is ready, if not its own 2."""


class FileClock(MovableClock):
    """Stands where the file says."""

    def __init__(self) -> None:
        self._file = Path(os.environ[CLOCK])
        super().__init__(self._read())
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGUSR1, lambda: self.move_to(self._read()))

    def _read(self) -> datetime:
        return datetime.fromisoformat(self._file.read_text())


def wait_for_guilds(seconds: float) -> None:
    """Have discord.py wait for so long."""
    make = functools.partialmethod(discord.Client._get_state, guild_ready_timeout=seconds)
    discord.Client._get_state = make  # type: ignore[method-assign, assignment]


if __name__ == "__main__":
    clock.SystemClock = FileClock  # type: ignore[misc]
    if GUILD_WAIT in os.environ:
        wait_for_guilds(float(os.environ[GUILD_WAIT]))
    sys.exit(cli.main(["bot"]))
