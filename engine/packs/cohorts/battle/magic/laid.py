"""What combat spells change in the ratings of units: charms and tasks on them, and auras around.

Numbers alone; who casts at whom stands in `casting`. Source: cohorts.combat-spell.stacking.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from engine.packs.cohorts.content import CombatSpell
from engine.packs.cohorts.content.combat import Alter, Arm, Bare, Rating
from engine.packs.cohorts.worth.levels import heroic_level


@dataclass(frozen=True, slots=True)
class LoadedSpell:
    """A spell in one of the two loading places, ready to be cast."""

    spell: CombatSpell
    level: int
    """The caster level for it, without mana (cohorts.combat-spell.caster-level)."""
    mana: int = 0
    """What is put in when it is cast, as far as there is as much left."""


Altered: TypeAlias = tuple[Rating, str]
"""A rating that spells change, against everyone or units with a keyword."""


class Laid(NamedTuple):
    """A combat spell at work, with the caster level at which it was cast, mana included."""

    spell: CombatSpell
    level: int

    @property
    def heroic(self) -> int:
        """HL in its formulas (cohorts.combat-spell.caster-level)."""
        return heroic_level(self.level)

    def amount(self, effect: Alter) -> int:
        """What it adds to a rating at its level."""
        return effect.amount * (self.level if effect.per == "level" else self.heroic)


class SpellsOnUnit:
    """The charms and tasks that one unit carries: of castings of one spell the strongest."""

    __slots__ = ("_spells", "bare", "sums")

    def __init__(self) -> None:
        self._spells: dict[str, Laid] = {}
        self.sums: dict[Altered, int] = {}
        """What they add together."""
        self.bare = False
        """Whether its armor counts nothing."""

    def lay(self, laid: Laid) -> None:
        """Add a spell; of several castings of it only the strongest counts."""
        held = self._spells.get(laid.spell.key)
        if held and held.level >= laid.level:
            return
        self._spells[laid.spell.key] = laid
        self.bare = self.bare or isinstance(laid.spell.effect, Bare)
        self.sums = summed(self._spells.values())

    def arms(self) -> list[tuple[str, float, float]]:
        """The special attacks that they give: type, damage and quality of each."""
        found: list[tuple[str, float, float]] = []
        for each in self._spells.values():
            if isinstance(each.spell.effect, Arm):
                strength = each.spell.effect.strength * each.heroic
                found.append((each.spell.effect.type, strength, strength))
        return found


def summed(spells: Iterable[Laid]) -> dict[Altered, int]:
    """What spells of different names do together: charms and tasks of a kind are netted."""
    sums: dict[Altered, int] = {}
    for each in spells:
        effect = each.spell.effect
        if isinstance(effect, Alter):
            key = effect.rating, effect.against
            sums[key] = sums.get(key, 0) + each.amount(effect)
    return sums
