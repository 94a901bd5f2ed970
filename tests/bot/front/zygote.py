"""A process that has imported all of the bot, and forks at once what would have to import it anew.

`fork(["-m", "bot", ...], environment)` gives what `python -m bot ...` would be, but for that start:
a process with a new session, environment, folder and output, that knows no parent, runs the module
as `__main__` and ends as Python does. What it starts by `multiprocessing` is forked from it too:
the process that its workers come from, and the one that tidies up behind them.

Linux only; elsewhere `fork` starts a Python. There is one such process for each that runs tests,
and it ends with that.
"""

import asyncio
import atexit
import contextlib
import functools
import gc
import importlib
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Mapping, Sequence
from multiprocessing import util
from pathlib import Path
from typing import Protocol

from bot.practice import PATIENCE

ROOT = Path(__file__).resolve().parents[3]
LONGEST_LINE = 1 << 20
_LARGEST = 1 << 20


class Process(Protocol):
    """What both ways to start give; `stderr` is None where it goes the way of `stdout`."""

    stdout: asyncio.StreamReader | None
    stderr: asyncio.StreamReader | None

    @property
    def pid(self) -> int: ...
    @property
    def returncode(self) -> int | None: ...
    def send_signal(self, signal: int, /) -> None: ...
    async def wait(self) -> int: ...


async def execute(
    arguments: Sequence[str],
    environment: Mapping[str, str],
    *,
    folder: Path = ROOT,
    apart: bool = False,
) -> Process:
    """Start a Python with these arguments from nothing. `apart`: standard error is read apart."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, *arguments),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE if apart else asyncio.subprocess.STDOUT,
        cwd=folder,
        env=environment,
        start_new_session=True,
        limit=LONGEST_LINE,
    )


async def fork(
    arguments: Sequence[str],
    environment: Mapping[str, str],
    *,
    folder: Path = ROOT,
    apart: bool = False,
) -> Process:
    """The same from the process that has imported it all; `arguments` begin with `-m`."""
    if sys.platform != "linux":
        return await execute(arguments, environment, folder=folder, apart=apart)
    assert arguments[0] == "-m"
    asked = {
        "arguments": arguments[1:],
        "environment": dict(environment),
        "folder": str(folder),
    }
    stdout, out = await _pipe()
    stderr, err = await _pipe() if apart else (None, os.dup(out))
    try:
        # In a thread, for the first waits until all is imported.
        pid = await asyncio.to_thread(_zygote().ask, asked, out, err)
    finally:
        os.close(out)
        os.close(err)
    return _Forked(pid, stdout, stderr)


async def finished(process: Process) -> tuple[int, str, str]:
    """How a process that was started with its errors apart ends, and what it says on both."""
    assert process.stdout is not None
    assert process.stderr is not None
    reading = asyncio.gather(process.stdout.read(), process.stderr.read(), process.wait())
    out, err, code = await asyncio.wait_for(reading, PATIENCE)
    return code, out.decode(), err.decode()


async def _pipe() -> tuple[asyncio.StreamReader, int]:
    """A pipe's end to read from, and that to write to."""
    ours, theirs = os.pipe()
    reader = asyncio.StreamReader(limit=LONGEST_LINE)
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(ours, "rb", 0)
    )
    return reader, theirs


class _Forked:
    def __init__(
        self, pid: int, stdout: asyncio.StreamReader, stderr: asyncio.StreamReader | None
    ) -> None:
        self.pid = pid
        self.stdout: asyncio.StreamReader | None = stdout
        self.stderr = stderr
        self._ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._watched = os.pidfd_open(pid)
        asyncio.get_running_loop().add_reader(self._watched, self._end)

    @property
    def returncode(self) -> int | None:
        return self._ended.result() if self._ended.done() else None

    def send_signal(self, signal: int, /) -> None:
        """Raises `ProcessLookupError` once it has ended and this is known, else never."""
        if self._ended.done():
            raise ProcessLookupError
        os.kill(self.pid, signal)  # nobody else has its number before it is asked how it ended

    async def wait(self) -> int:
        return await asyncio.shield(self._ended)

    def _end(self) -> None:
        asyncio.get_running_loop().remove_reader(self._watched)
        os.close(self._watched)
        self._ended.set_result(_zygote().ask({"ended": self.pid}))


