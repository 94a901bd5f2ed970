"""A city's market: what it sets open for trade and takes off again, with all the world watching.

Offers are made and taken here; what is agreed upon stands in `agreements`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Order, Ref, Refusal, Refused
from engine.packs.cohorts.codes import Code
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.guilds.acting import acting, commanded, my_guild, spend
from engine.packs.cohorts.knowledge.choices import MY_CITY
from engine.packs.cohorts.pieces.control import controls
from engine.packs.cohorts.pieces.guilds import ACTION_RULES
from engine.packs.cohorts.pieces.ownership import of_player, player_of
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.pieces.refusals import not_your_city
from engine.packs.cohorts.trade.access import own_use
from engine.packs.cohorts.trade.agreements import strike
from engine.packs.cohorts.trade.books import Counts, Market, Offer, open_copies, plus, within
from engine.packs.cohorts.trade.choices import (
    MARKET,
    OFFER,
    OFFER_TO_ME,
    OPEN_HERE,
    OPEN_THERE,
    OWN_COPY,
    RESOURCE,
    resource_called,
    told,
)
from engine.packs.cohorts.trade.ending import end_offer, sides_of, take_off
from engine.packs.cohorts.trade.parties import banned, faction_at, guildless, name_at, unfriendly
from engine.refusals import no_such, quoted
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
                f"{city.name} has no copy of {quoted(self.resource)} in own use.",
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


# ---------------------------------------------------------------- offers


_COPIES = 20  # that an offer names on either side


@facts
class TradeOffered(Event):
    """A city offered an agreement to another; both owners are told."""

    offer: int
    city: str
    target: str
    offered: dict[str, int]
    wanted: dict[str, int]


# ---------------------------------------------------------------- making


class OfferTrade(Order):
    """Offer a trade agreement to an ally's merchant guild, of what both have open for trade."""

    path = ("trade", "offer")
    rule = "cohorts.order.offer-trade-agreement"
    phases = ("guild",)
    makes = "offer"
    unforeseen: ClassVar = {"guild": ("actions",)}

    guild: Annotated[Ref, my_guild("merchant")] = Field(description="The merchant guild")
    target: Annotated[Ref, MARKET] = Field(description="The city that you make the offer to")
    offered: Annotated[
        tuple[Annotated[str, OPEN_HERE], ...], Field(min_length=1, max_length=_COPIES)
    ] = Field(description="What you give; name a resource twice to give two copies")
    wanted: Annotated[
        tuple[Annotated[str, OPEN_THERE], ...], Field(min_length=1, max_length=_COPIES)
    ] = Field(description="What you want; name a resource twice to get two copies")

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        _, city = acting(state, self.guild, "merchant")
        market = state.the(Market, self.target)
        yield from guildless(state, market.id, self.rule)
        if any(each.target == market.id for each in state.world.by(Offer, "city", city.id)):
            yield self.refusal(
                "offer_pending",
                f"An offer of {city.name} to {market.name} is pending already.",
                "Withdraw it first, or wait for the answer.",
            )
        if market.id == city.id:
            yield self.refusal(
                "not_allowed",
                f"{city.name} cannot trade with itself.",
                "Choose the market of another city.",
            )
        yield from unfriendly(state, city.id, market.id, self.rule)
        yield from banned(state, city.id)
        yield from _unlisted(
            state, city.id, _counted(content, self.offered), "offered_not_open", self.rule
        )
        yield from _unlisted(
            state, market.id, _counted(content, self.wanted), "wanted_not_open", self.rule
        )

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        guild, city = acting(state, self.guild, "merchant")
        market = state.the(Market, self.target)
        spend(state, guild)
        target = state.world.find(City, market.id)
        known = target is not None and target.knows("baron")
        offer = state.make(
            Offer,
            name=f"{city.name} to {market.name}",
            city=city.id,
            target=market.id,
            offered=_counted(content, self.offered),
            wanted=_counted(content, self.wanted),
            sender=state.player,
            receiver=player_of(state.world, target) if target and known else 0,
        )
        event = TradeOffered(
            offer=offer.id,
            city=city.name,
            target=market.name,
            offered=offer.offered,
            wanted=offer.wanted,
        )
        state.emit(event, own=sides_of(state, offer))


def _counted(content: Content, names: tuple[str, ...]) -> dict[str, int]:
    """How often each resource is named; a name that is no resource's stands for itself."""
    counts: dict[str, int] = {}
    for name in names:
        counts = plus(counts, {resource_called(content, name) or name[:40]: 1})
    return counts


def _unlisted(state: State, city: int, asked: Counts, code: Code, rule: str) -> Iterator[Refusal]:
    """Refuses what is not on a city's market in such numbers."""
    listed = open_copies(state.world, city)
    if not within(asked, listed):
        name = name_at(state.world, city)
        yield Refusal(
            code,
            rule,
            f"{name} would give {told(asked)}, but has {told(listed) or 'nothing'} open for trade.",
            "Ask for what is open there, or have it opened first.",
        )


# ---------------------------------------------------------------- ending without an agreement


class WithdrawOffer(Order):
    """Withdraw an offer of yours, or decline one that was made to you. It uses no action."""

    path = ("trade", "withdraw")
    rule = "cohorts.order.withdraw-trade-offer"
    phases = ("guild",)

    offer: Annotated[Ref, OFFER] = Field(description="The offer, to or from a city of yours")

    def conditions(self, state: State) -> Iterator[Refusal]:
        offer = state.the(Offer, self.offer)
        if not _controlled(state, offer.city) and not _controlled(state, offer.target):
            yield self.refusal(
                "city_not_controlled",
                f"Neither city of the offer {offer.name} is yours.",
                "Leave it to the players whose cities they are.",
            )

    def perform(self, state: State) -> None:
        offer = state.the(Offer, self.offer)
        end_offer(state, offer, "withdrawn" if _controlled(state, offer.city) else "declined")


def _controlled(state: State, city: int) -> bool:
    held = state.world.find(City, city)
    return held is not None and of_player(state.world, held, state.player)


# ---------------------------------------------------------------- accepting


class AcceptOffer(Order):
    """Accept a trade offer; the agreement is in force at once. It uses no action."""

    path = ("trade", "accept")
    rule = "cohorts.order.accept-offer-for-trade"
    phases = ("guild",)

    offer: Annotated[Ref, OFFER_TO_ME] = Field(description="The offer, to a city of yours")

    def conditions(self, state: State) -> Iterator[Refusal]:
        offer = state.the(Offer, self.offer)
        if not _controlled(state, offer.target):
            raise Refused(not_your_city(ACTION_RULES, name_at(state.world, offer.target)))
        yield from guildless(state, offer.target, self.rule)
        yield from guildless(state, offer.city, self.rule)
        yield from unfriendly(state, offer.target, offer.city, self.rule)
        yield from banned(state, offer.target)
        yield from banned(state, offer.city)
        yield from _unlisted(state, offer.city, offer.offered, "offered_not_open", self.rule)
        yield from _unlisted(state, offer.target, offer.wanted, "wanted_not_open", self.rule)

    def perform(self, state: State) -> None:
        offer = state.the(Offer, self.offer)
        state.world.remove(offer)
        strike(state, offer.city, offer.target, offer.offered, offer.wanted)
