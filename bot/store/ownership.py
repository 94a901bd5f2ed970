"""Whose a data folder or a guild's file is: one bot's at a time, told clearly to a second one.

A lock of the operating system on a small file beside, which ends with the process that took it,
however it ends. It belongs to the process, not to who asked: within one it may be taken again.
Who only reads (`verify`, a backup) needs none.
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

from bot.store.errors import InUse, StoreError, StoreNotWritable

FOLDER_LOCK = "bot.lock"
"""The file in a data folder that its bot locks; it holds the bot's process id and machine."""

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


def own_folder(folder: Path, wait: float = 0.0) -> Owned:
    """Make the data folder this process's, waiting up to `wait` seconds for another to end.

    Raises InUse, StoreNotWritable.
    """
    lock, until, told = folder.resolve() / FOLDER_LOCK, time.monotonic() + wait, False
    while not _take(lock):
        if time.monotonic() >= until:
            raise InUse(
                f"{folder} is in use by another bot ({_holder(lock)}). Two bots on one folder "
                "would take every order twice. End that one first, or give this one a folder of "
                "its own."
            )
        if not told:
            _log.warning("%s is in use (%s); waiting up to %g s", folder, _holder(lock), wait)
            told = True
        time.sleep(_PAUSE)
    return Owned(lock)


@contextmanager
def folder_owned(folder: Path, wait: float = 0.0) -> Generator[None]:
    """The folder is this process's for as long as the block lasts; see `own_folder`."""
    owned = own_folder(folder, wait)
    try:
        yield
    finally:
        owned.release()


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
        except PermissionError as error:
            raise StoreNotWritable(
                f"{lock} cannot be opened for writing. Check that the bot's user may write to its "
                "folder and to every file in it."
            ) from error
        except OSError as error:
            raise StoreError(
                f"{lock} cannot be locked ({error.strerror}). Check the disk, or choose a folder "
                "on a local one."
            ) from error
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


def _holder(lock: Path) -> str:
    """Who holds it, for a person to read."""
    try:
        return lock.read_text("utf-8", "replace").strip() or "another process"
    except OSError:
        return "another process"
