"""A tick's way through the store, in the process that resolves it: lease, read, write.

Plain synchronous SQLite: nothing here runs on the event loop. Between reading and writing no
transaction is open; the write checks that what was read still holds.
"""

import secrets
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path

from bot import faults
from bot.store import outbox, wishes, world
from bot.store.connection import connect, reading, stamp, writing
from bot.store.errors import LeaseHeld, MovedAway, NotFound, Stale, typed_errors
from bot.store.records import (
    Campaign,
    Member,
    NewMessage,
    StandingOrder,
    Submission,
    Vacation,
    instant,
    micros,
    micros_or_none,
)
from bot.store.ticks import CommittedTick, DueTick, Lease, ReadPoint, StandingChange, TickResult


def take_lease(
    path: Path, campaign: int, now: datetime, span: timedelta, *, away: bool = False
) -> Lease:
    """Take the sole right to resolve the campaign for `span`; `away` also if it has moved.

    Raises LeaseHeld, MovedAway, NotFound.

    A lease that has expired can be taken, and so can one taken in the future of `now`: the host's
    clock was put back, and its holder, if it lives, will find its commit Stale.
    """
    lease = Lease(campaign, secrets.token_hex(16), now + span)
    with typed_errors(path), closing(connect(path)) as db, writing(db):
        world.campaign_row(db, campaign)
        moved = "SELECT 1 FROM moved_away WHERE campaign = ?"
        if not away and db.execute(moved, (campaign,)).fetchone():
            raise MovedAway
        held = db.execute(
            "SELECT expires_at FROM lease WHERE campaign = ? AND taken_at <= ? AND ? < expires_at",
            (campaign, micros(now), micros(now)),
        ).fetchone()
        if held:
            raise LeaseHeld(instant(held[0]))
        db.execute(
            "REPLACE INTO lease VALUES (?, ?, ?, ?)",
            (campaign, lease.token, micros(now), micros(lease.expires_at)),
        )
    return lease


def release_lease(path: Path, lease: Lease) -> None:
    """Give the lease back, if it is still ours."""
    with typed_errors(path), closing(connect(path)) as db, writing(db):
        db.execute(
            "DELETE FROM lease WHERE campaign = ? AND token = ?", (lease.campaign, lease.token)
        )


def read_point(path: Path, campaign: int, due: DueTick) -> ReadPoint:
    """Everything that the due tick is computed from, read at one moment.

    Raises NotFound, and Stale when the calendar has already passed `due.cursor`.
    """
    with reading(path) as db:
        row = world.campaign_row(db, campaign)
        _check_cursor(row, due)
        wished = wishes.wishes(db, campaign)
        return ReadPoint(
            campaign=row,
            module=world.module_row(db, row.module_digest),
            due=due,
            members=_members(db, campaign),
            submissions=_submissions(db, campaign, due),
            vacations=_vacations(db, campaign),
            standing=_standing(db, campaign),
            world=world.now(db, campaign),
            chain=world.chain_of(db, row),
            wishes=wished,
            told=wishes.told(db, campaign),
            past=wishes.past(db, campaign, due, wished),
            back=[] if due.back is None else world.at_tick(db, campaign, due.back),
            drafted=_drafted(db, campaign),
        )


def read_seed(path: Path, campaign: int) -> bytes:
    """The campaign's secret seed: for the worker that resolves, and for publishing at the end.

    Raises NotFound.
    """
    with reading(path) as db:
        row = db.execute(
            "SELECT seed FROM campaign_seed WHERE campaign = ?", (campaign,)
        ).fetchone()
        if row is None:
            raise NotFound("There is no such campaign in this guild.")
        return row[0]


