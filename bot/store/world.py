"""The world's rows and events as ticks left them: the present, any past tick, what a faction saw.

Synchronous, for workers. What the rows mean is the engine's matter.
"""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.store.connection import reading
from bot.store.errors import NotFound
from bot.store.lines import LINE, READ_AS
from bot.store.records import Campaign, Member, ModuleCopy, Submission, Tick
from bot.store.ticks import EntityChange, EntityRow

# In the order of the tables they go to, so that pages there are filled one after the other.
_STAGED_TABLES = (
    "CREATE TEMP TABLE staged_entity"
    " (kind TEXT, id INTEGER, body BLOB, PRIMARY KEY (kind, id)) WITHOUT ROWID",
    "CREATE TEMP TABLE staged_event (seq INTEGER PRIMARY KEY, body BLOB)",
    "CREATE TEMP TABLE staged_event_for"
    " (faction INTEGER, seq INTEGER, body BLOB, PRIMARY KEY (faction, seq)) WITHOUT ROWID",
)
_WRITE_STAGED = (
    "INSERT INTO entity SELECT :campaign, kind, id, :tick, body FROM staged_entity WHERE true"
    " ON CONFLICT DO UPDATE SET tick = excluded.tick, body = excluded.body",
    "INSERT INTO event SELECT :campaign, :tick, seq, body FROM staged_event",
    "INSERT INTO event_for SELECT :campaign, faction, :tick, seq, body FROM staged_event_for",
)


def campaign_row(db: sqlite3.Connection, campaign: int) -> Campaign:
    """The campaign's row. Raises NotFound."""
    row = db.execute("SELECT * FROM campaign WHERE id = ?", (campaign,)).fetchone()
    if row is None:
        raise NotFound("There is no such campaign in this guild.")
    return Campaign.of(row)


def module_row(db: sqlite3.Connection, digest: str) -> ModuleCopy:
    """A module by its digest. Raises NotFound."""
    row = db.execute("SELECT * FROM module WHERE digest = ?", (digest,)).fetchone()
    if row is None:
        raise NotFound("No campaign of this guild has used that module.")
    return ModuleCopy(row["digest"], row["name"], row["body"])


def now(db: sqlite3.Connection, campaign: int) -> list[EntityRow]:
    """The world as it stands, in order of kind and id."""
    return _tuples(
        db,
        "SELECT kind, id, body FROM entity WHERE campaign = :campaign AND body IS NOT NULL"
        " ORDER BY kind, id",
        {"campaign": campaign},
    )


def at_tick(db: sqlite3.Connection, campaign: int, tick: int) -> list[EntityRow]:
    """The world as an earlier tick left it, in order of kind and id."""
    return _tuples(
        db,
        "SELECT kind, id, body FROM entity"
        " WHERE campaign = :campaign AND tick <= :tick AND body IS NOT NULL"
        " UNION ALL SELECT kind, id, body FROM entity_past"
        " WHERE campaign = :campaign AND until > :tick AND tick <= :tick AND body IS NOT NULL"
        " ORDER BY kind, id",
        {"campaign": campaign, "tick": tick},
    )


def chain_of(db: sqlite3.Connection, campaign: Campaign) -> str:
    """The chain up to the campaign's last tick; empty where that is not bound, or there is none."""
    row = db.execute(
        "SELECT chain FROM tick WHERE campaign = ? AND number = ?", (campaign.id, campaign.tick)
    ).fetchone()
    return (row and row["chain"]) or ""


