"""The state of a campaign: tables of frozen records by id, with indexes, forks and undo.

Where a thing is stands in the thing alone; indexes answer "what is here". Nothing but a tick
changes a world that is stored. Rules and content are not here: packs declare the records.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from itertools import chain
from typing import Any, ClassVar, NamedTuple, TypeVar

from pydantic import TypeAdapter

from engine.facts import Kinded, facts
from engine.tables import Key, Table

_COUNTERS: TypeAdapter[dict[str, int]] = TypeAdapter(dict[str, int])

Row = tuple[str, int, bytes | None]
"""A record as it is stored: kind, id, JSON body (None: the record is gone)."""


class Missing(LookupError):
    """No record of that kind has that id."""


class Place(NamedTuple):
    """What holds a thing: a record's kind and id, such as a stack, a city or a province."""

    kind: str
    id: int


@facts
class Record(Kinded):
    """A row of the world; subclasses are decorated with `facts` and listed by their pack."""

    kind = ""
    noun: ClassVar[str] = ""
    """What people call such a thing, where that is not the table's name."""
    indexes: ClassVar[tuple[str, ...]] = ()
    """Fields by whose value records are looked up with `World.by`."""
    spread: ClassVar[tuple[str, ...]] = ()
    """Fields and properties of many values; by each of them a record is looked up with it too."""
    refers: ClassVar[Mapping[str, str]] = {}
    """Numbers, or lists of them, that are ids of records of that kind, where the field's own name
    does not say so; 0 stands for none."""
    remembers: ClassVar[bool] = False
    """Whether it may name what is gone, as a memory does."""
    laid: ClassVar[bool] = False
    """Whether its id says which it is, as of a province its place: none is added or taken out by
    hand."""

    id: int

    @property
    def place(self) -> Place:
        """This record as a holder of other records."""
        return _place(Place, (self.kind, self.id))


_place: Callable[[type[Place], tuple[str, int]], Place] = tuple.__new__  # type: ignore[misc]
"""Makes a place as its class does, which is asked for by the million, in half of the time."""
R = TypeVar("R", bound=Record)
T = TypeVar("T")
_RECALLED = 10_000  # things at most, for worlds that are only read


class _Noted(dict[str, Table]):
    """Those of the tables that were read while something was found out."""

    __slots__ = ("tables",)

    def __init__(self, tables: dict[str, Table]) -> None:
        self.tables = tables

    def __missing__(self, kind: str) -> Table:
        return self.setdefault(kind, self.tables[kind])

    def __setitem__(self, kind: str, table: Table) -> None:
        raise TypeError(f"a {kind} is changed while something is found out")


_Change = tuple[str, int, Record | None, int, object]
"""A record's kind and id, and what was there: the record, its kind's last id and mark."""


class _Recalled(NamedTuple):
    """What was found out about a thing, and the marks of the tables that it was read from."""

    about: object
    """Kept, so that no other thing gets its place in memory."""
    value: Any
    read: list[tuple[str, object]]


def _those(rows: dict[int, Any], ids: tuple[int, ...]) -> Iterator[Any]:
    """The records of these ids that are there by the time each is come to; no record is false."""
    return filter(None, map(rows.get, ids))


