"""Encounter levels of pieces and stacks, and the provinces that let in no stack above one."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import TypeGuard

from engine.facts import NotKnown
from engine.numbers import nearest_square_root
from engine.packs.cohorts.pieces.records import Character, Piece, Province, Unit

_LEVELS = 5
"""Levels for one heroic level."""


def heroic_level(level: int) -> int:
    """The heroic level of a skill, guild or level: a fifth of it, rounded up.

    Source: cohorts.skill.heroic-level.
    """
    return -(-level // _LEVELS)


def level_of_heroic(heroic: int) -> int:
    """The lowest level that gives a heroic level of at least 1 (cohorts.skill.heroic-level)."""
    return (heroic - 1) * _LEVELS + 1


def encounter_level(piece: Character | Unit) -> int:
    """A character's level; a unit's level + sqrt(soldiers / 25), to the nearest whole number.

    An engine counts 25 soldiers, a ship its crew. Source: cohorts.unit.encounter-level.
    """
    if isinstance(piece, Character):
        return piece.level
    if piece.ext:
        other = piece.ext.counts_as(piece.wounds if piece.knows("wounds") else 0)
        if other is not None:
            return other
    soldiers = 25 if piece.arm == "artillery" else piece.soldiers
    return piece.level + _of_heads(soldiers)


@lru_cache(1024)
def _of_heads(soldiers: int) -> int:
    """What the number of its soldiers adds to a unit's level."""
    return nearest_square_root(Fraction(soldiers, 25))


def stack_level(pieces: Iterable[Piece]) -> int:
    """The encounter level of a stack of these pieces; 0 if nothing in it counts.

    Agents, prisoners and the dead do not count. Source: cohorts.stack.encounter-level.
    """
    return joined_level(encounter_level(piece) for piece in pieces if counts(piece))


def counts(piece: Piece) -> TypeGuard[Character | Unit]:
    """Whether a piece stands in its stack as a fighter: no agent, prisoner or body.

    Sources: cohorts.stack.encounter-level, cohorts.stack.actions.
    """
    if not isinstance(piece, Character | Unit):
        return False
    # Who is seen from outside and not known to be a prisoner or dead counts as neither.
    try:
        if piece.captor:
            return False
    except NotKnown:
        pass
    return isinstance(piece, Unit) or not (piece.knows("dead") and piece.dead)


def joined_level(levels: Iterable[int]) -> int:
    """Several encounter levels as one: equal pairs become one higher, then the rest may add 1.

    Source: cohorts.stack.encounter-level.
    """
    left: dict[int, None] = {}
    for each in levels:
        level = each
        while level in left:
            del left[level]
            level += 1
        left[level] = None
    if not left:
        return 0
    highest = max(left)
    return highest + 1 if sum(left) - highest > highest else highest


def bars(province: Province, level: int) -> bool:
    """Whether a stack of this encounter level is too high for a province.

    A faction that does not know a province's limit plans as if there were none; few provinces have
    one. Source: cohorts.world.level-restriction.
    """
    limit = province.level_limit if province.knows("level_limit") else 0
    return 0 < limit < level
