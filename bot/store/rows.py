"""From SQLite rows, read by column name, to records.

Shared by the event loop's side and the worker's, so that both see the same thing.
"""

import sqlite3
from datetime import date

from bot.store.calendar_records import Extension, Holiday, RunDay, Vacation
from bot.store.records import (
    Address,
    AuditEntry,
    Campaign,
    CampaignState,
    DiscordPlace,
    Member,
    Message,
    MessageKind,
    MessageState,
    QueuedOrder,
    Shared,
    StandingOrder,
    StandingState,
    Submission,
    Tick,
    Timer,
    Trace,
)
from bot.store.times import instant, instant_or_none


def campaign(row: sqlite3.Row) -> Campaign:
    """A row of `campaign`."""
    return Campaign(
        id=row["id"],
        name=row["name"],
        module_digest=row["module_digest"],
        engine_version=row["engine_version"],
        seed_hash=row["seed_hash"],
        state=CampaignState(row["state"]),
        tick=row["tick"],
        turn=row["turn"],
        cursor=instant_or_none(row["cursor"]),
        created_at=instant(row["created_at"]),
        joining=bool(row["joining"]),
    )


def place(row: sqlite3.Row) -> DiscordPlace:
    """A row of `place`."""
    return DiscordPlace(row["campaign"], row["role"], row["snowflake"], row["parked"])


def member(row: sqlite3.Row) -> Member:
    """A row of `member`."""
    return Member(
        campaign=row["campaign"],
        user=row["user"],
        faction=row["faction"],
        player=row["player"],
        joined_at=instant(row["joined_at"]),
        left_at=instant_or_none(row["left_at"]),
    )


def submission(row: sqlite3.Row) -> Submission:
    """A row of `submission` or `submission_waiting`."""
    return Submission(
        id=row["id"],
        campaign=row["campaign"],
        user=row["user"],
        version=row["version"],
        sequence=row["sequence"],
        run_date=date.fromisoformat(row["run_date"]),
        body=row["body"],
        committed_at=instant(row["committed_at"]),
        replaced_by=row["replaced_by"],
        withdrawn_at=instant_or_none(row["withdrawn_at"]),
        consumed_tick=row["consumed_tick"],
        unasked=bool(row["unasked"]),
        deputy=row["deputy"],
    )


def standing(row: sqlite3.Row) -> StandingOrder:
    """A row of `standing_order`, with the body that its order has in the draft if it is on."""
    return StandingOrder(
        user=row["user"],
        key=f"k{row['key']}",
        body=row["body"],
        repeat=row["repeat"],
        state=StandingState(row["state"]),
        why=row["why"],
    )


def shared(row: sqlite3.Row, orders: tuple[QueuedOrder, ...]) -> Shared:
    """A row of `shared_draft` with its orders."""
    return Shared(row["campaign"], row["user"], row["version"], orders, instant(row["shared_at"]))


def tick(row: sqlite3.Row) -> Tick:
    """A row of `tick`."""
    return Tick(
        campaign=row["campaign"],
        number=row["number"],
        kind=row["kind"],
        due_at=instant(row["due_at"]),
        local_date=date.fromisoformat(row["local_date"]),
        turn=row["turn"],
        engine_version=row["engine_version"],
        module_digest=row["module_digest"],
        orders=row["orders"],
        hash_before=row["hash_before"],
        hash_after=row["hash_after"],
        summary=row["summary"],
        committed_at=instant(row["committed_at"]),
        chain=row["chain"],
    )


def message(row: sqlite3.Row) -> Message:
    """A row of `outbox` or `outbox_next`."""
    return Message(
        id=row["id"],
        campaign=row["campaign"],
        tick=row["tick"],
        to=Address(row["role"], row["channel"]),
        number=row["number"],
        key=row["key"],
        nonce=row["nonce"],
        kind=MessageKind(row["kind"]),
        payload=row["payload"],
        state=MessageState(row["state"]),
        attempts=row["attempts"],
        not_before=instant(row["not_before"]),
        message=row["message"],
        error=row["error"],
    )


def audit_entry(row: sqlite3.Row) -> AuditEntry:
    """A row of `audit`."""
    return AuditEntry(
        id=row["id"],
        campaign=row["campaign"],
        at=instant(row["at"]),
        who=row["who"],
        what=row["what"],
        why=row["why"],
        trace=Trace(
            row["before"], row["after"], row["tick"], row["undoes"], open=bool(row["open"])
        ),
    )


def timer(row: sqlite3.Row) -> Timer:
    """A row of `timer`."""
    at = instant(row["at"])
    return Timer(row["campaign"], row["name"], at, row["what"], row["tries"], row["error"])


def holiday(row: sqlite3.Row) -> Holiday:
    """A row of `holiday`."""
    return Holiday(
        day=date.fromisoformat(row["day"]),
        name=row["name"],
        runs=bool(row["runs"]),
        productions=bool(row["productions"]),
    )


def run_day(row: sqlite3.Row) -> RunDay:
    """A row of `run_day`."""
    return RunDay(
        day=date.fromisoformat(row["day"]),
        cut_off=instant_or_none(row["cut_off"]),
        early=instant_or_none(row["early"]),
        waits=bool(row["waits"]),
        forced=bool(row["forced"]),
    )


def vacation(row: sqlite3.Row) -> Vacation:
    """A row of `vacation`."""
    first, last = (date.fromisoformat(row[name]) for name in ("first", "last"))
    return Vacation(row["user"], first, last)


def extension(row: sqlite3.Row) -> Extension:
    """A row of `extension`."""
    day = date.fromisoformat(row["day"])
    return Extension(row["id"], row["faction"], row["user"], day, row["hours"])
