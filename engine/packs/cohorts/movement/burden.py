"""What things weigh, what a load does to its carrier, and what a fleet holds.

Weights are exact. Whose rate suffers by a load stands in `rates`; nothing here moves anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

from engine.numbers import exact
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import race_of_recruits
from engine.packs.cohorts.content.land import Mode, MovementRules
from engine.packs.cohorts.pieces.contents import ship_of
from engine.packs.cohorts.pieces.ownership import imprisoned
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import Agent, Character, Piece, Unit
from engine.packs.cohorts.pieces.statuses import borne
from engine.packs.cohorts.things.equipment import heads, mount_of
from engine.packs.cohorts.things.scrolls import spell_on
from engine.world import World

_NONE: Final = Fraction(0)


def item_weight(content: Content, item: str) -> Fraction:
    """What one item weighs; 0 for what the module gives no weight."""
    race = content.races.get(race_of_recruits(item))
    if race:
        return Fraction(race.weight)
    known = content.item(item)
    if known:
        return _exact(known.weight)
    if item in content.thing_names:
        return Fraction(content.movement.thing_weight)
    return _exact(content.spell_rules.scroll_weight) if spell_on(content, item) else Fraction(0)


@cache
def _exact(weight: float) -> Fraction:
    return exact(weight)


# ---------------------------------------------------------------- pieces


def racial_weight(content: Content, piece: Piece) -> Fraction:
    """What its members weigh without anything (cohorts.ship.capacities)."""
    weight = Fraction(content.races[piece.race].weight * heads(piece))
    for status in borne(content, piece):
        weight *= status.weight_factor  # cohorts.status.stoned
    return weight


def body_weight(content: Content, piece: Piece) -> Fraction:
    """What its members weigh without gear, an engine itself included."""
    weight = racial_weight(content, piece)
    if isinstance(piece, Unit) and piece.arm == "artillery":
        weight += _exact(content.artillery[piece.type].weight)
    return weight


def gear_weight(world: World, content: Content, piece: Piece) -> Fraction:
    """What a piece wears and carries, the mount it rides left out.

    Sources: cohorts.unit.weight, cohorts.movement.carrying-capacity.
    """
    weight = _NONE
    if isinstance(piece, Character | Unit) and piece.equipment:
        rides = mount_of(content, piece) is not None
        for place, item in piece.equipment.items():
            if place != "mount" or not rides:
                weight += item_weight(content, item)
    if isinstance(piece, Unit):
        return weight * piece.soldiers if weight else weight
    for possession in held(world, piece.place):
        weight += possession.count * item_weight(content, possession.item)
    return weight


def full_weight(world: World, content: Content, piece: Piece) -> Fraction:
    """The weight of a piece for its carrier: bodies, gear and mounts (cohorts.unit.weight)."""
    weight = body_weight(content, piece) + gear_weight(world, content, piece)
    ridden = mount_of(content, piece)
    return weight + (item_weight(content, ridden.key) * heads(piece) if ridden else 0)


def carried(content: Content, piece: Piece) -> bool:
    """Whether a piece is carried in any case: a body, a prisoner, or one that cannot move.

    Source: cohorts.stack.possessions-and-burden.
    """
    if isinstance(piece, Agent):
        return False
    if imprisoned(piece) or (isinstance(piece, Character) and piece.dead):
        return True
    return any(not status.moves for status in borne(content, piece))


# ---------------------------------------------------------------- overburden


def overburden(load: Fraction, capacity: Fraction) -> Fraction | None:
    """By how many percent a load exceeds a capacity, 0 if it does not; None beyond all measure.

    None is a load on no capacity at all. Source: cohorts.movement.carrying-capacity.
    """
    if not load or load <= capacity:
        return _NONE
    return (load - capacity) / capacity * 100 if capacity else None


def penalty(rules: MovementRules, mode: Mode, percent: Fraction | None) -> int:
    """The percent of its rate that an overburden costs; 100 stops it.

    Sources: cohorts.movement.overburden-land, cohorts.movement.overburden-air,
    cohorts.movement.overburden-water.
    """
    if percent is not None:
        if not percent:
            return 0
        steps = {
            "land": rules.overburden_land,
            "air": rules.overburden_air,
            "water": rules.overburden_water,
        }
        for step in steps[mode]:
            if percent <= step.up_to_percent:
                return step.penalty_percent
    return 100


# ---------------------------------------------------------------- fleets


@dataclass(frozen=True, slots=True)
class Hold:
    """What the ships of a fleet carry and can carry: bodies of troops, and cargo.

    Source: cohorts.ship.fleet-movement.
    """

    troop_load: Fraction
    troop_capacity: Fraction
    cargo_load: Fraction
    cargo_capacity: Fraction

    @property
    def holds(self) -> bool:
        """Whether the fleet can move with this aboard; equal is enough."""
        return self.troop_load <= self.troop_capacity and self.cargo_load <= self.cargo_capacity


def aboard(world: World, content: Content, piece: Piece) -> tuple[Fraction, Fraction]:
    """What a passenger takes of the troop and of the cargo capacity (cohorts.ship.capacities).

    Its members count as troops if it has a place on a ship; gear, mounts and engines are cargo, and
    so is everything of people without a place.
    """
    weight = full_weight(world, content, piece)
    if ship_of(world, piece) is None:
        return Fraction(0), weight
    troops = racial_weight(content, piece)
    return troops, weight - troops


def hold(
    content: Content, ships: Iterable[Unit], loads: Iterable[tuple[Fraction, Fraction]]
) -> Hold:
    """The ships' capacities, less their wounds, and the sum of the loads (troop, cargo)."""
    troop_capacity = cargo_capacity = troop_load = cargo_load = Fraction(0)
    for ship in ships:
        kind, fit = content.ships[ship.type], Fraction(100 - ship.wounds, 100)
        troop_capacity += kind.troop_capacity * fit
        cargo_capacity += kind.cargo_capacity * fit
    for troop, cargo in loads:
        troop_load += troop
        cargo_load += cargo
    return Hold(troop_load, troop_capacity, cargo_load, cargo_capacity)