def stage(
    db: sqlite3.Connection,
    changes: Sequence[EntityChange],
    events: Sequence[bytes],
    events_for: Sequence[tuple[int, int, bytes]],
) -> None:
    """Put a tick's rows beside the file, in this connection's memory, before it is locked.

    What a faction learned word for word as it was is not stored again (`event_told`).

    Raises sqlite3.IntegrityError if a record or a faction's event comes twice.
    """
    db.execute("PRAGMA temp_store = MEMORY")
    db.execute("BEGIN")
    for table in _STAGED_TABLES:
        db.execute(table)
    db.executemany("INSERT INTO staged_entity VALUES (?, ?, ?)", changes)
    db.executemany("INSERT INTO staged_event VALUES (?, ?)", enumerate(events))
    learned = (
        (faction, number, None if body == events[number] else body)
        for faction, number, body in events_for
    )
    db.executemany("INSERT INTO staged_event_for VALUES (?, ?, ?)", learned)
    db.execute("COMMIT")


def write_staged(db: sqlite3.Connection, campaign: int, tick: int) -> None:
    """Write what was staged as the tick's; the table's trigger keeps what stood before."""
    for statement in _WRITE_STAGED:
        db.execute(statement, {"campaign": campaign, "tick": tick})


def read_world(path: Path, campaign: int, tick: int | None = None) -> list[EntityRow]:
    """The world after a tick (0: before the first), by default the present one.

    In order of kind and id. Raises NotFound for a tick that has not been.
    """
    with reading(path) as db:
        present = campaign_row(db, campaign).tick
        if tick is None or tick == present:
            return now(db, campaign)
        if not 0 <= tick < present:
            raise NotFound(f"There is no tick {tick} yet; the latest is {present}.")
        return at_tick(db, campaign, tick)


def read_turns(path: Path, campaign: int) -> list[tuple[int, str, int]]:
    """Every tick as (number, kind, turn), in order."""
    with reading(path) as db:
        return _tuples(
            db,
            "SELECT number, kind, turn FROM tick WHERE campaign = :campaign ORDER BY number",
            {"campaign": campaign},
        )


def read_turns_told(path: Path, campaign: int) -> dict[int, int]:
    """The turn of every tick as people read it, in order of the ticks."""
    with reading(path) as db:
        found = db.execute(
            f"SELECT number, {READ_AS} FROM tick WHERE campaign = ? ORDER BY number",  # noqa: S608
            (campaign,),
        )
        return dict(found.fetchall())


def read_history(
    path: Path, campaign: int, kind: str, where: str, equals: str | int
) -> list[tuple[int, int, bytes | None]]:
    """Every state in which records of a kind ever were: (id, tick that wrote it, body).

    In order of id and tick. `where` is the path of a value in the body, such as `$.city`; the body
    is None from a tick on at which that value is no longer so, or the record is gone.
    """
    with reading(path) as db:
        return _tuples(
            db,
            "WITH state(id, tick, body) AS ("
            "SELECT id, tick, body FROM entity WHERE campaign = :campaign AND kind = :kind"
            # By way of the ticks, since what stood before is kept in their order.
            " UNION ALL SELECT past.id, past.tick, past.body FROM tick"
            " CROSS JOIN entity_past AS past ON past.campaign = tick.campaign"
            " AND past.until = tick.number AND past.kind = :kind WHERE tick.campaign = :campaign),"
            " matching(id, tick, body) AS MATERIALIZED (SELECT id, tick, CASE"
            " WHEN json_extract(CAST(body AS TEXT), :where) = :equals THEN body END FROM state)"
            " SELECT id, tick, body FROM matching"
            " WHERE id IN (SELECT id FROM matching WHERE body IS NOT NULL) ORDER BY id, tick",
            {"campaign": campaign, "kind": kind, "where": where, "equals": equals},
        )


def read_campaign(path: Path, campaign: int) -> tuple[Campaign, ModuleCopy]:
    """The campaign's row and its present module. Raises NotFound."""
    with reading(path) as db:
        row = campaign_row(db, campaign)
        return row, module_row(db, row.module_digest)


def read_campaigns(path: Path) -> list[Campaign]:
    """Every campaign of the file, the oldest first."""
    with reading(path) as db:
        return [Campaign.of(row) for row in db.execute("SELECT * FROM campaign ORDER BY id")]


