"""Whether a force may go from one province to the next, and what that costs its armies.

It reads army types and the ground on both sides, and no world. Sources: kingdoms.action.move,
kingdoms.action.move-naval, kingdoms.spell.part-sea, kingdoms.spell.flood-province.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.packs.kingdoms.arts.provinces import Tract
from engine.packs.kingdoms.content.armies import ArmyType, LineFigures

Bar = Literal["sea", "harbour", "parted", "flooded", "berths", "stranded", "moves"]
"""Why a force cannot go: land armies into the sea without ships, ships where no harbour is or over
land, over the edge of a parted sea, through a flood, too few berths, left in the sea without ships,
or an army has no moves left."""


@dataclass(frozen=True, slots=True)
class Marcher:
    """An army of the force: its type, and how many moves it has used this turn."""

    type: ArmyType
    used: int = 0

    @property
    def on_foot(self) -> bool:
        """Whether it needs a berth at sea: all that do not fly, sail or swim."""
        return not (self.type.flies or self.type.sails or self.type.swims)


@dataclass(frozen=True, slots=True)
class Way:
    """A step from one province to an adjacent one. `goal_coastal` is whether that has a harbour.

    `own` is whether both are provinces of the kingdom.
    """

    start: Tract
    goal: Tract
    goal_coastal: bool = True
    own: bool = False

    @property
    def by_sea(self) -> bool:
        """Whether it is a move to or from a Sea province (kingdoms.ability.naval)."""
        return self.start.sea or self.goal.sea

    @property
    def edge(self) -> bool:
        """Whether it leads over the edge between a parted sea and the open one."""
        return self.by_sea and (self.start.parted or self.goal.parted)


@dataclass(frozen=True, slots=True)
class Lead:
    """What helps a force on: its leader's levels, and its kingdom's inventions."""

    march: int = 0
    naval: int = 0
    roads: int = 0
    """Moves more between own land provinces."""
    sextant: int = 0
    """Moves more for Fleets at sea."""


def moves_of(figures: LineFigures, army: ArmyType, way: Way, lead: Lead) -> int:
    """How many moves an army has in a turn for such a step, with its kingdom's inventions.

    Flyers gain nothing by their leader, and at sea none but who swims or sails by itself. Sources:
    kingdoms.ability.march, kingdoms.ability.naval, kingdoms.invention.table.
    """
    if way.by_sea:
        led = lead.naval if army.sails or army.swims else 0
        return army.speed + led + (lead.sextant if army.carries else 0)
    if army.flies:
        return army.speed
    led = figures.extra_moves(lead.march, army.speed)
    return army.speed + led + (lead.roads if way.own and not army.sails else 0)


def costs(army: Marcher, way: Way) -> int:
    """The moves that the step uses up: cargo pays to embark alone (kingdoms.action.move-naval)."""
    return 0 if army.on_foot and way.start.sea else 1


def barred(figures: LineFigures, force: Sequence[Marcher], way: Way, lead: Lead) -> Bar | None:
    """The first thing that keeps a force from taking a step; None if nothing does."""
    for army in force:
        if bar := _barred_by_ground(army, way):
            return bar
    if way.by_sea:
        berths = sum(army.type.carries for army in force)
        aboard = sum(1 for army in force if army.on_foot)
        if aboard > berths:
            return _unshipped(way) if not berths else "berths"
    return "moves" if any(spent(figures, army, way, lead) for army in force) else None


def spent(figures: LineFigures, army: Marcher, way: Way, lead: Lead) -> bool:
    """Whether the step would take a move that an army has not got."""
    return bool(costs(army, way)) and army.used >= moves_of(figures, army.type, way, lead)


def _unshipped(way: Way) -> Bar:
    return "stranded" if way.start.sea else "sea"


def _barred_by_ground(army: Marcher, way: Way) -> Bar | None:
    if army.type.flies:
        return None
    if army.type.sails:
        if way.start.parted or way.goal.parted:
            return "parted"
        harboured = way.start.sea and (way.goal.sea or way.goal_coastal)
        return None if harboured or way.goal.sea else "harbour"
    if way.edge:
        return "parted"
    walked = not way.by_sea and not army.type.swims
    return "flooded" if walked and (way.start.flooded or way.goal.flooded) else None
