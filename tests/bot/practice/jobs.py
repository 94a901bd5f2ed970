"""Functions that tests run in worker processes; a worker imports this file."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Wanted = TypeVar("Wanted", str, Path)


def double(number: int) -> int:
    return 2 * number


def pid() -> int:
    return os.getpid()


def modules() -> set[str]:
    return set(sys.modules)


class Reading:
    """Becomes the name of the thread that reads it back."""

    def __reduce__(self) -> tuple[Callable[[], str], tuple[()]]:
        return _thread, ()


def _thread() -> str:
    return threading.current_thread().name


def read_where() -> Reading:
    return Reading()


def large(size: int) -> bytes:
    return bytes(size)


def refuse() -> None:
    raise ValueError("the job says no")


class Stubborn(Exception):
    """An error that can be written down but not read back."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} and {second}")


def refuse_stubbornly() -> None:
    raise Stubborn("no", "never")


def run_out_of_time_inside() -> None:
    raise TimeoutError("of the job's own making")


def crash() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def hang_on(number: int) -> None:
    time.sleep(3600)


def hang() -> None:
    while True:
        time.sleep(60)


def wait_for_file(path: Wanted) -> Wanted:
    """Busy until the file is there, which the test decides."""
    while not os.path.exists(path):  # noqa: PTH110
        time.sleep(0.005)
    return path


def unpicklable() -> Callable[[], None]:
    return lambda: None


def picture(text: str) -> bytes:
    """A small figure as PNG; imports its library where it is used, as image jobs do."""
    import io

    from matplotlib.figure import Figure

    figure = Figure(figsize=(2, 1), dpi=60)
    figure.subplots().plot([0, 1], [1, 0])
    figure.text(0.4, 0.5, text)
    file = io.BytesIO()
    figure.savefig(file, format="png")
    return file.getvalue()
