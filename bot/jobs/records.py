"""The records of a campaign's true world for the moderators who put them right.

What can be chosen is listed by the names that the campaign's faces give things; a change is tried
on a copy of the world, so that what cannot be is said before anything is done.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot import faces
from bot.faces.words.text import clean
from bot.jobs.opened import rules_at, world_at
from bot.store.world import read_world
from engine.campaign import Now
from engine.corrections import RecordChange, called, correctable, faults, read_record, shown, unfit
from engine.integrity import HELD, named_by, references
from engine.module.names import key_of
from engine.module_compat import breaks
from engine.orders import Ref
from engine.packs import Rules
from engine.world import Place, Record, World

_COURSE: Final = (Now.kind, "counters")
_TOLD: Final = 3  # sentences of what is against a change


@dataclass(frozen=True, slots=True)
class RecordChoice:
    """A record as it is chosen."""

    id: int
    label: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """Changes that could be made, with what they are in words; or why they cannot."""

    changes: tuple[RecordChange, ...] = ()
    lines: tuple[str, ...] = ()
    fault: str = ""
    tick: int = 0
    """In whose world they were tried."""


def records_of(path: Path, campaign: int, tick: int, kind: str) -> list[RecordChoice]:
    """Every record of a kind by id, as it is chosen."""
    rules, world = rules_at(path, campaign, tick), world_at(path, campaign, tick)
    cls = correctable(world).get(kind)
    if cls is None:
        return []
    names = faces.of(rules).names(world, clean)
    return [
        RecordChoice(record.id, f"{record.id} · {names.thing(record.place)}")
        for record in world.all(cls)
    ]


def values_of(path: Path, campaign: int, tick: int, kind: str, id: int) -> dict[str, str]:
    """A record's fields as moderators type them, the present values; empty if there is none."""
    world = world_at(path, campaign, tick)
    cls = correctable(world).get(kind)
    record = world.find(cls, id) if cls else None
    if record is None:
        return {}
    plain: dict[str, Any] = json.loads(record.dump())
    # What a stored form leaves out is empty.
    return {name: shown(_bare(record, name, plain)) for name in record.names if name != "id"}


def spelt(path: Path, campaign: int, tick: int, kind: str, called: str) -> str:
    """A name of a thing of that kind as the world spells it; as it was given if that is not plain.

    So that the name comes back letter by letter when another one is taken back.
    """
    world = world_at(path, campaign, tick)
    cls = world.kinds.get(kind)
    wanted = key_of(called)
    names = {
        name
        for record in (world.all(cls) if cls and "name" in cls.names else ())
        if key_of(name := getattr(record, "name", "")) == wanted
    }
    return names.pop() if len(names) == 1 else called


def propose(
    path: Path, campaign: int, tick: int, kind: str, id: int, values: Mapping[str, str]
) -> Proposal:
    """A record with other values, as typed, in some fields."""
    rules, world = rules_at(path, campaign, tick), world_at(path, campaign, tick)
    return changed(rules, world, kind, id, values)


def propose_like(
    path: Path, campaign: int, tick: int, kind: str, like: int, values: Mapping[str, str]
) -> Proposal:
    """A new record like another, with other values in some fields."""
    rules, world = rules_at(path, campaign, tick), world_at(path, campaign, tick)
    return added(rules, world, kind, like, values)


def propose_without(path: Path, campaign: int, tick: int, kind: str, id: int) -> Proposal:
    """A record taken out, with all that is in it or on it."""
    rules, world = rules_at(path, campaign, tick), world_at(path, campaign, tick)
    return removed(rules, world, kind, id)


def inverse(path: Path, campaign: int, tick: int) -> tuple[RecordChange, ...]:
    """What brings back the world before a tick; nothing if any of what it changed is otherwise now.

    Where the campaign stands, and the last ids that were given, stay as they are.
    """
    then, made, present = (
        {(kind, id): body.decode() for kind, id, body in read_world(path, campaign, at)}
        for at in (tick - 1, tick, None)
    )
    back: list[RecordChange] = []
    for kind, id in {**then, **made}:
        was, became = then.get((kind, id), ""), made.get((kind, id), "")
        if was == became or kind in _COURSE:
            continue
        if present.get((kind, id), "") != became:
            return ()
        back.append(RecordChange(kind=kind, id=id, before=became, after=was))
    return tuple(back)


def changed(rules: Rules, world: World, kind: str, id: int, values: Mapping[str, str]) -> Proposal:
    """What `propose` proposes in a world."""
    found = _find(world, kind, id)
    if isinstance(found, str):
        return Proposal(fault=found)
    try:
        after = _with(found, found.id, values)
    except ValueError as error:
        return Proposal(fault=str(error))
    if after == found:
        return Proposal(fault="That is what it is already.")
    change = RecordChange(
        kind=kind, id=id, before=found.dump().decode(), after=after.dump().decode()
    )
    lines = [f"**{called(found)}**", *_differences(found, after)]
    return _tried(rules, world, (change,), lines)