class World:
    """All records of a campaign, or of what one faction knows of it."""

    def __init__(self, kinds: Iterable[type[Record]]) -> None:
        self._kinds: dict[str, type[Record]] = {cls.kind: cls for cls in kinds}
        self._tables = {kind: Table(cls.indexes, cls.spread) for kind, cls in self._kinds.items()}
        self._shared: dict[str, None] = {}
        """Kinds whose table another world has as well: it is copied before it changes."""
        self._touched: dict[str, None] = {}
        self._journal: list[_Change] | None = None
        self._base: dict[str, dict[int, Record | None]] = {}
        """By kind and id what was there before the first change that counts."""
        self._recalled: dict[tuple[int, Hashable], _Recalled] = {}

    # ------------------------------------------------------------------ reading

    @property
    def kinds(self) -> dict[str, type[Record]]:
        """The record classes by their kind."""
        return self._kinds

    def find(self, cls: type[R], id: int) -> R | None:
        """The record, or None."""
        return self._tables[cls.kind].rows.get(id)

    def find_each(self, cls: type[R], ids: Iterable[int]) -> list[R | None]:
        """The record of each id, or None."""
        return list(map(self._tables[cls.kind].rows.get, ids))

    def get(self, cls: type[R], id: int) -> R:
        """The record.

        Raises:
            Missing: there is none.
        """
        record = self._tables[cls.kind].rows.get(id)
        if record is None:
            raise Missing(f"there is no {cls.kind} {id}")
        return record

    def at(self, place: Place) -> Record | None:
        """The record that a place names, or None."""
        try:
            return self._tables[place.kind].rows.get(place.id)
        except KeyError:
            return None

    def all(self, cls: type[R]) -> Iterator[R]:
        """All records of a kind by ascending id; safe against changes under way."""
        table = self._tables[cls.kind]
        return _those(table.rows, tuple(table.sorted_ids()))

    def count(self, cls: type[Record]) -> int:
        """How many records of a kind there are."""
        return len(self._tables[cls.kind].rows)

    def by(self, cls: type[R], index: str, key: Key) -> Iterator[R]:
        """The records whose indexed field has the value, by ascending id."""
        table = self._tables[cls.kind]
        ids = table.held(index, key)
        return filter(None, map(table.rows.get, ids)) if ids else iter(())  # no record is false

    def among(self, cls: type[R], index: str, keys: Iterable[Key]) -> Iterator[R]:
        """The records whose indexed field has one of the values, value after value."""
        table = self._tables[cls.kind]
        for key in filter(table.index(index).__contains__, keys):
            yield from _those(table.rows, table.held(index, key))

    def filed(self, cls: type[R], index: str) -> Iterator[R]:
        """The records that an index has under whatever value, by ascending id."""
        table = self._tables[cls.kind]
        ids = [id for ids in table.index(index).values() for id in ids]
        return _those(table.rows, tuple(sorted(ids)))

    def first(self, cls: type[R], index: str, key: Key) -> R | None:
        """The record of the lowest id whose indexed field has the value, or None."""
        table = self._tables[cls.kind]
        ids = table.held(index, key)
        return table.rows[ids[0]] if ids else None

    def recall(self, about: object, what: Hashable, find: Callable[[], T]) -> T:
        """What was found out about a thing, anew only after something that was read has changed.

        For what rules ask many times over, such as when an order is checked and then carried out.
        `find` may read nothing that changes but this world.
        """
        key = id(about), what
        known, tables = self._recalled.get(key), self._tables
        if known:
            for kind, mark in known.read:  # which counts as read again
                if tables[kind].mark is not mark:
                    break
            else:
                return known.value
        if len(self._recalled) > _RECALLED:
            self._recalled.clear()
        noted = self._tables = _Noted(tables)
        try:
            value = find()
        finally:
            self._tables = tables
        read = [(kind, table.mark) for kind, table in noted.items()]
        self._recalled[key] = _Recalled(about, value, read)
        return value

    # ------------------------------------------------------------------ writing

    def put(self, record: Record) -> None:
        """Set the record of this id; an equal record is no change."""
        old = self._tables[record.kind].rows.get(record.id)
        if old is None or not old == record:  # noqa: SIM201 - spares a call for each record
            self._write(record.kind, record.id, record)

    def put_all(self, records: Iterable[Record]) -> None:
        """Set many records."""
        for record in records:
            self.put(record)

    def fill(self, cls: type[R], records: Iterable[R]) -> None:
        """Put many records of a kind at once, in much less time; not in an attempt."""
        table = Table(cls.indexes, cls.spread)
        table.fill(chain(self._tables[cls.kind].rows.values(), records))
        self._take(cls, table)

    def share(self, cls: type[Record], other: World) -> None:
        """Fill a kind with all that another world has of it; it costs little, however many."""
        assert not self._tables[cls.kind].rows
        self._take(cls, other._tables[cls.kind].copy())

    def _take(self, cls: type[Record], table: Table) -> None:
        assert self._journal is None
        old = self._tables[cls.kind]
        self._tables[cls.kind] = table
        table.last_id = max(table.last_id, old.last_id)
        self._shared.pop(cls.kind, None)
        self._touched[cls.kind] = None
        before = {id: old.rows.get(id) for id in table.rows}
        self._base[cls.kind] = before | self._base.get(cls.kind, {})

    def add(self, cls: type[R], **values: Any) -> R:
        """A new record with the next id of its kind."""
        record = cls(id=self._tables[cls.kind].last_id + 1, **values)
        self._write(cls.kind, record.id, record)
        return record

    def next_id(self, cls: type[Record]) -> int:
        """The id that the next new record of a kind gets."""
        return self._tables[cls.kind].last_id + 1

    def remove(self, record: Record) -> None:
        """Take the record out; its id is never used again."""
        if record.id in self._tables[record.kind].rows:
            self._write(record.kind, record.id, None)

    def _write(self, kind: str, id: int, new: Record | None) -> None:
        if kind in self._shared:
            del self._shared[kind]
            self._tables[kind] = self._tables[kind].copy()
        table = self._tables[kind]
        self._touched[kind] = None
        last_id, mark = table.last_id, table.mark
        old = table.set(id, new)
        if id > last_id:
            table.last_id = id
        self._base.setdefault(kind, {}).setdefault(id, old)
        if self._journal is not None:
            self._journal.append((kind, id, old, last_id, mark))

    def attempt(self) -> AbstractContextManager[None]:
        """On an exception inside, every change since is undone, ids included; attempts nest."""
        return _Attempt(self)

    def note(self, journal: list[_Change] | None) -> list[_Change] | None:
        """Note changes there from now on, and return where they were noted before."""
        outer, self._journal = self._journal, journal
        return outer

    def undo(self, journal: list[_Change]) -> None:
        """Undo the changes noted there, the last first."""
        for kind, id, old, last_id, mark in reversed(journal):
            table = self._tables[kind]
            table.set(id, old)
            table.last_id, table.mark = last_id, mark

    def fork(self) -> World:
        """An independent copy that shares what neither changes; its changes count from here."""
        new = World(())
        new._kinds, new._tables = self._kinds, dict(self._tables)
        self._shared, new._shared = dict.fromkeys(self._tables), dict.fromkeys(self._tables)
        return new

    def __reduce__(self) -> tuple[Any, ...]:
        """For another process: the records by the fields that are known, with nothing changed."""
        tables = [
            (kind, _packed(table.rows[id] for id in table.sorted_ids()), table.last_id)
            for kind, table in self._tables.items()
            if table.last_id
        ]
        return World._unpacked, (tuple(self._kinds.values()), tables)

    @classmethod
    def _unpacked(
        cls, kinds: Iterable[type[Record]], tables: Iterable[tuple[str, Any, int]]
    ) -> World:
        world = cls(kinds)
        for kind, packed, last_id in tables:
            class_, table = world._kinds[kind], world._tables[kind]
            table.fill(r for names, rows in packed for r in class_.partly_all(names, rows))
            table.last_id = last_id
        return world

    # ------------------------------------------------------------------ changes and storage

    def changes(
        self, *classes: type[Record]
    ) -> list[tuple[str, int, Record | None, Record | None]]:
        """What differs since the fork, load or `settle`: kind, id, before, after; in order.

        Of these classes only, if any are named.
        """
        found: list[tuple[str, int, Record | None, Record | None]] = []
        for kind in sorted(cls.kind for cls in classes or self._kinds.values()):
            rows, base = self._tables[kind].rows, self._base.get(kind, {})
            for id in sorted(base):
                before, after = base[id], rows.get(id)
                if before is not after and before != after:
                    found.append((kind, id, before, after))
        return found

    def touched(self) -> Iterator[str]:
        """The kinds of which a record was written since the fork or load, if only for nothing."""
        return (kind for kind in self._tables if kind in self._touched)

    def settle(self) -> None:
        """Count changes from now on."""
        self._base = {}

    def rows(self) -> list[Row]:
        """Every record as it is stored, by kind and id, and the last ids that were given."""
        found: list[Row] = []
        for kind in sorted(self._tables):
            table = self._tables[kind]
            found.extend((kind, id, table.rows[id].dump()) for id in table.sorted_ids())
        return [*found, *self.counters()]

    def counters(self) -> list[Row]:
        """The last id given of each kind, as a row, so that no id is ever used again."""
        last = ",".join(
            f'"{kind}":{self._tables[kind].last_id}'
            for kind in sorted(self._tables)
            if self._tables[kind].last_id
        )
        return [("counters", 1, f"{{{last}}}".encode())]

    @classmethod
    def load(cls, kinds: Iterable[type[Record]], rows: Iterable[Row]) -> World:
        """The world of stored rows.

        Raises:
            ValueError: a row's kind is not among the kinds, or a body is not of its schema.
        """
        world = cls(kinds)
        bodies: dict[str, list[bytes]] = {}
        for kind, _, body in rows:
            if body is not None:
                bodies.setdefault(kind, []).append(body)
        counters = bodies.pop("counters", [])
        for kind, found in bodies.items():
            if kind not in world._kinds:
                raise ValueError(f"the world has a {kind!r}, which no rule pack in use knows")
            world._tables[kind].fill(world._kinds[kind].load_all(found))
        for body in counters:
            for kind, last in _COUNTERS.validate_json(body).items():
                if kind in world._tables:
                    world._tables[kind].last_id = last
        return world


