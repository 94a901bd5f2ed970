"""Stacks: putting them into and out of play, and the one action each has in a week.

How they move is in `movement`, who goes into them in `transfers`, what they are called by their
contents in `contents`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field

from engine.events import Event, Level
from engine.facts import facts
from engine.lookalikes import lookalike
from engine.names import Label
from engine.orders import Order, Ref, Refusal
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.choices import MY_SPOT, MY_STACK
from engine.packs.cohorts.knowledge.memories import Memory
from engine.packs.cohorts.knowledge.sighting import sight_entry
from engine.packs.cohorts.movement.stamina import use
from engine.packs.cohorts.pieces import possessions
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.control import may_activate, not_controlled
from engine.packs.cohorts.pieces.ownership import owner_of, relation
from engine.packs.cohorts.pieces.positions import note, position_of
from engine.packs.cohorts.pieces.records import Piece, Province, Stack
from engine.packs.cohorts.stacks.transfers import hand_over
from engine.packs.cohorts.worth.active_spells import tasks_on
from engine.packs.cohorts.worth.levels import counts
from engine.state import State
from engine.world import Place, World

OVERVIEW = "cohorts.stack.overview"
ACTIONS = "cohorts.stack.actions"


@facts
class StackActivated(Event):
    """A stack was put into play."""

    stack: int
    name: str
    province: int
    player: Annotated[int, Level.OWN]


@facts
class StackDeactivated(Event):
    """A stack was taken off the map; what was in it is left in the province."""

    stack: int
    name: str
    province: int
    player: int
    pieces: tuple[Place, ...]
    items: dict[str, int]


class ActivateStack(Order):
    """Put a new stack into play in a province where you have a piece."""

    path = ("stack", "activate")
    rule = "cohorts.order.activate-stack"
    phases = ("basic",)
    makes = "stack"

    province: Annotated[Ref, MY_SPOT] = Field(description="Where it is put into play")
    name: Label = Field(description="What it is called")

    def conditions(self, state: State) -> Iterator[Refusal]:
        province = state.the(Province, self.province)
        mine = list(state.world.by(Stack, "player", state.player))
        if not may_activate(state.world, state.player, province.id):
            yield self.refusal(
                "not_here",
                "You have no city, stack, character or military unit in that province.",
                "Choose a province where you have one.",
            )
        if not any(stack.province == province.id for stack in mine) and self._enemy(
            state, province
        ):
            yield self.refusal(
                "relation",
                "In enemy territory a stack can be activated only beside another of your stacks.",
                "Move a stack there first, or activate this one at home.",
            )
        yield from self._too_many(state, len(mine))
        yield from self._name_taken(state, mine)

    def _enemy(self, state: State, province: Province) -> bool:
        if state.planning:  # the capital may be out of sight, yet whose land it is, is known
            seen = state.world.find(Memory, province.id)
            owner = seen.owner if seen else 0
        else:
            owner = owner_of(state.world, province)
        return relation(state.world, state.me.faction, owner) == "at_war"

    def _too_many(self, state: State, active: int) -> Iterator[Refusal]:
        most = state.module.content(Content).setup.stacks
        gone = len(deactivated(state))
        if active + gone >= most:
            yield Refusal(
                "not_allowed",
                OVERVIEW,
                f"You have {active} stacks on the map and deactivated {gone} this week; "
                f"together there may be {most}.",
                "Use a stack that you have, or wait for a deactivated one to return next week.",
            )

    def _name_taken(self, state: State, mine: list[Stack]) -> Iterator[Refusal]:
        if other := lookalike(self.name, (stack.name for stack in mine)):
            yield self.refusal(
                "not_allowed",
                f"You have a stack called {other} already.",
                "Give the new one another name.",
            )
        if gone := lookalike(self.name, deactivated(state)):
            yield self.refusal(
                "not_allowed",
                f"{gone} was deactivated this week and cannot return before the next.",
                "Activate a stack of another name.",
            )

    def perform(self, state: State) -> None:
        stack = state.make(
            Stack,
            name=self.name,
            player=state.player,
            province=self.province.id,
            used=Fraction(0),
            acted="",
            banner=0,
            message="",
        )
        state.emit(
            StackActivated(
                stack=stack.id, name=stack.name, province=stack.province, player=state.player
            )
        )


class DeactivateStack(Order):
    """Take an empty stack off the map, or empty it into its province first."""

    path = ("stack", "deactivate")
    rule = "cohorts.order.deactivate-stack"
    phases = ("basic",)

    stack: Annotated[Ref, MY_STACK] = Field(description="Which stack")
    empty: bool = Field(
        default=False, description="Whether to leave all that is in it in the province"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        stack = state.the(Stack, self.stack)
        yield from not_controlled(state, stack, self.rule)
        tasks = tasks_on(state.world, state.module.content(Content), stack.place)
        if tasks:
            yield self.refusal(
                "not_allowed",
                f"{stack.name} is under {', '.join(tasks)} and cannot be deactivated.",
                "Have the task dispelled, or wait until it ends.",
            )
        if not self.empty and _filled(state, stack):
            yield self.refusal(
                "not_allowed",
                f"{stack.name} is not empty.",
                "Transfer everything out of it first, or choose to empty it into the province.",
            )

    def perform(self, state: State) -> None:
        world = state.world
        stack = state.the(Stack, self.stack)
        ground = Place(Province.kind, stack.province)
        if _filled(state, stack):
            sight_entry(state, stack, stack.province, -1)
        pieces = tuple(pieces_in(world, stack.place))
        for piece in pieces:
            hand_over(state, piece, ground)
        items = possessions.move_all(world, stack.place, ground)
        note_deactivated(world, state.player, stack.name)
        world.remove(stack)
        state.emit(
            StackDeactivated(
                stack=stack.id,
                name=stack.name,
                province=stack.province,
                player=stack.player,
                pieces=tuple(piece.place for piece in pieces),
                items=items,
            )
        )


def _filled(state: State, stack: Stack) -> bool:
    """Whether anything is in a stack, agents and prisoners too."""
    for _ in pieces_in(state.world, stack.place):
        return True
    return any(True for _ in possessions.held(state.world, stack.place))


def deactivated(state: State) -> tuple[str, ...]:
    """The names of the stacks that the player has taken off the map this week."""
    return position_of(state.world, state.player).deactivated


def note_deactivated(world: World, player: int, name: str) -> None:
    """Note that a player's stack of that name was taken off the map this week."""
    note(world, player, deactivated=(*position_of(world, player).deactivated, name))


