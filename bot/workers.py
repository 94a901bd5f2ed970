"""Processes that compute: turns, images, cold views, long plans. The event loop only waits.

A job is an importable, pure function with picklable arguments; it sees no store, no Discord and no
settings. A job that crashes its process or takes too long fails alone, and the process is replaced.
"""

import asyncio
import contextvars
import logging
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import wait as wait_for_any
from multiprocessing.context import BaseContext
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from bot.fairness import PERSON, Losses, Turns, WorkerShares, server_of

T = TypeVar("T")

JOBS_BEFORE_RECYCLING = 200
LOSSES = ("recycled", "crashed", "timed out")
"""Why a process was replaced: after its share of jobs, or because of one."""
SHORT_LIMIT = 30.0  # seconds a job may take unless its caller says otherwise
PRELOADED = "bot.preloaded"
"""What workers have from their birth. A name, for this process and this module import no job."""

_log = logging.getLogger(__name__)


class WorkerError(Exception):
    """A job was lost with its process. The job changed nothing and may be run again."""


class WorkerCrashed(WorkerError):
    """The process died under the job, of a crash or for want of memory."""


class WorkerTimeout(WorkerError):
    """The job took longer than its limit, and its process was ended."""


class WorkerLost(WorkerError):
    """The job was not begun: on the same input a process was lost under it before."""


class JobFailed(Exception):
    """A job raised something that cannot be told as it is in another process; its text says all."""


_context: BaseContext = multiprocessing.get_context(
    # Elsewhere what the system itself has begun by then does not outlive a fork, or there is none.
    "forkserver" if sys.platform == "linux" else "spawn"
)


def warm_up() -> None:
    """Begin to make ready what workers are forked from, and return at once.

    That takes a second or two and needs nothing of the caller, who may do other things meanwhile.
    Workers that are started without it wait for as long. It goes on with the environment of now.
    """
    if _context.get_start_method() == "forkserver":
        from multiprocessing import forkserver

        _context.set_forkserver_preload([PRELOADED])
        forkserver.ensure_running()


async def _directly(awaitable: Awaitable[T]) -> T:
    return await awaitable