def read_module(path: Path, digest: str) -> ModuleCopy:
    """A module that some tick was resolved with. Raises NotFound."""
    with reading(path) as db:
        return module_row(db, digest)


def read_ticks(path: Path, campaign: int, first: int, last: int) -> list[Tick]:
    """The records of ticks `first` to `last`, both included, in order."""
    with reading(path) as db:
        found = db.execute(
            "SELECT * FROM tick WHERE campaign = ? AND number BETWEEN ? AND ? ORDER BY number",
            (campaign, first, last),
        )
        return [Tick.of(row) for row in found]


def last_tick(path: Path, campaign: int) -> int:
    """The highest number of a tick's record; 0 if there is none."""
    with reading(path) as db:
        found = db.execute("SELECT max(number) FROM tick WHERE campaign = ?", (campaign,))
        return found.fetchone()[0] or 0


def read_submissions(path: Path, campaign: int) -> list[Submission]:
    """Everything that players ever submitted, in order of commit."""
    with reading(path) as db:
        found = db.execute("SELECT * FROM submission WHERE campaign = ? ORDER BY id", (campaign,))
        return [Submission.of(row) for row in found]


def read_seats(path: Path, campaign: int) -> list[Member]:
    """Every seat of the campaign, those given up too, in order of joining."""
    with reading(path) as db:
        found = db.execute("SELECT * FROM member WHERE campaign = ? ORDER BY id", (campaign,))
        return [Member.of(row) for row in found]


def read_seals(path: Path, campaign: int) -> set[tuple[int, str]]:
    """The seals on messages of ticks, as (tick, seal)."""
    with reading(path) as db:
        return set(
            _tuples(
                db,
                "SELECT DISTINCT tick, json_extract(payload, '$.seal') FROM outbox"
                " WHERE campaign = :campaign AND tick IS NOT NULL"
                " AND json_extract(payload, '$.seal') <> ''",
                {"campaign": campaign},
            )
        )


def read_told(path: Path, campaign: int, tick: int) -> list[tuple[int, int, bytes]]:
    """What all factions learned in a tick: (faction, event number, body)."""
    with reading(path) as db:
        return told_in(db, campaign, tick)


def told_in(db: sqlite3.Connection, campaign: int, tick: int) -> list[tuple[int, int, bytes]]:
    """As `read_told`, on a connection that is open."""
    return _tuples(
        db,
        # From faction to faction in the order of the table, so that not all of it is read.
        "WITH RECURSIVE known(faction) AS ("
        " SELECT min(faction) FROM event_for WHERE campaign = :campaign UNION ALL"
        " SELECT (SELECT min(faction) FROM event_for WHERE campaign = :campaign"
        " AND faction > known.faction) FROM known WHERE known.faction IS NOT NULL)"
        " SELECT e.faction, e.seq, e.body FROM known CROSS JOIN event_told AS e"
        " ON e.campaign = :campaign AND e.faction = known.faction AND e.tick = :tick"
        " ORDER BY e.faction, e.seq",
        {"campaign": campaign, "tick": tick},
    )


def read_events(path: Path, campaign: int, tick: int) -> list[tuple[int, bytes]]:
    """The truth of a tick as (event number, body): for moderators' code alone."""
    with reading(path) as db:
        return _tuples(
            db,
            "SELECT seq, body FROM event WHERE campaign = :campaign AND tick = :tick ORDER BY seq",
            {"campaign": campaign, "tick": tick},
        )


def read_events_for(
    path: Path, campaign: int, faction: int, first: int, last: int
) -> list[tuple[int, int, bytes]]:
    """What a faction may know of ticks `first` to `last`: (tick, event number, body)."""
    with reading(path) as db:
        return _tuples(
            db,
            "SELECT tick, seq, body FROM event_told WHERE campaign = :campaign"
            " AND faction = :faction AND tick BETWEEN :first AND :last ORDER BY tick, seq",
            {"campaign": campaign, "faction": faction, "first": first, "last": last},
        )


