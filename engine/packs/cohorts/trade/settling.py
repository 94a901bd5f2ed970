"""Brings the books of trade into order when deposits, guilds, owners or peace were lost.

The closing of every tick settles them; an order that loses something of that kind calls `settle`
itself, since the ledger ends an agreement at once. Sources: cohorts.order.trade-bookkeeping,
cohorts.order.break-trade-agreement.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.guilds import guild_of
from engine.packs.cohorts.pieces.ownership import player_of, relation
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.trade.access import copies
from engine.packs.cohorts.trade.agreements import break_off, end_by_war
from engine.packs.cohorts.trade.books import (
    Agreement,
    Market,
    Offer,
    agreements_of,
    open_copies,
    plus,
    traded_away,
)
from engine.packs.cohorts.trade.ending import end_offer, take_off
from engine.packs.cohorts.trade.parties import faction_at, in_full
from engine.state import State


@facts
class MarketClosed(Event):
    """A city lost its merchant guild, and with it its market (cohorts.order.trade-bookkeeping)."""

    city: int
    name: str
    faction: int


def settle(state: State) -> None:
    """Bring all books into order; what is in order stays as it is.

    On a view foreign books are left alone, as nobody else knows their contents.
    """
    _end_trade_with_enemies(state)
    _close_markets(state)
    _let_offers_lapse(state)
    for city in _traders(state):
        _make_good(state, city)


def _end_trade_with_enemies(state: State) -> None:
    world = state.world
    for agreement in world.all(Agreement):
        sides = faction_at(world, agreement.one), faction_at(world, agreement.other)
        if relation(world, *sides) == "at_war":
            end_by_war(state, agreement)


def _close_markets(state: State) -> None:
    """Without its guild a city's copies are all in own use again or traded away."""
    for market in state.world.all(Market):
        if _guildless(state, market.id):
            state.world.remove(market)
            closed = MarketClosed(
                city=market.id, name=market.name, faction=faction_at(state.world, market.id)
            )
            state.emit(closed, public=True)


def _let_offers_lapse(state: State) -> None:
    for offer in state.world.all(Offer):
        sides = (offer.city, offer.sender), (offer.target, offer.receiver)
        factions = (faction_at(state.world, city) for city, _ in sides)
        if (
            any(_guildless(state, city) or _lost(state, city, player) for city, player in sides)
            or relation(state.world, *factions) != "allied"
        ):
            end_offer(state, offer, "lapsed")


def _guildless(state: State, city: int) -> bool:
    held = in_full(state.world, city)
    return held is not None and guild_of(state.world, held, "merchant") is None


def _lost(state: State, city: int, player: int) -> bool:
    """Whether a city is no longer that player's, as far as it is known."""
    held = in_full(state.world, city)
    return held is not None and player_of(state.world, held) != player


def _traders(state: State) -> Iterator[City]:
    """The cities with something open or traded away, by id."""
    found = [market.id for market in state.world.all(Market)]
    for agreement in state.world.all(Agreement):
        found += agreement.one, agreement.other
    for id in sorted(dict.fromkeys(found)):
        city = in_full(state.world, id)
        if city:
            yield city


def _make_good(state: State, city: City) -> None:
    """Take the copies that a city no longer has from its open list, then from its agreements.

    Those in own use are gone by themselves.
    """
    world = state.world
    worked = copies(world, state.module.content(Content), city)
    promised = plus(open_copies(world, city.id), traded_away(world, city.id))
    for resource in promised:
        while missing := _missing(state, city, resource, worked.get(resource, 0)):
            market = world.find(Market, city.id)
            listed = market.open.get(resource, 0) if market else 0
            if market and listed:
                take_off(state, market, resource, min(missing, listed))
                continue
            backed = [a for a in agreements_of(world, city.id) if resource in a.given_by(city.id)]
            newest = max(backed, key=lambda agreement: agreement.id)
            break_off(state, newest, city.id, "unsupplied")


def _missing(state: State, city: City, resource: str, worked: int) -> int:
    """How many copies a city has open or traded away beyond those that it works."""
    promised = open_copies(state.world, city.id), traded_away(state.world, city.id)
    return max(0, sum(counts.get(resource, 0) for counts in promised) - worked)