class _Attempt:
    """See `World.attempt`; every order is one, and this takes half of a generator's time."""

    __slots__ = ("journal", "outer", "world")

    def __init__(self, world: World) -> None:
        self.world = world
        self.journal: list[_Change] = []

    def __enter__(self) -> None:
        self.outer = self.world.note(self.journal)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.world.note(self.outer)
        if kind:
            self.world.undo(self.journal)
        elif self.outer is not None:
            self.outer.extend(self.journal)


def _packed(records: Iterable[Record]) -> list[tuple[tuple[str, ...], list[tuple[Any, ...]]]]:
    """Records of a kind as their values, by the names of the fields that they have."""
    found: dict[tuple[str, ...], list[tuple[Any, ...]]] = {}
    for record in records:
        known = record.known()
        found.setdefault(tuple(known), []).append(tuple(known.values()))
    return list(found.items())


def digest(rows: Iterable[Row]) -> int:
    """A 256-bit hash of rows that does not depend on their order and can be updated by parts.

    Equal states have equal digests. Adding the digest of new rows and taking away that of the old
    ones, modulo 2**256, gives the digest of the state after the change.
    """
    total, unused = 0, hashlib.blake2b(digest_size=32)
    for kind, id, body in rows:
        if body is not None:
            hash_ = unused.copy()  # in two thirds of the time that a new one takes
            hash_.update(b"%s\0%d\0%s" % (kind.encode(), id, body))
            total += int.from_bytes(hash_.digest(), "big")
    return total % (1 << 256)
