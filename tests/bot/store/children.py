"""What the tests run in processes of their own. Importable, so that `spawn` can find it."""

import os
from multiprocessing.synchronize import Barrier
from pathlib import Path

from bot.store.errors import LeaseHeld, Stale
from bot.store.resolving import commit_tick, read_point, take_lease
from tests.bot.store.scene import CUT_OFF, EDIT, SPAN, outcome


def contend(path: Path, campaign: int, start: Barrier, wins: int) -> list[int]:
    """Resolve as fast as another process does; returns the ticks that this one committed."""
    start.wait()
    mine: list[int] = []
    now = CUT_OFF
    while len(mine) < wins:
        try:
            lease = take_lease(path, campaign, now, SPAN)
        except LeaseHeld as held:
            # As if the holder had died: the lease is taken over while it may still be at work.
            now = held.until
            continue
        read = read_point(path, campaign, EDIT)
        mark = f"{os.getpid()}".encode()
        try:
            changes = [("tick", read.campaign.tick + 1, mark)]
            mine.append(commit_tick(path, lease, read, outcome(changes), now).number)
        except Stale:
            continue
    return mine


def contend_into(
    results: "os.PathLike[str]", path: Path, campaign: int, start: Barrier, wins: int
) -> None:
    """As `contend`, leaving the ticks in a file."""
    Path(results).write_text(" ".join(map(str, contend(path, campaign, start, wins))))
