"""Whose job is next, and which is not tried again: workers are shared by servers, then by people.

A server is named by its file, which most jobs get, or by the guild in which somebody acts.
"""

from __future__ import annotations

import contextvars
import pickle
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

P = TypeVar("P")

PERSON: contextvars.ContextVar[int] = contextvars.ContextVar("person", default=0)
"""For whom a task works: the id of the acting person on Discord; 0 is the bot's own work. Set where
an interaction comes in (`bot.answers`)."""
SERVER: contextvars.ContextVar[int] = contextvars.ContextVar("server", default=0)
"""The guild in which that is; 0 for none."""
FORGOTTEN: Final = 3600.0
"""Seconds after which what was lost may be tried again though nothing has changed: what a process
died of may have been the machine's."""
_TIMES: Final = 2  # crashes of one input, for a process may die of something else


def server_of(args: tuple[Any, ...]) -> str:
    """The server that a job with these arguments is for, asked in the task that wants it."""
    file = next((each for each in args if isinstance(each, Path)), None)
    return file.stem if file else str(SERVER.get())


class Turns(Generic[P]):
    """Those who wait: every server's first job, then every server's second, and so on.

    Among the jobs of a server the same goes for its people.
    """

    def __init__(self) -> None:
        self._servers: OrderedDict[str, OrderedDict[int, deque[P]]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._servers)

    def __len__(self) -> int:
        return sum(len(each) for people in self._servers.values() for each in people.values())

    def add(self, server: str, person: int, place: P) -> None:
        """Put a job of the person's behind their others."""
        people = self._servers.setdefault(server, OrderedDict())
        people.setdefault(person, deque()).append(place)

    def next(self, may: Callable[[str], bool]) -> tuple[str, P] | None:
        """Take the job whose turn it is, of a server that may have a process now; None if none may.

        Whose it was then stands behind all others.
        """
        server = next(filter(may, self._servers), None)
        if server is None:
            return None
        people = self._servers.pop(server)
        person, places = people.popitem(last=False)
        place = places.popleft()
        if places:
            people[person] = places
        if people:
            self._servers[server] = people
        return server, place


class WorkerShares:
    """How many processes each server has at a time, of `count`: never all that there are.

    As long as one server alone has asked for anything, all are its own. Else its short jobs leave
    one free for others, and one that has lost a job lately has no more at all.
    """

    def __init__(self, count: int) -> None:
        self._most = max(1, count - 1)
        self._short: Counter[str] = Counter()
        self._all: Counter[str] = Counter()
        self._known: dict[str, None] = {}
        self._lost: dict[str, float] = {}

    def ask(self, server: str) -> None:
        """A server wants a process."""
        self._known[server] = None

    def may(self, server: str, now: float, *, long: bool) -> bool:
        """Whether it may have one more; `now` is in seconds of any steady clock."""
        if len(self._known) == 1:
            return True
        if now - self._lost.get(server, now - FORGOTTEN) < FORGOTTEN:
            return self._all[server] < self._most
        return long or self._short[server] < self._most

    def take(self, server: str, *, long: bool) -> None:
        """It has one more."""
        self._all[server] += 1
        self._short[server] += not long

    def give_back(self, server: str, *, long: bool) -> None:
        """It has one less."""
        self._all[server] -= 1
        self._short[server] -= not long

    def lose(self, server: str, now: float) -> None:
        """A process was lost under one of its jobs."""
        self._lost[server] = now


class Losses:
    """The jobs under which a process was lost, by function and arguments, and of what."""

    def __init__(self) -> None:
        self._known: dict[bytes, tuple[float, int, str]] = {}

    def note(
        self,
        function: Callable[..., object],
        args: tuple[Any, ...],
        why: str,
        now: float,
        *,
        sure: bool,
    ) -> None:
        """It was lost; `why` in a sentence. `sure` is whether it will be again, as over a limit."""
        key = _key(function, args)
        if key:
            self._known = _fresh(self._known, now)
            _, before, _ = self._known.get(key, (now, 0, why))
            self._known[key] = now, before + (_TIMES if sure else 1), why

    def of(self, function: Callable[..., object], args: tuple[Any, ...], now: float) -> str:
        """Why the job is not to be tried again; empty if it may be."""
        self._known = _fresh(self._known, now)
        key = _key(function, args) if self._known else None
        _, times, why = self._known.get(key or b"", (now, 0, ""))
        return why if times >= _TIMES else ""


def _fresh(
    known: Mapping[bytes, tuple[float, int, str]], now: float
) -> dict[bytes, tuple[float, int, str]]:
    return {key: each for key, each in known.items() if now - each[0] < FORGOTTEN}


def _key(function: Callable[..., object], args: tuple[Any, ...]) -> bytes | None:
    """What is the same for the same job on the same input; None if that cannot be told."""
    try:
        return blake2b(pickle.dumps((function, args)), digest_size=16).digest()
    except Exception:  # noqa: BLE001 - it fails in its process too, which tells why
        return None
