"""A combat round: who fights whom with how many dice, saves, losses, and the scores.

Sources: warmaster.combat.round, warmaster.combat.target, warmaster.combat.dice,
warmaster.combat.hits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from engine.packs.warmaster.battle import figures, items
from engine.packs.warmaster.battle.blows import AttackDice, Harm, Part, RoundFought
from engine.packs.warmaster.battle.losing import bury, save, suffer
from engine.packs.warmaster.battle.state import Battle, BattleUnit
from engine.packs.warmaster.battle.values import SIDES
from engine.packs.warmaster.content.items import BreakSaves, MoreDice, RollMisses

_HEAVY: Final = ("chariot", "monster")
"""What has a charge bonus of 2."""


def joined(battle: Battle, first: Iterable[BattleUnit]) -> list[BattleUnit]:
    """All units in contact with these, directly or through others, in the order of a round.

    The active side's come first, each side's in roster order (warmaster.combat.engagement).
    """
    found = list(first)
    seen = set(found)
    for unit in found:  # grows while it is gone through
        for other in battle.touching(unit):
            if other not in seen:
                seen.add(other)
                found.append(other)
    return sorted(found, key=lambda unit: (unit.side != battle.active, unit.number))


def target_of(battle: Battle, unit: BattleUnit) -> BattleUnit:
    """At whom a unit aims: the enemy it touches that can take the fewest more hits."""
    return min(
        battle.touching(unit),
        key=lambda enemy: (figures.endurance(battle, enemy), enemy.number),
    )


# ---------------------------------------------------------------- attack dice


class Attacks(NamedTuple):
    """How many dice a unit rolls (warmaster.combat.dice)."""

    per_stand: int
    own: int
    """With those of characters and of the first round."""
    attached: int
    parts: tuple[Part, ...]


def attacks(battle: Battle, unit: BattleUnit, target: BattleUnit, number: int) -> Attacks:
    """The dice of a unit in the round of that number, from 1, of its engagement."""
    each = tuple(_for_each_stand(battle, unit, target, number))
    banner = items.more_attacks(battle, unit)
    changed = sum(part.amount for part in each)
    per_stand = max(1, unit.troop.attacks + banner + changed)
    stand = unit.troop.attached
    attached = max(1, stand.attacks + changed) if stand and unit.attached else 0
    besides = tuple(_besides(battle, unit))
    own = per_stand * unit.stands + sum(part.amount for part in besides)
    banners = (Part("standard", banner),) if banner else ()
    return Attacks(per_stand, own, attached, (*each, *banners, *besides))


def _for_each_stand(
    battle: Battle, unit: BattleUnit, target: BattleUnit, number: int
) -> Iterator[Part]:
    """What changes the Attacks of every stand, an attached one too."""
    if unit.charged and number == 1 and _in_the_open(battle, target):
        yield Part("charge", 2 if unit.troop.kind in _HEAVY else 1)
    if unit.pursuing:
        yield Part("pursuit", 1)
    if unit.effects and (spells := sum(each.attacks for each in figures.lent(battle, unit))):
        yield Part("spell", spells)
    if unit.confused:
        yield Part("confused", -1)
    if _afraid(battle, unit):
        yield Part("terror", -1)


def _afraid(battle: Battle, unit: BattleUnit) -> bool:
    """Whether it touches an enemy with terror, and minds (warmaster.unit.attributes)."""
    if unit.undead or "terror" in unit.troop.special:
        return False
    return any("terror" in enemy.troop.special for enemy in battle.touching(unit))


def _in_the_open(battle: Battle, unit: BattleUnit) -> bool:
    """Whether a charge against it brings a bonus (warmaster.field.terrain)."""
    return not figures.cover(battle, unit) and not battle.land.hill[unit.cell]


def _besides(battle: Battle, unit: BattleUnit) -> Iterator[Part]:
    """Dice of the unit as a whole: of its characters, and in its first round."""
    if bonus := sum(character.captain.bonus for character in battle.with_unit(unit)):
        yield Part("characters", bonus)
    for bearer, effect in items.in_hand(battle, unit, MoreDice):
        if not bearer.used:
            yield Part("weapon", effect.dice)
    lent = figures.lent(battle, unit) if not unit.rounds else ()
    if dice := sum(each.dice for each in lent):
        yield Part("first round", dice)


def attack(battle: Battle, unit: BattleUnit, target: BattleUnit, number: int) -> AttackDice:
    """Roll a unit's attack dice at its target."""
    counted = attacks(battle, unit, target, number)
    needs = figures.needed(figures.cover(battle, target))
    dice, before = battle.roll(counted.own), ()
    attached = battle.roll(counted.attached)
    hits = sum(die >= needs for die in dice)
    if items.rolls_again(battle, unit, "combat", counted.own, hits):
        dice, before = battle.roll(counted.own), dice
    dice += attached
    hits = sum(die >= needs for die in dice)
    misses = sum(effect.dice for _, effect in items.in_hand(battle, unit, RollMisses))
    again = battle.roll(min(misses, len(dice) - hits))
    for bearer, _ in items.in_hand(battle, unit, MoreDice):
        bearer.used = True
    return AttackDice(
        side=SIDES[unit.side],
        number=unit.number,
        target=target.number,
        per_stand=counted.per_stand,
        stands=unit.stands,
        attached=counted.attached,
        parts=counted.parts,
        needs=needs,
        dice=dice,
        dice_before=before,
        misses_again=again,
        hits=hits + sum(die >= needs for die in again),
    )


# ---------------------------------------------------------------- the round


def fight_round(battle: Battle, fighters: Sequence[BattleUnit], number: int) -> tuple[int, int]:
    """Fight the round of that number among units in contact; gives the score of each side."""
    for unit in fighters:
        unit.bout = unit.bout or "first"
    aims = {unit: target_of(battle, unit) for unit in fighters}
    made = {unit: attack(battle, unit, aim, number) for unit, aim in aims.items()}
    hits = dict.fromkeys(fighters, 0)
    broken = dict.fromkeys(fighters, 0)
    for unit, aim in aims.items():
        hits[aim] += made[unit].hits
        broken[aim] += sum(sword.dice for _, sword in items.in_hand(battle, unit, BreakSaves))
    struck = [unit for unit in fighters if hits[unit]]
    struck.sort(key=lambda unit: (unit.side == battle.active, unit.number))
    saves = [(unit, save(battle, unit, hits[unit], broken=broken[unit])) for unit in struck]
    harms: list[Harm] = []
    scores = [0, 0]
    for unit, saved in saves:
        harm = suffer(battle, unit, saved)
        harms.append(harm)
        scores[1 - unit.side] += harm.counted
    for unit in fighters:
        unit.pursuing = False
        unit.rounds += 1
    battle.happen(
        RoundFought(
            number=number,
            attacks=tuple(made.values()),
            harms=tuple(harms),
            scores=(scores[0], scores[1]),
        )
    )
    for unit in struck:
        bury(battle, unit, "combat")
    return scores[0], scores[1]
