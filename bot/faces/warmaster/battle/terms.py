"""What a battle of Warmaster calls its directives, roles, posts, terrains and ways to be lost."""

from __future__ import annotations

from typing import Final

from engine.packs.warmaster.battle.blows import Cause
from engine.packs.warmaster.battle.values import Directive, Stance, Terrain
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
STOOD: Final[dict[Stance, str]] = {
    "stay": "stayed with that",
    "lead": "went where there was fighting",
    "command": "commanded amid the army",
}
"""What a character was told to do in a battle (warmaster.command.hero-moves)."""
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
CAUSES: Final[dict[Cause, str]] = {
    "combat": "in combat",
    "shooting": "by shots",
    "spell": "by magic",
    "rout": "in flight",
}
"""By what a unit was destroyed."""


def titled(role: Role, name: str) -> str:
    """A character by name and role, such as "Marshal Ode the General"; many a name has a title."""
    plain = ROLES[role]
    return f"{name} the {plain}" if name and name.casefold() != plain.casefold() else plain
