"""Who gets away from a lost battle, and where to: places of retreat, units, leaders, berths.

Sources: kingdoms.battle.retreat, kingdoms.battle.escape, kingdoms.battle.leaders,
kingdoms.army.whales, kingdoms.battle.sea.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.dice import Dice
from engine.packs.kingdoms.battle.happenings import Fate
from engine.packs.kingdoms.battle.line import LineUnit
from engine.packs.kingdoms.battle.strength import base_strength
from engine.packs.kingdoms.battle.values import NOWHERE, Field, Fielded, Leader, Refuges
from engine.packs.kingdoms.content.armies import ArmyType, LineFigures
from engine.packs.kingdoms.pieces.chance import picked, succeeds

_COIN = 2  # kingdoms.battle.escape: destroyed, or paroled into the population
_PAROLED = 2


@dataclass(frozen=True, slots=True)
class Retreat:
    """Where a beaten side's units without a way back go; 0 for no place."""

    whole: int = NOWHERE
    sailing: int = NOWHERE
    """Of Fleets and Whales on land."""
    whales: int = NOWHERE
    """Of Whales on land."""


def retreat(field: Field, refuges: Refuges, stays: Sequence[LineUnit], dice: Dice) -> Retreat:
    """Draw the places of retreat for the units left that have no way back.

    Source: kingdoms.battle.retreat.
    """
    if field.sea:
        return Retreat(whole=_pick(refuges.sea, dice))
    whole = _pick(refuges.land, dice)
    if not any(unit.type.sails for unit in stays):
        return Retreat(whole=whole)
    sailing = _pick(refuges.sea, dice)
    whales = sailing
    if not sailing and any(unit.type.stranded for unit in stays):
        whales = _pick(refuges.water, dice)
    return Retreat(whole, sailing, whales)


def _pick(places: Sequence[int], dice: Dice) -> int:
    return picked(dice, places) if places else NOWHERE


def place_for(field: Field, unit: LineUnit, found: Retreat) -> int:
    """Where a beaten unit goes: back where it came from, or to its side's place of retreat."""
    if unit.contingent.origin and unit.side == "attacker":
        return unit.contingent.origin
    if field.sea or not unit.type.sails:
        return found.whole
    return found.whales if unit.type.stranded else found.sailing


def escape_chance(field: Field, type: ArmyType, place: int) -> int:
    """The chance in percent that a beaten army escapes (kingdoms.battle.escape).

    Whales on land always do (kingdoms.army.whales).

    Source: kingdoms.army.speed.
    """
    if not place:
        return 0
    if type.stranded and not field.sea:
        return 100
    figures = field.figures
    return min(100, figures.escape + figures.escape_by_speed * type.speed)


def escape(field: Field, unit: LineUnit, place: int, dice: Dice) -> tuple[Fate, int]:
    """Whether a beaten unit escapes, and else what becomes of it; with its chance in percent."""
    chance = escape_chance(field, unit.type, place)
    if succeeds(dice, chance):
        return "escaped", chance
    return lost(field, unit.army, dice), chance


def lost(field: Field, army: Fielded, dice: Dice) -> Fate:
    """What becomes of an army that does not escape (kingdoms.battle.escape)."""
    parole = field.humanoid(army) and not field.sea
    return "paroled" if parole and dice.whole(_COIN) == _PAROLED else "destroyed"


def leader_chance(figures: LineFigures, leader: Leader, *, sea: bool) -> int:
    """The chance in percent that a leader without units escapes.

    Source: kingdoms.battle.leaders.
    """
    return min(100, figures.leader_escape + figures.leader_escape_by_level * leader.haste(sea=sea))


def leader_flees(
    field: Field, leader: Leader, place: int, adjacent: Sequence[int], dice: Dice
) -> tuple[int | None, int]:
    """Where a leader without units escapes to, None if slain; with the chance."""
    chance = leader_chance(field.figures, leader, sea=field.sea)
    if not succeeds(dice, chance):
        return None, chance
    return place or _pick(adjacent, dice), chance


def drowning(field: Field, armies: Iterable[Fielded]) -> list[Fielded]:
    """The cargo of a force at sea without a berth, lowest base strength first.

    Sources: kingdoms.action.move-naval, kingdoms.battle.sea.
    """
    berths = 0
    cargo: list[Fielded] = []
    for army in armies:
        type = field.type_of(army)
        berths += type.carries
        if not (type.sails or type.flies or type.swims):
            cargo.append(army)
    cargo.sort(key=lambda each: (base_strength(field, each, defends=False), each.piece.id))
    return cargo[: max(0, len(cargo) - berths)]
