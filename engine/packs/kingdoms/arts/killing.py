"""Kill Enemy as an action: whom it can be cast on, and what it does.

Source: kingdoms.spell.kill-enemy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.dice import Dice
from engine.packs.kingdoms.content.arts import Workings
from engine.packs.kingdoms.pieces.alignment import is_undead
from engine.packs.kingdoms.pieces.chance import succeeds

Fate = Literal["killed", "coma", "enraged"]
"""What becomes of a victim; an enraged one attacks the caster at once."""


@dataclass(frozen=True, slots=True)
class Victim:
    """Whom the spell is cast on."""

    alignment: str
    hero: bool = True
    leads_army: bool = False


def killable(victim: Victim) -> bool:
    """Whether the character can be a target of the spell: not on Kings, Heirs and the Undead."""
    return victim.hero and not is_undead(victim.alignment)


def kill_chance(full: int, *, in_feature: bool, leads_army: bool) -> int:
    """The chance of the spell in percent, from that after all bonuses.

    It is halved, once, in a feature and against a hero who leads an army.
    """
    return full // 2 if in_feature or leads_army else full


def fate(workings: Workings, full: int, victim: Victim, dice: Dice) -> Fate:
    """What the action does, cast with a chance in percent before the half for an army.

    Draws the success, and after it whether the victim falls into a coma instead.
    """
    if not succeeds(dice, kill_chance(full, in_feature=False, leads_army=victim.leads_army)):
        return "enraged"
    return "coma" if succeeds(dice, workings.coma) else "killed"
