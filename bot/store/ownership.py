"""Whose a data folder or a guild's file is: one bot's at a time, told clearly to a second one.

A lock of the operating system on a small file beside, which ends with the process that took it,
however it ends. It belongs to the process, not to who asked: within one it may be taken again.
Who only reads (`verify`, a backup) needs none. Bots that have different shards may share a folder:
each has a lock named after its range, and none starts beside one whose range meets its own.
"""

import fcntl
import logging
import os
import socket
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from bot.shards import ALL, Shards
from bot.store.errors import InUse, StoreError, StoreNotWritable

FOLDER_LOCK = "bot.lock"
"""The file in a data folder that its bot locks; it holds the bot's process id and machine.

Of a bot that has a range of shards it is called after them (`Shards.own`).
"""

_PAUSE = 0.2  # seconds between two tries, where a wait is wanted

_log = logging.getLogger(__name__)


class Owned:
    """A claim of this process, until it is released or the process ends."""

    def __init__(self, lock: Path) -> None:
        self._lock = lock

    def release(self) -> None:
        """Give it back; it is free once every claim of this process is."""
        _release(self._lock)


@dataclass
class _Held:
    descriptor: int
    claims: int = 1


_held: dict[Path, _Held] = {}
_taking = threading.Lock()


def own_folder(folder: Path, wait: float = 0.0, shards: Shards = ALL) -> Owned:
    """Make the data folder this process's, as far as the guilds on its shards go.

    Waits up to `wait` seconds for another to end. Raises InUse, StoreNotWritable.
    """
    lock, until = folder.resolve() / shards.own(FOLDER_LOCK), time.monotonic() + wait
    told = False
    while (other := _take_folder(lock, shards)) is not None:
        if time.monotonic() >= until:
            raise InUse(_in_use(folder, other, shards))
        if not told:
            _log.warning("%s is in use (%s); waiting up to %g s", folder, _holder(other), wait)
            told = True
        time.sleep(_PAUSE)
    return Owned(lock)


@contextmanager
def folder_owned(folder: Path, wait: float = 0.0, shards: Shards = ALL) -> Generator[None]:
    """The folder is this process's for as long as the block lasts; see `own_folder`."""
    owned = own_folder(folder, wait, shards)
    try:
        yield
    finally:
        owned.release()


@contextmanager
def guild_at_rest(folder: Path, guild: int) -> Generator[None]:
    """No bot has the guild, and none starts on the folder, for as long as the block lasts.

    Keep it short. Raises InUse, StoreNotWritable.
    """
    with alone_in(folder.resolve()):
        for lock, shards in _folder_locks(folder.resolve()):
            if shards.has(guild) and _is_held(lock):
                raise InUse(
                    f"{folder} is in use by a bot ({_holder(lock)}) that has this server. "
                    "End that bot first."
                )
        yield


def _in_use(folder: Path, lock: Path, shards: Shards) -> str:
    theirs = Shards.owner_of(lock.name, FOLDER_LOCK)
    if theirs in (None, shards):
        return (
            f"{folder} is in use by another bot ({_holder(lock)}). Two bots on one folder "
            "would take every order twice. End that one first, or give this one a folder of "
            "its own."
        )
    return (
        f"{folder} is in use by another bot ({_holder(lock)}) with the shards {theirs}, and this "
        f"one has {shards}: some servers would be on both, and every order in them taken twice. "
        "End that one first, or give each bot shards of its own."
    )


def _take_folder(lock: Path, shards: Shards) -> Path | None:
    """Take the folder's lock; the other's lock if a bot has shards that meet these."""
    with alone_in(lock.parent):
        for other, theirs in _folder_locks(lock.parent):
            if other != lock and theirs.overlap(shards) and _is_held(other):
                return other
        return None if _take(lock) else lock


def _folder_locks(folder: Path) -> list[tuple[Path, Shards]]:
    """The locks of bots in a folder, of those that were killed too, and whose they are."""
    named = ((path, Shards.owner_of(path.name, FOLDER_LOCK)) for path in sorted(folder.iterdir()))
    return [(path, shards) for path, shards in named if shards is not None]


def _is_held(lock: Path) -> bool:
    """Whether a process, this one too, holds it."""
    if lock in _held:
        return True
    try:
        descriptor = os.open(lock, os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise _unusable(lock, error) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


@contextmanager
def alone_in(folder: Path) -> Generator[None]:
    """One process at a time does what the block does in the folder. Keep it short.

    Raises StoreError, StoreNotWritable.
    """
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise _unusable(folder, error) from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        except OSError as error:
            raise _unusable(folder, error) from error
        yield
    finally:
        os.close(descriptor)


def own_file(path: Path) -> Owned:
    """Make a guild's file this process's, also against a bot that has it in another folder.

    Raises InUse, StoreNotWritable.
    """
    real = path.resolve()  # links may lead to it from two folders
    lock = real.with_name(f"{real.name}.lock")
    if not _take(lock):
        _log.error("%s is in use by another bot (%s)", real, _holder(lock))
        raise InUse(f"{path.name} is in use by another bot. The host can end that one.")
    return Owned(lock)


def _take(lock: Path) -> bool:
    with _taking:
        if lock in _held:
            _held[lock].claims += 1
            return True
        try:
            descriptor = _locked(lock)
        except OSError as error:
            raise _unusable(lock, error) from error
        if descriptor is None:
            return False
        _held[lock] = _Held(descriptor)
        return True


def _release(lock: Path) -> None:
    with _taking:
        held = _held[lock]
        held.claims -= 1
        if not held.claims:
            del _held[lock]
            # Still locked, so that nobody takes for their own what is about to be removed.
            with suppress(OSError):
                lock.unlink()
            os.close(held.descriptor)


def _locked(lock: Path) -> int | None:
    """The locked file's descriptor, which no process that we start inherits; None if taken."""
    while True:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _bears_name(lock, descriptor):
                with suppress(OSError):  # a full disk costs the note, not the lock
                    os.truncate(descriptor, 0)
                    note = f"process {os.getpid()} on {socket.gethostname()}\n"
                    os.write(descriptor, note.encode())
                return descriptor
        except BlockingIOError:
            os.close(descriptor)
            return None
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)  # who had it removed it just before it became ours


def _bears_name(lock: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(lock.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _unusable(lock: Path, error: OSError) -> StoreError:
    if isinstance(error, PermissionError):
        return StoreNotWritable(
            f"{lock} cannot be opened for writing. Check that the bot's user may write to its "
            "folder and to every file in it."
        )
    return StoreError(
        f"{lock} cannot be locked ({error.strerror}). Check the disk, or choose a folder "
        "on a local one."
    )


def _holder(lock: Path) -> str:
    """Who holds it, for a person to read."""
    try:
        return lock.read_text("utf-8", "replace").strip() or "another process"
    except OSError:
        return "another process"
