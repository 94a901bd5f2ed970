"""Drowning: who is left over open water when the week ends, and has nothing to stay afloat on.

Source: cohorts.production.drowning. How water is crossed stands with movement.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.movement import burden, rates
from engine.packs.cohorts.pieces.ownership import faction_of, imprisoned
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import Character, Province, Stack, Unit
from engine.packs.cohorts.worth import losses
from engine.packs.cohorts.worth.levels import encounter_level
from engine.state import State
from engine.world import Place, World


@facts
class Drowned(Event):
    """A character or unit drowned (cohorts.production.drowning)."""

    piece: Place
    name: str
    province: int


def drown(state: State) -> None:
    """A step of weekly production: over open water, those whom nothing keeps afloat are lost."""
    world, content = state.world, state.module.content(Content)
    for stack in world.all(Stack):
        if _open_water(state, stack.province):
            room = _Room(world, content, stack)
            for piece in _in_turn(world, stack.place):
                if not swims(world, content, piece) and not room.takes(piece):
                    _lose(state, piece, stack.province)
    for cls in (Character, Unit):
        for piece in world.all(cls):
            loose = piece.holder.kind == "province" and _open_water(state, piece.holder.id)
            if loose and _breathes(piece) and not swims(world, content, piece):
                _lose(state, piece, piece.holder.id)


def swims(world: World, content: Content, piece: Character | Unit) -> bool:
    """Whether a piece keeps itself afloat: a ship, or one that moves by water as it is loaded."""
    if isinstance(piece, Unit) and piece.arm == "ship":
        return True
    mover = rates.by_itself(world, content, piece, "water")
    return mover is not None and mover.penalty < 100


@dataclass
class _Room:
    """The places that a stack's ships and water carriers have for those who cannot swim.

    Its other goods take none of them: they are thrown overboard before anyone drowns.
    """

    world: World
    content: Content
    stack: Stack
    carried: Fraction = Fraction(0)
    """What the water carriers have taken."""
    shipped: list[tuple[Fraction, Fraction]] = field(
        default_factory=list[tuple[Fraction, Fraction]]
    )
    """What the ships have taken, as troops and as cargo."""

    @cached_property
    def ships(self) -> list[Unit]:
        units = self.world.by(Unit, "holder", self.stack.place)
        return [unit for unit in units if unit.arm == "ship"]

    @cached_property
    def capacity(self) -> Fraction:
        """What the water carriers among the stack's possessions can hold."""
        total = 0
        for possession in held(self.world, self.stack.place):
            rate, carries = rates.item_travel(self.content, possession.item, "water")
            if rate:
                total += carries * possession.count
        return Fraction(total)

    def takes(self, piece: Character | Unit) -> bool:
        """Give the piece a place if there is one for all of it."""
        weight = burden.full_weight(self.world, self.content, piece)
        if self.carried + weight <= self.capacity:
            self.carried += weight
            return True
        load = burden.aboard(self.world, self.content, piece)
        if burden.hold(self.content, self.ships, [*self.shipped, load]).holds:
            self.shipped.append(load)
            return True
        return False


def _in_turn(world: World, place: Place) -> list[Character | Unit]:
    """Who wants a place, in the order they get one: characters, units, prisoners of both kinds."""
    characters = [each for each in world.by(Character, "holder", place) if _breathes(each)]
    characters.sort(key=lambda each: (-each.level, each.id))
    units = sorted(world.by(Unit, "holder", place), key=lambda u: (-encounter_level(u), u.id))
    return sorted([*characters, *units], key=imprisoned)


def _breathes(piece: Character | Unit) -> bool:
    return not (isinstance(piece, Character) and piece.dead)


def _open_water(state: State, province: int) -> bool:
    terrain = state.world.get(Province, province).terrain
    return state.module.content(Content).terrains[terrain].is_water


def _lose(state: State, piece: Character | Unit, province: int) -> None:
    """A character becomes a body in the water, a unit is gone; their goods join the cache."""
    world = state.world
    if isinstance(piece, Character):
        losses.drown(world, piece, province)
    else:
        losses.destroy(world, piece, province)
    event = Drowned(piece=piece.place, name=piece.name, province=province)
    state.emit(event, own=(faction_of(world, piece),))
