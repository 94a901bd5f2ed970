"""A whole campaign at once, as its end looks back on it: states and events of all its ticks.

Synchronous, for workers, and of the truth: only for a campaign that has ended.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from bot.store.connection import reading

_AT_ONCE = 500  # rows that are fetched together

_STATES = """
    SELECT tick, kind, id, body FROM entity
    WHERE campaign = :campaign AND kind IN (SELECT value FROM json_each(:kinds))
    UNION ALL SELECT tick, kind, id, body FROM entity_past
    WHERE campaign = :campaign AND kind IN (SELECT value FROM json_each(:kinds))
    ORDER BY tick, kind, id
"""
# A body begins with {"kind":"...", so that those of other kinds need not be parsed.
_EVENTS = """
    WITH read AS (
        SELECT tick, seq, body, CAST(substr(body, 10, 80) AS TEXT) AS head FROM event
        WHERE campaign = :campaign AND tick BETWEEN :first AND :last
    )
    SELECT tick, seq, CASE
        WHEN :whole OR instr(body, CAST('"engagements":[{' AS BLOB)) = 0 THEN body
        ELSE CAST(json_replace(CAST(body AS TEXT), :fought, json_array(json_object(
            'participants', json_array(), 'events', json_array(),
            'winner', json_extract(CAST(body AS TEXT), :winner)))) AS BLOB)
    END FROM read
    WHERE substr(head, 1, instr(head, '"') - 1) IN (SELECT value FROM json_each(:kinds))
    ORDER BY tick, seq
"""
_FOUGHT = "$.event.record.engagements"


def read_states(
    path: Path, campaign: int, kinds: Collection[str]
) -> Iterator[tuple[int, str, int, bytes | None]]:
    """Every state in which records of these kinds ever were, in order of tick, kind and id.

    Each as (tick that wrote it, kind, id, body); the body is None where the record was removed.
    """
    return _rows(path, _STATES, {"campaign": campaign, "kinds": json.dumps(list(kinds))})


def read_events_of(
    path: Path, campaign: int, kinds: Collection[str], first: int, last: int, *, whole: bool = False
) -> Iterator[tuple[int, int, bytes]]:
    """The truth of all events of these kinds in some ticks, in order: (tick, event number, body).

    Of what was fought an outline is given, who met whom and who won last, unless `whole`.
    """
    return _rows(
        path,
        _EVENTS,
        {
            "campaign": campaign,
            "kinds": json.dumps(list(kinds)),
            "first": first,
            "last": last,
            "whole": whole,
            "fought": _FOUGHT,
            "winner": f"{_FOUGHT}[#-1].winner",
        },
    )


def read_orders_given(path: Path, campaign: int) -> list[tuple[int, int]]:
    """How many orders every person had carried out or tried: (user, orders).

    What a caretaker or a standing order submitted unasked was nobody's work.
    """
    return list(
        _rows(
            path,
            "SELECT user, sum(json_array_length(body)) FROM submission"
            " WHERE campaign = :campaign AND consumed_tick IS NOT NULL AND NOT unasked"
            " GROUP BY user ORDER BY user",
            {"campaign": campaign},
        )
    )


def _rows(path: Path, sql: str, parameters: Mapping[str, object]) -> Iterator[tuple[Any, ...]]:
    """Bare tuples, fetched some at a time: there may be very many."""
    with reading(path) as db:
        cursor = db.cursor()
        cursor.row_factory = None
        cursor.execute(sql, dict(parameters))
        while found := cursor.fetchmany(_AT_ONCE):
            yield from found
