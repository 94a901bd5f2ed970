"""The arms of an army: characters with a place in it who are ordered together."""

from __future__ import annotations

from typing import Literal

from engine.packs.warmaster.battle.values import Troop

Arm = Literal["foot", "shooters", "machines", "horse", "flyers"]
"""In the order in which each is given its place (warmaster.deploy.auto)."""


def arm_of(troop: Troop) -> Arm:
    """The arm of a unit: foot with missiles are shooters, all who ride or are beasts are horse."""
    if "flyer" in troop.special:
        return "flyers"
    match troop.kind:
        case "machine":
            return "machines"
        case "infantry":
            return "shooters" if troop.shots else "foot"
        case "cavalry" | "chariot" | "monster":
            return "horse"
