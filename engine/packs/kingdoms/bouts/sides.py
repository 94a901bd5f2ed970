"""A combatant while an encounter lasts: what changes in it, and what it has tried already."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from engine.packs.kingdoms.bouts.fighters import EncounterFighter, Role, kinds_of
from engine.packs.kingdoms.pieces.abilities import Ability, Magical

Range = Literal["spell", "bow", "melee"]
RANGES: Final[tuple[Range, ...]] = ("spell", "bow", "melee")
"""From afar to near (kingdoms.encounter.start)."""
UNHOLY: Final = ("undead", "antiholy")


@dataclass(slots=True)
class EncounterSide:
    """One side of an encounter. Its `role` says whether it began."""

    role: Role
    fighter: EncounterFighter
    hits: int
    temper: str
    plan: tuple[str, ...]
    kinds: tuple[str, ...]
    at: int = 0
    """The place of the current entry of its plan."""
    free: int = 0
    """The free attack rounds that it has left (kingdoms.encounter.free-rounds)."""
    talked: bool = False
    stolen: bool = False
    fired: bool = False
    begged: bool = False
    harmed: bool = False
    """Whether it has lost hit points in this encounter."""
    hurt: bool = False
    """Whether it has lost any since its own last action."""
    raged: bool = False
    controlled: bool = False
    """Whether a failed Control Undead has raised its hit points."""
    invisible: bool = False
    holy: int = 0
    """By how many percent of itself its chance to hit is less, by a Holy Symbol."""
    wrack: int = 0
    """The level of the Spiritwrack on it; 0 for none."""
    grip: int = 0
    """The level of the Hand of Death that it holds; 0 for none."""
    tried: list[tuple[str, Magical]] = field(default_factory=list[tuple[str, Magical]])
    """The spells that it has cast by ability, with that ability, in order."""
    by_item: list[str] = field(default_factory=list[str])
    """The spells that it has cast by items."""
    talks: bool = False
    melees: bool = False
    """Whether it has attempted the tactic, for experience."""

    @classmethod
    def of(cls, role: Role, fighter: EncounterFighter) -> EncounterSide:
        """A side before the first round."""
        plan = fighter.plan or ("ME",)
        return cls(role, fighter, fighter.hits, fighter.temper, plan, kinds_of(fighter))

    @property
    def alive(self) -> bool:
        """Whether it has hit points left."""
        return self.hits > 0

    @property
    def undead(self) -> bool:
        """Whether it is of the Undead kind."""
        return "undead" in self.kinds

    @property
    def unholy(self) -> bool:
        """Whether a Holy Symbol burns it."""
        return any(kind in UNHOLY for kind in self.kinds)

    @property
    def animal(self) -> bool:
        """Whether Spiritwrack works but half on it."""
        return self.fighter.intelligence == "Animal"

    @property
    def defence(self) -> int:
        """The level that it has against blows: Necromancy while it holds a Hand of Death."""
        return self.grip or self.fighter.level("ME")

    def barred(self, gripped: bool) -> bool:
        """Whether it can neither cast nor shoot; an animal under Spiritwrack may still try."""
        return gripped or (self.wrack > 0 and not self.animal)

    def loses(self, hits: int) -> int:
        """Take damage; the hit points left."""
        if hits > 0:
            self.hits -= hits
            self.harmed = self.hurt = True
        return self.hits

    def after(self) -> int:
        """Its hit points when all is over: what was lent for the encounter is gone.

        Sources: kingdoms.temper.rage, kingdoms.spell.control-undead.
        """
        left = max(0, self.hits)
        if self.raged:
            left = min(left, self.fighter.hits)
        if self.controlled:
            left = min(left, self.fighter.full)
        return left

    def attempts(self) -> tuple[Ability, ...]:
        """The abilities that it has tried, in the order of the experience table.

        Source: kingdoms.experience.improving.
        """
        order: tuple[Magical, ...] = ("WH", "PS", "IL", "EL", "NE")
        by = {ability for _, ability in self.tried}
        found: list[Ability] = []
        if self.talks:
            found.append("DR")
        if self.fired:
            found.append("AR")
        if self.melees:
            found.append("ME")
        found.extend(each for each in order if each in by)
        if self.stolen:
            found.append("TH")
        return tuple(found)
