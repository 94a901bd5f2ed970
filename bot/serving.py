"""The bot on Discord from its start to its end: logging in, staying, leaving when told to.

A Discord that is away is waited for; a token that it refuses ends the start at once. What the bot
does while it is there is not here.
"""

import asyncio
import ctypes
import gc
import logging
import signal
from collections.abc import AsyncGenerator, Awaitable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord

from bot import clock
from bot.assembly import create_bot
from bot.client import HostBot
from bot.settings import WAYS_OUT, ListenAddress, Settings
from bot.sign_of_life import forget
from bot.workers import Workers

if TYPE_CHECKING:
    from bot.metrics.counted import Metrics

FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0  # seconds before Discord is asked again
_THRESHOLDS: Final = gc.get_threshold()
_NEVER: Final = 1_000_000
_M_ARENA_MAX: Final = -8  # of glibc's `mallopt`

_log = logging.getLogger(__name__)


class TokenRefused(Exception):
    """Discord refuses the token; the host can mend that."""


class Rejected(Exception):
    """Discord does not take the bot, or has sent it away for good."""


async def serve(settings: Settings) -> None:
    """Run the bot, with the token that `settings` hold, until it is told to stop.

    Raises:
        TokenRefused: the token is wrong.
        Rejected: Discord does not let it go on for another reason.
        SettingsError: the port for the metrics cannot be had.
    """
    assert settings.token is not None
    token = settings.token.get_secret_value()
    stop, wait = stop_signal(), FIRST_WAIT
    _start_calmly()
    forget(settings.data, settings.shards)
    workers = Workers(settings.workers)
    async with _metrics(settings) as metrics, _meanwhile(workers) as started:
        while not stop.is_set():
            # One for each try: a client that has failed to log in cannot do so again.
            async with create_bot(settings, clock.SystemClock(), workers, metrics=metrics) as bot:
                try:
                    if await _unless(stop, bot.login(token)):
                        await started
                        await _stay(bot, stop)
                        return
                except discord.LoginFailure as error:
                    way_out = WAYS_OUT["DISCORD_TOKEN"]
                    told = f"DISCORD_TOKEN: Discord refuses this token; {way_out}."
                    raise TokenRefused(told) from error
                except (OSError, aiohttp.ClientError, discord.HTTPException) as error:
                    if not _passes(error):
                        raise Rejected(f"Discord refuses the bot: {error}") from error
                    _log.warning(
                        "Discord cannot be reached: %s. Trying again in %.0f s.", error, wait
                    )
            await _unless(stop, asyncio.sleep(wait))
            wait = min(2 * wait, LONGEST_WAIT)


@asynccontextmanager
async def _metrics(settings: Settings) -> AsyncGenerator["Metrics | None"]:
    """The figures on the host's port, if one is set; without, nothing of it is even imported."""
    if settings.metrics is None:
        yield None
        return
    from bot.metrics.counted import Metrics
    from bot.metrics.port import served

    metrics = Metrics()
    async with served(metrics, settings.metrics) as port:
        _log.info("Metrics: http://%s/metrics", ListenAddress(settings.metrics.host, port))
        yield metrics


@asynccontextmanager
async def _meanwhile(workers: Workers) -> AsyncGenerator[Awaitable[Workers]]:
    """Start the workers beside what the block does; it is given what waits for them."""
    async with AsyncExitStack() as stack:
        started = asyncio.create_task(stack.enter_async_context(workers))
        try:
            yield started
        finally:
            await asyncio.wait({started})


async def _stay(bot: HostBot, stop: asyncio.Event) -> None:
    """Be there until told to stop; discord.py itself mends every connection that is lost."""
    bot.add_listener(_settle, "on_ready")
    try:
        await _unless(stop, bot.connect())
    except (discord.ConnectionClosed, discord.PrivilegedIntentsRequired) as error:
        raise Rejected(f"Discord has ended the connection for good: {error}") from error


def _start_calmly() -> None:
    """Have only what is young collected until `_settle`, and all threads share one heap.

    While guilds come in by the thousand, all that there is would be walked again and again. The
    stores' threads, two to a store, would each leave holes in a heap of their own.
    """
    with suppress(AttributeError):  # another C library has no such call
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS[:2], _NEVER)


async def _settle() -> None:
    """Leave what the start made out of later collections: each would walk all of it on the loop.

    Discord may greet the bot anew, and then what it told before is garbage.
    """
    if gc.get_threshold() == _THRESHOLDS:
        gc.unfreeze()
        gc.collect()
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)


async def _unless(stop: asyncio.Event, work: Coroutine[Any, Any, object]) -> bool:
    """Do the work, but no further once told to stop; whether it came to its end."""
    working = asyncio.create_task(work)
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            return False
        working.result()
        return True
    finally:
        for task in (working, stopping):
            task.cancel()
        await asyncio.wait({working, stopping})


def _passes(error: Exception) -> bool:
    """Whether it is a trouble of the line or of Discord's, no refusal."""
    if isinstance(error, discord.HTTPException):
        return error.status in (408, 429) or error.status >= 500
    return True


def stop_signal() -> asyncio.Event:
    """An event that Ctrl+C and the end of the service set."""
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    return stop
