"""What a battle showed: those who fought on the other side and are still there, with their turn.

Both sides are given the whole course (cohorts.turn.battle-report), so each remembers of the others
who they are, how many, where they stood and how badly they are wounded now, and that the fallen,
and stacks of which nobody is left, are no more. Levels, gear and talents a battle does not show,
nor where the beaten went. Source: cohorts.knowledge.view.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.battle import Clash
from engine.packs.cohorts.battle.muster import Band
from engine.packs.cohorts.battle.record import Participant, UnitOutcome
from engine.packs.cohorts.knowledge.memories import Insight
from engine.packs.cohorts.knowledge.sighting import forget
from engine.packs.cohorts.knowledge.spied import learn, seen_before
from engine.packs.cohorts.pieces.ownership import faction_of, province_of
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.worth.levels import counts
from engine.state import State

Fought = Sequence[tuple[Participant, UnitOutcome]]


def remember(
    state: State,
    clash: Clash,
    sides: tuple[tuple[Band, ...], tuple[Band, ...]],
    units: Fought,
) -> None:
    """Write for each side what it saw of the other, once the beaten are gone."""
    for side, hosts in enumerate(sides):
        others = [unit for unit, _ in units if unit.side != side]
        left = [piece for unit in others for piece in _left(state, unit, clash)]
        for faction in dict.fromkeys(host.faction for host in hosts if host.faction):
            beaten = (host.place for host in sides[1 - side])
            for place in (*(unit.place for unit in others), *beaten):
                if state.world.at(place) is None:
                    forget(state.world, faction, place)
            foes = [piece for piece in left if faction_of(state.world, piece) != faction]
            learn(
                state,
                faction,
                clash.ground,
                ((piece, _shown(state, faction, piece)) for piece in foes),
            )


def _left(state: State, unit: Participant, clash: Clash) -> Iterator[Character | Unit]:
    """Who took part, if alive, free, and still in the same force on the field."""
    piece = state.world.at(unit.place)
    if (
        isinstance(piece, Character | Unit)
        and counts(piece)
        and piece.holder == unit.force
        and province_of(state.world, piece.holder) == clash.ground
    ):
        yield piece


def _shown(state: State, faction: int, piece: Character | Unit) -> Insight:
    """What is plain of somebody in battle, added to what was ever read of them."""
    before = seen_before(state.world, faction, piece.place)
    slot = None if piece.ship else piece.slot
    if before and before.level is not None:  # its turn says how old the level is
        return before.replace(wounds=piece.wounds, slot=before.slot if slot is None else slot)
    return Insight(turn=state.now.turn, wounds=piece.wounds, slot=slot)
