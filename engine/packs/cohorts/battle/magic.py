"""The two phases of magic in a battle: who casts a loaded spell, and when.

What a spell does is the spell's own. Sources: cohorts.battle.duel-magic-phase,
cohorts.battle.battle-magic-phase.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.packs.cohorts.battle.fight import Fight
    from engine.packs.cohorts.battle.fighter import Fighter


class LoadedSpell(Protocol):
    """A combat spell as a character has it loaded."""

    def cast(self, fight: Fight, caster: Fighter) -> None:
        """Cast it at once on the nearest appropriate target, if there is one."""
        ...


def duel(fight: Fight) -> None:
    """The phase: each character casts its duel spell, in the order of initiative."""
    for one in fight.order:
        if one.unit.duel_spell and one.fights and not fight.over:
            one.unit.duel_spell.cast(fight, one)


def battle(fight: Fight) -> None:
    """The phase: each character casts its battle or utility spell, in the order of initiative."""
    for one in fight.order:
        if one.unit.battle_spell and one.fights and not fight.over:
            one.unit.battle_spell.cast(fight, one)
