"""Erasing a person from a campaign: the game's record stays whole, and can still be verified.

Whatever names the person is changed throughout the past, as if the player had been called by a
neutral name from the beginning; then every tick from the first that was touched is sealed anew. The
seals that stand under older reports are kept as former ones, so that they are still known. What was
erased is kept nowhere.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from annotated_types import MaxLen
from pydantic import BaseModel

from bot.faces.words.text import plain
from bot.jobs.chain import Link, seal
from bot.jobs.opened import read_rules
from bot.payload import ArmsRecipe, MapRecipe, Payload, TextFile
from bot.store import world
from bot.store.connection import connect, writing
from bot.store.erasing import Touched, Words, clean, erase_rows, next_number
from bot.store.errors import typed_errors
from bot.store.moving import shape
from bot.store.numbers import is_computer, is_stranger
from bot.store.outbox import EMPTIED
from bot.store.records import Campaign, MessageState, Submission, Tick, micros, micros_or_none
from bot.store.resolving import release_lease, take_lease
from bot.store.steps import ERASE, ROLE, STATUS, SWEEP, UNSAYING, step
from engine.campaign import Player
from engine.dice import Seed
from engine.names import NAME_LENGTH, PLAIN
from engine.orders import Unreadable
from engine.packs import Rules

LEASE: Final = timedelta(minutes=10)
_DIGESTS: Final = 1 << 256


@dataclass(frozen=True, slots=True)
class Erased:
    """The result in one campaign."""

    campaign: int
    name: str
    """What now stands for the person; empty if nothing named the person there."""
    first: int
    """The first tick that was sealed anew; 0 if none was."""
    messages: int
    """How many messages on Discord are to be changed or taken away."""


def erase(
    path: Path, campaign_id: int, person: int, names: Sequence[str], direct: int, now: datetime
) -> list[Erased]:
    """Erase a person from a campaign of a guild's file, in one transaction.

    `names` are what Discord calls the person; `direct` is the channel of direct messages, 0 for
    none. A copy must be done before the campaign that it was made of: the person is known in it by
    that. What must follow is noted with it (`bot.campaign.steps`). Raises LeaseHeld while a turn is
    made, StoreError.
    """
    done: list[Erased] = []
    lease = take_lease(path, campaign_id, now, LEASE, away=True)
    try:
        with typed_errors(path), closing(connect(path)) as db:
            db.execute("PRAGMA secure_delete = ON")
            with writing(db):
                campaign = world.campaign_row(db, campaign_id)
                same = _same_in_copy(db, campaign_id, person)
                job = _Erasing(db, campaign, names, direct, now)
                if job.knows(person):
                    done.append(job.erase(person))
                done += [job.erase(number) for number in same]
                # The log of the server itself.
                db.execute(
                    "UPDATE audit SET who = -1 WHERE campaign IS NULL AND who = ?", (person,)
                )
                db.execute("DELETE FROM chosen WHERE user = ?", (person,))
                _note_steps(db, campaign_id, person, now if done else None)
    finally:
        release_lease(path, lease)
    return done


def _note_steps(db: sqlite3.Connection, campaign: int, person: int, now: datetime | None) -> None:
    """Clear the step that is done by this, and note what must follow it at once, if anything."""
    db.execute("DELETE FROM timer WHERE campaign = ? AND name = ?", (campaign, step(ERASE, person)))
    # The roles were seen to before; what Discord refuses is still to be done, and needs the id.
    db.execute(
        "DELETE FROM timer WHERE campaign = ? AND name = ? AND error IS NULL",
        (campaign, step(ROLE, person)),
    )
    for name in (
        (UNSAYING, STATUS, SWEEP) if now else ()
    ):  # the status shows the seal of the last tick
        db.execute(
            "REPLACE INTO timer (campaign, name, at) VALUES (?, ?, ?)",
            (campaign, name, micros_or_none(now)),
        )


def sweep(path: Path) -> bool:
    """Leave no bytes of what was erased in the file; False where others used it meanwhile."""
    with typed_errors(path), closing(connect(path)) as db:
        return clean(db)


def _same_in_copy(db: sqlite3.Connection, copy: int, person: int) -> list[int]:
    """The strangers of a copy who are that person of its original: they came when the person did.

    To be asked before the person is erased from the original.
    """
    found = db.execute(
        "SELECT DISTINCT there.user FROM copied JOIN member AS here ON here.campaign = original"
        " JOIN member AS there ON there.campaign = copied.campaign"
        " AND there.player = here.player AND there.joined_at = here.joined_at"
        " WHERE copied.campaign = ? AND here.user = ?",
        (copy, person),
    )
    return [user for (user,) in found if is_stranger(user)]


@dataclass(frozen=True, slots=True)
class _Tenure:
    """The time in which a seat's player was the person's, in microseconds."""

    player: int
    since: int
    """0 for the seat's first holder."""
    until: int | None
    """When the next person took the seat; None if nobody has."""

    def holds(self, at: int | None) -> bool:
        """Whether the player was the person's then; None is today."""
        if at is None:
            return self.until is None
        return self.since <= at and (self.until is None or at < self.until)


