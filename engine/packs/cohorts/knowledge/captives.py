"""What a side knows of its captured people: what it last saw, and what it was told.

A captive is no spy in the enemy's house. Its side remembers it as it was when it was taken, when
one of that side or an ally last saw it, and as reports changed that since; `remember` and `change`
write it, `show` puts it into a view. How somebody is taken stands in `captivity`.
Source: cohorts.knowledge.view.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final, cast

from engine.campaign import Now
from engine.packs import Rules
from engine.packs.cohorts.knowledge.memories import Captive, Sighting
from engine.packs.cohorts.pieces.ownership import (
    faction_of,
    imprisoned,
    prisoners,
    province_of,
    relation,
)
from engine.packs.cohorts.pieces.records import (
    SOMEBODY,
    Character,
    City,
    Possession,
    Province,
    Stack,
    Unit,
)
from engine.packs.cohorts.worth.active_spells import ActiveSpell
from engine.state import State
from engine.world import Place, Record, World

_BODY: Final = ("dead", "wounds", "statuses", "nature")
"""What death and resurrection change: nobody dies in captivity without their side being told."""
_OWN: Final = ("name", "message", "actions", "action_points", "points_spent", "guarding")
"""What its own side's acts and the calendar alone change, wherever it is held."""
_WHEREABOUTS: Final = ("holder", "captor", "seized", "used", "acted", "ship")
"""What no report of a change tells."""
_MOST = 100  # wounds, of the dead


# ---------------------------------------------------------------- what is remembered


def recollection(world: World, piece: Character | Unit) -> Captive:
    """How its side knows a captive; one of whom nothing is noted yet, as it is now."""
    return _noted(world, piece.place) or _snapshot(world, piece)


def remember(world: World, piece: Character | Unit) -> None:
    """Note a captive as it is now: it was taken, or its side sees it.

    Of one that was carried off unseen its side knows only where that happened
    (cohorts.covert.outcomes).
    """
    if faction_of(world, piece):
        _write(world, _snapshot(world, piece))


def see(world: World, faction: int, place: Place) -> None:
    """Note a captive anew if the faction that sees it is its own or an ally of that.

    Who was carried off unseen is kept out of sight (cohorts.covert.outcomes).
    """
    piece = _of_friends(world, faction, place)
    if piece and not hidden(piece):
        _write(world, _snapshot(world, piece))


def find(world: World, faction: int, place: Place) -> None:
    """Add a captive that a spy or spell of the same side or an ally has found.

    From then on it is no secret in whose hands it is.
    """
    piece = _of_friends(world, faction, place)
    if piece:
        found = piece.replace(seized=0) if isinstance(piece, Character) else piece
        world.put(found)
        _write(world, _snapshot(world, found))


def _of_friends(world: World, faction: int, place: Place) -> Character | Unit | None:
    held, piece = _noted(world, place), world.at(place)
    if held is None or not isinstance(piece, Character | Unit) or not imprisoned(piece):
        return None
    return piece if relation(world, faction, held.faction) == "allied" else None


def hidden(piece: Record) -> bool:
    """Whether its own side does not know in whose hands a captive is (cohorts.covert.outcomes)."""
    return isinstance(piece, Character) and piece.captor != 0 and piece.seized != 0


def change(world: World, before: Record, faction: int) -> None:
    """Add to what a faction remembers of a captive what a report tells happened to it.

    `before` is the piece as it was just before.
    """
    held = _noted(world, before.place)
    now = world.at(before.place)
    if held is None or held.faction != faction or not isinstance(now, Character | Unit):
        return
    known = piece_of(world, held)
    changes = {
        name: _changed(getattr(known, name), getattr(before, name), getattr(now, name))
        for name in now.names
        if name not in _WHEREABOUTS and getattr(before, name) != getattr(now, name)
    }
    if "wounds" in changes and not now.wounds >= _MOST:
        assert isinstance(before, Character | Unit)
        changes["wounds"] = max(0, min(_MOST - 1, known.wounds + now.wounds - before.wounds))
    items = (row for row in held.rows[1:] if row[0] == Possession.kind)
    rows = (_row(known.replace(**changes)), *items, *_spells(world, now))
    world.put(held.replace(turn=world.get(Now, 1).turn, rows=rows))


def read(world: World, faction: int, place: Place, told: Mapping[str, Any]) -> None:
    """Note what spying told a faction of a captive, by fields of the piece."""
    held = _noted(world, place)
    if held and held.faction == faction:
        rows = (_row(piece_of(world, held).replace(**told)), *held.rows[1:])
        world.put(held.replace(turn=world.get(Now, 1).turn, rows=rows))


