"""Steps that must follow a commit: noted in its transaction, repeated until they are done.

A step is a timer (`bot.store.places.Timers`). The host's rounds do those whose time has come, one
after the other, also after a restart; a command may do its own at once, and then finds it cleared
or clears it. Each may be repeated. One that comes to nothing is tried again, later each time, and
the moderators' desk says why it waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import aiohttp
import discord

from bot.answers import Refused
from bot.faces.words.text import plain
from bot.host import Host
from bot.store.errors import StoreError
from bot.store.guild import GuildStore
from bot.store.records import Timer
from bot.store.steps import END, ERASE, FURNISH, JOINED, ROLE, SEAT, STATUS, SWEEP, UNSAYING
from bot.workers import WorkerError

_WAITS: Final = {
    ROLE: "The roles of {}",
    SEAT: "A change of seat {}",
    JOINED: "What follows the joining of {}",
    ERASE: "Forgetting somebody",
    SWEEP: "Cleaning the file of what was erased",
    UNSAYING: "Rewriting messages that name somebody who was erased",
    STATUS: "The status message",
    FURNISH: "Making channels and roles anew",
    END: "The end of the campaign",
}
"""How the desk names what waits; other timers wait for their time alone."""
_OF_PEOPLE: Final = (ROLE, JOINED)
_FULL: Final = (30005, 30013)  # Discord: the most roles, and channels, of a server
MAKE_ROOM: Final = "Delete channels or roles that nobody needs any more."
_AGAIN: Final = tuple(timedelta(seconds=each) for each in (30, 120, 600, 3600))
"""After how long a step is tried again, by how often it came to nothing."""


class NotYet(Exception):
    """A step cannot be done for the time being; the text says why, for moderators."""


_FORESEEN: Final = (
    NotYet,
    Refused,
    StoreError,
    WorkerError,
    discord.HTTPException,
    aiohttp.ClientError,
    OSError,
)


def why_not(error: Exception) -> str:
    """Why a step came to nothing, in words for moderators."""
    match error:
        case NotYet():
            return str(error)
        case Refused():
            return " ".join(filter(None, (error.what, error.way_out)))
        case discord.Forbidden():
            return (
                "Discord says that I lack the permission. Grant me Manage Roles and Manage "
                "Channels, and move my role above those of the factions."
            )
        case discord.HTTPException() if is_full(error):
            return f"{(error.text or 'The server is full').rstrip('.')}. {MAKE_ROOM}"
        case discord.HTTPException():
            return error.text or f"Discord answered {error.status}."
        case WorkerError():
            return "A worker was lost under it."
        case StoreError():
            return str(error) or "A turn is just being made."
        case aiohttp.ClientError() | OSError():
            return "Discord cannot be reached."
        case _:
            return "Something unforeseen went wrong; the host's log says what."


def is_full(error: discord.HTTPException) -> bool:
    """Whether Discord takes no more of that kind in the server, whatever we may do there."""
    return error.code in _FULL or "in category reached" in error.text


def is_foreseen(error: Exception) -> bool:
    """Whether it is told why a step waits, so that the log need not."""
    return isinstance(error, _FORESEEN)


async def not_done(host: Host, store: GuildStore, timer: Timer, error: Exception) -> None:
    """Note that a step came to nothing; it rings again."""
    again = host.clock.now() + _AGAIN[min(timer.tries, len(_AGAIN) - 1)]
    await store.timers.failed(timer.campaign, timer.name, why_not(error), again)


def waiting(timers: Sequence[Timer], campaign: int, now: datetime) -> list[str]:
    """Unfinished steps of a campaign, in lines for its desk."""
    lines: list[str] = []
    for each in timers:
        kind, _, of = each.name.partition(":")
        # The status follows nearly every act, at once: it is told only when it does not.
        due = kind in _WAITS and kind != STATUS and each.at <= now
        late = each.error is not None or due
        if each.campaign != campaign or not late:
            continue
        whose = f"<@{of}>" if kind in _OF_PEOPLE else of
        what = _WAITS.get(kind, f"`{kind}`").format(whose).strip()
        again = f", tried again <t:{int(each.at.timestamp())}:R>" if each.error else ""
        lines.append(f"• {what}: {plain(each.error or 'under way')}"[:300] + again)
    return lines
