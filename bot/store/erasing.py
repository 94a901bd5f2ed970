"""Taking a person out of a campaign's rows: the ids, and every text that names the person.

What is sealed is changed like everything else and sealed anew by the caller; here it is said which
ticks that touches, and by how much the hashes of states change. Synchronous, for workers; all in
the caller's transaction.
"""

import json
import re
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.store.moving import shape
from bot.store.numbers import STRANGERS, is_stranger
from engine.campaign import Player
from engine.world import digest

ERASED: Final = "(erased)"
"""What stands for a message that the person wrote."""
_OWN: Final = (
    "standing_order",
    "draft_order",
    "draft",
    "shared_order",
    "shared_draft",
    "paper",
    "turn_note",
    "reminder",
    "reminded",
    "vacation",
    "chosen",
    "told_idle",
)
"""Rows that are the person's alone, deleted before what they belong to."""
_LITERAL = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_BODIES: Final = ("entity", "entity_past", "event", "event_for")
_SHORTEST_QUOTE: Final = 8  # characters of a message that is also looked for inside other texts
_LONGEST_NAME: Final = 32


@dataclass(frozen=True, slots=True)
class Words:
    """What names a person, and what is to stand there instead."""

    user: int
    """The Discord id, or the number below 0 that stands for one that is not known here."""
    number: int
    """The number that stands for the person from now on (`bot.store.numbers`)."""
    names: tuple[str, ...]
    messages: tuple[str, ...]
    neutral: str

    def needles(self) -> list[str]:
        """Parts of a stored text that mean it must be changed: as it is, and as JSON writes it."""
        found: dict[str, None] = {}
        for text in (*self.names, *self.messages):
            for written in (
                text,
                json.dumps(text)[1:-1],
                json.dumps(text, ensure_ascii=False)[1:-1],
            ):
                found[written] = None
        if self.user > 0:
            found[str(self.user)] = None
        return list(found)

    def without(self, text: str, *, sealed: bool = False) -> str:
        """A text in which nothing names the person any more.

        One of the world that is `sealed` may be a name, and then grows no longer than a name may.
        """
        if text in self.messages:
            return ERASED
        if text in self.names:
            return self.neutral
        new = text
        for message in self.messages:
            if len(message) >= _SHORTEST_QUOTE:
                new = new.replace(message, ERASED)
        if self.user > 0:
            new = re.sub(rf"<@!?{self.user}>", self.neutral, new)
        for pattern in self._patterns():
            new = pattern.sub(self.neutral, new)
        return self.neutral if sealed and len(new) > _LONGEST_NAME >= len(text) else new

    def without_in_json(self, text: str, *, sealed: bool = True) -> str:
        """A JSON text, with each text in it so; everything else is as it was, to the byte."""

        def change(found: re.Match[str]) -> str:
            old = json.loads(found[0], strict=False)
            new = self.without(old, sealed=sealed)
            plain = "\\u" in found[0]
            return found[0] if new == old else json.dumps(new, ensure_ascii=plain)

        return _LITERAL.sub(change, text)

    def in_row(self, text: str) -> str:
        """Any stored text that is not sealed: also the bare id becomes the number."""
        json_text = text[:1] in ("{", "[", '"')
        new = self.without_in_json(text, sealed=False) if json_text else self.without(text)
        if self.user > 0:
            new = re.sub(rf"(?<!\d){self.user}(?!\d)", str(self.number), new)
        return new

    def _patterns(self) -> Iterable[re.Pattern[str]]:
        for name in self.names:
            yield re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")


@dataclass(slots=True)
class Touched:
    """What was changed of a campaign."""

    first: int | None = None
    """The first tick of which something sealed was changed; None for none."""
    states: dict[int, int] = field(default_factory=dict[int, int])
    """By tick, by how much the hash of the state changes from that tick on."""
    things: bool = False
    """Whether a thing of the world, other than a player, bore the name."""
    messages: set[int] = field(default_factory=set[int])
    """Messages of the outbox."""

    def sealed(self, tick: int) -> None:
        """Something of that tick was changed."""
        self.first = tick if self.first is None else min(self.first, tick)


def erase_rows(db: sqlite3.Connection, campaign: int, words: Words, at: int) -> Touched:
    """Take the person out of the campaign's rows.

    Notes and treaties stay with the factions, whose they are: their author's id goes, and what
    names the person in them. `at` is now, in microseconds.
    """
    touched = Touched()
    db.execute(  # nobody acts in a seat any more of whom nothing is known
        "UPDATE deputy SET ended_at = ? WHERE campaign = ? AND user = ? AND ended_at IS NULL",
        (at, campaign, words.user),
    )
    _bodies(db, campaign, words, touched)
    _given(db, campaign, words, touched)
    _delete(db, campaign, words)
    _other_texts(db, campaign, words, touched)
    _ids(db, campaign, words)
    # A successor in the seat keeps the place of the same name, which is another's by then.
    db.execute("DELETE FROM place WHERE campaign = ? AND snowflake = ?", (campaign, words.user))
    return touched


def _has(column: str, needles: Sequence[str], *, blob: bool) -> tuple[str, list[str | bytes]]:
    """SQL that is true where a column has one of the needles in it, with its parameters."""
    values: list[str | bytes] = [each.encode() if blob else each for each in needles]
    if not values:
        return "false", []
    return "(" + " OR ".join([f"instr({column}, ?) > 0"] * len(values)) + ")", values