def _changed(known: Any, before: Any, now: Any) -> Any:
    """A value that is remembered, with what changed in truth."""
    return _merged(known, before, cast("dict[str, Any]", now)) if isinstance(now, dict) else now


def _merged(known: dict[str, Any], before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    left = {key: value for key, value in known.items() if key in now or key not in before}
    new = {key: value for key, value in now.items() if before.get(key) != value}
    return dict(sorted({**left, **new}.items()))


def settle(state: State) -> None:
    """At the end of a tick: who is free, gone or another's is no captive any more.

    Who died or came back to life was told of; who was held before anything was noted of it is
    noted now.
    """
    world = state.world
    for held in list(world.all(Captive)):
        piece = world.at(held.piece)
        if (
            not isinstance(piece, Character | Unit)
            or not imprisoned(piece)
            or faction_of(world, piece) != held.faction
        ):
            world.remove(held)
        elif isinstance(piece, Character):
            _bury(world, held, piece)
    for piece in prisoners(world):
        if _noted(world, piece.place) is None:
            remember(world, piece)


def _bury(world: World, held: Captive, character: Character) -> None:
    known = piece_of(world, held)
    assert isinstance(known, Character)
    if known.dead != character.dead:
        now = known.replace(**{name: getattr(character, name) for name in _BODY})
        world.put(held.replace(rows=(_row(now), *held.rows[1:])))


def _noted(world: World, place: Place) -> Captive | None:
    return world.first(Captive, "piece", place)


def _snapshot(world: World, piece: Character | Unit) -> Captive:
    known = piece
    if isinstance(piece, Character) and hidden(piece):
        known = piece.replace(holder=Place(Province.kind, piece.seized), captor=SOMEBODY)
    items = world.by(Possession, "holder", piece.place)
    return Captive(
        id=0,
        faction=faction_of(world, piece),
        piece=piece.place,
        turn=world.get(Now, 1).turn,
        province=province_of(world, known.holder),
        rows=(*map(_row, chain([known], items)), *_spells(world, piece)),
    )


def _spells(world: World, piece: Character | Unit) -> Iterator[tuple[str, str]]:
    return map(_row, world.by(ActiveSpell, "on", piece.place))


def _row(record: Record) -> tuple[str, str]:
    return record.kind, record.dump().decode()


def _write(world: World, captive: Captive) -> None:
    held = _noted(world, captive.piece)
    if held:
        world.put(captive.replace(id=held.id))
    else:
        world.add(Captive, **{name: getattr(captive, name) for name in Captive.names[1:]})


# ---------------------------------------------------------------- reading it


def piece_of(world: World, captive: Captive) -> Character | Unit:
    """The captive itself, as it is remembered."""
    kind, body = captive.rows[0]
    piece = world.kinds[kind].load(body.encode())
    assert isinstance(piece, Character | Unit)
    return piece


def remembered(world: World, captive: Captive, cls: type[Record]) -> Iterator[Record]:
    """What is remembered of one kind: what the captive had, or the spells that lay on it."""
    return (cls.load(body.encode()) for kind, body in captive.rows[1:] if kind == cls.kind)


def captives(world: World, faction: int) -> Iterator[Captive]:
    """A faction's captured people, as it knows them."""
    own = (piece for piece in prisoners(world) if faction_of(world, piece) == faction)
    for piece in sorted(own, key=lambda each: each.player):
        yield recollection(world, piece)


def show(rules: Rules, world: World, faction: int, seen: World) -> None:
    """Put a faction's captives into its view as it knows them, with what they had.

    Whatever of that is known to be elsewhere since, is shown there.
    """
    for number, captive in enumerate(captives(world, faction), start=1):
        seen.put(captive.only(("faction", "piece", "turn", "province")).replace(id=number))
        seen.put(_as_known(world, captive, seen))
        for items in remembered(world, captive, Possession):
            if seen.find(Possession, items.id) is None:
                seen.put(items)


def _as_known(world: World, captive: Captive, seen: World) -> Character | Unit:
    """The captive where it was last seen: with who held it, if that is known to be there still."""
    piece, true = piece_of(world, captive), world.at(captive.piece)
    own = {name: getattr(true, name) for name in _OWN if name in piece.names}
    jail = seen.at(piece.holder)
    there = isinstance(jail, Stack | City) and jail.province == captive.province
    shown = world.first(Sighting, "about", (captive.faction, piece.holder))
    if isinstance(jail, Stack) and shown and not shown.shows(captive.piece):
        there = False
    holder = piece.holder if there else Place(Province.kind, captive.province)
    return piece.replace(**own, holder=holder)
