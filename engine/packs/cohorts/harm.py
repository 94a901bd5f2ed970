"""Wounds, death and lasting statuses of characters and military units, whatever the cause.

What inflicts them stands with the rule that does; what they do from then on with productions and
battles, and what they hinder in `statuses`. Sources: cohorts.status.persistent,
cohorts.unit.hit-points-and-wounds.
"""

from __future__ import annotations

from engine.numbers import Exact
from engine.packs.cohorts import losses
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.statuses import NatureKey, Status
from engine.packs.cohorts.equipment.places import heads
from engine.packs.cohorts.ownership import province_of
from engine.packs.cohorts.possessions import give, move_all
from engine.packs.cohorts.records import Character, Unit
from engine.world import Place, World

LOST_SOUL = "lost_soul"
"""The mark of a dead character whose soul is gone (cohorts.status.soulless)."""
_MOST = 100


def wound(world: World, piece: Character | Unit, percent: Exact) -> bool:
    """Add wounds in percent points to a piece that is alive; whether it died or was destroyed."""
    wounds = min(_MOST, piece.wounds + percent)
    if wounds < _MOST:
        world.put(piece.replace(wounds=wounds))
        return False
    if isinstance(piece, Character):
        die(world, piece)
    else:
        losses.destroy(world, piece, province_of(world, piece.holder))
    return True


def die(world: World, character: Character) -> None:
    """Leave a character's body where it is; death ends all statuses, a lost soul is marked."""
    left = {LOST_SOUL: 0} if "soulless" in character.statuses else {}
    world.put(character.replace(dead=True, wounds=_MOST, statuses=left, nature=""))


def drown(world: World, character: Character, province: int) -> None:
    """Make a character a body in the water, its possessions flotsam; what it wears it keeps.

    Sources: cohorts.production.drowning, cohorts.ship.sinking.
    """
    spot = Place("province", province)
    move_all(world, character.place, spot)
    die(world, character.replace(captor=0, holder=spot))


def inflict(
    world: World, content: Content, piece: Character | Unit, status: Status, level: int
) -> bool:
    """Put a status on a piece; the higher level of two of a kind stays. Whether it took hold.

    Who begins to bleed is wounded at once, and may die of it (cohorts.status.bleeding); who can no
    longer ride is dismounted (cohorts.status.husk).
    """
    held = piece.statuses.get(status)
    if held is not None and held >= level:
        return False
    suffered = content.statuses[status]
    piece = piece.replace(statuses=dict(sorted({**piece.statuses, status: level}.items())))
    world.put(piece)
    if not suffered.rides:
        piece = _dismount(world, piece)
    if suffered.at_once and held is None:
        wound(world, piece, suffered.at_once)
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
