"""How long works take, in the time of one core."""

import gc
import time
from collections.abc import Callable


def seconds(work: Callable[[], object]) -> float:
    """Of one work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def fastest(*works: Callable[[], object], rounds: int = 5) -> list[float]:
    """The least of each, taken in turns so that a busy machine slows all alike."""
    gc.freeze()
    taken = [[seconds(work) for work in works] for _ in range(rounds)]
    gc.unfreeze()
    return [min(times) for times in zip(*taken, strict=True)]
