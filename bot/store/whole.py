"""A whole campaign at once, as its end looks back on it: states and events of all its ticks.

Synchronous, for workers, and of the truth: only for a campaign that has ended.
"""

from collections.abc import Collection, Iterator
from pathlib import Path

from bot.store.connection import reading

_AT_ONCE = 500  # rows that are fetched together


def read_states(
    path: Path, campaign: int, kinds: Collection[str]
) -> Iterator[tuple[int, str, int, bytes | None]]:
    """Every state in which records of these kinds ever were, in order of tick, kind and id.

    Each as (tick that wrote it, kind, id, body); the body is None where the record was removed.
    """
    wanted = ", ".join("?" * len(kinds))
    with reading(path) as db:
        cursor = db.cursor()
        cursor.row_factory = None
        cursor.execute(
            "SELECT tick, kind, id, body FROM entity"
            f" WHERE campaign = ? AND kind IN ({wanted})"
            " UNION ALL SELECT tick, kind, id, body FROM entity_past"
            f" WHERE campaign = ? AND kind IN ({wanted})"
            " ORDER BY tick, kind, id",
            (campaign, *kinds, campaign, *kinds),
        )
        while rows := cursor.fetchmany(_AT_ONCE):
            yield from rows


def read_events_of(
    path: Path, campaign: int, kinds: Collection[str]
) -> Iterator[tuple[int, int, bytes]]:
    """The truth of all events of these kinds, in order: (tick, event number, body)."""
    # A body begins with its kind, so the large ones need not be parsed to be passed over.
    heads = " OR ".join("body >= ? AND body < ?" for _ in kinds)
    bounds: list[bytes] = []
    for kind in kinds:
        head = b'{"kind":"%b"' % kind.encode()
        bounds += [head, head[:-1] + b"#"]
    with reading(path) as db:
        cursor = db.cursor()
        cursor.row_factory = None
        cursor.execute(
            f"SELECT tick, seq, body FROM event WHERE campaign = ? AND ({heads})"
            " ORDER BY tick, seq",
            (campaign, *bounds),
        )
        while rows := cursor.fetchmany(_AT_ONCE):
            yield from rows


def read_orders_given(path: Path, campaign: int) -> list[tuple[int, int]]:
    """How many orders every person had carried out or tried: (user, orders)."""
    with reading(path) as db:
        cursor = db.cursor()
        cursor.row_factory = None
        return cursor.execute(
            "SELECT user, sum(json_array_length(body)) FROM submission"
            " WHERE campaign = ? AND consumed_tick IS NOT NULL GROUP BY user ORDER BY user",
            (campaign,),
        ).fetchall()
