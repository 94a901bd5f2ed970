"""Wounds, death and lasting statuses of characters and military units, whatever the cause.

What inflicts them stands with the rule that does; what they do from then on with productions and
battles, and what they hinder in `statuses`. Sources: cohorts.status.persistent,
cohorts.unit.hit-points-and-wounds.
"""

from __future__ import annotations

from engine.numbers import Exact
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.statuses import NatureKey, Status
from engine.packs.cohorts.pieces.ownership import province_of
from engine.packs.cohorts.pieces.possessions import give
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.stacks.sinking import sink
from engine.packs.cohorts.things.equipment import heads
from engine.packs.cohorts.worth.losses import destroy, die
from engine.state import State
from engine.world import World

_MOST = 100


def wound(state: State, piece: Character | Unit, percent: Exact) -> bool:
    """Add wounds in percent points to a piece that is alive; whether it died or was destroyed.

    A ship that is destroyed sinks with all aboard.
    """
    world = state.world
    wounds = min(_MOST, piece.wounds + percent)
    if wounds < _MOST:
        world.put(piece.replace(wounds=wounds))
        return False
    if isinstance(piece, Character):
        die(world, piece)
    elif piece.arm == "ship":
        sink(state, piece)
    else:
        destroy(world, piece, province_of(world, piece.holder))
    return True


def inflict(state: State, piece: Character | Unit, status: Status, level: int) -> bool:
    """Put a status on a piece; the higher level of two of a kind stays. Whether it took hold.

    Who begins to bleed is wounded at once, and may die of it (cohorts.status.bleeding); who can no
    longer ride is dismounted (cohorts.status.husk).
    """
    held = piece.statuses.get(status)
    if held is not None and held >= level:
        return False
    world, suffered = state.world, state.module.content(Content).statuses[status]
    piece = piece.replace(statuses=dict(sorted({**piece.statuses, status: level}.items())))
    world.put(piece)
    if not suffered.rides:
        piece = _dismount(world, piece)
    if suffered.at_once and held is None:
        wound(state, piece, suffered.at_once)
    return True


def _dismount(world: World, piece: Character | Unit) -> Character | Unit:
    """The piece on foot; its mounts go to its possessions, those of a unit to what it is in."""
    mount = piece.equipment.get("mount")
    if mount is None:
        return piece
    left = {place: item for place, item in piece.equipment.items() if place != "mount"}
    piece = piece.replace(equipment=left)
    world.put(piece)
    store = piece.place if isinstance(piece, Character) else piece.holder
    give(world, store, mount, heads(piece))
    return piece


def transform(world: World, piece: Character | Unit, nature: NatureKey) -> bool:
    """Give a piece a supernatural status, unless it has one; whether it did.

    Source: cohorts.status.supernatural.
    """
    if piece.nature:
        return False
    world.put(piece.replace(nature=nature))
    return True


def cured(piece: Character | Unit, level: int, *statuses: str) -> tuple[str, ...]:
    """Which of these statuses of a piece somebody of that level removes.

    The level must exceed that of the status. Source: cohorts.status.removal.
    """
    return tuple(name for name in statuses if piece.statuses.get(name, level) < level)


def without(piece: Character | Unit, statuses: tuple[str, ...]) -> Character | Unit:
    """The piece without these statuses."""
    left = {name: level for name, level in piece.statuses.items() if name not in statuses}
    return piece.replace(statuses=left)