class Workers:
    """`count` processes, ready when the block of `async with` begins.

    On Linux they are forked from a process of theirs that has imported what jobs need (`warm_up`),
    so each starts in some milliseconds and they share that memory. Elsewhere they are spawned.

    Short jobs go first. Long ones (turns) never take the last process while there is more than
    one, so that images and views are drawn while a turn resolves. Among jobs of a length servers
    take turns, and in a server its people (`bot.fairness`): who asks for eighty maps at once holds
    up nobody else. A job that was lost is not tried again on the same input.
    """

    def __init__(
        self,
        count: int,
        *,
        recycle_after: int = JOBS_BEFORE_RECYCLING,
        short_limit: float = SHORT_LIMIT,
    ) -> None:
        """`short_limit` is for jobs whose caller names no limit."""
        self.external: Callable[[Awaitable[Any]], Awaitable[Any]] = _directly
        """Every wait for a job goes through this; a simulated Discord puts its own wait here."""
        self.restarts: Counter[str] = Counter()
        """How many processes were replaced, by why (`LOSSES`)."""
        self._short_limit = short_limit
        self._slots = [_Slot(recycle_after) for _ in range(count)]
        self._free: list[_Slot] = []
        self._long_allowed = max(1, count - 1)
        self._long_running = 0
        self._queues: dict[bool, Turns[asyncio.Future[_Slot]]] = {False: Turns(), True: Turns()}
        self._shares = WorkerShares(count)
        self._losses = Losses()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def __aenter__(self) -> Self:
        warm_up()
        try:
            await asyncio.gather(*(self._apart(slot.start()) for slot in self._slots))
        except BaseException:
            await self.__aexit__(None, None, None)
            raise
        self._free = list(self._slots)
        self._hand_out()  # to those who asked meanwhile
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for slot in self._slots:
            slot.kill(wait=True)

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes' ids, to measure them."""
        return tuple(slot.pid for slot in self._slots)

    @property
    def busy(self) -> int:
        """How many processes have a job, or are being replaced."""
        return len(self._slots) - len(self._free)

    @property
    def waiting(self) -> int:
        """How many jobs wait for a process."""
        return sum(len(queue) for queue in self._queues.values())

    async def run(
        self,
        function: Callable[..., T],
        *args: Any,
        limit: float | None = None,
        long: bool = False,
        anew: bool = False,
    ) -> T:
        """Run `function(*args)` in a worker and return its result.

        `limit` is in seconds and counts from when a process takes the job; `long` is for jobs of
        more than about a second that nobody looks at meanwhile; `anew` for those that are tried
        again though they were lost, as their caller bounds how often. Cancelling the wait does not
        stop the job. Raises what the function raises, `WorkerCrashed`, `WorkerTimeout`, or
        `WorkerLost` if it was lost before.
        """
        wanted = _Wanted(function, args, limit or self._short_limit, long, anew)
        job = self._apart(self._job(wanted, server_of(wanted.args), PERSON.get()))
        return await self.external(asyncio.shield(job))

    async def fetch(self, function: Callable[..., T], *args: Any) -> tuple[T, int]:
        """`run` for what is large: its result, and of how many bytes it is on the way here.

        It comes as those bytes and is read back in a thread, so that the event loop goes on.
        """
        wanted = _Wanted(_Packed(function), args, self._short_limit)
        work = self._fetched(wanted, server_of(args), PERSON.get())
        return await self.external(asyncio.shield(self._apart(work)))

    async def _fetched(self, wanted: "_Wanted[bytes]", server: str, person: int) -> tuple[Any, int]:
        packed = await self._job(wanted, server, person)
        # Of a process of our own.
        return await asyncio.to_thread(pickle.loads, packed), len(packed)

    async def _job(self, wanted: "_Wanted[T]", server: str, person: int) -> T:
        now, long = asyncio.get_running_loop().time, wanted.long
        before = "" if wanted.anew else self._losses.of(wanted.function, wanted.args, now())
        if before:
            raise WorkerLost(before)
        slot = await self._take(wanted, server, person)
        try:
            return await slot.run(wanted.function, wanted.args, wanted.limit)
        except (WorkerCrashed, WorkerTimeout) as error:
            sure = isinstance(error, WorkerTimeout)
            self._losses.note(wanted.function, wanted.args, str(error), now(), sure=sure)
            self._shares.lose(server, now())
            raise
        finally:
            self._shares.give_back(server, long=long)
            if long:
                self._long_running -= 1
            if slot.spent:
                self.restarts[slot.spent] += 1
                self._apart(self._renew(slot))
            else:
                # What was used last has the most at hand for short jobs; long ones keep to the end.
                self._free.insert(0 if long else len(self._free), slot)
            self._hand_out()

    async def _take(self, wanted: "_Wanted[Any]", server: str, person: int) -> "_Slot":
        place: asyncio.Future[_Slot] = asyncio.get_running_loop().create_future()
        self._queues[wanted.long].add(server, person, place)
        self._shares.ask(server)
        self._hand_out()
        return await place

    def _hand_out(self) -> None:
        """Give free processes to those who wait: short jobs first, long ones while some may run."""
        now = asyncio.get_running_loop().time()
        for long in (False, True):
            queue = self._queues[long]
            while self._free and queue:
                if long and self._long_running >= self._long_allowed:
                    return
                found = queue.next(partial(self._shares.may, now=now, long=long))
                if found is None:
                    break
                server, place = found
                if not place.done():
                    self._shares.take(server, long=long)
                    self._long_running += long
                    place.set_result(self._free.pop(0 if long else -1))

    async def _renew(self, slot: "_Slot") -> None:
        slot.kill()
        while True:
            try:
                await slot.start()
                break
            except (BrokenProcessPool, EOFError, OSError):
                _log.exception("A worker process did not start; trying again in 5 s")
                await asyncio.sleep(5)
        self._free.append(slot)
        self._hand_out()

    def _apart(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run in an empty context, for this belongs to no command that happens to ask first.

        So a job's time limit is real time even where a simulated Discord keeps its own.
        """
        task = contextvars.Context().run(asyncio.create_task, work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard, context=contextvars.Context())
        return task


@dataclass(frozen=True, slots=True)
class _Wanted(Generic[T]):
    """A job as it was asked for."""

    function: Callable[..., T]
    args: tuple[Any, ...]
    limit: float
    long: bool = False
    anew: bool = False


class _Slot:
    """One process and its replacements: a pool of one, for its queue, pickling and errors."""

    def __init__(self, recycle_after: int) -> None:
        self.pid = 0
        self.spent = ""
        """Why it must be replaced (`LOSSES`); empty while it is not."""
        self._recycle_after = recycle_after
        self._jobs = 0
        self._pool: ProcessPoolExecutor | None = None

    async def start(self) -> None:
        self._pool = pool = ProcessPoolExecutor(1, mp_context=_context, initializer=_begin)
        # In a thread, for what workers are forked from may have to be made ready first.
        begun = await asyncio.to_thread(pool.submit, os.getpid)
        self.pid = await asyncio.wrap_future(begun)
        self._jobs = 0
        self.spent = ""

    async def run(self, function: Callable[..., T], args: tuple[Any, ...], limit: float) -> T:
        assert self._pool is not None
        name = getattr(function, "__qualname__", str(function))
        self._jobs += 1
        if self._jobs >= self._recycle_after:
            self.spent = "recycled"
        try:
            answer = asyncio.wrap_future(self._pool.submit(_perform, function, args))
            try:
                done, _ = await asyncio.wait({answer}, timeout=limit)
            finally:
                answer.cancel()  # nobody will ask for its later result
            if not done:
                self.spent = "timed out"
                raise WorkerTimeout(f"{name} took more than {limit:g} s")
            return answer.result()
        except BrokenProcessPool as error:
            self.spent = "crashed"
            self.pid = 0  # it is gone, and its number may soon be another program's
            raise WorkerCrashed(f"the process that ran {name} died") from error

    def kill(self, *, wait: bool = False) -> None:
        """End the process, busy or not; `wait` some milliseconds until it is gone."""
        if self.pid:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            self.pid = 0
        if self._pool is not None:
            self._pool.shutdown(wait=wait, cancel_futures=True)
            self._pool = None


@dataclass(frozen=True, slots=True)
class _Packed:
    """A job whose result is sent as bytes."""

    function: Callable[..., object]

    def __call__(self, *args: Any) -> bytes:
        return pickle.dumps(self.function(*args), pickle.HIGHEST_PROTOCOL)

    def __str__(self) -> str:
        return getattr(self.function, "__qualname__", str(self.function))


def _perform(function: Callable[..., T], args: tuple[Any, ...]) -> T:
    """Do the job. What it raises must arrive whole: the pool breaks on what cannot be read back.

    Raises what the job raises, or `JobFailed` in place of what would not survive the way.
    """
    try:
        return function(*args)
    except Exception as error:
        try:
            back = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own, of just now
            survives = type(back) is type(error)
        except Exception:  # noqa: BLE001 - an error's own code may raise anything
            survives = False
        if survives:
            raise
        text = traceback.format_exc()
    raise JobFailed(text)


def _begin() -> None:
    """In the new process: leave Ctrl+C to the parent, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        wait_for_any([parent.sentinel])
        os._exit(1)

    threading.Thread(target=follow, name="follow the parent", daemon=True).start()
