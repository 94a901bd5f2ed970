"""Charm as an action: who may be charmed, and to which side the alignment moves.

Source: kingdoms.spell.charm.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.dice import Dice
from engine.packs.kingdoms.arts.casters import RealmCaster
from engine.packs.kingdoms.content.arts import Workings
from engine.packs.kingdoms.pieces.alignment import is_undead, towards
from engine.packs.kingdoms.pieces.chance import ranged


@dataclass(frozen=True, slots=True)
class Charmed:
    """Whom the spell is cast on: `highest` is the highest skill, `armies` the number of led armies.

    `own` says that the target serves the caster's kingdom.
    """

    alignment: str
    highest: int
    hero: bool = True
    armies: int = 0
    own: bool = False


def turns_undead(caster: RealmCaster) -> bool:
    """Whether charmed characters turn Undead: an Undead King's, not a hero's."""
    return caster.royal and is_undead(caster.alignment)


def charmable(caster: RealmCaster, target: Charmed) -> bool:
    """Whether the spell can target a character: a hero without armies; an own one only to turn."""
    if not target.hero or target.armies:
        return False
    return not target.own or (turns_undead(caster) and not is_undead(target.alignment))


def alignment_after(workings: Workings, caster: RealmCaster, target: Charmed, dice: Dice) -> str:
    """The alignment of a charmed hero; one with advanced skills resists an Undead King.

    Draws range(1, 3) for such a one, and nothing for others.
    """
    if not turns_undead(caster) or is_undead(target.alignment):
        return target.alignment
    if target.highest < workings.advanced:
        return "Undead"
    return towards(target.alignment, "Undead", ranged(dice, 1, workings.steps))