def read_event_for(path: Path, campaign: int, faction: int, tick: int, number: int) -> bytes:
    """One event of a tick as the faction learned it. Raises NotFound if it did not learn of it."""
    with reading(path) as db:
        row = db.execute(
            "SELECT body FROM event_told"
            " WHERE campaign = ? AND faction = ? AND tick = ? AND seq = ?",
            (campaign, faction, tick, number),
        ).fetchone()
    if row is None:
        raise NotFound("Your faction has learned of no such event.")
    return row["body"]


def read_outlines(
    path: Path, campaign: int, faction: int, last: int, part: str, kept: str, filled: str
) -> list[tuple[int, int, int, str, str | int | None]]:
    """A faction's events up to tick `last` that have a large part, without it, the latest first.

    The part is a list of which an item has something in the list at `filled`, such as `$.events`.
    Each as (tick, its turn, event number, body without the part, the value at `kept`); `part` and
    `kept` are paths of values in the body, such as `$.event.record`.
    """
    with reading(path) as db:
        return _tuples(
            db,
            f"SELECT e.tick, {READ_AS}, e.seq, json_remove(CAST(e.body AS TEXT), :part),"  # noqa: S608
            " json_extract(CAST(e.body AS TEXT), :kept) FROM event_told AS e"
            " JOIN tick ON tick.campaign = e.campaign AND tick.number = e.tick"
            " WHERE e.campaign = :campaign AND e.faction = :faction AND e.tick <= :last"
            " AND EXISTS (SELECT 1 FROM json_each(CAST(e.body AS TEXT), :part) AS item"
            " WHERE json_array_length(item.value, :filled) > 0)"
            " ORDER BY e.tick DESC, e.seq DESC",
            {
                "campaign": campaign,
                "faction": faction,
                "last": last,
                "part": part,
                "kept": kept,
                "filled": filled,
            },
        )


def read_learned(
    path: Path, campaign: int, faction: int, last: int, part: str, most: int
) -> list[tuple[int, int, int, str]]:
    """The last `most` events up to tick `last` that a faction learned of, the latest first.

    None of a tick that was taken back by then. Each as (tick, its turn, event number, body with
    the value at the path `part` emptied).
    """
    with reading(path) as db:
        return _tuples(
            db,
            f"{LINE} SELECT e.tick, {READ_AS}, e.seq,"  # noqa: S608 - constants
            " json_replace(CAST(e.body AS TEXT), :part, json_array()) FROM event_told AS e"
            " JOIN tick ON tick.campaign = e.campaign AND tick.number = e.tick"
            " WHERE e.campaign = :campaign AND e.faction = :faction AND e.tick <= :last"
            " AND e.tick IN (SELECT number FROM line)"
            " ORDER BY e.tick DESC, e.seq DESC LIMIT :most",
            {
                "campaign": campaign,
                "faction": faction,
                "last": last,
                "part": part,
                "most": most,
            },
        )


def read_draft(path: Path, campaign: int, faction: int, player: int) -> list[tuple[str, str]]:
    """The orders in the draft of a faction's player, in order: (key, stored form)."""
    with reading(path) as db:
        return _tuples(
            db,
            "SELECT 'k' || d.key, d.body FROM draft_order AS d"
            " JOIN member AS m ON m.campaign = d.campaign AND m.user = d.user"
            " WHERE m.campaign = :campaign AND m.faction = :faction AND m.player = :player"
            " AND m.left_at IS NULL ORDER BY d.position",
            {"campaign": campaign, "faction": faction, "player": player},
        )


def _tuples(db: sqlite3.Connection, sql: str, parameters: dict[str, int | str]) -> list[Any]:
    # Bare tuples: there are many of these rows, and nobody reads them by name.
    cursor = db.cursor()
    cursor.row_factory = None
    return cursor.execute(sql, parameters).fetchall()
