"""What stops being for sale or offered: resources taken off a market, offers that end."""

from __future__ import annotations

from typing import Literal

from engine.campaign import Player
from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.trade.books import Market, Offer, minus, relisted
from engine.packs.cohorts.trade.parties import faction_at, name_at
from engine.state import State


@facts
class ResourceRemoved(Event):
    """Copies went off a city's market (cohorts.order.remove-resource-from-market)."""

    city: int
    name: str
    faction: int
    resource: str
    open: int
    """How many copies of it are open still."""


def take_off(state: State, market: Market, resource: str, count: int) -> None:
    """Take copies off a market, for whatever reason, and tell all the world."""
    left = minus(market.open, {resource: count})
    state.world.put(relisted(market, left))
    state.emit(
        ResourceRemoved(
            city=market.id,
            name=market.name,
            faction=faction_at(state.world, market.id),
            resource=resource,
            open=left.get(resource, 0),
        ),
        public=True,
    )


@facts
class OfferEnded(Event):
    """An offer is off the table without an agreement; both sides are told."""

    offer: int
    city: str
    target: str
    offered: dict[str, int]
    wanted: dict[str, int]
    how: Literal["withdrawn", "declined", "lapsed"]


def sides_of(state: State, offer: Offer) -> tuple[int, ...]:
    """The factions of the two players between whom the offer was made."""
    players = (state.world.find(Player, each) for each in (offer.sender, offer.receiver))
    return tuple(player.faction for player in players if player)


def end_offer(state: State, offer: Offer, how: Literal["withdrawn", "declined", "lapsed"]) -> None:
    """Take an offer off the table, without penalty, and tell both sides."""
    state.world.remove(offer)
    state.emit_to(
        OfferEnded(
            offer=offer.id,
            city=name_at(state.world, offer.city),
            target=name_at(state.world, offer.target),
            offered=offer.offered,
            wanted=offer.wanted,
            how=how,
        ),
        own=sides_of(state, offer),
    )
