"""`/show market`: what is open where, offers, agreements.

All the world knows what is open (cohorts.order.open-resource-for-trade); of offers and agreements
only the two sides know, so those here are the faction's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.cards.card import Box, PanelCard, Row, made_of
from bot.faces.cards.parts import Goods, Lot
from bot.faces.cohorts.looks import badge_of
from bot.faces.cohorts.standing import STANDS
from bot.faces.panels import Look, Panel, PanelMade
from bot.faces.words.text import number
from engine.campaign import Faction, Now
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import relation
from engine.packs.cohorts.trade.books import Agreement, Counts, Market, Offer
from engine.packs.cohorts.trade.parties import faction_at, name_at
from engine.world import World

_STALLS: Final = 12
_DEALS: Final = 6
"""Rows that the picture shows; the words tell all."""


def card_of(rules: Rules, view: World, faction: int) -> PanelCard:
    """All that a faction knows of trade: what waits for it, then what is open."""
    content = rules.module.content(Content)
    received, made, agreed = _deals(content, view, faction)
    boxes = [
        Box(title, tuple(deals), str(len(deals)), wide=True, most=_DEALS)
        for title, deals in (
            ("Offers to us", received),
            ("Offers by us", made),
            ("Agreements in force", agreed),
        )
        if deals
    ]
    stalls = tuple(_stalls(content, view, faction))
    none = (Row("No city has anything open", tone="faint"),)
    note = number(len(stalls), "city", "cities") if stalls else ""
    boxes.append(Box("Open for trade", stalls or none, note, wide=True, most=_STALLS))
    name = view.get(Faction, faction).name
    return PanelCard("market", "Market", name, view.get(Now, 1).turn, faction, boxes=tuple(boxes))


def _goods(content: Content, counts: Counts) -> tuple[Goods, ...]:
    return tuple(
        Goods(content.resources[key].name, badge_of(content, key), count)
        for key, count in counts.items()
    )


def _stalls(content: Content, view: World, faction: int) -> Iterator[Row]:
    """The own cities first, then allies', neutral ones, enemies'; each by its name."""

    def friendliest(market: Market) -> tuple[bool, int, str]:
        stands = relation(view, faction, market.faction)
        return market.faction != faction, list(STANDS).index(stands), market.name

    for market in sorted((each for each in view.all(Market) if each.open), key=friendliest):
        side = view.find(Faction, market.faction)
        stands = STANDS[relation(view, faction, market.faction)]
        whose = "yours" if market.faction == faction else stands
        lots = [Lot("", _goods(content, market.open))]
        if market.wanted:
            likes = _goods(content, dict.fromkeys(market.wanted, 0))
            lots.append(Lot("for", likes))
        yield Row(
            market.name,
            under=f"{side.name}, {whose}" if side else f"nobody's, {whose}",
            side=side,
            lots=tuple(lots),
        )


def _deals(content: Content, view: World, faction: int) -> tuple[list[Row], list[Row], list[Row]]:
    """Offers to the faction, offers by it and agreements, each from the faction's side."""

    def deal(ours: int, theirs: int, gives: Counts, gets: Counts) -> Row:
        side = view.find(Faction, faction_at(view, theirs))
        whose = f", {side.name}" if side else ""
        lots = Lot("gives", _goods(content, gives)), Lot("for", _goods(content, gets))
        under = f"with {name_at(view, theirs)}{whose}"
        return Row(name_at(view, ours), under=under, side=side, lots=lots)

    def ours(city: int) -> bool:
        return faction_at(view, city) == faction

    received: list[Row] = []
    made: list[Row] = []
    for offer in view.all(Offer):
        if ours(offer.city):
            made.append(deal(offer.city, offer.target, offer.offered, offer.wanted))
        elif ours(offer.target):
            received.append(deal(offer.target, offer.city, offer.wanted, offer.offered))
    agreed: list[Row] = []
    for each in view.all(Agreement):
        city = each.one if ours(each.one) else each.other
        theirs = each.partner(city)
        agreed.append(deal(city, theirs, each.given_by(city), each.given_by(theirs)))
    return received, made, agreed


def _make(look: Look, _: str) -> PanelMade:
    card = card_of(look.rules, look.view, look.faction)
    return made_of(card, look.view, "Orders: /trade open, /trade offer, /trade accept")


PANEL: Final = Panel(
    name="market", help="The market: what is open where, offers, agreements", make=_make
)
