"""Fighters made from what there is in Kingdoms: monsters of the module, guardians and characters.

Where a module has no rulers, as on another system's world, only the monsters are asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.dice import Dice
from engine.packs.kingdoms.bouts.fighters import EncounterFighter, by_key, gifts_of
from engine.packs.kingdoms.bouts.lore import Lore
from engine.packs.kingdoms.content.arts import Art, CastingFigures
from engine.packs.kingdoms.content.beings import Monster
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.pieces.abilities import Ability, levels_of
from engine.packs.kingdoms.pieces.alignment import is_undead
from engine.packs.kingdoms.pieces.chance import picked, thrown
from engine.packs.kingdoms.pieces.records import Ruler
from engine.world import Place

_SPREAD: Final = 11  # kingdoms.monster.hit-points
_LESS: Final = 6
_PURSE_DIE: Final = 6  # kingdoms.monster.wandering
_SPEED: Final[Mapping[str, int]] = {"Slow": 1, "Medium": 2, "Fast": 3}


def lore_of(
    content: EncounterContent,
    arts: Mapping[str, Art] | None = None,
    casting: CastingFigures | None = None,
) -> Lore:
    """What a module says of encounters; `arts` and `casting` are those of the pack of magic."""
    return Lore(content.meetings, content.charms, arts or {}, casting)


# ---------------------------------------------------------------- monsters


def full_hits(being: Monster, dice: Dice) -> int:
    """The hit points of one monster as it is placed or met (kingdoms.monster.hit-points)."""
    return being.hits + dice.whole(_SPREAD) - _LESS


def likely_hits(being: Monster) -> tuple[int, ...]:
    """The hit points that one may have, from the fewest on, each as likely."""
    return tuple(being.hits + drawn - _LESS for drawn in range(1, _SPREAD + 1))


def monster(
    being: Monster,
    full: int,
    hits: int | None = None,
    *,
    piece: Place | None = None,
    carried: Sequence[str] = (),
    hoard: Sequence[str] = (),
    gold: int = 0,
) -> EncounterFighter:
    """A monster as it fights, with what it keeps (kingdoms.monster.table).

    What it carries is of no use to it.
    """
    magic: dict[Ability, int] = dict(being.levels.items())
    told: dict[Ability, int] = {"ME": being.melee, "AR": being.missile, **magic}
    return EncounterFighter(
        piece=piece,
        name=being.name,
        being=being.key,
        alignment=being.alignment,
        temper=being.temper,
        hits=full if hits is None else hits,
        full=full,
        levels=levels_of(told),
        damage=being.damage,
        missile_damage=being.missile_damage,
        speed=being.speed,
        intelligence=being.intelligence,
        kinds=tuple(being.kinds),
        talk=being.talk,
        plan=being.plan,
        casts=being.casts,
        carried=tuple(carried),
        hoard=tuple(hoard),
        gold=gold,
    )


def wanderer(content: EncounterContent, ground: str, dice: Dice) -> EncounterFighter:
    """A monster met by chance on a ground: which, its hit points, its gold, drawn in this order.

    Source: kingdoms.monster.wandering.
    """
    being = content.beings[picked(dice, content.wandering[ground])]
    full = full_hits(being, dice)
    return monster(being, full, gold=thrown(dice, content.meetings.purse, _PURSE_DIE))


def begins(character: EncounterFighter, monster: EncounterFighter, dice: Dice) -> bool:
    """Whether the character begins a random encounter: the faster does, else d(2) says it.

    Source: kingdoms.encounter.kinds.
    """
    one, other = (
        _SPEED["Fast" if each.gifts.fast else each.speed] for each in (character, monster)
    )
    return one > other if one != other else dice.whole(2) == 1


# ---------------------------------------------------------------- characters


def character(
    ruler: Ruler,
    content: EncounterContent,
    *,
    most: int,
    kingdom: str,
    carried: Sequence[str] = (),
    boons: Mapping[str, int] | None = None,
    leads: bool = False,
) -> EncounterFighter:
    """A King, Heir or hero as a fighter (kingdoms.character.hit-points).

    `most` are the body's hit points, `kingdom` the alignment of the kingdom or empire, `carried`
    the keys of carried items, `boons` the gifts of the kingdom's inventions.
    """
    given = boons or {}
    undead = is_undead(ruler.alignment)
    gifts = gifts_of(
        by_key(content.artifacts, carried),
        undead=undead,
        damage=given.get("melee_damage", 0),
        fast=bool(given.get("fast", 0)),
        hit_points=given.get("hit_points", 0),
    )
    return EncounterFighter(
        piece=ruler.place,
        name=ruler.name,
        royal=ruler.royal,
        alignment=ruler.alignment,
        kingdom=kingdom,
        temper=ruler.temper,
        refusal=ruler.refusal,
        hits=ruler.hit_points,
        full=most + gifts.hit_points,
        levels=ruler.skill,
        intelligence="Divine" if ruler.royal and ruler.alignment == "Divine" else "Medium",
        kinds=("undead",) if undead else (),
        plan=ruler.plan,
        leads=leads,
        carried=tuple(carried),
        gifts=gifts,
    )
