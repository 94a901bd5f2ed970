"""The casting of spells: the roll, what may stop it, its results, and casting again.

Sources: warmaster.magic.resolution, warmaster.magic.score, warmaster.magic.bonus-casts.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.packs.warmaster.battle import items
from engine.packs.warmaster.battle.blows import CastMore, SpellboundRolled, WizardCast
from engine.packs.warmaster.battle.grid import distances
from engine.packs.warmaster.battle.happenings import CharacterWent
from engine.packs.warmaster.battle.magic_effects import backfire, work
from engine.packs.warmaster.battle.magic_targets import CastOption, choice
from engine.packs.warmaster.battle.state import Battle, BattleCharacter, BattleUnit
from engine.packs.warmaster.battle.values import SIDES
from engine.packs.warmaster.content.items import (
    BetterCast,
    CancelSpell,
    CastAgain,
    Spellbind,
    SureCast,
)
from engine.packs.warmaster.content.spells import Lend, TeleportWizard, WarSpell

ANTIMAGIC_RANGE: Final = 5
"""How near a Runesmith must be to the Wizard, in hexes (warmaster.magic.antimagic)."""
ANTIMAGIC_NEEDS: Final = 4


# ---------------------------------------------------------------- the roll


def works(score: int, die: int, modifier: int = 0) -> bool:
    """Whether a casting die is enough: 1 never is, 6 always (warmaster.magic.natural-1-6)."""
    return die == 6 or (die > 1 and die + modifier >= score)


def stops(distance: int, die: int) -> bool:
    """Whether the anti-magic of a Runesmith so far away stops a spell with that die."""
    return distance <= ANTIMAGIC_RANGE and die >= ANTIMAGIC_NEEDS


# ---------------------------------------------------------------- the phase


def fade(battle: Battle) -> None:
    """At the start of a turn spells end, but those that last until their side's next turn.

    Source: warmaster.turn.sequence.
    """
    for side in battle.units:
        for unit in side:
            unit.spared = unit.rounds = 0
            if unit.effects:
                unit.effects = tuple(
                    key
                    for key in unit.effects
                    if unit.side != battle.active and _lasts(battle.lore.spells[key])
                )


def _lasts(spell: WarSpell) -> bool:
    return any(isinstance(each, Lend) and each.until == "round" for each in spell.effects)


def cast_all(battle: Battle) -> None:
    """The Wizards of the active side cast, in roster order (warmaster.magic.wizards-only)."""
    for character in battle.characters[battle.active]:
        if may_cast(character):
            cast_with(battle, character)


def may_cast(character: BattleCharacter) -> bool:
    """Whether a character is a Wizard who lives, whatever the unit does.

    Source: warmaster.magic.in-combat.
    """
    return character.captain.role == "wizard" and character.unit is not None


def cast_with(battle: Battle, wizard: BattleCharacter) -> int:
    """A Wizard casts one spell, and more that are allowed by it; gives how many were tried.

    Sources: warmaster.magic.one-per-phase, warmaster.magic.bonus-casts.
    """
    casts, left, rolled = 0, 1, False
    while left and (made := choice(battle, wizard)):
        left -= 1
        casts += 1
        result = cast(battle, wizard, made)
        if not result.worked:
            continue
        bonus = _bonus(made.spell)
        if bonus and not result.stopped and not rolled:
            rolled = True
            left += _bonus_roll(battle, wizard, bonus)
        left += _again(battle, wizard)
    return casts


def _bonus(spell: WarSpell) -> int:
    """The die that gives another cast after this spell; 0 if none does."""
    return next((each.bonus for each in spell.effects if isinstance(each, TeleportWizard)), 0)


def _bonus_roll(battle: Battle, wizard: BattleCharacter, needs: int) -> bool:
    die = battle.die()
    granted = die >= needs
    _more(battle, wizard, die=die, granted=granted)
    return granted


def _again(battle: Battle, wizard: BattleCharacter) -> bool:
    """Whether an item gives another cast after one that worked, which uses it up.

    Sources: warmaster.item.rod-of-repetition, warmaster.directive.items.
    """
    if not items.own(battle, wizard, CastAgain) or choice(battle, wizard) is None:
        return False
    wizard.used = True
    _more(battle, wizard, item=wizard.captain.item, granted=True)
    return True


def _more(
    battle: Battle, wizard: BattleCharacter, *, granted: bool, die: int = 0, item: str = ""
) -> None:
    side = SIDES[wizard.side]
    battle.happen(CastMore(side=side, by=wizard.number, die=die, item=item, granted=granted))


# ---------------------------------------------------------------- one cast


class CastResult(NamedTuple):
    """What became of a cast."""

    worked: bool
    """Whether the roll was enough."""
    stopped: bool = False
    """Whether an enemy made it fail nevertheless."""


class _Roll(NamedTuple):
    die: int
    """0 if none was rolled."""
    modifier: int
    item: str
    worked: bool


class _Answer(NamedTuple):
    antimagic: int
    """The die; 0 without one."""
    by: str
    """The item that stopped the spell."""
    stopped: bool


def cast(battle: Battle, wizard: BattleCharacter, made: CastOption) -> CastResult:
    """Cast a spell at its targets; the Wizard lives."""
    unit = wizard.unit
    assert unit is not None
    spell = made.spell
    rolled = _roll(battle, wizard, spell)
    answer = _answer(battle, wizard, unit, spell) if rolled.worked else _Answer(0, "", False)
    battle.happen(
        WizardCast(
            side=SIDES[wizard.side],
            by=wizard.number,
            spell=spell.key,
            targets=tuple((SIDES[each.side], each.number) for each in made.targets),
            direction=made.direction,
            score=spell.score,
            die=rolled.die,
            modifier=rolled.modifier,
            item=rolled.item,
            worked=rolled.worked,
            antimagic=answer.antimagic,
            dispelled_by=answer.by,
            stopped=answer.stopped,
        )
    )
    if not rolled.worked:
        if rolled.die == 1 and spell.backfires:
            backfire(battle, spell, unit)
        _spellbind(battle, wizard)
    elif not answer.stopped:
        _resolve(battle, wizard, made)
    return CastResult(rolled.worked, answer.stopped)


def _roll(battle: Battle, wizard: BattleCharacter, spell: WarSpell) -> _Roll:
    """Roll for a spell, or do without.

    Sources: warmaster.item.ring-of-magic, warmaster.item.wand-of-power, warmaster.magic.modifiers.
    """
    key = wizard.captain.item
    sure = items.own(battle, wizard, SureCast)
    if sure and items.helps(battle, wizard, sure, spell.key):
        wizard.used = True
        return _Roll(0, 0, key, True)
    modifier, used = -wizard.spellbound, ""
    better = items.own(battle, wizard, BetterCast)
    if better and items.helps(battle, wizard, better, spell.key):
        wizard.used, used = True, key
        modifier += better.by
    die = battle.die()
    return _Roll(die, modifier, used, works(spell.score, die, modifier))


def _answer(battle: Battle, wizard: BattleCharacter, unit: BattleUnit, spell: WarSpell) -> _Answer:
    """What the enemy does about a spell that has worked.

    Sources: warmaster.magic.antimagic, warmaster.item.scroll-of-dispelling.
    """
    away, die = distances(unit.cell), 0
    smiths = [
        away[each.unit.cell]
        for each in battle.characters[1 - wizard.side]
        if each.captain.role == "runesmith" and each.unit is not None
    ]
    if smiths and min(smiths) <= ANTIMAGIC_RANGE:
        die = battle.die()
        if stops(min(smiths), die):
            return _Answer(die, "", True)
    for bearer, effect in items.ready(battle, 1 - wizard.side, CancelSpell):
        if items.dispels(battle, bearer, effect, spell.key):
            bearer.used = True
            return _Answer(die, bearer.captain.item, True)
    return _Answer(die, "", False)


def _spellbind(battle: Battle, wizard: BattleCharacter) -> None:
    """An enemy may bind a Wizard who has failed (warmaster.item.staff-of-spellbinding)."""
    bearer, effect = next(items.ready(battle, 1 - wizard.side, Spellbind), (None, None))
    if bearer is None or effect is None or wizard.unit is None:
        return
    die = battle.die()
    bearer.used = die >= effect.needs
    if bearer.used:
        wizard.spellbound += effect.by
    battle.happen(
        SpellboundRolled(
            side=SIDES[wizard.side],
            by=wizard.number,
            item=bearer.captain.item,
            die=die,
            spellbound=bearer.used,
        )
    )


def _resolve(battle: Battle, wizard: BattleCharacter, made: CastOption) -> None:
    """What a spell does that nothing stopped (warmaster.magic.affected)."""
    if made.spell.aim == "self":
        (wizard.unit,) = made.targets
        battle.happen(
            CharacterWent(
                side=SIDES[wizard.side],
                number=wizard.number,
                unit=made.targets[0].number,
                why="spell",
            )
        )
        return
    for unit in made.targets:
        battle.affected.add((made.spell.key, unit))
        work(battle, made.spell, unit)
