"""How the host is, as far as a moderator of one server should see it.

Whether Discord answers, whether there is somebody to compute, when this server's campaigns were
last backed up, what Discord does not take. Nothing here tells of another server: of backups its
own alone are told, of workers only that they are there. Times are shown in coarse steps, so that
the desk is not edited for a jitter.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from bot.faces.words.text import number, plain
from bot.store.outbox import Stuck

if TYPE_CHECKING:
    from bot.client import HostBot

_STEPS: Final = (0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds; what takes longer is told as longer than the last."""


@dataclass(frozen=True, slots=True)
class Backup:
    """How the backups of a server's file stand."""

    last: datetime | None
    """When the newest copy was made; it was opened and read through then."""
    fails: bool
    """Whether a newer one could not be made, or did not open."""


@dataclass(frozen=True, slots=True)
class Wellbeing:
    """What is known of the host in this moment."""

    latency: float | None
    """Seconds that Discord takes to answer a beat; None while the connection is lost."""
    workers: int
    """Processes that compute."""
    lost: int
    """Those among them that are being replaced."""
    backup: Backup | None
    """None where the host makes no backups."""


def wellbeing_of(bot: HostBot, guild: int) -> Wellbeing:
    """How the host of this server is."""
    beat = bot.latency
    made = bot.backups
    pids = bot.workers.pids
    return Wellbeing(
        latency=beat if math.isfinite(beat) else None,
        workers=len(pids),
        lost=pids.count(0),
        backup=Backup(made.newest(guild), guild in made.failing) if made else None,
    )


def told(seen: Wellbeing, stuck: Stuck | None) -> list[str]:
    """The same in words, a line each; `stuck` is what Discord has not taken of the campaign."""
    lines = [_discord(seen.latency), _workers(seen), _backup(seen.backup)]
    if stuck:
        lines.append(_stuck(stuck))
    return lines


def _discord(latency: float | None) -> str:
    if latency is None:
        return "⚠️ The connection to Discord is lost; I try to mend it."
    for step in _STEPS:
        if latency < step:
            return f"Discord answers in less than {step:g} s."
    return f"⚠️ Discord is slow: it takes more than {_STEPS[-1]:g} s to answer."


def _workers(seen: Wellbeing) -> str:
    if not seen.lost:
        return f"{number(seen.workers, 'worker')} ready to compute."
    return f"⚠️ {seen.lost} of {number(seen.workers, 'worker')} being replaced."


def _backup(backup: Backup | None) -> str:
    if backup is None:
        return "The host makes no backups of its own."
    last = (
        f"Last backup: <t:{int(backup.last.timestamp())}:R>; it was opened and is whole."
        if backup.last
        else "No backup was made yet."
    )
    return f"⚠️ The newest backup failed: the host's log says why. {last}" if backup.fails else last


def _stuck(stuck: Stuck) -> str:
    since = (
        f"the oldest since <t:{int(stuck.since.timestamp())}:R>"
        if stuck.since
        else f"the oldest was tried {number(stuck.tries, 'time')}"
    )
    where = number(stuck.places, "channel")
    return f"⚠️ Messages for {where} wait for Discord, {since}: {plain(stuck.error)}"[:300]
