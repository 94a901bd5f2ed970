"""The two phases of magic in a battle: who casts a loaded spell, at whom, and the result.

Sources: cohorts.battle.duel-magic-phase, cohorts.battle.battle-magic-phase.
"""

from __future__ import annotations

from engine.packs.cohorts.battle import special, targets
from engine.packs.cohorts.battle.combatant import joined
from engine.packs.cohorts.battle.fight import Aura, Fight
from engine.packs.cohorts.battle.fighter import Fighter
from engine.packs.cohorts.battle.magic import attacks
from engine.packs.cohorts.battle.magic.laid import Laid, LoadedSpell, SpellsOnUnit
from engine.packs.cohorts.battle.record import CombatSpellCast
from engine.packs.cohorts.battle.targets import HexTarget
from engine.packs.cohorts.content import CombatSpell
from engine.packs.cohorts.content.combat import Alter, Arm, Bolt, Give, Storm


def lay(fight: Fight, one: Fighter, laid: Laid) -> None:
    """A unit carries a charm or task from now on, wherever it goes.

    It always takes effect, there is no resistance. Source: cohorts.combat-spell.persistent.
    """
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


def duel(fight: Fight) -> None:
    """The phase: each character casts its duel spell, in the order of initiative.

    Source: cohorts.combat-spell.duel-before-battle.
    """
    for one in fight.order:
        if one.unit.duel_spell and one.fights and not fight.over:
            cast(fight, one, one.unit.duel_spell)


def battle(fight: Fight) -> None:
    """The phase: each character casts its battle or utility spell, in the order of initiative."""
    for one in fight.order:
        if one.unit.battle_spell and one.fights and not fight.over:
            cast(fight, one, one.unit.battle_spell)


def cast(fight: Fight, caster: Fighter, loaded: LoadedSpell) -> None:
    """Cast a spell at once on the nearest appropriate target; without one its mana is kept."""
    spell = loaded.spell
    target = aim(fight, caster, spell)
    if target is None:
        return
    added = min(loaded.mana, caster.mana)  # cohorts.combat-spell.caster-level
    caster.mana -= added
    laid = Laid(spell, loaded.level + added)
    if isinstance(spell.effect, Bolt | Storm):
        _strike(fight, caster, laid, spell.effect, target)
        return
    if spell.aura:
        surround(fight, caster, laid)
    else:
        for each in target.struck:
            lay(fight, each, laid)
    if fight.log is not None:
        carriers = () if spell.aura else tuple(each.number for each in target.struck)
        fight.log.append(
            CombatSpellCast(
                unit=caster.number,
                spell=spell.key,
                level=laid.level,
                hex=target.hex,
                laid=carriers,
                aura=spell.aura,
            )
        )


def aim(fight: Fight, caster: Fighter, spell: CombatSpell) -> HexTarget | None:
    """The hex that a spell goes to, and whom it strikes there; None if there is nobody for it.

    A hostile duel spell strikes one character, every other spell all of its kind in the hex; an
    aura is cast on the caster itself.
    """
    if spell.aura:
        return HexTarget(caster.hex, [caster])
    if spell.friendly:
        friends = _concerned(fight.fighting[caster.side], spell)
        return targets.nearest(fight, caster, friends, directed=False) if friends else None
    foes = _concerned(fight.enemies(caster), spell)
    if not foes:
        return None
    target = targets.nearest(fight, caster, foes)
    if spell.group != "duel":
        return target
    return HexTarget(target.hex, [fight.chance.pick(target.struck, "target", caster.number)])


def _concerned(units: list[Fighter], spell: CombatSpell) -> list[Fighter]:
    """Those whom a spell is for, and who are not immune to its type."""
    return [
        each
        for each in units
        if spell.concerns(character=each.character) and spell.type not in each.unit.immune
    ]


def _strike(
    fight: Fight, caster: Fighter, laid: Laid, effect: Bolt | Storm, target: HexTarget
) -> None:
    """An attack: over all its areas it is one, in roster order (cohorts.battle.spell-effect-order).

    It never strikes the caster's own side (cohorts.combat-spell.no-friendly-fire).
    """
    level, further = laid.level, list[int]()
    if isinstance(effect, Bolt):
        dealt = [attacks.bolt(fight, effect, level, each) for each in target.struck]
    else:
        foes = _concerned(fight.enemies(caster), laid.spell)
        further = attacks.further_hexes(fight, caster, target.hex, foes, effect.further)
        full = {target.hex: 100, **dict.fromkeys(further, effect.further_percent)}
        force: dict[int, float] = {}
        for hex_, percent in full.items():
            there = [each for each in foes if each.hex == hex_]
            force[hex_] = percent * attacks.spread(fight, level, there)
        dealt = [
            attacks.storm(fight, effect, level, each, force[each.hex])
            for each in foes
            if each.hex in force
        ]
    hits = special.work_off(fight, caster, effect.type, dealt)
    if fight.log is not None:
        fight.log.append(
            CombatSpellCast(
                unit=caster.number,
                spell=laid.spell.key,
                level=level,
                hex=target.hex,
                further=tuple(further),
                hits=hits,
            )
        )
    special.conclude(fight, caster, [blow.target for blow in dealt], hits)
