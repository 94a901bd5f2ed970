"""Checking what people type as a name or a reason, before it is stored or shown.

Names are shown to others, so they may hold nothing that Discord would read as markup or a mention;
what can be seen at all, `engine.names` says. They are never part of a path.
"""

import re
from collections.abc import Mapping
from datetime import date, timedelta

from bot.answers import Refused
from bot.faces.words.text import plain
from engine.module.names import closest, key_of
from engine.module.schema import ModuleFaction
from engine.names import flaw, unseen, visible

LONGEST_REASON = 200
FARTHEST_DAY = timedelta(days=3653)
"""Ten years: every calendar can be reckoned so far, and none to the end of time."""

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
    if wrong := flaw(name):
        raise Refused(f"{what} is shown to everyone. {wrong}", way_out="Leave it out.")
    if _MARKUP.search(name):
        raise Refused(
            f"{what} is shown to everyone, so it may hold none of "
            "`\\ * _ ~ | < > @ # [ ]` or backticks.",
            way_out="Leave these out.",
        )
    return name


def likely_name(text: str, longest: int) -> str:
    """The nearest thing to a text that `name_of` accepts; empty if nothing is left of it."""
    name = " ".join(_MARKUP.sub(" ", visible(text)).split())[:longest].strip()
    return "" if flaw(name) else name


def day_of(text: str, today: date, *, hint: str = "") -> date:
    """The date that is meant; `hint` is what else to say to people who gave none.

    Raises `Refused` if it cannot be read, or is too far from `today` to be reckoned with.
    """
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        raise Refused(
            f"“{plain(text[:40])}” is not a date.",
            way_out=f"Write it as year-month-day, such as {today.isoformat()}. {hint}".rstrip(),
        ) from None
    if abs(day - today) > FARTHEST_DAY:
        raise Refused(
            f"{day.isoformat()} is more than ten years away.",
            way_out=f"Name a day that is nearer. {hint}".rstrip(),
        )
    return day


def faction_of(text: str, factions: Mapping[str, ModuleFaction]) -> int:
    """The number, from 1, of the faction that a person names or took from the suggestions.

    Raises `Refused` if there is none of that name.
    """
    wanted = key_of(text)
    for number, (key, faction) in enumerate(factions.items(), 1):
        if wanted in (key_of(key), key_of(faction.name)):
            return number
    like = closest(text[:LONGEST_REASON], [faction.name for faction in factions.values()])
    raise Refused(
        f"There is no such faction as “{plain(text[:40])}”.",
        way_out=f"Did you mean {plain(like)}?"
        if like
        else "Choose one of the suggestions that appear while you type.",
    )


def reason_of(text: str) -> str:
    """Why a moderator does something, as it is kept. Raises `Refused` if it cannot be shown."""
    reason = " ".join(text.split())
    if wrong := unseen(reason):
        raise Refused(f"That cannot be a reason. {wrong}", way_out="Leave it out.")
    if len(reason) > LONGEST_REASON:
        raise Refused(
            f"A reason has at most {LONGEST_REASON} characters.", way_out="Say it more shortly."
        )
    return reason


def reason_given(text: str) -> str:
    """As `reason_of`, of an act that needs a reason. Raises `Refused` if none is given."""
    reason = reason_of(text)
    if not reason:
        raise Refused("Such an act needs a reason.", way_out="Say in a few words why it is done.")
    return reason


def numbered(text: str, what: str) -> int:
    """The number with which a suggestion begins, or that was typed. Raises `Refused`."""
    found = re.match(r"\D{0,10}?(\d{1,9})\b", text.strip())
    if found is None:
        raise Refused(
            f"“{plain(text[:40])}” is no {what}.",
            way_out="Choose one of the suggestions that appear while you type.",
        )
    return int(found[1])
