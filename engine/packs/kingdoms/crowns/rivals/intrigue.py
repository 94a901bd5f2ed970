"""Spies and pursuers: what goes on in foreign land, whom to follow, and whom to lie in wait for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.orders import Ref
from engine.packs.kingdoms.crowns.provinces import distance
from engine.packs.kingdoms.crowns.rivals.errands import Errand
from engine.packs.kingdoms.crowns.rivals.hands import Hand
from engine.packs.kingdoms.crowns.rivals.realm import KingsView
from engine.packs.kingdoms.crowns.rivals.reckoning import chance_against
from engine.packs.kingdoms.crowns.spying import follow_chance
from engine.packs.kingdoms.crowns.ventures.moving import FARTHEST, Pursue, Trail
from engine.packs.kingdoms.crowns.ventures.spying import Spy
from engine.packs.kingdoms.pieces.abilities import level_in
from engine.packs.kingdoms.pieces.records import CharacterSighting, Holding, Ruler
from engine.rivals import Reason

_SECRET: Final = 5
"""What a report on a neighbour is worth, and as much again for each level of who brings it."""
_SHADOWED: Final = 4
"""What it is worth to be told where an army goes, for each army, and as much again by level."""
_REMOVED: Final = 80
"""What it is worth if a hero of the enemy is no more; a King this many times more."""
_ROYAL: Final = 3
_OWN: Final = 150
"""What a hero of one's own is worth who may not come back."""
_LIKELY: Final = 20
"""The least chance in percent with which it is tried."""
_FRESH: Final = 1
"""Turns for which one goes by where somebody was seen."""


def spyings(hand: Hand) -> Iterator[Errand]:
    """Neighbours' land, of which a report would be welcome."""
    realm, nature = hand.realm, hand.realm.mind.nature
    level = level_in(hand.ruler.skill, "SP")
    if not level or hand.force or hand.ruler.royal:
        return
    for goal, way in hand.ways(today=True).items():
        owner = realm.owner(goal)
        if not owner or owner == realm.crown.id:
            continue
        reason = Reason("secrets", (realm.view.get(Holding, goal).place,), owner)
        worth = _SECRET * (1 + level) * nature.wants("guile") / 5
        yield Errand(f"spy {owner}", way, hand.length(Spy), worth, reason, _spy)


def _spy(hand: Hand) -> None:
    there = hand.realm.view.get(Holding, hand.at)
    reason = Reason("secrets", (there.place,), hand.realm.owner(hand.at))
    hand.act(Spy(character=hand.ref), reason)


def trails(hand: Hand) -> Iterator[Errand]:
    """Strangers with armies near whom somebody could be, to be told all day where they go."""
    realm, nature = hand.realm, hand.realm.mind.nature
    level = level_in(hand.ruler.skill, "SP")
    if not level or hand.force or hand.ruler.royal:
        return
    ways = hand.ways(today=True)
    for other, armies in _strangers(realm):
        if not armies or other.holding not in ways:
            continue
        way = ways[other.holding][:-1]
        left = hand.time - len(way)
        if left <= 0:
            continue
        chance = min(100, follow_chance(realm.rules.spying, level, leads=True))
        reason = Reason("shadow", (other.place,), chance)
        worth = _SHADOWED * len(armies) * (1 + level) * nature.wants("guile") / 5
        order = Trail(character=hand.ref, target=Ref(*other.place))

        def trail(hand: Hand, order: Trail = order, reason: Reason = reason) -> None:
            hand.act(order, reason)
            hand.time = 0

        yield Errand(f"trail {other.id}", way, left, worth * chance / 100, reason, trail)


def pursuits(hand: Hand) -> Iterator[Errand]:
    """Enemies seen without an army, for characters who would win against them in person."""
    realm, nature = hand.realm, hand.realm.mind.nature
    if hand.force or hand.time < hand.length(Pursue):
        return
    level = level_in(hand.ruler.skill, "SP")
    for other, armies in _strangers(realm):
        away = distance(realm.view, hand.at, other.holding)
        if armies or away > FARTHEST or f"pursue {other.id}" in realm.claimed:
            continue
        found = min(100, follow_chance(realm.rules.spying, level, distance=away))
        met = chance_against(realm, hand.ruler, other)
        chance = found * met.rid // 100
        if chance < _LIKELY:
            continue
        removed = _REMOVED * (_ROYAL if other.royal else 1) * nature.wants("war") / 5
        risk = max(_OWN, realm.hand_worth) * (1 + hand.ruler.royal) * met.dies * found / 10_000
        reason = Reason("alone", (other.place,), chance)
        order = Pursue(character=hand.ref, target=Ref(*other.place))

        def pursue(
            hand: Hand, order: Pursue = order, reason: Reason = reason, goal: int = other.holding
        ) -> None:
            hand.act(order, reason)
            hand.at = goal

        worth = removed * chance / 100 - risk
        yield Errand(f"pursue {other.id}", (), hand.length(Pursue), worth, reason, pursue)


def _strangers(realm: KingsView) -> Iterator[tuple[Ruler, tuple[str, ...]]]:
    """Characters of kingdoms that are no friends, seen lately, with the armies that they led."""
    for each in realm.view.by(CharacterSighting, "crown", realm.crown.id):
        other = realm.view.find(Ruler, each.ruler)
        if other is None or each.turn < realm.turn - _FRESH or not other.knows("holding"):
            continue
        if other.alive and realm.hostile(other.crown):
            yield other, each.armies
