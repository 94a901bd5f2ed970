"""Checks that the world of a running campaign fits another module.

It could where nothing in the world would lose its footing: the same packs, factions and map, and
every content that a record names still there. Who may change a module stands with the host.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Final, cast

from pydantic import BaseModel

from engine.campaign import Faction, Kept, Now, Player
from engine.dice import Seed, SeededDice
from engine.facts import NotKnown
from engine.fields import tables_of
from engine.integrity import unseen
from engine.module import Module
from engine.packs import Rules
from engine.turn import Due, DueKind, Submission, resolve
from engine.world import Place, Record, World

TOLD: Final = 20
"""Reasons of one kind that are told one by one."""
_SEED: Final = Seed(b"a production that is only tried.")
_TICKS: Final[Mapping[DueKind, str]] = {
    "run": "run",
    "weekly": "weekly production",
    "monthly": "monthly production",
}
_TYPED: Final = frozenset({"name", "message", "text"})
"""Fields that hold what people typed, which names no content however it reads."""


def bearable(old: Rules, new: Rules, world: World) -> list[str]:
    """Why the world, made under the old module, could not go on under the new one.

    Each reason is a sentence; there is none if it could. The world stays as it is. What is
    in force when (`[calendar]`, `[victory]`) is not looked at: no record depends on it.
    """
    reasons = list(_frame(old, new))
    if reasons or old.module.contents == new.module.contents:
        return reasons
    reasons = list(_maps(old.module, new.module))
    reasons += _lost(old, new, world)
    # What a missing content breaks is told by its name rather than by how it breaks.
    return reasons or list(breaks(new, world))


def breaks(rules: Rules, world: World, moved: Sequence[Place] = ()) -> Iterator[str]:
    """What breaks first where a world is tried by its rules, in a sentence; nothing if it holds.

    `moved` are records that are in something else or somebody else's now: people must see what such
    a file contains.

    Every faction's view and what all may know, a run in which nobody orders anything, a weekly and
    a monthly production, and all of it stored and read back. The world stays as it is.
    """
    what = "it"
    try:
        for faction in world.all(Faction):
            what = f"what {faction.name} sees"
            seen = rules.view(world, faction.id)
            for place in moved:
                if lost := unseen(seen, place):
                    yield f"{faction.name} would see {_named(place)}, but not {lost}, where it is."
                    return
        what = "what anybody may know"
        rules.public(world)
        now, after = world.get(Now, 1), world
        playing = tuple(Submission(each.id, ()) for each in world.all(Player) if each.active)
        for kind, called in () if now.over else _TICKS.items():
            what = f"the next {called}"
            due = Due(kind, now.tick + 1, now.date, playing if kind == "run" else ())
            after = resolve(rules, world, due, SeededDice(_SEED, due.tick)).world
        what = "saving"
        rows = after.rows()
        if World.load(rules.records, rows).rows() != rows:
            yield "It could not be read back as it was stored."
    except Exception as error:  # noqa: BLE001 - whatever breaks now would break the next tick
        yield (
            f"{what[:1].upper()}{what[1:]} would break under it ({type(error).__name__}: {error})."
        )


# ---------------------------------------------------------------- inside


def _named(place: Place) -> str:
    return f"{place.kind} {place.id}"


def _frame(old: Rules, new: Rules) -> Iterator[str]:
    """What must be the same before anything else can be compared."""
    was, is_now = old.module, new.module
    if was.meta.packs != is_now.meta.packs:
        yield (
            f"It is played by other rule packs: {', '.join(is_now.meta.packs)} "
            f"instead of {', '.join(was.meta.packs)}."
        )
    if tuple(was.factions) != tuple(is_now.factions):
        yield (
            f"Its factions are others, or in another order: {', '.join(is_now.factions)} "
            f"instead of {', '.join(was.factions)}."
        )
    if was.map != is_now.map:
        yield "Its map is of another size or shape, and this world is laid out already."
    if was.year != is_now.year:
        yield "Its year is counted otherwise, so that dates already told would be wrong."


def _maps(old: Module, new: Module) -> Iterator[str]:
    """Further grids of a world, which the packs' sections lay beside the map."""
    before, after = dict(_sizes(old)), dict(_sizes(new))
    for name in sorted(before.keys() | after.keys()):
        if before.get(name) != after.get(name):
            yield f"Its {name.replace('_', ' ')} is of another size or shape."


def _sizes(module: Module) -> Iterator[tuple[str, object]]:
    """Every part of the packs' sections that has a width and a height, by where it stands."""
    for content in module.contents.values():
        for section in type(content).model_fields:
            yield from _sized(getattr(content, section), section)


def _sized(value: object, where: str) -> Iterator[tuple[str, object]]:
    if isinstance(value, BaseModel):
        if {"width", "height"} <= type(value).model_fields.keys():
            yield where, [getattr(value, each, None) for each in ("width", "height", "wraps")]
    elif isinstance(value, Mapping):
        for key, each in cast("Mapping[object, object]", value).items():
            yield from _sized(each, f"{where} {key}")


def _lost(old: Rules, new: Rules, world: World) -> Iterator[str]:
    """Content that is gone and that a record of the world names."""
    before, after = tables_of(old.module), tables_of(new.module)
    gone = {
        key: section
        for section, keys in before.items()
        for key in sorted(keys.keys() - after.get(section, {}).keys())
    }
    if not gone:
        return
    used: dict[str, int] = {}
    for cls in world.kinds.values():
        for record in world.all(cls):
            for key in _named_by(old, record):
                if key in gone:
                    used[key] = used.get(key, 0) + 1
    for key in sorted(used)[:TOLD]:
        things = "thing" if used[key] == 1 else "things"
        yield (
            f"It has no {key!r} any more in its {gone[key].replace('_', ' ').replace('.', ' ')}, "
            f"and {used[key]} {things} of this world {'is' if used[key] == 1 else 'are'} of it."
        )
    if len(used) > TOLD:
        yield f"The same goes for {len(used) - TOLD} more."


def _named_by(rules: Rules, record: Record) -> set[str]:
    """Every word in a record that people did not type, each once."""
    words: set[str] = set()
    if isinstance(record, Kept):
        order = rules.read_order(record.key, record.body).order
        _words(order.model_dump(mode="json"), words)
        return words
    if isinstance(record, Faction):
        return words  # its key is compared with the module's factions
    for each in fields(record):
        if each.name not in _TYPED:
            try:
                _words(getattr(record, each.name), words)
            except NotKnown:
                continue
    return words


def _words(value: Any, words: set[str]) -> None:
    if isinstance(value, str):
        words.add(value)
    elif isinstance(value, Mapping):
        for key, each in cast("Mapping[Any, Any]", value).items():
            _words(key, words)
            _words(each, words)
    elif isinstance(value, tuple | list | frozenset | set):
        for each in cast("tuple[Any, ...]", value):
            _words(each, words)
    elif is_dataclass(value):
        for each in fields(value):
            _words(getattr(value, each.name), words)
