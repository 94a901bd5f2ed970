"""Training camps: a stack spends its week on drill, and its military units gain XP.

Training by guilds and characters is in `drill`. Source: cohorts.order.training-camp.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Order, Ref, Refusal
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.choices import MY_STACK
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.records import Stack, Unit
from engine.packs.cohorts.stacks.activation import act, may_act
from engine.packs.cohorts.worth.experience import earn
from engine.state import State
from engine.world import Place


@facts
class TrainingCampHeld(Event):
    """A stack held a training camp."""

    stack: int
    name: str
    province: int
    xp: tuple[tuple[Place, int], ...]
    """The units that trained, each with the XP it gained."""


def lesson(content: Content, level: int) -> int:
    """What a camp gives a unit of that level: a part of the way to the next, rounded up.

    Nothing from the level on beyond which camps do not teach. Sources:
    cohorts.order.training-camp, cohorts.unit.camp-limit.
    """
    most = content.training.camps_to_level
    if most and level >= most:
        return 0
    return -(-content.experience.gap(level) // content.training.camps_per_level)


class TrainingCamp(Order):
    """Let a stack hold a training camp: it does not move, its military units gain XP."""

    path = ("stack", "training-camp")
    rule = "cohorts.order.training-camp"
    phases = ("military-1",)
    unforeseen: ClassVar = {"stack": ("used", "acted")}

    stack: Annotated[Ref, MY_STACK] = Field(description="Which stack trains")

    def conditions(self, state: State) -> Iterator[Refusal]:
        stack = state.the(Stack, self.stack)
        yield from not_controlled(state, stack, self.rule)
        yield from may_act(state, stack, self.rule, all_movement=True)
        if not self._units(state, stack):
            yield self.refusal(
                "bad_target",
                f"{stack.name} has no military unit to train.",
                "Characters train by other means; transfer a military unit into it.",
            )
        elif not any(self._lessons(state, stack)):
            most = state.module.content(Content).training.camps_to_level
            yield Refusal(
                "not_allowed",
                "cohorts.unit.camp-limit",
                f"All military units of {stack.name} have level {most} or more, and no camp "
                "teaches beyond that.",
                "Lead them into battle, or train them by a warrior guild.",
            )

    def perform(self, state: State) -> None:
        content, stack = state.module.content(Content), state.the(Stack, self.stack)
        act(state, stack, "military", all_movement=True)
        gains: list[tuple[Place, int]] = []
        for unit in self._units(state, stack):
            xp = lesson(content, unit.level)
            if not xp:
                continue
            earn(state, unit, xp)
            gains.append((unit.place, xp))
        state.emit(
            TrainingCampHeld(
                stack=stack.id, name=stack.name, province=stack.province, xp=tuple(gains)
            )
        )

    def _lessons(self, state: State, stack: Stack) -> Iterator[int]:
        content = state.module.content(Content)
        return (lesson(content, each.level) for each in self._units(state, stack))

    def _units(self, state: State, stack: Stack) -> list[Unit]:
        return [each for each in state.world.by(Unit, "holder", stack.place) if not each.captor]
