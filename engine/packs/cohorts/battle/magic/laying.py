"""Charms, tasks and auras: spells that stay until the battle ends.

They always take effect, there is no resistance. Sources: cohorts.combat-spell.persistent,
cohorts.combat-spell.aura.
"""

from __future__ import annotations

from engine.packs.cohorts.battle.combatant import joined
from engine.packs.cohorts.battle.fight import Aura, Fight
from engine.packs.cohorts.battle.fighter import Fighter
from engine.packs.cohorts.battle.magic.laid import Laid, SpellsOnUnit
from engine.packs.cohorts.content.combat import Alter, Arm, Give


def lay(fight: Fight, one: Fighter, laid: Laid) -> None:
    """A unit carries a charm or task from now on, wherever it goes."""
    effect = laid.spell.effect
    if isinstance(effect, Give):
        give(fight, one, effect.status, laid.heroic)
        return
    one.enchantment = one.enchantment or SpellsOnUnit()
    one.enchantment.lay(laid)
    if isinstance(effect, Arm):
        own = [(each.type, each.damage, each.quality) for each in one.unit.specials]
        one.specials = joined([*own, *one.enchantment.arms()], fight.types)
    _note(fight, laid)


def surround(fight: Fight, caster: Fighter, laid: Laid) -> None:
    """An aura lies from now on over whatever slot its caster is in."""
    effect = laid.spell.effect
    if isinstance(effect, Give):
        give(fight, caster, effect.status, laid.heroic)
        return
    assert isinstance(effect, Alter), "no aura does anything else"
    aura = Aura(caster, laid.spell, laid.amount(effect))
    fight.surrounding.setdefault((effect.rating, effect.against), []).append(aura)
    _note(fight, laid)


def give(fight: Fight, one: Fighter, status: str, heroic: int) -> None:
    """Give a battle status; who has it keeps it, an aura at the higher of both levels.

    Source: cohorts.battle-status.scope.
    """
    if heroic > one.statuses.get(status, -1):
        fight.afflict(one, status, heroic)


def _note(fight: Fight, laid: Laid) -> None:
    fight.enchanted = True
    if isinstance(laid.spell.effect, Alter) and laid.spell.effect.against:
        fight.banes = True
