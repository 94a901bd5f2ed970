"""What a moderator puts right in a world: facts of its records, pieces added and taken out.

The changes come as data, each with what the record was, so that nothing is overwritten that has
changed since and every change can be turned round. Factions that know of it are told, as far as
they know. How moderators ask for it is the host's matter.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.campaign import Faction, Kept, Now
from engine.ending import Reckoning
from engine.events import Entry, Event
from engine.facts import Facts, facts
from engine.fields import flaws, reading_of
from engine.integrity import circle, dangling, named_by
from engine.module import Module
from engine.orders import UNTYPED, Order, Refusal, Refused
from engine.rollback import REASON
from engine.world import Place, Record, World

if TYPE_CHECKING:
    from engine.state import State

FIXED: Final = (Now.kind, Kept.kind, Reckoning.kind, Faction.kind)
"""Records that say how far the campaign is and what was: nothing that could be put right."""
_UNSEEN: Final = "?"


class RecordChange(BaseModel):
    """One record before and after a change, as stored; empty where there is none."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: str
    id: int
    before: str = ""
    after: str = ""

    def reversed(self) -> RecordChange:
        """The change that takes this one back."""
        return RecordChange(kind=self.kind, id=self.id, before=self.after, after=self.before)


@facts
class Fix(Facts):
    """A field of a record that was put right."""

    field: str
    before: str
    """As people read it; `?` where the reader did not know it."""
    after: str


@facts
class Corrected(Event):
    """A moderator changed something of the world by hand; who knows of it is told."""

    thing: Place
    name: str
    """What it is called, as its reader knew it; empty for what has no name."""
    done: Literal["changed", "added", "removed"]
    fixes: tuple[Fix, ...]
    """The fields that its reader knows of; none of a piece that was added or removed."""
    why: str


class Amend(Order):
    """Put records right, all or none."""

    path = ("host", "amend")
    rule = ""
    phases = ("setup",)

    why: str = Field(max_length=REASON, description="Why, for whoever knows of it")
    changes: Annotated[tuple[RecordChange, ...], UNTYPED] = Field(description="What is changed")

    def conditions(self, state: State) -> Iterator[Refusal]:
        for change in self.changes:
            cls = correctable(state.world).get(change.kind)
            if cls is None:
                yield _refusal(f"A {change.kind} cannot be put right by hand.", "Choose a kind.")
                continue
            present = state.world.find(cls, change.id)
            if (present.dump().decode() if present else "") != change.before:
                yield _refusal(
                    f"{change.kind} {change.id} has changed meanwhile.", "Look at it anew."
                )
            if change.after:
                try:
                    read_record(cls, change.id, change.after)
                except ValueError as error:
                    yield _refusal(f"{change.kind} {change.id} cannot be so: {error}.", "")

    def perform(self, state: State) -> None:
        world, before = state.world, state.world.fork()
        known = correctable(world)
        for change in self.changes:
            cls = known[change.kind]
            if change.after:
                world.put(read_record(cls, change.id, change.after))
            else:
                world.remove(world.get(cls, change.id))
        for fault in faults(before, world, self.changes):
            raise Refused(_refusal(fault, "Put that right first, or together with it."))
        views = {
            faction.id: (
                state.rules.view(before, faction.id),
                state.rules.view(world, faction.id),
            )
            for faction in world.all(Faction)
        }
        for change in self.changes:
            self._tell(state, change, before, views)

    def _tell(
        self,
        state: State,
        change: RecordChange,
        before: World,
        views: dict[int, tuple[World, World]],
    ) -> None:
        """Note the change, and tell each faction the part that is in its view."""
        place = Place(change.kind, change.id)
        truth = _corrected(before.at(place), state.world.at(place), place, self.why)
        if truth is None:
            return
        audience: dict[int, Event] = {}
        for faction, (then, now) in views.items():
            told = _corrected(then.at(place), now.at(place), place, self.why)
            if told is not None:
                audience[faction] = told.replace(done=truth.done)
        state.log.entries.append(Entry(truth, audience))


def correctable(world: World) -> dict[str, type[Record]]:
    """The kinds of records that can be put right, by name."""
    return {kind: cls for kind, cls in world.kinds.items() if kind not in FIXED}


def read_record(cls: type[Record], id: int, body: str) -> Record:
    """The record of a stored form, with nothing of it missing.

    Raises:
        ValueError: it is none, or one of another id; the message says which field is wrong.
    """
    try:
        record = cls.load(body.encode())
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ValueError(f"{where}: {first['msg'].lower()}") from None
    missing = [name for name in cls.names if not record.knows(name)]
    if missing:
        raise ValueError(f"{missing[0]} is missing")
    if record.id != id:
        raise ValueError("a record keeps its id")
    return record


def faults(before: World, world: World, changes: Sequence[RecordChange]) -> Iterator[str]:
    """What dangles in a world after these changes and did not before, in sentences."""
    for change in changes:
        place = Place(change.kind, change.id)
        record = world.at(place)
        if record is None:
            for other, field in named_by(world, place):
                yield (
                    f"{change.kind} {change.id} is named by {called(other)}, as its {field}, which "
                    "would then name nothing."
                )
        else:
            was = before.at(place)
            already = list(dangling(before, was)) if was else []
            for field, gone in dangling(world, record):
                if (field, gone) in already:
                    continue
                yield (
                    f"{called(record)} would name {gone.kind} {gone.id} as its {field}, and there "
                    "is none."
                )
            if field := circle(world, record):
                yield f"{called(record)} would be its own {field}, or hold its own holder."


def unfit(
    module: Module,
    before: World,
    world: World,
    changes: Sequence[RecordChange],
    like: Record | None,
) -> Iterator[str]:
    """What records hold after these changes that their fields may not, in sentences.

    `like` is the record that an added one is made like.
    """
    reading = reading_of(module)
    for change in changes:
        place = Place(change.kind, change.id)
        was, record = before.at(place), world.at(place)
        some = record or was
        if some and some.laid and (was is None or record is None):
            yield f"A {change.kind} comes with the world: none is added or taken out."
        if record is None:
            continue
        for field, wrong in flaws(was or like, record, reading):
            yield f"{called(record)}, {field.replace('_', ' ')}: {wrong}"


def called(record: Record) -> str:
    """A record for moderators: its kind, id and name."""
    name = getattr(record, "name", "") if "name" in record.names and record.knows("name") else ""
    return f"{record.kind} {record.id}" + (f" ({name})" if name else "")


def shown(value: object) -> str:
    """A stored value as moderators type it: text bare, places as `stack:3`, else JSON."""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


def _corrected(
    before: Record | None, after: Record | None, place: Place, why: str
) -> Corrected | None:
    """What its reader is told of a record that was and is so; None if nothing changed for it."""
    if before == after:
        return None
    some = after or before
    assert some is not None
    name = getattr(some, "name", "") if "name" in some.names and some.knows("name") else ""
    fixes: list[Fix] = []
    if before and after:
        was, now = _plain(before), _plain(after)
        fixes = [
            Fix(
                field=field,
                before=shown(was[field]) if field in was else _UNSEEN,
                after=shown(now[field]) if field in now else _UNSEEN,
            )
            for field in some.names
            if was.get(field, _UNSEEN) != now.get(field, _UNSEEN)
        ]
    done = "changed" if before and after else "added" if after else "removed"
    return Corrected(thing=place, name=name, done=done, fixes=tuple(fixes), why=why)


def _plain(record: Record) -> dict[str, Any]:
    return json.loads(record.dump())


def _refusal(says: str, instead: str) -> Refusal:
    return Refusal("not_allowed", "", says, instead)
