"""Named points at which a test may make the process fail; without a test they do nothing.

A point stands before or after a step that must not be lost or done twice (a commit, a send, a
callback). Inside a test `armed` runs an action there; for a whole process `arm_from` reads the
environment. This is no place for faults that can be had honestly, such as a full disk.
"""

import os
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

POINTS = frozenset(
    {
        "order.before_commit",
        "order.after_commit",
        "tick.before_commit",
        "tick.after_commit",
        "outbox.after_send",  # Discord has the message, the store does not know it yet
        "outbox.after_note",
        "callback.before_commit",  # the answer is sent, what it answers is not written yet
        "callback.after_commit",
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
    """Kill this process at the point that `HEXMUSTER_CRASH_AT` names; nothing if it is not set.

    `tick.after_commit` is the first time the point is passed, `tick.after_commit:3` the third.
    """
    point, _, count = environment.get("HEXMUSTER_CRASH_AT", "").partition(":")
    if not point:
        return
    if point not in POINTS:
        raise KeyError(f"{point} is not a point of bot.faults.POINTS")
    left = int(count or 1)

    def kill() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    _actions[point] = kill
