"""What a player may choose for the parameters of trade, from what the faction knows."""

from __future__ import annotations

from collections.abc import Iterator

from engine.campaign import Faction
from engine.module.names import key_of
from engine.orders import Asks, Choice, Given, Ref
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import of_player, relation
from engine.packs.cohorts.pieces.records import City, Guild
from engine.packs.cohorts.trade.access import own_use
from engine.packs.cohorts.trade.books import (
    Agreement,
    Counts,
    Market,
    Offer,
    open_copies,
)
from engine.packs.cohorts.trade.parties import faction_at
from engine.state import State


def resource_called(content: Content, name: str) -> str:
    """The key of the resource of that name, however it is spelt; empty if there is none."""
    wanted = key_of(name)
    named = (r.key for r in content.resources.values() if wanted in (key_of(r.key), key_of(r.name)))
    return next(named, "")


def told(counts: Counts) -> str:
    """Copies by resource in a few words: "2 iron, 1 spider wart"."""
    return ", ".join(f"{count} {each.replace('_', ' ')}" for each, count in counts.items())


# ---------------------------------------------------------------- resources


def _resources(state: State, given: Given) -> Iterator[Choice]:
    for resource in state.module.content(Content).resources.values():
        yield Choice(resource.key, resource.name)


def _own_copies(state: State, given: Given) -> Iterator[Choice]:
    """What the guild's city, or any of the player's, can open for trade; most of one kind first."""
    content = state.module.content(Content)
    for city in _cities(state, given):
        own = own_use(state.world, content, city)
        for resource, count in sorted(own.items(), key=lambda each: -each[1]):
            yield Choice(resource, f"{content.resources[resource].name}, {count} in {city.name}")


def _on_my_market(state: State, given: Given) -> Iterator[Choice]:
    for city in _cities(state, given):
        yield from _listed(state, city.id)


def _on_their_market(state: State, given: Given) -> Iterator[Choice]:
    ref = given.ref("target", Market.kind)
    return _listed(state, ref.id) if ref else iter(())


def _listed(state: State, city: int) -> Iterator[Choice]:
    content = state.module.content(Content)
    for resource, count in open_copies(state.world, city).items():
        yield Choice(resource, f"{content.resources[resource].name}, {count} open")


def _cities(state: State, given: Given) -> Iterator[City]:
    """The city named before, or that of the guild, or every city of the player that trades."""
    for guild in state.world.all(Guild):
        city = state.world.find(City, guild.city)
        if guild.type != "merchant" or not city or not of_player(state.world, city, state.player):
            continue
        if given.leaves("guild", Ref(*guild.place)) and given.leaves("city", Ref(*city.place)):
            yield city


RESOURCE = Asks("a resource", _resources)
OWN_COPY = Asks("a resource that the city has a copy of in own use", _own_copies)
OPEN_HERE = Asks("a resource that the city has open for trade", _on_my_market)
OPEN_THERE = Asks("a resource that the other city has open for trade", _on_their_market)


# ---------------------------------------------------------------- markets, offers, agreements


def _markets(state: State, given: Given) -> Iterator[Choice]:
    """The markets that a guild may make offers to, with what is open there."""
    mine = [city.id for city in _cities(state, given)] if given.text("guild") else []
    for market in state.world.all(Market):
        side = faction_at(state.world, market.id)
        if relation(state.world, state.me.faction, side) != "allied" or not market.open:
            continue
        if market.id not in mine:
            whose = state.world.get(Faction, side).name
            label = f"{market.name} of {whose}: {told(market.open)}"
            yield Choice.of(market, label)


def _pending(state: State, given: Given) -> Iterator[Choice]:
    """Offers to and from the player's cities."""
    for offer in state.world.all(Offer):
        if _mine(state, offer.city) or _mine(state, offer.target):
            yield _offer(offer)


def _offers_to_me(state: State, given: Given) -> Iterator[Choice]:
    for offer in state.world.all(Offer):
        if _mine(state, offer.target):
            yield _offer(offer)


def _offer(offer: Offer) -> Choice:
    terms = f"{told(offer.offered)} for {told(offer.wanted)}"
    return Choice.of(offer, f"{offer.name}: {terms}")


def _trading_cities(state: State, given: Given) -> Iterator[Choice]:
    sides = {side for agreement in state.world.all(Agreement) for side in _sides(agreement)}
    for city in state.world.all(City):
        if city.id in sides and of_player(state.world, city, state.player):
            yield Choice.of(city, city.name)


def _agreements(state: State, given: Given) -> Iterator[Choice]:
    """The agreements of the city named before, or of any of the player's."""
    for agreement in state.world.all(Agreement):
        for side in _sides(agreement):
            if _mine(state, side) and given.leaves("city", Ref(City.kind, side)):
                terms = f"{told(agreement.gives)} for {told(agreement.takes)}"
                yield Choice.of(agreement, f"{agreement.name}: {terms}")
                break


def _sides(agreement: Agreement) -> tuple[int, int]:
    return agreement.one, agreement.other


def _mine(state: State, city: int) -> bool:
    held = state.world.find(City, city)
    return held is not None and of_player(state.world, held, state.player)


MARKET = Asks("a market of your faction or of an ally", _markets, ("market",))
OFFER = Asks("an offer to or from a city of yours", _pending, ("offer",))
OFFER_TO_ME = Asks("an offer to a city of yours", _offers_to_me, ("offer",))
TRADING_CITY = Asks("a city of yours with an agreement", _trading_cities, ("city",))
AGREEMENT = Asks("an agreement of the city", _agreements, ("agreement",))
