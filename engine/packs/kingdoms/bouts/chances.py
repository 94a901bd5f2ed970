"""The chances and figures of what sides do in an encounter; nothing is drawn here.

Chances are whole percents, rounded down at the end (kingdoms.random.rounding).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import floor
from typing import Final

from engine.packs.kingdoms.bouts.fighters import EncounterFighter
from engine.packs.kingdoms.bouts.sides import EncounterSide, Range
from engine.packs.kingdoms.pieces.alignment import difference
from engine.packs.kingdoms.pieces.temper import (
    ELAN,
    FLEEING,
    INTIMIDATION,
    PARRYING,
    risk_of_death,
)

_LEAST: Final = 5
_MOST: Final = 95
_EVEN: Final = 50
_PER_LEVEL: Final = 10
_DUELISTS: Final = 10  # kingdoms.alignment.order-of-duelists
_SHOT: Final = 30  # kingdoms.ability.archery
_STEAL: Final = 30  # kingdoms.encounter.tactic-steal
_STEAL_LEVEL: Final = 15  # kingdoms.ability.thief
_STEAL_UNSEEN: Final = 15
_WITS: Final[Mapping[str, int]] = {
    "Divine": -20,
    "Superhuman": -20,
    "High": -10,
    "Low": 10,
    "Mindless": 10,
}
_FLEE: Final = 50  # kingdoms.encounter.tactic-flee
_FLEE_SPEED: Final = 20
_FLEE_UNSEEN: Final = 30
_FLEE_FROM: Final[Mapping[Range, int]] = {"spell": 10, "bow": 0, "melee": -10}
_SPEED: Final[Mapping[str, int]] = {"Slow": 1, "Medium": 2, "Fast": 3}
_DUMB: Final = ("Animal", "Mindless")
_TALK_DUMB: Final = 30  # kingdoms.encounter.tactic-talk
_TALK: Final = 40
_TALK_LEVEL: Final = 10
_TALK_STEP: Final = 10
_TALKERS: Final[Mapping[str, int]] = {
    "anyone": 0,
    "avian": 1,
    "mammal": 1,
    "reptilian": 2,
    "sea": 2,
    "insectoid": 3,
    "other": 4,
}
"""The Druid level from which monsters can be talked to (kingdoms.ability.druid-talking)."""
_WITS_SEEN_THROUGH: Final[Mapping[str, int]] = {
    "Divine": 120,
    "Superhuman": 120,
    "High": 100,
    "Medium": 80,
    "Low": 60,
    "Animal": 40,
    "Mindless": 20,
}
"""The chance to disbelieve an image (kingdoms.spell.mirror-image-phantasm)."""
_OWN_WITS: Final = 80
_OWN_IMAGE: Final = 25
_IMAGE_LEVEL: Final = 15

NO_RISK: Final = Fraction(0)


def kept(chance: int) -> int:
    """A chance kept between 5 and 95."""
    return max(_LEAST, min(_MOST, chance))


# ---------------------------------------------------------------- blows


def duelists(one: EncounterFighter, foe: EncounterFighter) -> bool:
    """Whether the Order of Duelists helps (kingdoms.alignment.order-of-duelists)."""
    return foe.character and one.kingdom == one.alignment == "Neutral" and one.character


def melee_terms(one: EncounterSide, foe: EncounterSide) -> dict[str, int]:
    """What makes up the chance to hit of one side, by name; the sum is kept between 5 and 95.

    Source: kingdoms.encounter.melee-chance.
    """
    terms = {"even": _EVEN}
    if ahead := one.fighter.level("ME") - foe.defence:
        terms["melee"] = _PER_LEVEL * ahead
    if one.temper == "Brave":
        terms["elan"] = ELAN
    if not one.fighter.gifts.pierces:
        if foe.temper == "Cautious":
            terms["parrying"] = PARRYING
        elif foe.temper == "Berserk" and (less := INTIMIDATION.get(one.temper, 0)):
            terms["intimidation"] = less
    if duelists(one.fighter, foe.fighter):
        terms["duelists"] = _DUELISTS
    if one.fighter.gifts.hit:
        terms["items"] = one.fighter.gifts.hit
    if foe.fighter.gifts.guard:
        terms["protection"] = -foe.fighter.gifts.guard
    return terms


def hindered(chance: int, *, holy: int, unseen: bool, gripped: bool = False) -> int:
    """A chance to hit times what spells leave of it, rounded down.

    `holy` is by how many percent of itself a Holy Symbol makes it less. Sources:
    kingdoms.spell.holy-symbol, kingdoms.spell.invisibility, kingdoms.spell.hand-of-death.
    """
    halves = 2 ** (unseen + gripped)
    return chance * max(0, 100 - holy) // (100 * halves)


def melee_chance(
    one: EncounterSide, foe: EncounterSide, terms: Mapping[str, int] | None = None
) -> int:
    """The percent chance that a blow of one side hits (kingdoms.encounter.melee-chance).

    `terms` are what it is made up of, if they are known.

    Source: kingdoms.ability.melee.
    """
    chance = 0
    for part in (terms or melee_terms(one, foe)).values():
        chance += part
    return hindered(kept(chance), holy=one.holy, unseen=foe.invisible, gripped=foe.grip > 0)


def damage_modifier(one: EncounterSide, foe: EncounterSide) -> int:
    """What is added to the damage of a blow (kingdoms.encounter.melee-damage)."""
    gifts = one.fighter.gifts
    more = max((gifts.banes.get(kind, 0) for kind in foe.kinds), default=0)
    return one.fighter.level("ME") - foe.defence + gifts.damage + more


def wracked(level: int, *, animal: bool) -> Fraction:
    """By how much a Spiritwrack lowers the damage of a blow (kingdoms.spell.spiritwrack)."""
    return Fraction(level, 4 if animal else 2)


def risk(one: EncounterSide, foe: EncounterSide) -> Fraction:
    """The risk in percent that the next blow of the foe kills (kingdoms.temper.flight)."""
    modifier = damage_modifier(foe, one)
    if foe.wrack:
        modifier -= floor(wracked(foe.wrack, animal=foe.animal))
    if foe.fighter.damage[1] + modifier < one.hits:
        return NO_RISK
    return risk_of_death(melee_chance(foe, one), foe.fighter.damage, modifier, one.hits)


# ---------------------------------------------------------------- arrows


def shot_chance(level: int) -> int:
    """The percent chance of an arrow by Archery or missile skill (kingdoms.ability.archery)."""
    return _SHOT + _PER_LEVEL * level


def fire_chance(one: EncounterSide, foe: EncounterSide) -> int:
    """The same against this opponent (kingdoms.encounter.tactic-fire)."""
    chance = max(0, shot_chance(one.fighter.level("AR")) - foe.fighter.gifts.guard)
    return hindered(chance, holy=one.holy, unseen=foe.invisible)


# ---------------------------------------------------------------- words, theft, flight


def can_talk(druid: int, talk: str) -> bool:
    """Whether somebody of that Druid level can talk to a monster of that class.

    Source: kingdoms.ability.druid-talking.
    """
    return druid >= _TALKERS[talk]


def talk_chance(one: EncounterFighter, foe: EncounterFighter) -> int:
    """The percent chance that talking succeeds (kingdoms.encounter.tactic-talk)."""
    chance = _TALK_LEVEL * one.level("DR") + one.gifts.talk.get(foe.being, 0)
    if foe.intelligence in _DUMB:
        return kept(chance + _TALK_DUMB)
    return kept(chance + _TALK - _TALK_STEP * difference(one.alignment, foe.alignment))


def steal_chance(one: EncounterSide, foe: EncounterSide) -> int:
    """The percent chance of a theft (kingdoms.encounter.tactic-steal)."""
    chance = _STEAL + _STEAL_LEVEL * one.fighter.level("TH") + one.fighter.gifts.steal
    unseen = _STEAL_UNSEEN if one.invisible else 0
    return kept(chance + unseen + _WITS.get(foe.fighter.intelligence, 0))


def flee_chance(one: EncounterSide, foe: EncounterSide, at: Range) -> int:
    """The percent chance to get away (kingdoms.encounter.tactic-flee)."""
    chance = (
        _FLEE + _FLEE_SPEED * (_SPEED[one.fighter.pace] - _SPEED[foe.fighter.pace]) + _FLEE_FROM[at]
    )
    if one.temper == "Cautious":
        chance += FLEEING
    return kept(chance + (_FLEE_UNSEEN if one.invisible else 0))


# ---------------------------------------------------------------- images


def disbelief(intelligence: str, level: int) -> int:
    """The percent chance to see through an image of a caster of that level.

    Source: kingdoms.spell.mirror-image-phantasm.
    """
    return _percent(_WITS_SEEN_THROUGH[intelligence] - _IMAGE_LEVEL * level)


def own_disbelief(level: int) -> int:
    """The same for a caster attacked by the caster's image."""
    return _percent(_OWN_WITS + _OWN_IMAGE - _IMAGE_LEVEL * level)


def _percent(chance: int) -> int:
    return max(0, min(100, chance))