class _Erasing:
    """One campaign from which somebody is erased, in one transaction."""

    def __init__(
        self,
        db: sqlite3.Connection,
        campaign: Campaign,
        names: Sequence[str],
        direct: int,
        now: datetime,
    ) -> None:
        self._db, self._campaign = db, campaign
        self._names, self._direct, self._now = names, direct, now

    def tenures_of(self, person: int) -> list[_Tenure]:
        """When the person had which seats: who had them before and after keeps name and words."""
        found = self._db.execute(
            "SELECT user, player, joined_at FROM member"
            " WHERE campaign = ? AND player IS NOT NULL ORDER BY player, id",
            (self._campaign.id,),
        ).fetchall()
        tenures: list[_Tenure] = []
        held = [tuple[int, int, int](row) for row in found if not is_computer(row["user"])]
        for place, (user, player, since) in enumerate(held):
            if user != person:
                continue
            first = all(other != player for _, other, _ in held[:place])
            next_one = next((at for _, other, at in held[place + 1 :] if other == player), None)
            tenures.append(_Tenure(player, 0 if first else since, next_one))
        return tenures

    def knows(self, person: int) -> bool:
        """Whether the person's id stands anywhere in the campaign."""
        db, id = self._db, self._campaign.id
        said = db.execute(
            "SELECT 1 FROM outbox WHERE campaign = ?1 AND instr(payload, ?2) > 0"
            " UNION ALL SELECT 1 FROM audit WHERE campaign = ?1"
            " AND instr(coalesce(before, '') || coalesce(after, '') || why, ?2) > 0 LIMIT 1",
            (id, str(person)),
        ).fetchone()
        return said is not None or person in shape.people_in(db, id)

    def erase(self, person: int) -> Erased:
        """Erase the person, whom a number may stand for."""
        db, id = self._db, self._campaign.id
        tenures = self.tenures_of(person)
        (last,) = db.execute(
            "SELECT coalesce(max(number), 0) FROM erasure WHERE campaign = ?", (id,)
        ).fetchone()
        number = last + 1
        while self._called(_neutral(number)):  # nobody else may have the name
            number += 1
        words = self._words(person, tenures, number)
        direct = self._direct_messages(person, tenures)
        touched = erase_rows(db, id, words, micros(self._now))
        if touched.first is not None:
            self._seal_anew(touched, number)
        count = self._unsay(touched) + direct
        if touched.first is not None or touched.messages or tenures:
            first = touched.first or self._campaign.tick
            db.execute(
                "INSERT INTO erasure VALUES (?, ?, ?, ?, ?, ?)",
                (id, number, micros(self._now), first, self._campaign.tick, words.neutral),
            )
        after = json.dumps({"first": touched.first or 0, "name": words.neutral})
        db.execute(
            "INSERT INTO audit (campaign, at, who, what, after, why, open)"
            " VALUES (?, ?, 0, 'person erased', ?, '', 1)",
            (id, micros(self._now), after),
        )
        return Erased(id, words.neutral if tenures else "", touched.first or 0, count)

    def _words(self, person: int, tenures: Sequence[_Tenure], number: int) -> Words:
        names: dict[str, None] = {}
        for tenure in tenures:
            names.update(dict.fromkeys(self._names_of(tenure)))
        if tenures:
            names.update(dict.fromkeys(each for each in self._names if len(each) > 2))
        messages = dict.fromkeys(self._messages(tenures)) if tenures else {}
        both = [*names, *(plain(name) for name in names)]
        quoted = [*messages, *(plain(text) for text in messages)]
        return Words(
            person,
            next_number(self._db, self._campaign.id),
            tuple(sorted(set(filter(None, both)), key=lambda each: (-len(each), each))),
            tuple(sorted(set(filter(None, quoted)), key=lambda each: (-len(each), each))),
            _neutral(number),
        )

    def _called(self, name: str) -> bool:
        """Whether the name stands in the world already."""
        row = self._db.execute(
            "SELECT 1 FROM entity WHERE campaign = ? AND instr(body, ?) > 0",
            (self._campaign.id, name.encode()),
        ).fetchone()
        return row is not None

    def _names_of(self, tenure: _Tenure) -> list[str]:
        """Every name that the player bore for the person.

        A successor's name is set by a tick just before the seat changes hands, so that a name
        belongs to the seat's holder when it went.
        """
        found = self._db.execute(
            "SELECT body, NULL AS gone FROM entity"
            " WHERE campaign = :campaign AND kind = :kind AND id = :id AND body IS NOT NULL"
            " UNION SELECT body, committed_at FROM entity_past AS past"
            " JOIN tick ON tick.campaign = past.campaign AND tick.number = past.until"
            " WHERE past.campaign = :campaign AND past.kind = :kind AND past.id = :id"
            " AND body IS NOT NULL",
            {"campaign": self._campaign.id, "kind": Player.kind, "id": tenure.player},
        )
        return [_name_in(json.loads(body)) for body, gone in found if tenure.holds(gone)]

    def _messages(self, tenures: Sequence[_Tenure]) -> Iterator[str]:
        """Every message that the person wrote in an order; names of things are none."""
        rules = read_rules(world.module_row(self._db, self._campaign.module_digest))
        found = self._db.execute(
            "SELECT orders, committed_at FROM tick WHERE campaign = ?", (self._campaign.id,)
        )
        for text, at in found.fetchall():
            players = {each.player for each in tenures if each.holds(at)}
            for each in json.loads(text)["submissions"] if players else ():
                if each["player"] in players:
                    for queued in each["orders"]:
                        yield from _messages_of(rules, queued["key"], queued["order"])

    # ------------------------------------------------------------------ seals

    def _seal_anew(self, touched: Touched, erasure: int) -> None:
        db, id = self._db, self._campaign.id
        assert touched.first is not None, "something that is sealed was changed"
        copied = db.execute("SELECT last FROM copied WHERE campaign = ?", (id,)).fetchone()
        own = copied[0] + 1 if copied else 1
        row = db.execute("SELECT seed FROM campaign_seed WHERE campaign = ?", (id,)).fetchone()
        seed = Seed(row["seed"])
        shift = sum(change for tick, change in touched.states.items() if tick < touched.first)
        chain = self._chain(touched.first - 1)
        for number in range(touched.first, self._campaign.tick + 1):
            (tick,) = [
                Tick.of(each)
                for each in db.execute(
                    "SELECT * FROM tick WHERE campaign = ? AND number = ?", (id, number)
                )
            ]
            before = _shifted(tick.hash_before, shift)
            shift += touched.states.get(number, 0)
            after = _shifted(tick.hash_after, shift)
            new = None
            if tick.chain is not None and number >= own:
                link = Link(
                    seed_hash=self._campaign.seed_hash,
                    module_digest=tick.module_digest,
                    engine_version=tick.engine_version,
                    number=number,
                    kind=tick.kind,
                    due_at=tick.due_at,
                    local_date=tick.local_date,
                    turn=tick.turn,
                    orders=tick.orders,
                    submissions=self._sent(number),
                    hash_before=before,
                    hash_after=after,
                    events=self._events(number),
                    events_for=self._told(number),
                )
                new = link.chain(seed, chain)
            if tick.chain is not None and new not in (None, tick.chain):
                db.execute(
                    "INSERT OR IGNORE INTO former_seal VALUES (?, ?, ?, ?)",
                    (id, number, seal(tick.chain), erasure),
                )
            chain = new or tick.chain or chain
            db.execute(
                "UPDATE tick SET hash_before = ?, hash_after = ?, chain = ?"
                " WHERE campaign = ? AND number = ?",
                (before, after, new or tick.chain, id, number),
            )

    def _chain(self, number: int) -> str:
        row = self._db.execute(
            "SELECT chain FROM tick WHERE campaign = ? AND number = ?", (self._campaign.id, number)
        ).fetchone()
        return (row and row["chain"]) or ""

    def _sent(self, number: int) -> list[Submission]:
        found = self._db.execute(
            "SELECT * FROM submission WHERE campaign = ? AND consumed_tick = ? ORDER BY id",
            (self._campaign.id, number),
        )
        return [Submission.of(row) for row in found]

    def _events(self, number: int) -> list[bytes]:
        found = self._db.execute(
            "SELECT body FROM event WHERE campaign = ? AND tick = ? ORDER BY seq",
            (self._campaign.id, number),
        )
        return [body for (body,) in found]

    def _told(self, number: int) -> list[tuple[int, int, bytes]]:
        return world.told_in(self._db, self._campaign.id, number)

    # ------------------------------------------------------------------ messages

    def _direct_messages(self, person: int, tenures: Sequence[_Tenure]) -> int:
        """Have what was written to the person directly taken away; it is dropped here."""
        db, id, count = self._db, self._campaign.id, 0
        roles = {f"player:u{person}": _Tenure(0, 0, None)}
        roles |= {f"player:{each.player}": each for each in tenures}
        for role, tenure in roles.items():
            found = db.execute(
                "SELECT id, message, not_before, state FROM outbox WHERE campaign = ? AND role = ?",
                (id, role),
            ).fetchall()
            for outbox, message, at, state in found:
                if not tenure.holds(at):
                    continue
                if self._direct and message is None and state != MessageState.PARKED:
                    # It may be under way: the sender may have read it before now.
                    emptied = {"id": outbox, "channel": self._direct, "now": micros(self._now)}
                    db.execute(EMPTIED, emptied)
                    self._take_away(outbox, self._direct, 0)
                    count += 1
                    continue
                if self._direct and message is not None:
                    self._take_away(None, self._direct, message)
                    count += 1
                db.execute("DELETE FROM outbox WHERE id = ?", (outbox,))
        return count

    def _unsay(self, touched: Touched) -> int:
        """Have messages on Discord rewritten that name the person, in text or in a picture."""
        places = dict(
            self._db.execute(
                "SELECT role, snowflake FROM place WHERE campaign = ?", (self._campaign.id,)
            ).fetchall()
        )
        found = self._db.execute(
            "SELECT * FROM outbox WHERE campaign = ? AND kind = 'send' AND state <> 'parked'"
            " ORDER BY id",
            (self._campaign.id,),
        ).fetchall()
        count = 0
        for row in found:
            channel = row["channel"] or places.get(row["role"])
            if channel and (row["id"] in touched.messages or _draws(row["payload"], touched)):
                # One that is not noted as sent may be under way with what stood in it before.
                self._take_away(row["id"], channel, row["message"] or 0)
                count += 1
        return count

    def _take_away(self, outbox: int | None, channel: int, message: int) -> None:
        self._db.execute(
            "INSERT INTO unsaid (campaign, outbox, channel, message) VALUES (?, ?, ?, ?)",
            (self._campaign.id, outbox, channel, message),
        )


