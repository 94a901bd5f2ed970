"""What the military orders of stacks share: their one action, and whose land they may attack.

Source: cohorts.order.military-actions.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.battle import BATTLE
from engine.orders import Order, Ref, Refusal
from engine.packs.cohorts.diplomacy.hostility import RELATIONS, calm, held_back, safe_province
from engine.packs.cohorts.knowledge.choices import MY_STACK, label
from engine.packs.cohorts.knowledge.memories import Memory
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.ownership import city_of, faction_of, owner_of, relation
from engine.packs.cohorts.pieces.records import City, Province, Stack
from engine.packs.cohorts.stacks.activation import may_act
from engine.state import State


class MilitaryAction(Order):
    """Shared parts of all orders that use a stack's action of the week against somebody."""

    phases = ("military-1", "military-2")
    unforeseen: ClassVar = {"stack": ("acted",)}

    stack: Annotated[Ref, MY_STACK] = Field(description="Which stack")

    def conditions(self, state: State) -> Iterator[Refusal]:
        stack = state.the(Stack, self.stack)
        yield from not_controlled(state, stack, self.rule)
        yield from may_act(state, stack, self.rule)
        yield from self.hindrances(state, stack)

    @abstractmethod
    def hindrances(self, state: State, stack: Stack) -> Iterator[Refusal]:
        """Why the stack, which could act, cannot do this."""


def lord_of(state: State, province: Province) -> int:
    """The faction that holds a province, 0 for none; in a plan as it was when it was seen last."""
    if state.planning:
        seen = state.world.find(Memory, province.id)
        if seen:
            return seen.owner
    return owner_of(state.world, province)


def not_at_war(
    state: State, stack: Stack, province: Province, rule: str, *, wild: bool
) -> Iterator[Refusal]:
    """Why a stack may not attack a province: whose it is, and whether hostile acts must wait.

    `wild` is for what may be done to land that no player has. Sources:
    cohorts.world.faction-relations, cohorts.world.pvp-restriction.
    """
    world = state.world
    where = label(state, province)
    lord = lord_of(state, province)
    if not lord:
        if not wild:
            yield Refusal(
                "relation",
                rule,
                f"{where} is no enemy's land.",
                "Do it in a barony of a faction that is at war with yours.",
            )
        return
    if relation(world, faction_of(world, stack), lord) != "at_war":
        yield Refusal(
            "relation",
            RELATIONS,
            f"You are not at war with the faction that holds {where}.",
            "Declare war first, or choose another target.",
        )
    city = city_of(world, province.barony)
    if city and city.knows("baron"):
        yield from held_back(state, stack, city)
    if calm(world, province.id):
        yield safe_province("Choose another target.")


def no_battles(state: State, rule: str) -> Iterator[Refusal]:
    """Refuses what may have to be fought for where nobody can fight."""
    if BATTLE not in state.rules.contests:
        yield Refusal(
            "not_allowed",
            rule,
            "This campaign fights no battles.",
            "Choose something for which nobody fights.",
        )


def raiding(state: State, stack: Stack, city: City | None) -> None:
    """Note that a stack has attacked a barony this turn (cohorts.encounter.garrison-duty)."""
    if city:
        stack = state.world.get(Stack, stack.id)
        state.world.put(stack.replace(raids=city.barony))
