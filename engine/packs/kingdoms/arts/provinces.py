"""Spells on provinces: what they may be cast on, and what becomes of them.

Sources: kingdoms.magic.targets and the spells on provinces in kingdoms.spell.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from engine.dice import Dice
from engine.packs.kingdoms.content.arts import Art, Workings
from engine.packs.kingdoms.pieces.chance import succeeds

SEA: Final = "Sea"
MOUNTAIN: Final = "Mountain"
PLAIN: Final = "Plain"
PART_SEA: Final = "PA"
FLOOD: Final = "FL"
EARTHQUAKE: Final = "EA"


@dataclass(frozen=True, slots=True)
class Tract:
    """The real terrain of a province, and what spells have made of it for this turn."""

    terrain: str
    parted: bool = False
    flooded: bool = False

    @property
    def now(self) -> str:
        """Its terrain for all but spells that look for a sea: a parted sea is a Plain."""
        return PLAIN if self.parted else self.terrain

    @property
    def sea(self) -> bool:
        """Whether it is a Sea that is not parted."""
        return self.terrain == SEA and not self.parted


Owner = Literal["own", "partner", "enemy"]
"""Whose a province is to a caster's kingdom: an independent one is an enemy's."""


def targetable(art: Art, distance: int, owner: Owner) -> bool:
    """Whether reach and ownership let a spell be cast on a province (kingdoms.magic.targets).

    The distance from the caster is in provinces.
    """
    near = {"here": 0, "near": 1}.get(art.reach)
    return (near is None or distance <= near) and (not art.enemy or owner == "enemy")


def workable(art: Art, ground: Tract) -> bool:
    """Whether the terrain lets a spell be cast on the province.

    Part Sea wants a Sea, or a flood that it ends; Flood land that is no Mountain, or a parted sea
    that it closes; Earthquake land (a parted sea is a Plain, kingdoms.magic.targets).
    """
    if art.key == PART_SEA:
        return ground.sea or ground.flooded
    if art.key == FLOOD:
        return ground.parted or ground.terrain not in (SEA, MOUNTAIN)
    if art.key == EARTHQUAKE:
        return ground.now != SEA
    return True


def after(art: Art, ground: Tract) -> Tract:
    """What Part Sea or Flood makes of a province; each only ends the other."""
    if art.key == PART_SEA:
        return replace(ground, flooded=False) if ground.flooded else replace(ground, parted=True)
    return replace(ground, parted=False) if ground.parted else replace(ground, flooded=True)


def lays_to_rest(workings: Workings, level: int, dice: Dice) -> bool:
    """Whether a Bless that succeeded removes all graves of the province, for good."""
    return succeeds(dice, workings.bless_graves + workings.bless_graves_level * level)


def illusion_ends(workings: Workings, dice: Dice) -> bool:
    """Whether an Illusory Terrain dissipates at a turn end."""
    return succeeds(dice, workings.illusion_ends)


def hiding_ends(workings: Workings, dice: Dice) -> bool:
    """Whether a Hide Feature dissipates at a turn end."""
    return succeeds(dice, workings.hiding_ends)
