"""Wounds, death and lasting statuses of characters and military units, whatever the cause.

What inflicts them stands with the rule that does; what they do from then on with productions and
battles. Sources: cohorts.status.persistent, cohorts.unit.hit-points-and-wounds.
"""

from __future__ import annotations

from engine.packs.cohorts import losses
from engine.packs.cohorts.content.spells import Status
from engine.packs.cohorts.ownership import province_of
from engine.packs.cohorts.records import Character, Unit
from engine.world import World

LOST_SOUL = "lost_soul"
"""The mark of a dead character whose soul is gone (cohorts.status.soulless)."""
_MOST = 100
_BLEEDING = 20  # percent points of wounds at once, cohorts.status.bleeding


def wound(world: World, piece: Character | Unit, percent: int) -> bool:
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
    world.put(character.replace(dead=True, wounds=_MOST, statuses=left))


def inflict(world: World, piece: Character | Unit, status: Status, level: int) -> bool:
    """Put a status on a piece; the higher level of two of a kind stays. Whether it took hold.

    Who begins to bleed is wounded at once, and may die of it (cohorts.status.bleeding).
    """
    held = piece.statuses.get(status)
    if held is not None and held >= level:
        return False
    piece = piece.replace(statuses=dict(sorted({**piece.statuses, status: level}.items())))
    world.put(piece)
    if status == "bleeding" and held is None:
        wound(world, piece, _BLEEDING)
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