def commit_tick(
    path: Path, lease: Lease, read: ReadPoint, result: TickResult, now: datetime
) -> CommittedTick:
    """Write the tick that follows `read`, whole or not at all; `now` is the host's clock.

    Raises Stale when lease, campaign, members or submissions are no longer those that were read
    (nothing is written; read and compute again), StoreFull, StoreBusy.
    """
    campaign = read.campaign
    number = campaign.tick + 1
    with typed_errors(path), closing(connect(path)) as db:
        world.stage(db, result.changes, result.events, result.events_for)
        # The checkpoint is done below, when the lock is free again.
        db.execute("PRAGMA wal_autocheckpoint = 0")
        with writing(db):
            locked = time.perf_counter()
            _check_read(db, lease, read)
            at = stamp(db, micros(now))
            _write_tick(db, number, read, result, at)
            world.write_staged(db, campaign.id, number)
            _write_outbox(db, number, read, result, at)
            _go_on(db, campaign.id, result.standing)
            _consume(db, number, read.submissions)
            _set_timers(db, read, result, micros(now))
            _seat_players(db, read, result)
            _unseat(db, read, result, at)
            _hand_back(db, number, read, result, at)
            _note(db, number, read, result, at)
            faults.hit("tick.before_commit")
        locked = time.perf_counter() - locked
        faults.hit("tick.after_commit")
        # The tick stands; a checkpoint that finds no room is made after a later one.
        with suppress(sqlite3.OperationalError):
            db.execute("PRAGMA wal_checkpoint(PASSIVE)")
    return CommittedTick(number, locked)


def _members(db: sqlite3.Connection, campaign: int) -> tuple[Member, ...]:
    found = db.execute(
        "SELECT * FROM member WHERE campaign = ? AND left_at IS NULL ORDER BY id",
        (campaign,),
    )
    return tuple(Member.of(row) for row in found)


def _submissions(db: sqlite3.Connection, campaign: int, due: DueTick) -> tuple[Submission, ...]:
    """Those in time, in order of commit. Strictly before the cut-off: cohorts.turn.cut-off."""
    if due.run_date is None:
        return ()
    found = db.execute(
        "SELECT * FROM submission_waiting"
        " WHERE campaign = ? AND run_date <= ? AND committed_at < ?"
        " ORDER BY id",
        (campaign, due.run_date.isoformat(), micros(due.at)),
    )
    return tuple(Submission.of(row) for row in found)


def _vacations(db: sqlite3.Connection, campaign: int) -> tuple[Vacation, ...]:
    found = db.execute(
        "SELECT * FROM vacation WHERE campaign = ? ORDER BY first, user", (campaign,)
    )
    return tuple(Vacation.of(row) for row in found)


def _standing(db: sqlite3.Connection, campaign: int) -> tuple[StandingOrder, ...]:
    found = db.execute(
        "SELECT standing_order.user, key, repeat, state, why, draft_order.body AS body"
        " FROM standing_order JOIN draft_order USING (campaign, user, key)"
        " WHERE campaign = ? AND state = 'on' ORDER BY user, position",
        (campaign,),
    )
    return tuple(StandingOrder.of(row) for row in found)


def _drafted(db: sqlite3.Connection, campaign: int) -> dict[int, int]:
    found = db.execute(
        "SELECT member.player AS player, count(*) AS orders"
        " FROM draft_order JOIN member USING (campaign, user)"
        " WHERE campaign = ? AND member.player IS NOT NULL AND left_at IS NULL"
        " GROUP BY member.player ORDER BY member.player",
        (campaign,),
    )
    return {row["player"]: row["orders"] for row in found}


def _check_cursor(campaign: Campaign, due: DueTick) -> None:
    if due.cursor and campaign.cursor and due.cursor <= campaign.cursor:
        raise Stale("This part of the calendar has already been resolved.")


def _check_read(db: sqlite3.Connection, lease: Lease, read: ReadPoint) -> None:
    # Submissions too: one may have got its time before the cut-off and its commit after our
    # reading. Under the lock no such commit is under way.
    held = db.execute(
        "SELECT 1 FROM lease WHERE campaign = ? AND token = ?", (read.campaign.id, lease.token)
    ).fetchone()
    if not held or lease.campaign != read.campaign.id:
        raise Stale("Another process has taken over this campaign.")
    if (
        world.campaign_row(db, read.campaign.id) != read.campaign
        or _members(db, read.campaign.id) != read.members
        or _submissions(db, read.campaign.id, read.due) != read.submissions
    ):
        raise Stale("The campaign has changed since it was read.")
    _check_cursor(read.campaign, read.due)


