"""Who commands an army, and with which unit each character stands.

Sources: warmaster.map.orders, warmaster.map.character.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Order, Ref, Refusal
from engine.packs.cohorts.characters.acting import commanded
from engine.packs.cohorts.knowledge.choices import MY_HERO, MY_UNIT
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.warmaster.battle.values import Stance
from engine.packs.warmaster.standing import keep, leader_post
from engine.state import State

RULE = "warmaster.map.orders"


@facts
class CommanderNamed(Event):
    """A player named a character commander of the army that it fights in."""

    kind = "warmaster-commander"

    character: int
    name: str


@facts
class CharacterPosted(Event):
    """A character was posted with a unit, or is posted as is usual again."""

    kind = "warmaster-character-posted"

    character: int
    name: str
    unit: int
    """0 for whichever is usual."""
    unit_name: str
    stance: str
    """`stay`, `lead` or `command`; empty for what is usual."""


class NameCommander(Order):
    """Name the character who is General of the army that it fights in."""

    path = ("army", "commander")
    rule = RULE
    phases = ("basic",)
    unforeseen: ClassVar = {"character": ("ext",)}

    character: Annotated[Ref, MY_HERO] = Field(description="Who commands")

    def conditions(self, state: State) -> Iterator[Refusal]:
        character = commanded(state, self.character)
        if character.slot == 0:
            yield Refusal(
                "not_allowed",
                "warmaster.map.character",
                f"{character.name} stays out of battle, in slot 0.",
                "Give the character another battle slot first.",
            )

    def perform(self, state: State) -> None:
        character = state.the(Character, self.character)
        for other in list(state.world.by(Character, "holder", character.holder)):
            post = leader_post(state.world, other)
            if other.player == character.player and post.commander:
                keep(state.world, post.replace(commander=False))
        keep(state.world, leader_post(state.world, character).replace(commander=True))
        state.emit(CommanderNamed(character=character.id, name=character.name))


class PostCharacter(Order):
    """Say with which unit a character stands in battle, and whether it goes where there is need."""

    path = ("army", "post")
    rule = RULE
    phases = ("basic",)
    unforeseen: ClassVar = {"character": ("ext",)}

    character: Annotated[Ref, MY_HERO] = Field(description="Who is posted")
    unit: Annotated[Ref, MY_UNIT] | None = Field(
        default=None, description="With which unit; without it, whichever is usual"
    )
    stance: Stance | None = Field(
        default=None,
        description="Stay with the unit, lead where they fight, or command; usual: Heroes lead",
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        commanded(state, self.character)
        if self.unit:
            yield from not_controlled(state, state.the(Unit, self.unit), self.rule)

    def perform(self, state: State) -> None:
        character = state.the(Character, self.character)
        unit = state.the(Unit, self.unit) if self.unit else None
        post = leader_post(state.world, character)
        keep(state.world, post.replace(unit=unit.id if unit else 0, stance=self.stance))
        state.emit(
            CharacterPosted(
                character=character.id,
                name=character.name,
                unit=unit.id if unit else 0,
                unit_name=unit.name if unit else "",
                stance=self.stance or "",
            )
        )
