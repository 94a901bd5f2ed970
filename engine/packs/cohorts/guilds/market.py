"""A city's market: what it sets open for trade and takes off again, with all the world watching.

What is agreed upon stands in `offers` and `agreements`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Order, Ref, Refusal, Refused
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.guilds.acting import commanded, my_guild
from engine.packs.cohorts.knowledge.choices import MY_CITY
from engine.packs.cohorts.pieces.control import controls
from engine.packs.cohorts.pieces.guilds import ACTION_RULES
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.pieces.refusals import not_your_city
from engine.packs.cohorts.trade.access import own_use
from engine.packs.cohorts.trade.books import Market, open_copies, plus
from engine.packs.cohorts.trade.choices import (
    OPEN_HERE,
    OWN_COPY,
    RESOURCE,
    resource_called,
)
from engine.packs.cohorts.trade.ending import take_off
from engine.packs.cohorts.trade.parties import faction_at
from engine.refusals import no_such
from engine.state import State

_NOTED = 10  # resources that a note names


@facts
class ResourceOpened(Event):
    """A city set a copy open for trade (cohorts.order.open-resource-for-trade)."""

    city: int
    name: str
    """The city's, for those who have never seen it."""
    faction: int
    resource: str
    open: int
    """How many copies of it are open now."""
    wanted: tuple[str, ...]


# ---------------------------------------------------------------- opening


class OpenResource(Order):
    """Set a copy of a resource open for trade; all players are told. It uses no action."""

    path = ("trade", "open")
    rule = "cohorts.order.open-resource-for-trade"
    phases = ("guild",)

    guild: Annotated[Ref, my_guild("merchant")] = Field(
        description="The merchant guild, whose city has the copy"
    )
    resource: Annotated[str, OWN_COPY] = Field(description="The resource; one copy is set open")
    wanted: Annotated[tuple[Annotated[str, RESOURCE], ...], Field(max_length=_NOTED)] = Field(
        default=(), description="Resources you would like in return: a note for all to read"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        _, city = commanded(state, self.guild, "merchant")
        for name in self.wanted:
            if not resource_called(content, name):
                yield _no_such_resource(content, name)
        resource = resource_called(content, self.resource)
        if not own_use(state.world, content, city).get(resource):
            yield self.refusal(
                "no_copy_left",
                f"{city.name} has no copy of {self.resource[:40]!r} in own use.",
                "Only deposits that its own barony works can be opened, each once; what comes by "
                "trade or from baronies below cannot.",
            )

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        _, city = commanded(state, self.guild, "merchant")
        resource = resource_called(content, self.resource)
        wanted = tuple(dict.fromkeys(resource_called(content, name) for name in self.wanted))
        known = state.world.find(Market, city.id)
        old = known or Market(id=city.id, name=city.name, open={}, wanted=())
        market = old.replace(open=plus(old.open, {resource: 1}), wanted=wanted or old.wanted)
        state.world.put(market)
        state.emit(
            ResourceOpened(
                city=city.id,
                name=city.name,
                faction=faction_at(state.world, city.id),
                resource=resource,
                open=market.open[resource],
                wanted=market.wanted,
            ),
            public=True,
        )


def _no_such_resource(content: Content, name: str) -> Refusal:
    return no_such("cohorts.action.order-failure", "resource", name, content.resources.values())


# ---------------------------------------------------------------- removing


class RemoveResource(Order):
    """Take a copy of a resource off a city's market; all players are told. It uses no action."""

    path = ("trade", "remove")
    rule = "cohorts.order.remove-resource-from-market"
    phases = ("guild",)

    city: Annotated[Ref, MY_CITY] = Field(description="The city on whose market it is")
    resource: Annotated[str, OPEN_HERE] = Field(description="The resource; one copy goes off")

    def conditions(self, state: State) -> Iterator[Refusal]:
        city = state.the(City, self.city)
        if not controls(state, city):
            raise Refused(not_your_city(ACTION_RULES, city.name))
        resource = resource_called(state.module.content(Content), self.resource)
        if not open_copies(state.world, city.id).get(resource):
            yield self.refusal(
                "not_open",
                f"{city.name} has no {self.resource[:40] or 'nameless thing'} on its market.",
                "What is traded away comes back when its agreement ends.",
            )

    def perform(self, state: State) -> None:
        city = state.the(City, self.city)
        resource = resource_called(state.module.content(Content), self.resource)
        take_off(state, state.world.get(Market, city.id), resource, 1)