class _Zygote:
    """The way to it."""

    def __init__(self) -> None:
        self._way, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._way.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _LARGEST)
        self._one_at_a_time = threading.Lock()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.bot.front.zygote", str(theirs.fileno())],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        atexit.register(self._close)

    def _close(self) -> None:
        self._way.close()
        self._process.wait()

    def ask(self, what: object, *outputs: int) -> int:
        """Its answer: a process id, or how one ended."""
        with self._one_at_a_time:
            socket.send_fds(self._way, [json.dumps(what).encode()], outputs)
            return int(self._way.recv(64))


@functools.cache
def _zygote() -> _Zygote:
    return _Zygote()


# ------------------------------------------------------------------ in the process itself


def _import_all() -> None:
    """Everything that a bot imports by the time that it has drawn its first report."""
    for name in ("bot.preloaded", "bot.serving", "bot.metrics.counted", "bot.metrics.port"):
        importlib.import_module(name)
    from bot.assembly import EXTENSIONS

    for name in EXTENSIONS:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()


def _serve(way: socket.socket) -> list[str]:
    """Fork and tell how they end, until nobody is there to ask. Returns in what was forked."""
    while True:
        said, outputs, _, _ = socket.recv_fds(way, _LARGEST, 2)
        if not said:
            os._exit(0)
        asked = json.loads(said)
        if "ended" in asked:
            _, status = os.waitpid(asked["ended"], 0)
            way.send(str(os.waitstatus_to_exitcode(status)).encode())
        elif pid := os.fork():
            for output in outputs:
                os.close(output)
            way.send(str(pid).encode())
        else:
            _become(asked["environment"], Path(asked["folder"]), outputs)
            return asked["arguments"]


def _become(environment: Mapping[str, str], folder: Path, outputs: Sequence[int]) -> None:
    """Take a session, environment, folder and output of one's own."""
    os.setsid()
    for number, output in enumerate(outputs, 1):
        os.dup2(output, number)
    # Those that Python made stood on files in which one can seek, and would do so on these.
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, "utf-8", "backslashreplace", closefd=False)  # noqa: SIM115
    _close_all_but(())
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)


def _close_all_but(kept: Sequence[int]) -> None:
    """As a new program begins: with its standard files and what it is handed."""
    for number in map(int, os.listdir("/proc/self/fd")):  # noqa: PTH208 - only names
        if number > 2 and number not in kept:
            with contextlib.suppress(OSError):  # the folder's own
                os.close(number)


def _fork_python(_: str | bytes, arguments: Sequence[str], kept: Sequence[int]) -> int:
    """In place of `multiprocessing.util.spawnv_passfds`: `python -c code`, here and now."""
    flag, code = arguments[-2:]
    assert flag == "-c"
    if pid := os.fork():
        return pid
    status = 1
    try:
        signal.set_wakeup_fd(-1)
        for number in signal.valid_signals():
            if callable(signal.getsignal(number)):
                normal = number != signal.SIGINT
                signal.signal(number, signal.SIG_DFL if normal else signal.default_int_handler)
        _close_all_but(kept)
        exec(code, {})  # what the library would have another Python do
        status = 0
    except SystemExit:
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def main() -> None:
    """Import it all; then serve, and in what is forked be the module that is asked for."""
    _import_all()
    assert len(list(Path("/proc/self/task").iterdir())) == 1, "forks take no other thread along"
    with socket.socket(fileno=int(sys.argv[1])) as way:
        module, *sys.argv[1:] = _serve(way)
        way.detach()  # closed like everything else
    util.spawnv_passfds = _fork_python
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
