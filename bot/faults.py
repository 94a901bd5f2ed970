"""Named points at which a test may make the process fail; without a test they do nothing.

A point stands before or after a step that must not be lost or done twice (a commit, a send).
Inside a test `armed` runs an action there; for a whole process `arm_from` reads the
environment. This is no place for faults that can be had honestly, such as a full disk.
"""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

POINTS = frozenset(
    {
        "order.before_commit",
        "order.after_commit",
        "tick.before_commit",
        "tick.after_commit",
        "outbox.after_send",  # Discord has the message, the store does not know it yet
        "outbox.after_note",
        "reminder.before_commit",
        "reminder.after_commit",
    }
)

_actions: dict[str, Callable[[], None]] = {}


def hit(point: str) -> None:
    """Pass the named point; fail there if a test wants it."""
    if point not in POINTS:
        raise KeyError(f"{point} is not a point of bot.faults.POINTS")
    if action := _actions.get(point):
        action()


@contextmanager
def armed(point: str, action: Callable[[], None]) -> Iterator[None]:
    """Run `action` whenever the point is passed, until the block ends."""
    if point not in POINTS:
        raise KeyError(f"{point} is not a point of bot.faults.POINTS")
    _actions[point] = action
    try:
        yield
    finally:
        del _actions[point]


def arm_from(environment: Mapping[str, str]) -> None:
    """Crash at the point that `HEXMUSTER_CRASH_AT` names; nothing if it is not set.

    `tick.after_commit` is the first time that a process passes the point, `tick.after_commit:3` the
    third. A worker takes the bot with it, as a power cut would, unless `HEXMUSTER_CRASH_WORKER`
    names a file: then a worker dies alone, once, and takes the file away for a sign.
    """
    point, _, count = environment.get("HEXMUSTER_CRASH_AT", "").partition(":")
    if not point:
        return
    if point not in POINTS:
        raise KeyError(f"{point} is not a point of bot.faults.POINTS")
    left = int(count or 1)
    sign = environment.get("HEXMUSTER_CRASH_WORKER", "")

    def kill() -> None:
        nonlocal left
        left -= 1
        if left:
            return
        if sign:
            try:
                Path(sign).unlink()
            except FileNotFoundError:
                return
        elif bot := multiprocessing.parent_process():
            assert bot.pid is not None
            os.kill(bot.pid, signal.SIGKILL)
        os.kill(os.getpid(), signal.SIGKILL)

    _actions[point] = kill
