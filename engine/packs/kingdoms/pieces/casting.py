"""How often and how well spells are cast, as an action and in an encounter.

Which ability a spell is cast by, the limits and the chances; what a spell does is said elsewhere.
Sources: kingdoms.magic.casting-limits, kingdoms.magic.success-chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from engine.packs.kingdoms.content.arts import Art, Casting, Magic
from engine.packs.kingdoms.pieces.alignment import is_undead

Kind = Literal["action", "combat"]
"""Whether a spell is cast as an action, or by an encounter plan."""

CHARM: Final = "CH"
KILL_ENEMY: Final = "KI"
_ALL: Final = 100
_ITEM: Final = 2  # the level of a spell-casting item (kingdoms.item.casting)


def ability_of(art: Art, alignment: str) -> Magic:
    """The ability by which a character of that alignment casts a spell.

    An Undead one casts Charm by Necromancy (kingdoms.spell.charm).
    """
    return "NE" if art.key == CHARM and is_undead(alignment) else art.ability


def limit(casting: Casting, kind: Kind, level: int) -> int:
    """How many spells of an ability may be tried in a turn, or in an encounter.

    Levels above the table count as its last (kingdoms.magic.casting-limits).
    """
    limits = casting.action_limits if kind == "action" else casting.combat_limits
    return limits[min(level, len(limits) - 1)]


def magicians_help(king: str, caster: str, ability: Magic) -> bool:
    """Whether the Order of Magicians aids a caster (kingdoms.alignment.order-of-magicians).

    `king` is the alignment of his kingdom.
    """
    return king == caster == "Pagan" and ability != "WH"


def chance(casting: Casting, kind: Kind, level: int, *, order: bool = False) -> int:
    """The chance in percent that a spell succeeds, at most 100 (kingdoms.magic.success-chance).

    `order` is whether the Order of Magicians helps.
    """
    base = casting.action if kind == "action" else casting.combat
    return min(_ALL, base + casting.level * level + (casting.order if order else 0))


def item_chance(casting: Casting, kind: Kind) -> int:
    """The chance in percent of a spell that an item casts (kingdoms.item.casting)."""
    return chance(casting, kind, _ITEM)


def castable_in_combat(
    casting: Casting, art: Art, ability: Magic, level: int, cast: Sequence[tuple[str, Magic]]
) -> bool:
    """Whether the limits let a character cast a spell in an encounter.

    `cast` are the spells that he has tried in it, each with the ability by which he did; the same
    one comes but once (kingdoms.magic.casting-limits).
    """
    tried = sum(1 for _, by in cast if by == ability)
    again = any(key == art.key for key, _ in cast)
    return art.combat and not again and tried < limit(casting, "combat", level)


def kill_chance(full: int, *, in_feature: bool, leads_army: bool) -> int:
    """The chance of Kill Enemy in percent, after all bonuses (kingdoms.spell.kill-enemy).

    It is halved, once, in a feature and against a hero who leads an army.
    """
    return full // 2 if in_feature or leads_army else full
