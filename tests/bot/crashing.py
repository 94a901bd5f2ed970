"""Killing a whole process at a named point of `bot.faults`, as its environment says.

Only programs that tests start call it: no entry point of the product looks at these variables.
"""

import multiprocessing
import os
import signal
from collections.abc import Mapping
from pathlib import Path

from bot import faults

CRASH_AT = "TEST_CRASH_AT"
"""The environment variable that names the point."""
CRASH_WORKER = "TEST_CRASH_WORKER"
"""That of the file that lets a worker die alone."""


def arm_from(environment: Mapping[str, str]) -> None:
    """Crash at the point that `TEST_CRASH_AT` names; nothing if it is not set.

    `tick.after_commit` is the first time that a process passes the point, `tick.after_commit:3` the
    third. A worker takes the bot with it, as a power cut would, unless `TEST_CRASH_WORKER`
    names a file: then a worker dies alone, once, and takes the file away for a sign.
    """
    point, _, count = environment.get(CRASH_AT, "").partition(":")
    if not point:
        return
    left = int(count or 1)
    sign = environment.get(CRASH_WORKER, "")

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

    faults.arm(point, kill)
