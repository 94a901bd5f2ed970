"""Spells on armies: Tornadoes, Plague and Skeletal Army.

Sources: kingdoms.spell.tornadoes, kingdoms.spell.plague, kingdoms.spell.skeletal-army.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeVar

from engine.dice import Dice
from engine.packs.kingdoms.content.arts import Workings
from engine.packs.kingdoms.pieces.alignment import is_undead
from engine.packs.kingdoms.pieces.chance import picked, succeeds

WORST: Final = -1
"""Sub-Depleted, the lowest quality of an army (kingdoms.army.quality)."""

T = TypeVar("T")


# ---------------------------------------------------------------- tornadoes


def scattered(workings: Workings, level: int, armies: Iterable[T], dice: Dice) -> list[T]:
    """The armies that Tornadoes scatter, each checked in the order given."""
    return [army for army in armies if succeeds(dice, workings.tornado_level * level)]


# ---------------------------------------------------------------- plague


@dataclass(frozen=True, slots=True)
class Exposed:
    """An army where a plague strikes; `guarded` by the Quarantine of its kingdom."""

    humanoid: bool
    quality: int
    immune: bool = False
    skeletal: bool = False
    guarded: bool = False


Sickness = Literal["unaffected", "destroyed", "immune", "weakened", "unhurt"]
"""What a plague does: `immune` is who survives and will not die of one, `weakened` who was immune
and lost a level of quality, `unhurt` whom it spared."""


def plague_chance(workings: Workings, level: int, *, guarded: bool = False) -> int:
    """The chance in percent that a plague strikes an army; Quarantine halves it, rounded down."""
    full = workings.plague + workings.plague_level * level
    return full // 2 if guarded else full


def sickness(workings: Workings, level: int, army: Exposed, dice: Dice) -> Sickness:
    """What a plague does to one army; those that it cannot strike take no draw."""
    if not army.humanoid or army.skeletal:
        return "unaffected"
    struck = succeeds(dice, plague_chance(workings, level, guarded=army.guarded))
    if army.immune:
        return "weakened" if struck and army.quality > WORST else "unhurt"
    return "destroyed" if struck else "immune"


def spreads(workings: Workings, dice: Dice) -> bool:
    """Whether a plague spreads to one adjacent province."""
    return succeeds(dice, workings.plague_spreads)


# ---------------------------------------------------------------- skeletal armies


def risen(level: int, graves: Sequence[T], dice: Dice) -> Iterator[T]:
    """The graves whose armies rise, one for each level, each picked among those that are left.

    They are given the oldest first, and are those of earlier turns.
    """
    left = list(graves)
    for _ in range(min(level, len(left))):
        grave = picked(dice, left)
        left.remove(grave)
        yield grave


def stays_up(*, skeletal: bool, leader: str | None) -> bool:
    """Whether an army stays up under a new leader of that alignment; None is no leader."""
    return not skeletal or (leader is not None and is_undead(leader))
