"""Hosts of islands: ships for those who have nowhere to walk, and who goes aboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.packs.kingdoms.content.armies import ArmyType
from engine.packs.kingdoms.crowns.gold import raised_in, recruit_cost, recruits
from engine.packs.kingdoms.crowns.provinces import is_coastal
from engine.packs.kingdoms.crowns.rivals.errands import Errand
from engine.packs.kingdoms.crowns.rivals.growth import EXPEDITION, plenty, recruiting
from engine.packs.kingdoms.crowns.rivals.hands import Hand
from engine.packs.kingdoms.crowns.rivals.realm import KingsView
from engine.packs.kingdoms.crowns.rivals.wars import island
from engine.packs.kingdoms.crowns.ventures.marching import Marcher
from engine.packs.kingdoms.crowns.ventures.recruiting import Recruit
from engine.packs.kingdoms.pieces.records import Army, Holding
from engine.rivals import Reason

_SHIP: Final = 6
"""What a ship is worth that a host waits for."""


def shipyards(hand: Hand) -> Iterator[Errand]:
    """Coasts of an island where ships are to be had for a host that has nowhere to walk."""
    realm = hand.realm
    if realm.mind.strength == "weak" or not _foot(hand):
        return
    for goal, way in hand.ways(today=True).items():
        if not island(realm, goal):
            continue
        type = _ship(realm, goal)
        given = realm.mustered.get(goal, 0)
        if type is None or given >= recruits(realm.rules.gold, realm.tax(goal)):
            continue
        lacking = _lacking(hand, type)
        if lacking > 0:
            reason = Reason("ships", (realm.land[goal].place,), lacking)
            worth = _SHIP * len(hand.force) * realm.still * plenty(realm)
            yield recruiting(hand, way, type, worth, reason)


def aboard(hand: Hand) -> list[Army] | None:
    """Whom somebody keeps who leads ships from an island, or at sea; None for all others.

    No more go on foot than the ships carry, unless there will be more of them.
    """
    realm, types = hand.realm, hand.realm.armies.army_types
    foot, berths = _foot(hand), sum(types[each.type].carries for each in hand.force)
    if not foot or not berths:
        return None
    if realm.sea(hand.at):
        return hand.force
    if not island(realm, hand.at):
        return None
    type = _ship(realm, hand.at)
    if type and _lacking(hand, type) > 0:
        return hand.force
    best = sorted(foot, key=lambda army: (-army.quality, army.id))
    return [army for army in hand.force if army not in best[berths:]]


def _foot(hand: Hand) -> list[Army]:
    types = hand.realm.armies.army_types
    return [army for army in hand.force if Marcher(types[army.type]).on_foot]


def _lacking(hand: Hand, type: ArmyType) -> int:
    """How many ships a force lacks for all of it, or for as many as go over the sea at once."""
    bought = sum(
        1 for each in hand.given if isinstance(each.order, Recruit) and each.order.army == type.key
    )
    ships = bought + sum(1 for army in hand.force if army.type == type.key)
    return -(-min(len(_foot(hand)), EXPEDITION) // type.carries) - ships


def _ship(realm: KingsView, holding: int) -> ArmyType | None:
    """The ship that a province gives and that can be paid."""
    ground = realm.armies.grounds[realm.view.get(Holding, holding).terrain]
    coastal = is_coastal(realm.view, realm.armies, holding)
    for type in realm.armies.army_types.values():
        paid = recruit_cost(realm.rules.gold, type) <= realm.gold and type.pay <= realm.room
        if type.carries and paid and raised_in(type, ground, coastal=coastal):
            return type
    return None
