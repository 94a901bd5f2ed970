"""Blessings: by temples for the stacks that seek them, and by churches.

What a blessing does stands in `battle.condition`. Source: warlords.blessing.temple.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Order, Ref, Refusal
from engine.packs.cohorts.guilds.acting import (
    acting,
    away,
    helpless,
    spend,
    unfriendly,
)
from engine.packs.cohorts.guilds.healing import MY_CHURCH, PATIENT
from engine.packs.cohorts.knowledge.choices import MY_STACK
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.hotspots import HotSpot, use
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import Character, Guild, Stack, Unit
from engine.packs.cohorts.stacks.activation import act, may_act
from engine.packs.cohorts.worth.levels import counts, heroic_level
from engine.packs.warlords.battle.condition import bless
from engine.packs.warlords.content import WarContent
from engine.packs.warlords.pieces import condition_of, with_condition
from engine.state import State

RULE = "warlords.blessing.temple"


@facts
class StackBlessed(Event):
    """A stack was blessed, by a temple or a spell (warlords.blessing.temple)."""

    stack: int
    name: str
    blessed: tuple[str, ...]
    """Those who were not blessed before."""


@facts
class BlessedByChurch(Event):
    """A church blessed units and heroes (warlords.blessing.temple)."""

    city: int
    guild: int
    blessed: tuple[str, ...]


def blessed(state: State, pieces: Iterable[Character | Unit]) -> tuple[str, ...]:
    """Bless these, and say who was not blessed before (warlords.blessing.effect)."""
    content = state.module.content(WarContent)
    found: list[str] = []
    for piece in pieces:
        before = condition_of(content, piece)
        if not before.blessed:
            state.world.put(with_condition(content, piece, bless(before)))
            found.append(piece.name)
    return tuple(found)


def bless_all(state: State, stack: Stack) -> tuple[str, ...]:
    """Bless every unit and hero of a stack."""
    there = list(pieces_in(state.world, stack.place))
    return blessed(state, [piece for piece in there if counts(piece)])


def temple_at(state: State, stack: Stack) -> HotSpot | None:
    """The temple where a stack is, if its player knows of one."""
    temples = state.module.content(WarContent).warlords.temples
    for spot in state.world.by(HotSpot, "province", stack.province):
        if spot.type in temples and state.knows(spot.place):
            return spot
    return None


class SeekBlessing(Order):
    """Have a stack blessed at the temple where it stands, with its action of the week."""

    path = ("stack", "seek-blessing")
    rule = RULE
    phases = ("military-1", "military-2")
    unforeseen: ClassVar = {"stack": ("acted",)}

    stack: Annotated[Ref, MY_STACK] = Field(description="Which stack")

    def conditions(self, state: State) -> Iterator[Refusal]:
        stack = state.the(Stack, self.stack)
        yield from not_controlled(state, stack, self.rule)
        if temple_at(state, stack) is None:
            yield self.refusal(
                "not_here",
                f"There is no temple where {stack.name} stands.",
                "Go to a temple, or have a church bless units one by one.",
            )
        yield from may_act(state, stack, self.rule)

    def perform(self, state: State) -> None:
        stack = state.the(Stack, self.stack)
        temple = temple_at(state, stack)
        assert temple, "conditions have seen to it"
        act(state, stack, "military")
        names = bless_all(state, stack)
        if not state.planning:
            use(state.world, temple)
        state.emit(StackBlessed(stack=stack.id, name=stack.name, blessed=names))


class BlessUnits(Order):
    """Have a church bless units or heroes of your faction and its allies in its province."""

    path = ("guild", "bless")
    rule = RULE
    phases = ("guild",)
    unforeseen: ClassVar = {"guild": ("actions",), "targets": ("ext",)}

    guild: Annotated[Ref, MY_CHURCH] = Field(description="The church that blesses")
    targets: Annotated[tuple[Annotated[Ref, PATIENT], ...], Field(min_length=1)] = Field(
        description="Whom it blesses, first to last, as many as its level allows"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        _, city = acting(state, self.guild, "church")
        targets = self._targets(state)
        for piece in targets:
            yield from away(state, city, piece, self.rule)
        for piece in targets:
            yield from unfriendly(state, piece, self.rule)
            yield from helpless(piece, self.rule)

    def perform(self, state: State) -> None:
        church, city = acting(state, self.guild, "church")
        per_level = state.module.content(WarContent).warlords.blessed_per_level
        most = per_level * heroic_level(church.level)
        targets = self._targets(state)[:most]
        sides = dict.fromkeys(faction_of(state.world, piece) for piece in targets)
        names = blessed(state, targets)
        spend(state, state.world.get(Guild, church.id))
        event = BlessedByChurch(city=city.id, guild=church.id, blessed=names)
        state.emit(event, told=sides)

    def _targets(self, state: State) -> list[Character | Unit]:
        """Those named, each once."""
        return [
            state.the(Unit if ref.kind == Unit.kind else Character, ref)
            for ref in dict.fromkeys(self.targets)
        ]
