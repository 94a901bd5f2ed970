"""A bot's sign of life, as another process reads it: `python -m bot health`, a container's check.

It is asked each minute, so this needs the standard library alone. What writes it is `bot.health`.
"""

import json
import time
from pathlib import Path
from typing import Any, cast

from bot.shards import ALL, Shards

OLDEST = 90.0  # seconds; a process that missed four beats is not well


def forget(data: Path, shards: Shards = ALL) -> None:
    """Take away the sign of life of an earlier process, which may have been killed a moment ago."""
    file_of(data, shards).unlink(missing_ok=True)


def check(data: Path, shards: Shards = ALL) -> str | None:
    """What is wrong with the bot that uses this data folder; None if it is well."""
    try:
        age = time.time() - file_of(data, shards).stat().st_mtime
        state = _read(data, shards)
    except OSError:
        return f"No bot is ready on {data}."
    wrong = state.get("wrong", ["Its sign of life cannot be read."])
    if age > OLDEST:
        return f"The bot on {data} last gave a sign of life {age:.0f} s ago."
    return " ".join(wrong) or None


def backups(data: Path, shards: Shards = ALL) -> str | None:
    """What the bot says of its backups; None if it makes none, or is not there.

    A backup that fails is nothing to restart a bot for, so `check` does not tell of it.
    """
    try:
        state = _read(data, shards)
    except OSError:
        return None
    if "backups" not in state:
        return None
    last = state.get("backed_up")
    when = f"The last backup was made at {last}." if last else "No backup was made yet."
    return " ".join([when, *state["backups"]])


def _read(data: Path, shards: Shards) -> dict[str, Any]:
    """What the file says, nothing if that cannot be read. Raises OSError if there is none."""
    try:
        state = json.loads(file_of(data, shards).read_text("utf-8"))
    except ValueError:
        return {}
    return cast("dict[str, Any]", state) if isinstance(state, dict) else {}


def file_of(data: Path, shards: Shards) -> Path:
    """The file in which a process says that it lives."""
    return data / shards.own("health.json")
