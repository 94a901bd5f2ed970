"""Which rows of a guild's file belong to one campaign, read off the schema itself.

Every table with a column `campaign` does, unless it stands in `LEFT_OUT`; so tables that come later
move with it. People stand in columns of the names in `PEOPLE`.
"""

import re
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from json import loads
from typing import Any, Final, cast

from bot.store.numbers import is_computer
from engine.module.terms import read_terms

LEFT_OUT: Final = frozenset(
    {
        "place",  # channels and roles of the old server
        "lease",
        "timer",  # wound anew
        "chosen",
        "unsaid",  # messages of the old server
        "empty_seat",  # made anew
        "moved_away",
    }
)
"""Tables of a campaign that stay where they are."""

PEOPLE: Final = frozenset({"user", "who", "appointed_by", "deputy"})
"""The columns that hold a person's Discord id, unless they hold a running number of another table;
0 and less is nobody's."""

ORIGINAL_WORDS: Final = frozenset({"module", "tick", "submission"})
"""Tables whose texts are sealed or have a digest, so that nothing may be changed in them. Discord's
ids stand in none."""

MODULES: Final = "module"
SETTINGS: Final = "setting"


def tables(db: sqlite3.Connection) -> list[str]:
    """The tables with rows of a campaign, `campaign` itself first."""
    found = db.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        " ORDER BY rowid"
    )
    names = [str(row[0]) for row in found]
    own = [
        name
        for name in names
        if name not in LEFT_OUT and any(each.name == "campaign" for each in columns(db, name))
    ]
    return ["campaign", *own]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table, as the schema declares it."""

    name: str
    type: str
    refers: str
    """The table whose running number it holds; empty for none. A table's own `id` refers to it."""

    @property
    def person(self) -> bool:
        """Whether it holds a person's Discord id."""
        return self.name in PEOPLE and not self.refers


def columns(db: sqlite3.Connection, table: str) -> list[Column]:
    """The columns of a table, in order."""
    numbered = _numbered(db)
    refers = {
        str(row[3]): str(row[2])
        for row in db.execute(f'PRAGMA foreign_key_list("{table}")')
        if row[2] in numbered and row[3] != "campaign"
    }
    if table in numbered:
        refers["id"] = table
    found = db.execute(f'PRAGMA table_info("{table}")')
    return [Column(str(row[1]), str(row[2]), refers.get(str(row[1]), "")) for row in found]


def _numbered(db: sqlite3.Connection) -> set[str]:
    """Tables whose rows are numbered over all campaigns of a file."""
    found = db.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'campaign'"
        " AND sql LIKE '%AUTOINCREMENT%' AND sql LIKE '%campaign INTEGER%'"
    )
    return {str(row[0]) for row in found}


# ---------------------------------------------------------------- settings


def _instant(text: str) -> bool:
    return datetime.fromisoformat(text).tzinfo is not None


def _pauses(text: str) -> bool:
    return all(
        _instant(start) and (end is None or _instant(end)) for start, end in loads(text or "[]")
    )


def _size(text: str) -> bool:
    return all(type(each) is int for each in cast("dict[str, object]", loads(text)).values())


def _readiness(text: str) -> bool:
    plain = cast("dict[str, object]", loads(text))
    return (
        set(plain) == {"early", "quorum"}
        and type(plain["early"]) is bool
        and type(plain["quorum"]) is int
    )


def _waiting(text: str) -> bool:
    """Terms that wait for the next turn (`bot.terms.changing.Pending`), or nothing."""
    if not text:
        return True
    plain = cast("dict[str, object]", loads(text))
    types = {"terms": str, "who": int, "why": str, "turn": int}
    if {name: type(value) for name, value in plain.items()} != types:
        return False
    read_terms(cast("str", plain["terms"]))
    return True


def _onlookers(text: str) -> bool:
    """What onlookers are shown (`bot.campaign.watched.Watch`)."""
    plain = cast("dict[str, Any]", loads(text))
    types = {"open": bool, "delay": int, "shown": int, "over": bool}
    return (
        {name: type(value) for name, value in plain.items()} == types
        and 1 <= plain["delay"] <= _MOST_DELAY
        and 0 <= plain["shown"] < _MOST_COUNTED
    )