def _write_tick(
    db: sqlite3.Connection, number: int, read: ReadPoint, result: TickResult, at: int
) -> None:
    campaign, due = read.campaign, read.due
    digest = campaign.module_digest
    if result.module:
        digest = result.module.digest
        db.execute(
            "INSERT INTO module VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (digest, result.module.name, result.module.body),
        )
    db.execute(
        "INSERT INTO tick VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            campaign.id,
            number,
            due.kind,
            micros(due.at),
            due.local_date.isoformat(),
            due.turn,
            result.engine_version,
            digest,
            result.orders,
            result.hash_before,
            result.hash_after,
            result.summary,
            at,
            result.chain,
        ),
    )
    db.execute(
        "UPDATE campaign SET tick = ?, turn = ?, cursor = ?, state = ?, engine_version = ?,"
        " module_digest = ? WHERE id = ?",
        (
            number,
            due.turn,
            micros_or_none(due.cursor or campaign.cursor),
            result.state or campaign.state,
            result.engine_version,
            digest,
            campaign.id,
        ),
    )


def _write_outbox(
    db: sqlite3.Connection, number: int, read: ReadPoint, result: TickResult, at: int
) -> None:
    for message in result.outbox:
        _say(db, number, read, message, at)


def _say(
    db: sqlite3.Connection, number: int, read: ReadPoint, message: NewMessage, at: int
) -> None:
    values = outbox.parameters(read.campaign.id, number, message, at)
    db.execute(outbox.SUPERSEDE, values)
    db.execute(outbox.ADD, values).fetchall()


def _go_on(db: sqlite3.Connection, campaign: int, changes: Sequence[StandingChange]) -> None:
    """Write what became of standing orders; one that its player has just ended stays so."""
    for change in changes:
        of_order = {
            "campaign": campaign,
            "user": change.user,
            "key": int(change.key.removeprefix("k")),
            "repeat": change.repeat,
            "body": change.body,
            "why": change.why,
            "ran": change.ran,
        }
        if change.repeat is not None:
            kept = db.execute(
                "UPDATE standing_order SET repeat = :repeat, begun = max(begun, :ran)"
                " WHERE campaign = :campaign AND user = :user AND key = :key AND state = 'on'",
                of_order,
            ).rowcount
            if kept:
                db.execute(
                    "UPDATE draft_order SET body = :body"
                    " WHERE campaign = :campaign AND user = :user AND key = :key",
                    of_order,
                )
            continue
        ended = db.execute(
            "UPDATE standing_order SET state = 'ended', why = :why, body = :body"
            " WHERE campaign = :campaign AND user = :user AND key = :key AND state = 'on'",
            of_order,
        ).rowcount
        if ended:
            db.execute(
                "DELETE FROM draft_order"
                " WHERE campaign = :campaign AND user = :user AND key = :key",
                of_order,
            )
            _renumber(db, campaign, change.user)


def _consume(db: sqlite3.Connection, number: int, submissions: Sequence[Submission]) -> None:
    """Mark what the tick took; the same orders leave the drafts they were copied from.

    An order added or changed since stays, and so does a standing one that goes on.
    """
    for taken in submissions:
        db.execute("UPDATE submission SET consumed_tick = ? WHERE id = ?", (number, taken.id))
        _take_out(db, taken.campaign, taken.user, taken.id)


def _take_out(db: sqlite3.Connection, campaign: int, user: int, submission: int) -> None:
    gone = db.execute(
        "DELETE FROM draft_order WHERE campaign = :campaign AND user = :user"
        " AND (key, json(body)) IN ("
        " SELECT CAST(substr(json_extract(value, '$.key'), 2) AS INTEGER),"
        " json_quote(json_extract(value, '$.order'))"
        " FROM submission, json_each(submission.body) WHERE submission.id = :id)"
        " AND key NOT IN (SELECT key FROM standing_order"
        " WHERE campaign = :campaign AND user = :user AND state = 'on')",
        {"campaign": campaign, "user": user, "id": submission},
    ).rowcount
    if gone:
        _renumber(db, campaign, user)


