"""Merchant agents that negotiate trade agreements with neutral cities.

What the cities and the goods decide is in `trade.negotiating`. Source:
cohorts.order.establish-trade-agreement.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Ref, Refusal, Refused
from engine.packs.cohorts.agents.acting import AgentAction, acting, begin
from engine.packs.cohorts.agents.choices import sent, strangers
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.choices import named_in
from engine.packs.cohorts.pieces.ownership import of_faction, province_of
from engine.packs.cohorts.pieces.records import Agent, City, Guild
from engine.packs.cohorts.pieces.refusals import apart
from engine.packs.cohorts.trade.access import own_use
from engine.packs.cohorts.trade.agreements import strike
from engine.packs.cohorts.trade.books import open_copies, plus
from engine.packs.cohorts.trade.choices import resource_called
from engine.packs.cohorts.trade.negotiating import negotiation_chance, unnegotiable
from engine.packs.cohorts.worth.chances import attempt
from engine.refusals import no_such
from engine.state import State

_MERCHANT = "merchant"


@facts
class TradeNegotiated(Event):
    """A merchant agent negotiated with a neutral city; of an agreement both owners are told."""

    agent: int
    name: str
    city: str
    """The name of the agent's own city."""
    target: str
    offered: str
    wanted: str
    chance: int
    roll: int
    agreed: bool


def _cities(state: State, given: Given) -> Iterator[Choice]:
    return strangers(state, given, (City,))


def _own_copies(state: State, given: Given) -> Iterator[Choice]:
    """What the city of the agent named before has in own use or open for trade."""
    content, agent = state.module.content(Content), sent(state, given)
    city = own_city(state, agent) if agent else None
    if city and city.knows("population"):
        mine = plus(own_use(state.world, content, city), open_copies(state.world, city.id))
        for resource, count in mine.items():
            yield Choice(resource, f"{content.resources[resource].name}, {count} in {city.name}")


def _on_market(state: State, given: Given) -> Iterator[Choice]:
    """What the city named before has open for trade."""
    content, city = state.module.content(Content), named_in(state, given, "city", City)
    for resource, count in (open_copies(state.world, city.id) if city else {}).items():
        yield Choice(resource, f"{content.resources[resource].name}, {count} open")


class EstablishTradeAgreement(AgentAction):
    """Have a merchant agent trade a resource of its city for one of the neutral city it is at."""

    path = ("agent", "negotiate")
    rule = "cohorts.order.establish-trade-agreement"

    city: Annotated[Ref, Asks("the city where the agent is", _cities, (City.kind,))] = Field(
        description="With whom it trades: the neutral city where it is"
    )
    offered: Annotated[str, Asks("a resource of the agent's city", _own_copies)] = Field(
        description="What your city gives", max_length=60
    )
    wanted: Annotated[str, Asks("a resource on that city's market", _on_market)] = Field(
        description="What your city gets", max_length=60
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        agent, target = acting(state, self), state.the(City, self.city)
        home = self._home(state, agent)
        if province_of(state.world, agent.holder) != target.province:
            yield apart(self.rule, agent.name, target.name, "Bring the agent there first.")
        goods = self._resource(state, self.offered), self._resource(state, self.wanted)
        yield from unnegotiable(state, home, target.id, *goods)

    def perform(self, state: State) -> None:
        target = state.the(City, self.city)
        agent = begin(state, acting(state, self), self)
        home = self._home(state, agent)
        gives, gets = self._resource(state, self.offered), self._resource(state, self.wanted)
        percent = negotiation_chance(state.module.content(Content), agent.level, gives, gets)
        tried = attempt(state, agent.place, "negotiate", percent)
        state.emit(
            TradeNegotiated(
                agent=agent.id,
                name=agent.name,
                city=home.name,
                target=target.name,
                offered=gives,
                wanted=gets,
                chance=tried.chance,
                roll=tried.roll,
                agreed=tried.succeeds,
            )
        )
        if tried.succeeds:
            strike(state, home.id, target.id, {gives: 1}, {gets: 1})

    def _home(self, state: State, agent: Agent) -> City:
        """The city for which the agent trades.

        Raises:
            Refused: it is no merchant of a merchant guild that its faction still has.
        """
        city = own_city(state, agent)
        if city is None:
            raise Refused(
                self.refusal(
                    "not_qualified",
                    f"{agent.name} serves no merchant guild of your faction.",
                    "Send an agent that such a guild has summoned.",
                )
            )
        return city

    def _resource(self, state: State, name: str) -> str:
        content = state.module.content(Content)
        found = resource_called(content, name)
        if not found:
            raise Refused(no_such(self.rule, "resource", name, content.resources.values()))
        return found


def own_city(state: State, agent: Agent) -> City | None:
    """The city of the merchant guild that a merchant agent serves; None if there is none."""
    if not agent.knows("summoner") or agent.type != _MERCHANT:
        return None
    guild = state.world.at(agent.summoner)
    if not isinstance(guild, Guild) or guild.type != _MERCHANT:
        return None
    city = state.world.get(City, guild.city)
    return city if of_faction(state.world, city, state.me.faction) else None
