"""Banners: which territory's colours a stack flies, for all to see and nothing else.

A stack without one flies its player's coat of arms. Source: cohorts.order.set-banner.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.knowledge.choices import MY_STACK
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.ownership import faction_of, of_faction
from engine.packs.cohorts.pieces.records import City, Stack
from engine.packs.cohorts.pieces.territories import Territory
from engine.state import State
from engine.world import World


@facts
class BannerSet(Event):
    """A stack flies another banner."""

    stack: int
    name: str
    territory: int
    """0 for the player's coat of arms."""
    territory_name: str


def holds(world: World, faction: int, territory: Territory) -> bool:
    """Whether the faction controls a territory: its capital city; on a view too."""
    capital = world.find(City, territory.capital) if territory.knows("capital") else None
    return capital is not None and of_faction(world, capital, faction)


def strike(state: State) -> None:
    """At the end of a tick: banners of territories that a faction has lost come down."""
    for stack in state.world.all(Stack):
        territory = state.world.find(Territory, stack.banner) if stack.banner else None
        faction = faction_of(state.world, stack)
        if territory and not holds(state.world, faction, territory):
            state.world.put(stack.replace(banner=0))
            state.emit_to(
                BannerSet(stack=stack.id, name=stack.name, territory=0, territory_name=""),
                own=[faction],
            )


def _territories(state: State, given: Given) -> Iterator[Choice]:
    for territory in state.world.all(Territory):
        if holds(state.world, state.me.faction, territory):
            yield Choice.of(territory, territory.name)


MY_TERRITORY = Asks("a territory that your faction holds", _territories, (Territory.kind,))


class SetBanner(Order):
    """Have a stack fly the banner of a territory that your faction holds, or your coat of arms."""

    path = ("set", "banner")
    rule = "cohorts.order.set-banner"
    phases = ("basic",)
    unforeseen: ClassVar = {"stack": ("banner",)}

    stack: Annotated[Ref, MY_STACK] = Field(description="Which stack flies it")
    territory: Annotated[Ref, MY_TERRITORY] | None = Field(
        default=None, description="Whose banner; without it, your coat of arms"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from not_controlled(state, state.the(Stack, self.stack), self.rule)
        territory = self._territory(state)
        if territory and not holds(state.world, state.me.faction, territory):
            yield self.refusal(
                "relation",
                f"Your faction does not hold the capital of {territory.name}.",
                "Choose a territory whose capital is your faction's.",
            )

    def perform(self, state: State) -> None:
        stack, territory = state.the(Stack, self.stack), self._territory(state)
        banner = territory.id if territory else 0
        state.world.put(stack.replace(banner=banner))
        state.emit(
            BannerSet(
                stack=stack.id,
                name=stack.name,
                territory=banner,
                territory_name=territory.name if territory else "",
            )
        )

    def _territory(self, state: State) -> Territory | None:
        return state.the(Territory, self.territory) if self.territory else None