def added(rules: Rules, world: World, kind: str, like: int, values: Mapping[str, str]) -> Proposal:
    """What `propose_like` proposes in a world."""
    found = _find(world, kind, like)
    if isinstance(found, str):
        return Proposal(fault=found)
    id = world.next_id(type(found))
    try:
        after = _with(found, id, values)
    except ValueError as error:
        return Proposal(fault=str(error))
    change = RecordChange(kind=kind, id=id, after=after.dump().decode())
    lines = [f"**New: {called(after)}**, like {called(found)}", *_differences(found, after)]
    return _tried(rules, world, (change,), lines, found)


def removed(rules: Rules, world: World, kind: str, id: int) -> Proposal:
    """What `propose_without` proposes in a world."""
    found = _find(world, kind, id)
    if isinstance(found, str):
        return Proposal(fault=found)
    gone = _with_contents(world, found)
    changes = tuple(
        RecordChange(kind=each.kind, id=each.id, before=each.dump().decode()) for each in gone
    )
    lines = [f"**Taken out: {called(found)}**"]
    lines += [f"• with it {called(each)}" for each in gone[1:]]
    return _tried(rules, world, changes, lines)


# ---------------------------------------------------------------- inside


def _objections(
    rules: Rules, world: World, changes: Sequence[RecordChange], like: Record | None
) -> list[str]:
    """What is against these changes, in sentences: they are made on a copy, and it is tried."""
    after, kinds = world.fork(), correctable(world)
    for change in changes:
        if change.after:
            after.put(read_record(kinds[change.kind], change.id, change.after))
        else:
            after.remove(after.get(kinds[change.kind], change.id))
    wrong = list(unfit(rules.module, world, after, changes, like))
    wrong = wrong or list(faults(world, after, changes))
    # A record without faults may still be more than the rules allow, for its consequences.
    moved = [each for change in changes if (each := _moved(world, after, change))]
    return wrong or list(breaks(rules, after, moved))


def _moved(world: World, after: World, change: RecordChange) -> Place | None:
    """The place of what names others than it did; None if it does not, or is gone."""
    place = Place(change.kind, change.id)
    was, now = world.at(place), after.at(place)
    kinds = frozenset(world.kinds)
    if now is None or (was and list(references(was, kinds)) == list(references(now, kinds))):
        return None
    return place


def _find(world: World, kind: str, id: int) -> Record | str:
    """The record, or why there is none to be put right."""
    cls = correctable(world).get(kind)
    if cls is None:
        return f"There is no kind “{clean(kind[:40])}” that can be put right."
    return world.find(cls, id) or f"There is no {kind} {id}."


def _with_contents(world: World, record: Record) -> list[Record]:
    """The record and everything that is in or on it, whatever is in that too."""
    found = {record.place: record}
    new = [record]
    while new:
        inside = [
            other for each in new for other, field in named_by(world, each.place) if field in HELD
        ]
        new = [each for each in inside if each.place not in found]
        found |= {each.place: each for each in new}
    return list(found.values())


def _with(record: Record, id: int, values: Mapping[str, str]) -> Record:
    """The record with an id and other values, as typed. Raises ValueError for what is none."""
    cls = type(record)
    unknown = [name for name in values if name not in cls.names or name == "id"]
    if unknown:
        fields = ", ".join(name for name in cls.names if name != "id")
        raise ValueError(f"It has no field “{clean(unknown[0][:40])}”. It has {fields}.")
    plain: dict[str, Any] = {**json.loads(record.dump()), "id": id}
    for name, typed in values.items():
        last = None
        for value in _readings(typed):
            try:
                read_record(cls, id, json.dumps({**plain, name: value}))
            except ValueError as error:
                last = last or error
            else:
                plain[name] = value
                break
        else:
            raise ValueError(f"“{clean(typed[:60])}” is no value for that: {last}.")
    return read_record(cls, id, json.dumps(plain))


def _readings(typed: str) -> Iterator[object]:
    """What a typed text may mean: itself, JSON, or a place such as `stack:3`."""
    yield typed
    with suppress(ValueError):
        yield json.loads(typed)
    try:
        ref = Ref.parse(typed.strip())
    except ValueError:
        return
    yield list(ref.place)


def _differences(before: Record, after: Record) -> list[str]:
    was, now = json.loads(before.dump()), json.loads(after.dump())
    return [
        f"• {name}: `{shown(_bare(before, name, was))}` → `{shown(_bare(after, name, now))}`"
        for name in before.names
        if name != "id" and getattr(before, name) != getattr(after, name)
    ]


def _bare(record: Record, name: str, plain: Mapping[str, Any]) -> object:
    """A field as it is stored, a place as `stack:3`; empty where the stored form leaves it out."""
    value = getattr(record, name)
    if isinstance(value, Place):
        return f"{value.kind}:{value.id}"
    return plain.get(name, "")


def _tried(
    rules: Rules,
    world: World,
    changes: tuple[RecordChange, ...],
    lines: list[str],
    like: Record | None = None,
) -> Proposal:
    """The proposal, if nothing is against it."""
    wrong = _objections(rules, world, changes, like)
    if wrong:
        more = f" And {len(wrong) - _TOLD} more." if len(wrong) > _TOLD else ""
        return Proposal(fault=" ".join(wrong[:_TOLD]) + more)
    return Proposal(changes, tuple(lines), tick=world.get(Now, 1).tick)
