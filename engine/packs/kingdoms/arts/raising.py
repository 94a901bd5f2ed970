"""Resurrect Character: who may be raised, and the result.

Sources: kingdoms.spell.resurrect-character, kingdoms.character.royal-heir,
kingdoms.character.coma.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.packs.kingdoms.arts.casters import RealmCaster
from engine.packs.kingdoms.pieces.alignment import is_undead
from engine.packs.kingdoms.pieces.records import Rank

Gift = Literal["life", "king", "skills", "goodness"]
"""What the spell gives: life to a dead hero, the dead King for the Heir, a sleeper's skills, or
goodness to a hero of a Divine King."""


@dataclass(frozen=True, slots=True)
class Target:
    """Whom the spell is cast on. `own` says that the target serves the caster's kingdom.

    `grown` is whether an Heir has been given skills, or any ability has risen.
    """

    rank: Rank
    alignment: str
    dead: bool = False
    comatose: bool = False
    own: bool = False
    grown: bool = False


def gift(caster: RealmCaster, target: Target) -> Gift | None:
    """What the spell gives this target; None if the character cannot be a target."""
    if target.dead:
        return "life" if target.rank == "hero" else None
    if target.rank == "heir" and not target.grown:
        return "king"
    if target.comatose:
        return "skills"
    if target.rank == "hero" and target.own and caster.royal and caster.kingdom == "Divine":
        return "goodness" if target.alignment != "Good" else None
    return None


def alignment_after(caster: RealmCaster, target: Target, given: Gift) -> str:
    """The target's alignment once the spell has succeeded."""
    if given in ("king", "skills"):
        return target.alignment
    if caster.kingdom == "Divine":
        return "Good"
    return caster.alignment if is_undead(target.alignment) else target.alignment
