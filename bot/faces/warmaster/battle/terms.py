"""What a battle of Warmaster calls its directives, roles, kinds and terrains."""

from __future__ import annotations

from typing import Final

from engine.packs.warmaster.battle.values import Directive, Terrain
from engine.packs.warmaster.content.lists import Role

DIRECTIVES: Final[dict[Directive, str]] = {
    "attack": "Attack",
    "advance": "Advance",
    "hold": "Hold",
    "counter": "Counter",
    "stand-off": "Stand off",
    "flank-left": "Flank left",
    "flank-right": "Flank right",
}
ROLES: Final[dict[Role, str]] = {
    "general": "General",
    "hero": "Hero",
    "wizard": "Wizard",
    "runesmith": "Runesmith",
}
TERRAINS: Final[dict[Terrain, str]] = {
    "open": "open ground",
    "hill": "a hill",
    "woods": "woods",
    "marsh": "marsh",
    "crag": "crag",
    "water": "water",
    "wall1": "a wall",
    "wall2": "a wall",
    "wall3": "a wall",
    "wall4": "a wall",
}
