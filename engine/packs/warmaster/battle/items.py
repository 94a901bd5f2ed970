"""Who carries which magic item in a battle, and whether its use is allowed now.

What an item does stands where it is done; when it is done is the standing rule of the army.
Sources: warmaster.item.kinds, warmaster.directive.items.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeVar

from engine.packs.warmaster.battle.state import Battle, BattleCharacter, BattleUnit
from engine.packs.warmaster.battle.values import ItemUse
from engine.packs.warmaster.content.items import (
    BetterArmour,
    BetterCast,
    CancelSpell,
    MoreAttacks,
    MoreHits,
    RollAgain,
    Spare,
    SureCast,
)

E = TypeVar("E")


def of_unit(battle: Battle, unit: BattleUnit, kind: type[E]) -> E | None:
    """What the unit's own item does, if it is of that kind."""
    key = unit.troop.item
    if not key:
        return None
    effect = battle.lore.items[key].effect
    return effect if isinstance(effect, kind) else None


def in_hand(
    battle: Battle, unit: BattleUnit, kind: type[E]
) -> Iterator[tuple[BattleUnit | BattleCharacter, E]]:
    """Who of a unit and the characters with it carries such an item (warmaster.item.weapons)."""
    own = of_unit(battle, unit, kind)
    if own is not None:
        yield unit, own
    for character in battle.with_unit(unit):
        if effect := of_character(battle, character, kind):
            yield character, effect


def of_character(battle: Battle, character: BattleCharacter, kind: type[E]) -> E | None:
    """What a character's item does, if it is of that kind."""
    key = character.captain.item
    if not key:
        return None
    effect = battle.lore.items[key].effect
    return effect if isinstance(effect, kind) else None


def ready(battle: Battle, side: int, kind: type[E]) -> Iterator[tuple[BattleCharacter, E]]:
    """Who of the living characters of a side has such an item that is not used up, nor forbidden.

    In roster order.
    """
    for character in battle.characters[side]:
        effect = own(battle, character, kind)
        if effect is not None:
            yield character, effect


def own(battle: Battle, character: BattleCharacter, kind: type[E]) -> E | None:
    """What the item of a living character can still do, if it is of that kind and not forbidden."""
    if character.unit is None or character.used:
        return None
    effect = of_character(battle, character, kind)
    if effect and use_of(battle, character.side, character.captain.item).forbidden:
        return None
    return effect


def use_of(battle: Battle, side: int, key: str) -> ItemUse:
    """The army's standing rule for an item (warmaster.directive.items)."""
    return next((use for use in battle.armies[side].uses if use.item == key), ItemUse(item=key))


# ---------------------------------------------------------------- standards


def more_attacks(battle: Battle, unit: BattleUnit) -> int:
    """Attacks that a standard adds for each own stand now (warmaster.item.battle-banner)."""
    effect = of_unit(battle, unit, MoreAttacks) if unit.bout == "first" else None
    return effect.by if effect else 0


def more_hits(battle: Battle, unit: BattleUnit) -> int:
    """Hits that a standard adds for each own stand now (warmaster.item.banner-of-fortitude)."""
    effect = of_unit(battle, unit, MoreHits) if unit.bout == "first" else None
    return effect.by if effect else 0


def better_armour(battle: Battle, unit: BattleUnit) -> int:
    """Steps that a standard improves Armour by now (warmaster.item.banner-of-shielding)."""
    effect = None if unit.lost_stand else of_unit(battle, unit, BetterArmour)
    return effect.by if effect else 0


def spared(battle: Battle, unit: BattleUnit) -> int:
    """How many more shooting hits of this enemy turn a standard makes nothing of.

    Source: warmaster.item.banner-of-steadfastness.
    """
    if unit.lost_stand or unit.side == battle.active:
        return 0
    effect = of_unit(battle, unit, Spare)
    return effect.hits - unit.spared if effect else 0


def rolls_again(
    battle: Battle, unit: BattleUnit, phase: Literal["shooting", "combat"], dice: int, hits: int
) -> bool:
    """Whether a unit rolls all its attack dice again, which uses its standard up.

    Sources: warmaster.item.banner-of-fortune, warmaster.directive.items.
    """
    effect = None if unit.used else of_unit(battle, unit, RollAgain)
    if effect is None:
        return False
    use = use_of(battle, unit.side, unit.troop.item)
    if use.forbidden or use.phase not in ("", phase):
        return False
    unit.used = dice >= effect.least and effect.share * hits < dice
    return unit.used


# ---------------------------------------------------------------- devices


def helps(
    battle: Battle, wizard: BattleCharacter, effect: SureCast | BetterCast, spell: str
) -> bool:
    """Whether a Wizard helps this cast with an item (warmaster.directive.items)."""
    use = use_of(battle, wizard.side, wizard.captain.item)
    if use.spell:
        return spell == use.spell
    return battle.lore.spells[spell].score >= effect.from_score


def dispels(battle: Battle, bearer: BattleCharacter, effect: CancelSpell, spell: str) -> bool:
    """Whether a character dispels a spell that has worked (warmaster.directive.items)."""
    use = use_of(battle, bearer.side, bearer.captain.item)
    if use.spell:
        return spell == use.spell
    return battle.round >= effect.from_round or (
        battle.lore.spells[spell].score >= effect.from_score
    )
