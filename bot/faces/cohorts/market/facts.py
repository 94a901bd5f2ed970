"""The market as one faction sees it: what is open where, its offers, its agreements.

All the world knows what is open (cohorts.order.open-resource-for-trade); of offers and agreements
only the two sides know, so those here are the faction's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.faces.cohorts.looks import badge_of
from bot.faces.paint.looks import Badge
from engine.campaign import Faction, Now
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import relation
from engine.packs.cohorts.pieces.records import Relationship
from engine.packs.cohorts.trade.books import Agreement, Counts, Market, Offer
from engine.packs.cohorts.trade.parties import faction_at, name_at
from engine.world import World


@dataclass(frozen=True, slots=True)
class Goods:
    """Copies of one resource."""

    key: str
    name: str
    badge: Badge
    count: int


@dataclass(frozen=True, slots=True)
class Stall:
    """The open list of one city."""

    city: str
    faction: Faction | None
    relation: Relationship
    """Of its faction to the one that asks; allied for its own."""
    own: bool
    open: tuple[Goods, ...]
    wanted: tuple[str, ...]
    """What it would like in return, by name: a note without force."""


@dataclass(frozen=True, slots=True)
class Deal:
    """An offer or agreement, from the faction's side."""

    ours: str
    """The faction's city."""
    theirs: str
    faction: Faction | None
    gives: tuple[Goods, ...]
    """What our city gives."""
    gets: tuple[Goods, ...]


@dataclass(frozen=True, slots=True)
class MarketFacts:
    """Everything that a faction knows of trade."""

    turn: int
    faction: Faction
    stalls: tuple[Stall, ...]
    """The own first, then allies', neutral ones, enemies'; each by the name of the city."""
    made: tuple[Deal, ...]
    """Offers that wait for others."""
    received: tuple[Deal, ...]
    """Offers that wait for us."""
    agreements: tuple[Deal, ...]


STANDS: Mapping[Relationship, str] = {"allied": "ally", "neutral": "neutral", "at_war": "at war"}
"""How another faction stands to one's own, in a word; the most friendly first."""


def market_facts(rules: Rules, view: World, faction: int) -> MarketFacts:
    """What the faction knows of trade, on its view."""
    content = rules.module.content(Content)

    def goods(counts: Counts) -> tuple[Goods, ...]:
        named = ((content.resources[key], count) for key, count in counts.items())
        return tuple(Goods(r.key, r.name, badge_of(content, r.key), count) for r, count in named)

    def deal(ours: int, theirs: int, gives: Counts, gets: Counts) -> Deal:
        side = view.find(Faction, faction_at(view, theirs))
        return Deal(name_at(view, ours), name_at(view, theirs), side, goods(gives), goods(gets))

    def in_force(agreement: Agreement) -> Deal:
        ours = agreement.one if faction_at(view, agreement.one) == faction else agreement.other
        theirs = agreement.partner(ours)
        return deal(ours, theirs, agreement.given_by(ours), agreement.given_by(theirs))

    stalls = [
        Stall(
            city=market.name,
            faction=view.find(Faction, market.faction),
            relation=relation(view, faction, market.faction),
            own=market.faction == faction,
            open=goods(market.open),
            wanted=tuple(content.resources[key].name for key in market.wanted),
        )
        for market in view.all(Market)
        if market.open
    ]
    offers = list(view.all(Offer))
    made = [each for each in offers if faction_at(view, each.city) == faction]
    return MarketFacts(
        turn=view.get(Now, 1).turn,
        faction=view.get(Faction, faction),
        stalls=tuple(
            sorted(
                stalls,
                key=lambda each: (not each.own, list(STANDS).index(each.relation), each.city),
            )
        ),
        made=tuple(deal(o.city, o.target, o.offered, o.wanted) for o in made),
        received=tuple(
            deal(o.target, o.city, o.wanted, o.offered)
            for o in offers
            if faction_at(view, o.target) == faction and o not in made
        ),
        agreements=tuple(in_force(each) for each in view.all(Agreement)),
    )


def amounts(goods: tuple[Goods, ...]) -> str:
    """Goods in words: "2 Iron, 1 Oak"; "nothing" for none."""
    return ", ".join(f"{each.count} {each.name}" for each in goods) or "nothing"