# ---------------------------------------------------------------- the one action


def may_act(
    state: State, stack: Stack, rule: str, *, all_movement: bool = False
) -> Iterator[Refusal]:
    """What keeps a stack from its one quest or military action of the week.

    `all_movement` is for actions that use up all movement. Source: cohorts.stack.actions.
    """
    if stack.acted:
        yield Refusal(
            "no_action",
            ACTIONS,
            f"{stack.name} has used its {stack.acted} action this week.",
            "A stack has one quest or military action a week; wait for the next.",
        )
    able = list(_able(state, stack))
    if not able:
        yield Refusal(
            "unable",
            ACTIONS,
            f"{stack.name} has no living character or military unit to act.",
            "Transfer one into it first.",
        )
    tired = next((piece for piece in able if piece.acted), None)
    if tired:
        yield Refusal(
            "no_action",
            ACTIONS,
            f"{tired.name} has taken part in another stack's action this week.",
            "Transfer it out of the stack first.",
        )
    if all_movement and any(thing.used for thing in (stack, *able)):
        yield Refusal(
            "not_allowed",
            rule,
            f"{stack.name} has used movement this week, and this needs all of it.",
            "Do it in a week before the stack moves.",
        )


def act(
    state: State, stack: Stack, action: Literal["quest", "military"], *, all_movement: bool = False
) -> None:
    """Use up a stack's action of the week, for itself and all who take part.

    Source: cohorts.stack.actions.
    """
    if all_movement:
        use(state.world, stack, Fraction(1))
    for piece in _able(state, stack):
        state.world.put(piece.replace(acted=True))
    state.world.put(state.world.get(Stack, stack.id).replace(acted=action))


def _able(state: State, stack: Stack) -> Iterator[Piece]:
    return (piece for piece in pieces_in(state.world, stack.place) if counts(piece))