_MOST_DELAY: Final = 52
"""Turns; more nobody can choose."""
ONLOOKERS: Final = "onlookers"
"""The setting that says who looks on. It goes along with a campaign, not with its copy: onlookers
of a copy would be told what is a secret in the original."""
KEPT_SETTINGS: Final[dict[str, Callable[[str], bool]]] = {
    "size": _size,
    "started": _instant,
    "pauses": _pauses,
    "readiness": _readiness,
    "terms": _waiting,
    ONLOOKERS: _onlookers,
}
"""The settings `<name>:<campaign>` that go along, and whether a value is one that can be read."""


def sound_setting(name: str, value: str) -> bool:
    """Whether a setting of that name may be so."""
    check = KEPT_SETTINGS.get(name)
    try:
        return check is not None and check(value)
    except (ValueError, TypeError, AttributeError, OverflowError, RecursionError):
        return False


# ---------------------------------------------------------------- values

_DAYS = frozenset({"day", "first", "last", "run_date", "local_date"})
_INSTANTS = re.compile(r"(?:.*_)?at|cursor|cut_off|early|not_before|since")
_LAST_INSTANT = 253_402_300_799_000_000  # the end of the year 9999, in microseconds
_LARGEST = 2**63 - 1
_MOST_COUNTED = 2**53


def simple(column: Column) -> type | None:
    """The type of which every value will do for the column; None if it must be looked at."""
    if column.type == "BLOB":
        return bytes
    if column.type == "INTEGER":  # one that is too large for a column is refused as it is written
        odd = column.refers or column.person or _INSTANTS.fullmatch(column.name)
        return None if odd else int
    return str if column.type == "TEXT" and column.name not in _DAYS else None


def flaw_of(column: Column, value: object) -> str:
    """What is wrong with a value for the column, in words; empty if nothing is.

    Whether it may be left out, the schema says.
    """
    if value is None:
        return ""
    if column.type == "INTEGER":
        if type(value) is not int or abs(value) > _LARGEST:
            return "is no whole number"
        if _INSTANTS.fullmatch(column.name) and not 0 <= value <= _LAST_INSTANT:
            return "is no instant"
        if column.refers and not 0 < value < _MOST_COUNTED:
            return "is no running number"
    elif column.type == "TEXT":
        if not isinstance(value, str):
            return "is no text"
        if column.name in _DAYS and not _day(value):
            return "is no date"
    elif column.type == "BLOB" and not isinstance(value, bytes):
        return "is no content"
    return ""


def _day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


# ---------------------------------------------------------------- people

_MENTION = re.compile(r"<@!?(\d{1,20})>")
_ROLE = re.compile(r"<@&\d{1,20}>")
_CHANNEL = re.compile(r"<#\d{1,20}>")
_SNOWFLAKE = re.compile(r"(?<![\w.-])\d{16,20}(?![\w.])")


def without_ids(text: str, people: dict[int, int]) -> str:
    """A text without Discord's ids: those of people become their numbers, others are put in words.

    `people` has the number, below 0, of every person known.
    """
    if not any(digit in text for digit in "123456789"):
        return text
    text = _MENTION.sub("a player", text)
    text = _ROLE.sub("a role", text)
    text = _CHANNEL.sub("a channel", text)
    return _SNOWFLAKE.sub(lambda found: str(people.get(int(found[0]), 0)), text)


def people_in(db: sqlite3.Connection, campaign: int) -> Iterator[int]:
    """Everybody whose id stands in a campaign's rows, once: seats first, in order of joining.

    Strangers too, whom a number stands for; computer players are none of them.
    """
    seen: set[int] = {0}
    for table in ["member", *(t for t in tables(db) if t not in ("campaign", "member"))]:
        for column in columns(db, table):
            if not column.person:
                continue
            order = "ORDER BY id" if column.refers or table in _numbered(db) else "ORDER BY 1"
            sql = f'SELECT "{column.name}" FROM "{table}" WHERE campaign = ?'  # noqa: S608 - ours
            found = db.execute(f"{sql} {order}", (campaign,))
            for (person,) in found:
                if person is not None and person not in seen and not is_computer(person):
                    seen.add(person)
                    yield person