def _bodies(db: sqlite3.Connection, campaign: int, words: Words, touched: Touched) -> None:
    for table in _BODIES:
        key = [c.name for c in shape.columns(db, table) if c.name not in ("campaign", "body")]
        key = [each for each in key if each != "tick" or table.startswith("event")]
        also = ', "tick"' if table.startswith("entity") else ""
        where, needles = _has("body", words.needles(), blob=True)
        listed = ", ".join(f'"{each}"' for each in key)
        sql = f'SELECT body, {listed}{also} FROM "{table}" WHERE campaign = ? AND {where}'  # noqa: S608
        match = " AND ".join(f'"{each}" = ?' for each in key)
        put = f'UPDATE "{table}" SET body = ? WHERE campaign = ? AND {match}'  # noqa: S608 - ours
        cursor = db.cursor()
        cursor.row_factory = None
        for body, *rest in cursor.execute(sql, (campaign, *needles)).fetchall():
            new = words.without_in_json(body.decode()).encode()
            if new == body:
                continue
            values = rest[: len(key)]
            db.execute(put, (new, campaign, *values))
            row = dict(zip(key, values, strict=True))
            if table.startswith("event"):
                touched.sealed(row["tick"])
                continue
            touched.things = touched.things or row["kind"] != Player.kind
            change = digest([(row["kind"], row["id"], new)]) - digest(
                [(row["kind"], row["id"], body)]
            )
            since = rest[-1]
            touched.sealed(since)
            touched.states[since] = touched.states.get(since, 0) + change
            if (until := row.get("until")) is not None:
                touched.states[until] = touched.states.get(until, 0) - change


def _given(db: sqlite3.Connection, campaign: int, words: Words, touched: Touched) -> None:
    """What ticks were given, and what was submitted for them."""
    where, needles = _has("orders", words.needles(), blob=False)
    found = db.execute(
        f"SELECT number, orders FROM tick WHERE campaign = ? AND {where}",  # noqa: S608 - marks
        (campaign, *needles),
    ).fetchall()
    for number, orders in found:
        if (new := words.without_in_json(orders)) != orders:
            db.execute(
                "UPDATE tick SET orders = ? WHERE campaign = ? AND number = ?",
                (new, campaign, number),
            )
            touched.sealed(number)
    where, needles = _has("body", words.needles(), blob=False)
    found = db.execute(
        f"SELECT id, body, consumed_tick FROM submission"  # noqa: S608 - marks
        f" WHERE campaign = ? AND {where}",
        (campaign, *needles),
    ).fetchall()
    for id, body, tick in found:
        if (new := words.without_in_json(body)) != body:
            db.execute("UPDATE submission SET body = ? WHERE id = ?", (new, id))
            if tick is not None:
                touched.sealed(tick)


def _delete(db: sqlite3.Connection, campaign: int, words: Words) -> None:
    for table in _OWN:
        db.execute(
            f'DELETE FROM "{table}" WHERE campaign = ? AND user = ?',  # noqa: S608 - of ours
            (campaign, words.user),
        )
    # What was never run is nobody's record.
    db.execute(
        "DELETE FROM submission WHERE campaign = ? AND user = ? AND consumed_tick IS NULL"
        " AND replaced_by IS NULL AND id NOT IN"
        " (SELECT replaced_by FROM submission WHERE replaced_by IS NOT NULL)",
        (campaign, words.user),
    )


def _other_texts(db: sqlite3.Connection, campaign: int, words: Words, touched: Touched) -> None:
    sealed = {"tick": {"orders"}, "submission": {"body"}}
    for table in [*shape.tables(db)[1:], "place"]:
        key = _key(db, table)
        match = " AND ".join(f'"{each}" = ?' for each in key)
        for column in shape.columns(db, table):
            if column.type != "TEXT" or column.name in sealed.get(table, ()):
                continue
            where, needles = _has(f'"{column.name}"', words.needles(), blob=False)
            listed = ", ".join(f'"{each}"' for each in key)
            sql = f'SELECT "{column.name}", {listed} FROM "{table}" WHERE campaign = ? AND {where}'  # noqa: S608
            put = f'UPDATE "{table}" SET "{column.name}" = ? WHERE {match}'  # noqa: S608 - ours
            for text, *values in db.execute(sql, (campaign, *needles)).fetchall():
                if (new := words.in_row(text)) != text:
                    db.execute(put, (new, *values))
                    if table == "outbox":
                        touched.messages.add(values[0])
    for name, value in db.execute("SELECT name, value FROM setting").fetchall():
        if name.partition(":")[2].split(":")[0] == str(campaign):
            db.execute("UPDATE setting SET value = ? WHERE name = ?", (words.in_row(value), name))


def _ids(db: sqlite3.Connection, campaign: int, words: Words) -> None:
    for table in shape.tables(db)[1:]:
        for column in shape.columns(db, table):
            if column.person:
                sql = f'UPDATE OR IGNORE "{table}" SET "{column.name}" = ?'  # noqa: S608 - of ours
                where = f'campaign = ? AND "{column.name}" = ?'
                db.execute(f"{sql} WHERE {where}", (words.number, campaign, words.user))


def _key(db: sqlite3.Connection, table: str) -> list[str]:
    found = db.execute(f'PRAGMA table_info("{table}")').fetchall()
    return [row[1] for row in sorted((row for row in found if row[5]), key=lambda row: row[5])]


def next_number(db: sqlite3.Connection, campaign: int) -> int:
    """The next number of a stranger that stands for nobody yet in the campaign."""
    strangers = filter(is_stranger, shape.people_in(db, campaign))
    return min((STRANGERS, *strangers)) - 1


def clean(db: sqlite3.Connection) -> bool:
    """Leave no bytes of what was deleted or changed in the file or beside it.

    Returns False where others used the file meanwhile; it is then to be done again.
    """
    db.execute("VACUUM")
    (busy, *_) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy
