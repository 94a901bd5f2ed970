"""The records of one kind: by id, and by the values that they are looked up by.

What a world makes of its tables stands in `world`.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any, cast

from engine.facts import Facts, NotKnown

Key = Any
Bucket = dict[Key, tuple[int, ...] | list[int]]
"""The ids of an index by key, in order: a tuple that others may hold as well, or a list that is
changed in place since the last that asked for it."""


class Table:
    """The records of one kind: by id, and by value once somebody looks them up by it."""

    __slots__ = (
        "_keys",
        "_lent",
        "buckets",
        "indexes",
        "last_id",
        "mark",
        "order",
        "rows",
        "spread",
    )

    def __init__(self, indexes: tuple[str, ...], spread: tuple[str, ...]) -> None:
        self.indexes, self.spread = indexes, spread
        self.mark = object()
        """Another one whenever a record changes, so that what was found out is known to be old."""
        self.rows: dict[int, Any] = {}  # the reader knows its class
        self.order: list[int] | None = []
        self.buckets: dict[str, Bucket] = {}
        """The indexes that were asked for: most of a view's never are."""
        self._lent: dict[str, None] = {}
        """Of these the ones that another table has as well: each is copied before it changes."""
        self._keys: Callable[[Any], Any] = attrgetter("id")
        """Reads all that a record is looked up by."""
        self.last_id = 0

    def copy(self) -> Table:
        # What is copied mostly is so again and again: it keeps the indexes for all that follow.
        for name in (*self.indexes, *self.spread):
            self.index(name)
        new = Table(self.indexes, self.spread)
        new.rows = self.rows.copy()
        new.order = None
        new.buckets, new._keys = self.buckets.copy(), self._keys
        self._lent, new._lent = dict.fromkeys(self.buckets), dict.fromkeys(self.buckets)
        new.last_id, new.mark = self.last_id, self.mark
        return new

    def sorted_ids(self) -> list[int]:
        if self.order is None:
            self.order = sorted(self.rows)
        return self.order

    def index(self, name: str) -> Bucket:
        """The ids by one of the values, made when it is first asked for."""
        found = self.buckets.get(name)
        if found is None:
            found = self.buckets[name] = self._filed(name)
            self._keys = attrgetter("id", *self.buckets)
        return found

    def held(self, name: str, key: Key) -> tuple[int, ...]:
        """The ids of an index by a value, which stay as they are whatever is changed meanwhile."""
        try:
            ids = self.buckets[name].get(key)
        except KeyError:
            ids = self.index(name).get(key)
        if not ids:  # as mostly, which should cost next to nothing
            return ()
        if isinstance(ids, list):
            ids = self.buckets[name][key] = tuple(ids)
        return ids

    def _filed(self, name: str) -> Bucket:
        ids = self.sorted_ids()
        records = [self.rows[id] for id in ids]
        try:
            keys = list(map(attrgetter(name), records))
        except NotKnown:
            keys = [_key(record, name) for record in records]
        found: defaultdict[Key, list[int]] = defaultdict(list)
        if name in self.spread:
            for several, id in zip(keys, ids, strict=True):
                for key in dict.fromkeys(several or ()):
                    found[key].append(id)
        else:
            for key, id in zip(keys, ids, strict=True):
                found[key].append(id)
            found.pop(None, None)
        return cast("Bucket", dict(found))

    def set(self, id: int, new: Any) -> Any:
        """Put, replace or (None) remove a record; returns what was there."""
        self.mark = object()
        old = self.rows.get(id)
        if new is not None:
            self.rows[id] = new
            if old is None and self.order is not None:
                if not self.order or id > self.order[-1]:
                    self.order.append(id)
                else:
                    self.order = None
        elif old is not None:
            del self.rows[id]
            self.order = None
        if self.buckets:
            before, after = self._values(old), self._values(new)
            if before != after:  # as after few changes
                self._file(id, before, after)
        return old

    def _values(self, record: Facts | None) -> Sequence[Key]:
        """What a record is looked up by, after its id."""
        if record is None:
            return (None,) * (len(self.buckets) + 1)
        try:
            return self._keys(record)
        except NotKnown:
            return [None, *(_key(record, name) for name in self.buckets)]

    def _file(self, id: int, befores: Sequence[Key], afters: Sequence[Key]) -> None:
        """Put an id where its record is looked up now, and nowhere else."""
        for name, before, after in zip(self.buckets, befores[1:], afters[1:], strict=True):
            if before is after or before == after:
                continue
            bucket = self._to_change(name)
            if name not in self.spread:
                if before is not None:
                    _drop(bucket, before, id)
                if after is not None:
                    _insert(bucket, after, id)
                continue
            were, are = before or (), after or ()
            for key in dict.fromkeys(were):
                if key not in are:
                    _drop(bucket, key, id)
            for key in dict.fromkeys(are):
                if key not in were:
                    _insert(bucket, key, id)

    def _to_change(self, name: str) -> Bucket:
        """An index that no other table has."""
        if name in self._lent:
            del self._lent[name]
            self.buckets[name] = _shared(self.buckets[name])
        return self.buckets[name]

    def fill(self, records: Iterable[Any]) -> None:
        """Put records into an empty table at once."""
        self.rows = {record.id: record for record in records}
        self.order = sorted(self.rows)
        self.last_id = max(self.order, default=0)


def _shared(bucket: Bucket) -> Bucket:
    """A copy of an index that has its lists in common, as tuples that neither of both changes."""
    for key, ids in bucket.items():
        if isinstance(ids, list):
            bucket[key] = tuple(ids)
    return bucket.copy()


def _own(bucket: Bucket, key: Key) -> list[int]:
    ids = bucket.get(key, ())
    if not isinstance(ids, list):
        ids = bucket[key] = list(ids)
    return ids


def _drop(bucket: Bucket, key: Key, id: int) -> None:
    ids = _own(bucket, key)
    del ids[bisect_left(ids, id)]


def _insert(bucket: Bucket, key: Key, id: int) -> None:
    if key in bucket:
        insort(_own(bucket, key), id)
    else:
        bucket[key] = [id]


def _key(record: Facts, name: str) -> Key:
    # An unknown field is in no bucket, so that a view never answers from what it does not hold.
    try:
        return getattr(record, name)
    except NotKnown:
        return None