# ---------------------------------------------------------------- inside


def _neutral(number: int) -> str:
    return f"Former player {number}"


def _name_in(record: dict[str, Any]) -> str:
    return str(record["name"])


def _shifted(hash_: str, change: int) -> str:
    return f"{(int(hash_, 16) + change) % _DIGESTS:064x}" if change else hash_


def _messages_of(rules: Rules, key: str, order: Any) -> Iterator[str]:
    try:
        read = rules.read_order(key, order if isinstance(order, str) else json.dumps(order)).order
    except (ValueError, KeyError):
        return
    if not isinstance(read, Unreadable):
        yield from messages_in(read)


def messages_in(model: BaseModel) -> Iterator[str]:
    """What a player wrote freely in an order and that is longer than a name may be."""
    for name, fields in type(model).model_fields.items():
        value = getattr(model, name)
        if PLAIN in fields.metadata and isinstance(value, str):
            longest = [each.max_length for each in fields.metadata if isinstance(each, MaxLen)]
            if (longest or [NAME_LENGTH + 1])[0] > NAME_LENGTH:
                yield value
        elif isinstance(value, BaseModel):
            yield from messages_in(value)


def _draws(payload: str, touched: Touched) -> bool:
    """Whether a message has a picture or a file made of a recipe in which the person was named.

    What is drawn of people is not asked for each recipe: players may stand in every one but a map,
    which has the names of things alone, and a coat of arms.
    """
    recipes = Payload.model_validate_json(payload)
    for each in (*recipes.images, *recipes.files):
        if isinstance(each, TextFile | ArmsRecipe):
            continue  # the text itself was looked at
        if not isinstance(each, MapRecipe) or touched.things:
            return True
    return False


__all__ = ["Erased", "erase", "messages_in", "sweep"]
