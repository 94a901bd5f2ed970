"""At whom a spell may be cast, and which spell a Wizard casts.

Sources: warmaster.magic.range-and-target, warmaster.magic.sight, warmaster.magic.path-spells,
warmaster.magic.choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.packs.warmaster.battle.grid import AROUND, distances
from engine.packs.warmaster.battle.reach import charge_of
from engine.packs.warmaster.battle.state import Battle, BattleCharacter, BattleUnit
from engine.packs.warmaster.content.spells import Confuse, Effect, Restore, Rush, WarSpell

_STAY: tuple[str, ...] = ("hold", "stand-off")
"""Under these directives no spell makes a unit charge (warmaster.spell.mob-rush)."""


class CastOption(NamedTuple):
    """A spell that a Wizard may cast, and at whom."""

    spell: WarSpell
    targets: tuple[BattleUnit, ...]
    """Nearest first; of a spell that takes the Wizard elsewhere, the unit to which."""
    direction: int | None = None
    """Of a path: 0 for NE, then clockwise."""


def choice(battle: Battle, wizard: BattleCharacter) -> CastOption | None:
    """What a Wizard casts next: the first spell in the order of preference that has a target.

    Where no other has one, a Wizard who can goes to where one would have
    (warmaster.spell.teleport).
    """
    if wizard.unit is None:
        return None
    spells = [battle.lore.spells[key] for key in wizard.captain.spells]
    there = [each for each in spells if each.aim != "self"]
    if cast := next(_casts(battle, wizard.side, there, wizard.unit.cell), None):
        return cast
    for spell in spells:
        if spell.aim == "self":
            for unit in _refuges(battle, wizard, wizard.unit, spell):
                if next(_casts(battle, wizard.side, there, unit.cell), None):
                    return CastOption(spell, (unit,))
    return None


def _casts(battle: Battle, side: int, spells: list[WarSpell], cell: int) -> Iterator[CastOption]:
    """The casts that a Wizard of that side could make from a cell, in the order of the spells."""
    return (cast for spell in spells if (cast := aimed(battle, side, spell, cell)))


def _refuges(
    battle: Battle, wizard: BattleCharacter, unit: BattleUnit, spell: WarSpell
) -> list[BattleUnit]:
    """Other units of the own side within range, nearest first."""
    away = distances(unit.cell)
    found = [
        each
        for each in battle.living(wizard.side)
        if each is not unit and away[each.cell] <= spell.range
    ]
    return sorted(found, key=lambda each: away[each.cell])


def aimed(battle: Battle, side: int, spell: WarSpell, cell: int) -> CastOption | None:
    """The spell cast from a cell by a Wizard of that side, None if it has no target."""
    if spell.aim == "path":
        return _along(battle, side, spell, cell)
    away = distances(cell)
    theirs = 1 - side if spell.aim == "enemy" else side
    found = [each for each in battle.living(theirs) if eligible(battle, spell, each, cell)]
    if not found:
        return None
    found.sort(key=lambda each: away[each.cell])  # of equals the first in the roster stays first
    return CastOption(spell, tuple(found) if spell.aim == "all own" else (found[0],))


def eligible(battle: Battle, spell: WarSpell, unit: BattleUnit, cell: int) -> bool:
    """Whether a spell may be cast from a cell at this unit."""
    if distances(cell)[unit.cell] > spell.range or (spell.key, unit) in battle.affected:
        return False
    if spell.engaged is not None and battle.engaged(unit) != spell.engaged:
        return False
    if spell.kinds and unit.troop.kind not in spell.kinds:
        return False
    if (spell.steady and unit.confused) or (spell.few_stands and unit.stands > spell.few_stands):
        return False
    if spell.sight and not battle.sees(cell, unit.cell):
        return False
    return all(_open_to(battle, unit, effect) for effect in spell.effects)


def _open_to(battle: Battle, unit: BattleUnit, effect: Effect) -> bool:
    """Whether an effect could be worked on a unit at all."""
    match effect:
        case Confuse():
            return not unit.confused and not unit.undead
        case Restore():
            return unit.stands < unit.troop.full_stands
        case Rush():
            return (
                not unit.confused
                and unit.troop.kind != "machine"
                and unit.troop.directive not in _STAY
                and charge_of(battle, unit) is not None
            )
        case _:
            return True


# ---------------------------------------------------------------- paths


def path(battle: Battle, cell: int, direction: int, length: int) -> list[int]:
    """The cells of a straight row that begins next to a cell; crag and the edge end it."""
    found: list[int] = []
    for _ in range(length):
        cell = AROUND[cell][direction]
        if cell < 0 or battle.land.crag[cell]:
            break
        found.append(cell)
    return found


def _along(battle: Battle, side: int, spell: WarSpell, cell: int) -> CastOption | None:
    """The direction that strikes most enemies not yet affected, and nobody of the own side."""
    best: tuple[BattleUnit, ...] = ()
    chosen = 0
    for direction in range(6):
        struck = [
            battle.at[each]
            for each in path(battle, cell, direction, spell.range)
            if each in battle.at
        ]
        if any(unit.side == side for unit in struck):
            continue
        targets = tuple(unit for unit in struck if (spell.key, unit) not in battle.affected)
        if len(targets) > len(best):
            best, chosen = targets, direction
    return CastOption(spell, best, chosen) if best else None
