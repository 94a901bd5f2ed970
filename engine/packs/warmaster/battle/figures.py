"""What a unit fights with at this moment: its cover, its Armour, what it can still take.

The figures of its type, changed by items and by spells that work on it. Sources:
warmaster.shoot.saves, warmaster.shoot.dice, warmaster.combat.hits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.packs.warmaster.battle.items import better_armour, more_hits
from engine.packs.warmaster.battle.state import Battle, BattleUnit
from engine.packs.warmaster.content.lists import NO_ARMOUR
from engine.packs.warmaster.content.spells import Lend

BEST_ARMOUR: Final = 3
"""Armour is never better than 3+."""
FORTIFIED: Final = 2
"""The best cover."""
_OPEN_NEEDS: Final = 4
"""What an attack die must show against a unit without cover."""
_LEAST_NEEDED: Final = 2


def lent(battle: Battle, unit: BattleUnit) -> Iterator[Lend]:
    """What the spells that work on a unit lend it."""
    for key in unit.effects:
        for effect in battle.lore.spells[key].effects:
            if isinstance(effect, Lend):
                yield effect


def cover(battle: Battle, unit: BattleUnit) -> int:
    """Its cover, 0 to 2 (warmaster.field.terrain, warmaster.spell.moonlit-veil)."""
    found = battle.land.cover[unit.cell]
    if unit.effects:
        found += sum(each.cover for each in lent(battle, unit))
    return max(0, min(FORTIFIED, found))


def needed(cover: int, *, keen: bool = False) -> int:
    """The lowest attack die that hits a unit in that cover (warmaster.shoot.dice)."""
    return max(_LEAST_NEEDED, _OPEN_NEEDS + cover - keen)


def shifted(armour: int, better: int = 0, worse: int = 0) -> int:
    """Armour some steps better, and then some steps worse (warmaster.shoot.saves)."""
    return min(NO_ARMOUR, max(BEST_ARMOUR, armour - better) + worse)


def armour(battle: Battle, unit: BattleUnit, *, pierced: bool = False) -> int:
    """The die that saves its own stands now; 7 for none."""
    better, worse = better_armour(battle, unit), int(pierced)
    if unit.effects:
        for each in lent(battle, unit):
            better += max(0, each.armour)
            worse += max(0, -each.armour)
    return shifted(unit.troop.armour, better, worse)


def hits(battle: Battle, unit: BattleUnit) -> int:
    """How many hits each stand of the unit itself can take now."""
    return unit.troop.hits + more_hits(battle, unit)


def endurance(battle: Battle, unit: BattleUnit) -> int:
    """How many more hits it can take (warmaster.combat.target)."""
    return unit.stands * hits(battle, unit) - unit.odd + unit.attached
