"""A tick as it is stored: from rows and what it was given to changed rows, events and hashes.

The one way to compute a stored tick, both when it is due and when it is verified later. What a tick
does is said in `turn`; files and databases are the host's matter.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.dice import Streams
from engine.orders import Queued, Unreadable
from engine.packs import Rules
from engine.rollback import way_back
from engine.turn import Due, Submission, TickOutcome, resolve
from engine.world import Row, World, digest

_DIGESTS = 1 << 256


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a tick does to the stored rows."""

    outcome: TickOutcome
    changes: list[Row]
    """Each row that is new, changed or gone, once."""
    hash_before: str
    hash_after: str
    """Hashes of all rows before and after, in hexadecimal."""

    @property
    def events(self) -> list[bytes]:
        """The truth of what happened, as it is stored."""
        return [entry.dump() for entry in self.outcome.entries]


def replay(
    rules: Rules,
    rows: Sequence[Row],
    due: Due,
    dice: Streams,
    settings: Mapping[str, int],
    past: Sequence[Row] = (),
) -> Replayed:
    """Compute a tick from the rows before it; without rows the world is founded first.

    `past` is the whole state to which a rollback goes back. Raises anything that breaks outside
    orders, and ValueError for rows that are not of these rules or settings that found no world.
    """
    if rows:
        before = World.load(rules.records, rows)
    else:
        assert rules.found is not None
        before = rules.found(rules, dice, settings)
    back = way_back(rows, past) if due.kind == "rollback" else ()
    outcome = resolve(rules, before, due, dice, back)
    changes = _changes(before, outcome.world) if rows else outcome.world.rows()
    changed = {(kind, id) for kind, id, _ in changes}
    gone = [row for row in rows if row[:2] in changed]
    before_it = digest(rows)
    after_it = (before_it - digest(gone) + digest(changes)) % _DIGESTS
    return Replayed(outcome, changes, _hex(before_it), _hex(after_it))


def state_hash(rows: Iterable[Row]) -> str:
    """The hash of a whole state, as ticks note it: 64 hexadecimal digits."""
    return _hex(digest(rows))


def _hex(number: int) -> str:
    return f"{number:064x}"


def _changes(before: World, after: World) -> list[Row]:
    changes: list[Row] = [
        (kind, id, new.dump() if new else None) for kind, id, _, new in after.changes()
    ]
    if before.counters() != after.counters():
        changes.extend(after.counters())
    return changes


# ---------------------------------------------------------------- what a tick was given


def write_given(submissions: Sequence[Submission], settings: Mapping[str, int]) -> str:
    """The JSON of all inputs of a tick, apart from rows, rules, date and seed."""
    given = [
        {
            "player": submission.player,
            "sequence": list(submission.sequence),
            "orders": [{"key": q.key, "order": _plain(q)} for q in submission.orders],
        }
        for submission in submissions
    ]
    return json.dumps({"settings": dict(settings), "submissions": given})


def _plain(queued: Queued) -> object:
    # What could not be read is kept as it came, so that it reads the same again.
    order = queued.order
    return order.text if isinstance(order, Unreadable) else json.loads(queued.to_json())


def read_given(rules: Rules, text: str) -> tuple[tuple[Submission, ...], dict[str, int]]:
    """The submissions and settings that `write_given` wrote.

    Raises:
        ValueError, KeyError: it is no such text.
    """
    plain: dict[str, Any] = json.loads(text)
    submissions = tuple(
        Submission(
            each["player"],
            tuple(_queued(rules, queued) for queued in each["orders"]),
            tuple(each["sequence"]),
        )
        for each in plain["submissions"]
    )
    return submissions, plain["settings"]


def _queued(rules: Rules, plain: dict[str, Any]) -> Queued:
    order = plain["order"]
    return rules.read_order(plain["key"], order if isinstance(order, str) else json.dumps(order))
