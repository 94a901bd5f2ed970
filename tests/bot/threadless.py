"""aiosqlite without its threads: a statement runs on the event loop, after one turn of it.

To wake a thread for each of some hundred statements was a third of what a test at a table cost.
What the threads are for, a slow disk that holds nobody up, has a test with threads; and the tests
of processes run the bot as it is.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import aiosqlite

core: Any = aiosqlite.core
connection: Any = aiosqlite.Connection


class _Queue:
    """Takes what a connection asks of its thread, to open and to close its file, and does it."""

    def put_nowait(self, asked: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        future, function = asked
        try:
            settle, result = core.set_result, function()
        except BaseException as error:
            settle, result = core.set_exception, error
        if future:
            settle(future, result)


class _Thread:
    """A connection's thread, which has nothing to do."""

    def __init__(self, **_: Any) -> None:
        pass

    def start(self) -> None:
        pass


async def _execute(self: Any, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    if not self._running or not self._connection:
        raise ValueError("Connection closed")
    await asyncio.sleep(0)  # others have their turn, as they have while a thread works
    return function(*args, **kwargs)


_THREADS = core.SimpleQueue, core.Thread, connection._execute


def without_threads() -> None:
    """From now on, connections that are made need no thread."""
    core.SimpleQueue, core.Thread, connection._execute = _Queue, _Thread, _execute


@contextmanager
def with_threads() -> Iterator[None]:
    """Connections that are made in this context have their threads, and are closed in it."""
    core.SimpleQueue, core.Thread, connection._execute = _THREADS
    try:
        yield
    finally:
        without_threads()
