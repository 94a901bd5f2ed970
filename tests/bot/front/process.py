"""A bot in a separate process, started against a front, read, and killed.

For tests. It knows nothing of what the bot says beyond its lines of output.
"""

import asyncio
import contextlib
import os
import signal
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Self

from bot.practice import PATIENCE
from tests.bot.front.server import Front
from tests.bot.front.zygote import Process, fork


class BotProcess:
    """A started bot: `async with BotProcess(front, ["-m", "bot"]) as bot:`.

    The command is what Python is told. It starts by `fork` of `tests.bot.front.zygote`, or from
    nothing by `execute`. The process gets the front's address and token in its environment and a
    new process group; whatever is left of the group is killed at the end. `lines` is its output so
    far, standard error included.
    """

    def __init__(
        self,
        front: Front,
        command: Sequence[str],
        environment: Mapping[str, str] | None = None,
        *,
        start: Callable[[Sequence[str], Mapping[str, str]], Awaitable[Process]] = fork,
    ) -> None:
        self.lines: list[str] = []
        self._front = front
        self._command = command
        self._environment = {**os.environ, **(environment or {}), **front.environment}
        self._start = start
        self._started = False

    async def __aenter__(self) -> Self:
        self._process = await self._start(self._command, self._environment)
        self._started = True
        self._reader = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()
        await self._reader

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether the process was started and has not ended."""
        return self._started and self._process.returncode is None

    async def said(self, text: str, *, within: float = PATIENCE) -> str:
        """The first line of output with `text` in it, waited for.

        Raises `TimeoutError`, or `RuntimeError` with all output if the process ends first.
        """

        def found() -> str | None:
            line = next((line for line in self.lines if text in line), None)
            if line is None and self._reader.done():
                raise RuntimeError(f"the bot ended without saying {text!r}:\n" + self.output)
            return line

        what = f"the bot to say {text!r}"
        line = await self._front.until(found, within=within, what=what)
        assert line is not None
        return line

    @property
    def output(self) -> str:
        """Everything said so far."""
        return "\n".join(self.lines)

    async def kill(self) -> None:
        """SIGKILL to the bot's own process, as the kernel or a power cut would."""
        self._process.send_signal(signal.SIGKILL)
        await self._process.wait()

    async def stop(self, *, within: float = PATIENCE) -> int:
        """SIGTERM, and the exit code once it has ended."""
        self._process.send_signal(signal.SIGTERM)
        return await self.ended(within=within)

    async def ended(self, *, within: float = PATIENCE) -> int:
        """The exit code once it ends by itself, negative for a signal; else `TimeoutError`."""
        async with asyncio.timeout(within):
            return await self._process.wait()

    async def _read(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            self.lines.append(line.decode(errors="replace").rstrip("\n"))
            self._front.world.bell.ring()
        self._front.world.bell.ring()
