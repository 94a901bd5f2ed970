"""The real bot as a separate process: on a test's Discord, on its clock, dying where it says.

Everything is as `python -m bot bot` has it but six things that no setting of the product reaches:
the address of Discord, the points at which it is killed, how long it and its shards wait, and,
where files are named for them, the time and a sign that it is at work. The time stands at the
instant in its file, which is read again at every SIGUSR1.
"""

import asyncio
import functools
import os
import signal
import sys
from datetime import datetime
from pathlib import Path

import discord

from bot import cli, clock, rounds
from bot.clock import MovableClock
from tests.bot.crashing import arm_from
from tests.bot.front.redirect import ENVIRONMENT, redirect
from tests.bot.process.pauses import PAUSES, Pauses

CLOCK = "TEST_CLOCK"
"""The environment variable that names the file."""
AT_WORK = "TEST_AT_WORK"
"""That of the file that is there for as long as the bot looks after a guild."""
GUILD_WAIT = "TEST_GUILD_WAIT"
"""That of the seconds without a further guild after which discord.py is ready, if not its own 2.

As soon it tries again to look after a guild that was in trouble.
"""

SHARDS_AT_ONCE = "TEST_SHARDS_AT_ONCE"
"""With it shards do not wait for one another, as Discord lets only the largest bots."""


class FileClock(MovableClock):
    """Stands where the file says."""

    def __init__(self) -> None:
        self._file = Path(os.environ[CLOCK])
        super().__init__(self._read())
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGUSR1, lambda: self.move_to(self._read()))

    def _read(self) -> datetime:
        return datetime.fromisoformat(self._file.read_text())


def show_work(file: Path) -> None:
    """Keep the file for as long as a guild is looked after, from before it shows in the store."""
    look_after = rounds.Rounds._look_after

    async def shown(self: rounds.Rounds, guild: int) -> None:
        file.touch()  # noqa: ASYNC240 - a moment, in a test
        try:
            await look_after(self, guild)
        finally:
            if not self._at_work:
                file.unlink(missing_ok=True)  # noqa: ASYNC240

    rounds.Rounds._look_after = shown  # type: ignore[method-assign]


async def no_wait(*_: object, **__: object) -> None:
    """Nothing before a shard says who it is."""


def wait_for_guilds(seconds: float) -> None:
    """Have discord.py wait for so long."""
    for client in (discord.Client, discord.AutoShardedClient):
        make = functools.partialmethod(client._get_state, guild_ready_timeout=seconds)
        client._get_state = make  # type: ignore[method-assign, assignment]


if __name__ in ("__main__", "__mp_main__"):  # the latter in the bot's workers
    arm_from(os.environ)

if __name__ == "__main__":
    redirect(os.environ[ENVIRONMENT])
    if CLOCK in os.environ:
        clock.SystemClock = FileClock  # type: ignore[misc]
    if PAUSES in os.environ:
        Pauses(Path(os.environ[PAUSES]))
    if SHARDS_AT_ONCE in os.environ:
        discord.Client.before_identify_hook = no_wait  # type: ignore[method-assign]
    if AT_WORK in os.environ:
        show_work(Path(os.environ[AT_WORK]))
    if GUILD_WAIT in os.environ:
        rounds.TROUBLE = float(os.environ[GUILD_WAIT])  # type: ignore[misc]
        wait_for_guilds(rounds.TROUBLE)
    sys.exit(cli.main(sys.argv[1:] or ["bot"]))
