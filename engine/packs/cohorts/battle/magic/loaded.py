"""A combat spell as a character brings it into battle.

Source: cohorts.combat-spell.loading.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.packs.cohorts.content import CombatSpell


@dataclass(frozen=True, slots=True)
class LoadedSpell:
    """A spell in one of the two loading places, ready to be cast."""

    spell: CombatSpell
    level: int
    """The caster level for it, without mana (cohorts.combat-spell.caster-level)."""
    mana: int = 0
    """What is put in when it is cast, as far as there is as much left."""
