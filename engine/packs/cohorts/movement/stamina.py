"""What a stack has left of its movement, and using it up.

Used movement is a share of the rate, kept on the stack and on everyone in it, so that it goes along
into other stacks and other modes. Source: cohorts.movement.point-consumption.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Final

from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.land import Mode
from engine.packs.cohorts.movement.rates import Pace, pace
from engine.packs.cohorts.movement.steps import Gait
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import Agent, Piece, Stack
from engine.packs.cohorts.worth.levels import counts, stack_level
from engine.state import State
from engine.world import World

_ALL: Final = Fraction(1)


@dataclass(frozen=True, slots=True)
class Stamina:
    """How a stack moves in a mode, and how much of its movement is used."""

    pace: Pace
    gait: Gait
    used: Fraction
    """The largest share that the stack or one of its members has used, 0 to 1."""

    @classmethod
    def of(cls, state: State, stack: Stack, mode: Mode) -> Stamina:
        """The stamina of a stack as it is."""
        world, content = state.world, state.module.content(Content)
        there = members(world, stack)
        at = pace(state, stack, mode)
        faction, level = faction_of(world, stack), stack_level(there)
        # One and the same for all that go alike, so that what ways cost them is kept as well.
        like = ("gait", mode, at.ships, faction, level, *at.terrain_percent.items())
        gait = world.recall(content, like, lambda: Gait.of(content, at, faction, level))
        return cls(at, gait, max([stack.used, *(piece.used for piece in there)]))

    @property
    def rate(self) -> Fraction:
        """Movement points a turn."""
        return self.pace.rate

    @property
    def points(self) -> Fraction:
        """Movement points left."""
        return self.pace.rate * (1 - self.used)

    @property
    def fresh(self) -> bool:
        """Whether it has used no movement, so that one step is possible at any cost.

        Source: cohorts.movement.minimum-move.
        """
        return not self.used and self.pace.rate > 0


def shown(points: Fraction) -> Fraction:
    """Points or percents as people read them: rounded down to one decimal."""
    return Fraction(floor(points * 10), 10)


def members(world: World, stack: Stack) -> list[Piece]:
    """Everyone in a stack who goes along; bodies and prisoners are carried, not members."""
    return [
        piece
        for piece in pieces_in(world, stack.place)
        if isinstance(piece, Agent) or counts(piece)
    ]


def use(world: World, stack: Stack, share: Fraction) -> None:
    """Use up a share of the movement of a stack and of everyone in it; 1 is all of it."""
    before, after = _ALL, _ALL
    for mover in (*members(world, stack), stack):
        if mover.used is not before:  # mostly all have used as much
            before, after = mover.used, min(mover.used + share, _ALL)
        world.put(mover.replace(used=after))
