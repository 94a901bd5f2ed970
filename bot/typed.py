"""Checking what people type as a name or a reason, before it is stored or shown.

Names are shown to others, so they may hold nothing that Discord would read as markup or a mention;
what can be seen at all, `engine.names` says. They are never part of a path.
"""

import re
from datetime import date

from bot.answers import Refused
from bot.rules_page import plain
from engine.names import flaw, visible

LONGEST_REASON = 200

_MARKUP = re.compile(r"[\\*_~`|<>@#\[\]]")


def name_of(text: str, what: str, longest: int) -> str:
    """The name as it is kept: blanks at the ends and in rows taken out.

    Raises `Refused` if it is empty, too long, or holds what a name may not.
    """
    name = " ".join(text.split())
    if not 1 <= len(name) <= longest:
        raise Refused(
            f"{what} has 1 to {longest} characters; this one has {len(name)}.",
            way_out="Choose a shorter one." if name else "Choose one.",
        )
    if flaw(name) or _MARKUP.search(name):
        raise Refused(
            f"{what} is shown to everyone, so it may hold no invisible characters and none of "
            "`\\ * _ ~ | < > @ # [ ]` or backticks.",
            way_out="Leave these out.",
        )
    return name


def likely_name(text: str, longest: int) -> str:
    """The nearest thing to a text that `name_of` accepts; empty if nothing is left of it."""
    name = " ".join(_MARKUP.sub(" ", visible(text)).split())[:longest].strip()
    return "" if flaw(name) else name


def day_of(text: str) -> date:
    """The date that is meant. Raises `Refused` if it cannot be read."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise Refused(
            f"“{plain(text[:40])}” is not a date.",
            way_out="Write it as year-month-day, such as 2026-01-05.",
        ) from None


def reason_of(text: str) -> str:
    """Why a moderator does something, as it is kept. Raises `Refused` if it cannot be shown."""
    reason = " ".join(text.split())
    if len(reason) > LONGEST_REASON or visible(reason) != reason:
        raise Refused(
            f"A reason has at most {LONGEST_REASON} characters, all of them visible.",
            way_out="Say it more shortly.",
        )
    return reason
