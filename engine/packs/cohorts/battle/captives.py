"""Prisoners of a battle: who is taken, who holds them, and who is set free.

Sources: cohorts.battle.capture, cohorts.naval.capture, cohorts.covert.prisoners.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from engine.battle import QUEST, SIEGE, Clash
from engine.packs.cohorts.battle.formulas import settled
from engine.packs.cohorts.battle.muster import Band, members
from engine.packs.cohorts.battle.record import Participant, UnitOutcome
from engine.packs.cohorts.battle.told import PiecesCaptured
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.land import Mode
from engine.packs.cohorts.movement import rates
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.ownership import faction_of, imprisoned, relation
from engine.packs.cohorts.pieces.records import Character, City, Piece, Province, Stack, Unit
from engine.packs.cohorts.stacks.captivity import put_away
from engine.packs.cohorts.worth.levels import stack_level
from engine.state import State
from engine.world import Place, World

OVER_WATER: Final[tuple[Mode, ...]] = ("water", "air")


def container(
    world: World, hosts: Sequence[Band], units: Sequence[tuple[Participant, UnitOutcome]]
) -> Band | None:
    """Who of the victors holds the prisoners: the city if its garrison fought, else a stack.

    Of several stacks the one with the highest encounter level. Source: cohorts.battle.capture.
    """
    forces = {unit.force for unit, _ in units}
    for host in hosts:
        if host.place.kind == City.kind and host.place in forces:
            return host
    stacks = [host for host in hosts if host.place.kind == Stack.kind]
    return min(
        stacks,
        key=lambda host: (-stack_level(pieces_in(world, host.place)), host.place.id),
        default=None,
    )


def take(
    state: State,
    clash: Clash,
    sides: tuple[tuple[Band, ...], tuple[Band, ...]],
    winner: int,
    units: Sequence[tuple[Participant, UnitOutcome]],
) -> None:
    """The victors take the badly wounded and the dead of the beaten, and whom these held."""
    holder = container(state.world, sides[winner], units)
    if holder is None or not holder.player:
        return
    catch = _Catch(state, clash, holder, units)
    for host in sides[1 - winner]:
        if clash.trigger != QUEST or host.player:
            catch.search(host)
    if not (catch.pieces or catch.bodies or catch.freed):
        return
    event = PiecesCaptured(
        province=clash.ground,
        captor=holder.player,
        container=holder.place,
        pieces=tuple(catch.pieces),
        bodies=tuple(catch.bodies),
        freed=tuple(catch.freed),
    )
    state.emit_to(event, own=[host.faction for side in sides for host in side])


@dataclass
class _Catch:
    """What the victors find among the beaten."""

    state: State
    clash: Clash
    holder: Band
    units: Sequence[tuple[Participant, UnitOutcome]]
    pieces: list[str] = field(default_factory=list[str])
    bodies: list[str] = field(default_factory=list[str])
    freed: list[str] = field(default_factory=list[str])

    @cached_property
    def outcomes(self) -> dict[Place, UnitOutcome]:
        return {unit.place: outcome for unit, outcome in self.units}

    def search(self, host: Band) -> None:
        """Everyone of a host who falls into the victors' hands."""
        caught = [piece for piece in members(self.state.world, host) if self._caught(piece)]
        ships = {piece.id for piece in caught if isinstance(piece, Unit) and piece.arm == "ship"}
        left = [piece for piece in members(self.state.world, host) if piece not in caught]
        caught += [piece for piece in left if piece.ship in ships]
        caught += [piece for piece in self._stranded(host, left) if piece not in caught]
        self._bodies(host)
        if host.place.kind == Stack.kind or self.clash.trigger != SIEGE:
            self._prisoners(host)
        for piece in caught:
            self.pieces.append(piece.name)
            self._move(piece, self.holder.player)

    def _caught(self, piece: Character | Unit) -> bool:
        """Whether a beaten unit is taken: badly wounded, or stone (cohorts.battle.capture)."""
        outcome = self.outcomes.get(piece.place)
        wounds = settled(outcome.wounds if outcome else float(piece.wounds))
        stone = "stoned" in piece.statuses or (outcome is not None and outcome.state == "stone")
        return stone or wounds > self.state.module.content(Content).battle.captured_above

    def _stranded(self, host: Band, left: list[Character | Unit]) -> Iterator[Character | Unit]:
        """Whom no ship of the fleet is left to carry on the water (cohorts.naval.capture)."""
        world, content = self.state.world, self.state.module.content(Content)
        terrain = world.get(Province, self.clash.ground).terrain
        had = any(unit.arm == "ship" and unit.force == host.place for unit, _ in self.units)
        afloat = any(isinstance(piece, Unit) and piece.arm == "ship" for piece in left)
        if not content.terrains[terrain].is_water or afloat or not had:
            return
        for piece in left:
            if not any(rates.by_itself(world, content, piece, mode) for mode in OVER_WATER):
                yield piece

    def _bodies(self, host: Band) -> None:
        """The dead of the beaten, with what they wear (cohorts.battle.dead-units)."""
        loose = host.place.kind == Province.kind
        for piece in list(self.state.world.by(Character, "holder", host.place)):
            if piece.dead and not (loose and piece.place not in self.outcomes):
                self.bodies.append(piece.name)
                self._move(piece, 0 if self._friend(piece) else self.holder.player)

    def _prisoners(self, host: Band) -> None:
        """Prisoners of the beaten change hands, or are free among friends.

        Source: cohorts.battle.possessions-lost.
        """
        if host.place.kind == Province.kind:
            return
        for piece in list(pieces_in(self.state.world, host.place)):
            if imprisoned(piece):
                friend = self._friend(piece)
                (self.freed if friend else self.pieces).append(piece.name)
                self._move(piece, 0 if friend else self.holder.player)

    def _friend(self, piece: Piece) -> bool:
        world = self.state.world
        return relation(world, self.holder.faction, faction_of(world, piece)) == "allied"

    def _move(self, piece: Piece, captor: int) -> None:
        assert isinstance(piece, Character | Unit), "agents are not taken"
        put_away(self.state.world, piece, self.holder.place, captor)
