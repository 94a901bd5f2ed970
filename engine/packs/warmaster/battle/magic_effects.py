"""What a spell does to a unit that it has reached, effect by effect.

Sources: warmaster.magic.shooting-attacks, warmaster.spell.
"""

from __future__ import annotations

from engine.packs.warmaster.battle import figures
from engine.packs.warmaster.battle.blows import SpellChanged, SpellStruck
from engine.packs.warmaster.battle.confusion import clear, confuse
from engine.packs.warmaster.battle.directives import charge
from engine.packs.warmaster.battle.driving import drive_back, move_back
from engine.packs.warmaster.battle.losing import Saves, bury, lose_stands, save, suffer
from engine.packs.warmaster.battle.reach import charge_of
from engine.packs.warmaster.battle.state import Battle, BattleUnit
from engine.packs.warmaster.battle.values import SIDES
from engine.packs.warmaster.content.lists import NO_ARMOUR
from engine.packs.warmaster.content.spells import (
    Blight,
    Calm,
    Confuse,
    Lend,
    Restore,
    Rush,
    Shove,
    Slip,
    Strike,
    TeleportWizard,
    WarSpell,
    Wither,
)

Gentle = Shove | Confuse | Calm | Restore | Wither | Rush | Slip | Lend | TeleportWizard
"""What is no attack."""


def work(battle: Battle, spell: WarSpell, unit: BattleUnit) -> None:
    """Resolve a spell on a unit."""
    for effect in spell.effects:
        if not unit.alive:
            return
        if isinstance(effect, Strike):
            needs = figures.needed(figures.cover(battle, unit))
            _strike(battle, spell, unit, effect.attacks, needs, saves=effect.saves)
        elif isinstance(effect, Blight):
            dice = effect.dice * unit.stands
            _strike(battle, spell, unit, dice, effect.needs, saves=False)
        else:
            _work(battle, spell, effect, unit)


def _work(battle: Battle, spell: WarSpell, effect: Gentle, unit: BattleUnit) -> None:
    match effect:
        case Shove(hits=hits):
            if not battle.engaged(unit):
                drive_back(battle, unit, hits)
        case Confuse():
            confuse(battle, unit)
        case Calm():
            clear(battle, unit)
        case Restore(stands=stands):
            unit.stands = min(unit.troop.full_stands, unit.stands + stands)
            _tell(battle, spell, effect, unit)
        case Wither(stands=stands):
            lose_stands(battle, unit, stands, "spell")
        case Rush():
            made = charge_of(battle, unit)
            if made and not battle.engaged(unit):
                charge(battle, unit, made, "spell")
        case Slip():
            move_back(battle, unit, unit.troop.pace)
        case Lend():
            unit.effects = (*unit.effects, spell.key)
            _tell(battle, spell, effect, unit)
        case TeleportWizard():
            pass  # of a Wizard, not of a unit (`magic`)


def _tell(battle: Battle, spell: WarSpell, effect: Lend | Restore, unit: BattleUnit) -> None:
    battle.happen(
        SpellChanged(
            spell=spell.key,
            side=SIDES[unit.side],
            number=unit.number,
            does=effect.does,
            stands=unit.stands,
        )
    )


def _strike(
    battle: Battle, spell: WarSpell, unit: BattleUnit, attacks: int, needs: int, *, saves: bool
) -> None:
    """Attacks that count as shooting hits."""
    dice = battle.roll(attacks)
    saved = save(battle, unit, sum(die >= needs for die in dice), saves=saves)
    harm = suffer(battle, unit, saved, shooting=True)
    battle.happen(SpellStruck(spell=spell.key, needs=needs, dice=dice, harm=harm))
    bury(battle, unit, "spell")


def backfire(battle: Battle, spell: WarSpell, unit: BattleUnit) -> None:
    """The spell strikes the Wizard's own unit (warmaster.spell.spark-bolt)."""
    on_attached = min(spell.backfires, unit.attached)
    unsaved = Saves(spell.backfires, on_attached, NO_ARMOUR, (), NO_ARMOUR, ())
    harm = suffer(battle, unit, unsaved, shooting=True)
    battle.happen(SpellStruck(spell=spell.key, harm=harm))
    bury(battle, unit, "spell")