def _hand_back(
    db: sqlite3.Connection, number: int, read: ReadPoint, result: TickResult, at: int
) -> None:
    """Put orders of runs that a rollback undoes back into lists that are empty.

    What holds again by it leaves the lists once more.
    """
    deed, campaign = result.deed, read.campaign.id
    if deed is None:
        return
    for id in deed.retaken:
        (user,) = db.execute("SELECT user FROM submission WHERE id = ?", (id,)).fetchone()
        _take_out(db, campaign, user, id)
    for each in deed.returned:
        of = (campaign, each.user)
        if each.orders:
            begun = db.execute(
                "SELECT 1 FROM draft_order WHERE campaign = ?1 AND user = ?2"
                " UNION ALL SELECT 1 FROM submission_waiting WHERE campaign = ?1 AND user = ?2",
                of,
            ).fetchone()
            if begun:
                continue  # meanwhile, and it stays
            db.execute("INSERT INTO draft VALUES (?, ?, 0, 1) ON CONFLICT DO NOTHING", of)
            db.execute(
                "UPDATE draft SET version = version + 1, next_key = max(next_key, ?)"
                " WHERE campaign = ? AND user = ?",
                (1 + max(key for key, _ in each.orders), *of),
            )
            db.executemany(
                "INSERT INTO draft_order VALUES (?, ?, ?, ?, ?)",
                [(*of, key, place, body) for place, (key, body) in enumerate(each.orders)],
            )
        _say(db, number, read, each.told, at)


def _renumber(db: sqlite3.Connection, campaign: int, user: int) -> None:
    """Close the gaps in a draft that lost orders; it is another version by that."""
    of_draft = {"campaign": campaign, "user": user}
    db.execute(
        "UPDATE draft SET version = version + 1 WHERE campaign = :campaign AND user = :user",
        of_draft,
    )
    db.execute(
        "UPDATE draft_order SET position = moved.position FROM ("
        " SELECT key, row_number() OVER (ORDER BY position) - 1 AS position"
        " FROM draft_order WHERE campaign = :campaign AND user = :user) AS moved"
        " WHERE campaign = :campaign AND user = :user AND draft_order.key = moved.key",
        of_draft,
    )


def _set_timers(db: sqlite3.Connection, read: ReadPoint, result: TickResult, now: int) -> None:
    for name, at in result.timers.items():
        if at is None:
            db.execute(
                "DELETE FROM timer WHERE campaign = ? AND name = ?", (read.campaign.id, name)
            )
        else:
            db.execute(
                "REPLACE INTO timer (campaign, name, at) VALUES (?, ?, ?)",
                (read.campaign.id, name, micros(at)),
            )
    for name, what in result.steps.items():
        db.execute(
            "REPLACE INTO timer (campaign, name, at, what) VALUES (?, ?, ?, ?)",
            (read.campaign.id, name, now, what),
        )


def _seat_players(db: sqlite3.Connection, read: ReadPoint, result: TickResult) -> None:
    for user, player in result.players.items():
        seated = db.execute(
            "UPDATE member SET player = ? WHERE campaign = ? AND user = ?"
            " AND left_at IS NULL AND player IS NULL",
            (player, read.campaign.id, user),
        ).rowcount
        if not seated:
            raise Stale(f"The tick made a player for {user}, not in the campaign or seated by now.")


def _unseat(db: sqlite3.Connection, read: ReadPoint, result: TickResult, at: int) -> None:
    """End the seats that the tick left without a player, and give those back that it brought."""
    campaign = read.campaign.id
    for user in result.unseated:
        db.execute(
            "UPDATE member SET left_at = ? WHERE campaign = ? AND user = ? AND left_at IS NULL",
            (at, campaign, user),
        )
        db.execute(
            "UPDATE submission SET withdrawn_at = ? WHERE id IN"
            " (SELECT id FROM submission_waiting WHERE campaign = ? AND user = ?)",
            (at, campaign, user),
        )
    for user, faction, player in result.reseated:
        db.execute(
            "INSERT INTO member (campaign, user, faction, player, joined_at)"
            " VALUES (?, ?, ?, ?, ?)",
            (campaign, user, faction, player, at),
        )


def _note(
    db: sqlite3.Connection, number: int, read: ReadPoint, result: TickResult, at: int
) -> None:
    """Write the entry of the audit log for the act whose tick it is."""
    if deed := result.deed:
        trace = deed.trace
        db.execute(
            "INSERT INTO audit (campaign, at, who, what, before, after, why, tick, undoes, open)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                read.campaign.id,
                at,
                deed.who,
                deed.what,
                trace.before,
                trace.after,
                deed.why,
                number,
                trace.undoes,
                trace.open,
            ),
        )
