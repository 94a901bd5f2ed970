"""The same work on many things, in copies of this process beside it where cores are free.

The results are those of one after the other, in the order of the things. A copy is made by a fork,
so it has all that this process has in memory and hands back nothing but its results.
"""

import gc
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

T = TypeVar("T")
R = TypeVar("R")

LEAST: Final = 16
"""Things of which a fork is worth its while."""
_LONGEST: Final = 600  # seconds that a copy may live


def side_by_side(work: Callable[[T], R], things: Sequence[T], processes: int = 0) -> list[R]:
    """What the work makes of each thing; the results can be pickled, nothing else of it stays.

    `processes` is how many share it, this one included; 0 for as many as there are cores free. What
    a copy does not bring to an end is done here, so an error is raised as it would be without them.
    """
    count = processes or (_free() if len(things) >= LEAST else 1)
    if count == 1:
        return [work(each) for each in things]
    copies = [(share, *_copy(work, things[share::count])) for share in range(1, count)]
    made: dict[int, list[R]] = {}
    try:
        made[0] = [work(each) for each in things[::count]]
        for share, _, pipe in copies:
            made[share] = _told(pipe) or [work(each) for each in things[share::count]]
    finally:
        for _, process, pipe in copies:
            os.close(pipe)  # who still writes to it ends by that
            os.waitpid(process, 0)
    return [made[place % count][place // count] for place in range(len(things))]


def _free() -> int:
    """The cores that nobody else wants, that of this process included; 1 where no copy is safe."""
    if sys.platform != "linux" or threading.active_count() > 1:
        return 1
    others = max(0, round(os.getloadavg()[0]) - 1)
    return max(1, len(os.sched_getaffinity(0)) - others)


def _copy(work: Callable[[T], R], things: Sequence[T]) -> tuple[int, int]:
    """A copy of this process that does the work: its number, and the pipe that will tell of it."""
    here, there = os.pipe()
    process = os.fork()
    if process:
        os.close(there)
        return process, here
    failed = 1
    try:
        os.close(here)  # so that nothing is written any more once the other end is closed
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(_LONGEST)  # it outlives this process if that is killed for taking too long
        gc.disable()  # it would touch, and so copy, all that there is
        with os.fdopen(there, "wb") as pipe:
            pickle.dump([work(each) for each in things], pipe, pickle.HIGHEST_PROTOCOL)
        failed = 0
    finally:
        os._exit(failed)


def _told(pipe: int) -> Any:
    """What a copy made; None if it came to no end."""
    with os.fdopen(pipe, "rb", closefd=False) as text:
        try:
            return pickle.load(text)  # noqa: S301 - a copy of this process wrote it
        except (EOFError, pickle.UnpicklingError):
            return None
