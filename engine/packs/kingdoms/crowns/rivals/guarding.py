"""Garrisons where a kingdom has something to lose, and armies that it can no longer pay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.orders import Order
from engine.packs.kingdoms.crowns.gold import recruit_cost, recruits
from engine.packs.kingdoms.crowns.rivals.errands import Errand
from engine.packs.kingdoms.crowns.rivals.growth import plenty, recruiting
from engine.packs.kingdoms.crowns.rivals.hands import Hand
from engine.packs.kingdoms.crowns.rivals.realm import KingsView
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding
from engine.rivals import Keeping, Mind, Reason

_RICH: Final = 3
"""Points of tax for which a province on the border is given one garrison more."""
_KEEPS: Final = 4
"""What a garrison is worth, for each point of tax of what it keeps."""


def garrisons(hand: Hand) -> Iterator[Errand]:
    """Own land on the border where more garrison armies should stand, while they can be paid."""
    realm = hand.realm
    if realm.mind.strength == "weak":
        return
    type = realm.armies.army_types[realm.rules.start.garrison]
    if recruit_cost(realm.rules.gold, type) > realm.gold or type.pay > realm.room:
        return
    for goal, way in hand.ways(today=True).items():
        given = realm.mustered.get(goal, 0)
        lacking = realm.reckoned.setdefault(("lacking", goal), _lacking(realm, goal)) - given
        if lacking <= 0 or given >= recruits(realm.rules.gold, realm.tax(goal)):
            continue
        reason = Reason("garrison", (realm.land[goal].place,), lacking)
        worth = _KEEPS * realm.tax(goal) * realm.still * plenty(realm)
        yield recruiting(hand, way, type, worth, reason)


def _lacking(realm: KingsView, goal: int) -> int:
    """How many armies more should guard a province; none where nobody hostile is near."""
    if goal not in realm.land or realm.sea(goal):
        return 0
    hostile = sum(1 for there in realm.near(goal) if realm.hostile(realm.owner(there)))
    danger = realm.threats.get(goal, 0)
    if not hostile and not danger:
        return 0
    wanted = 1 + realm.tax(goal) // _RICH + danger + (goal == realm.crown.home)
    stand = sum(1 for army in realm.view.by(Army, "holding", goal) if not army.leader)
    return wanted - stand


# ---------------------------------------------------------------- keeping


PRODUCTION: Final = frozenset(
    {
        ("character", "hire"),
        ("character", "practice"),
        ("character", "recruit"),
        ("character", "wait"),
        ("kingdom", "heir-skills"),
    }
)
"""What makes the kingdom richer in people."""
CARE: Final = frozenset(
    {
        ("character", "assign-item"),
        ("character", "battle-order"),
        ("character", "drink"),
        ("character", "explore"),
        ("character", "leave"),
        ("character", "pick-up"),
        ("character", "plan"),
        ("character", "search"),
    }
)
"""What looks after people, armies and land; nothing of it is against anybody, or changes how
kingdoms stand to each other."""


def keeps(mind: Mind, order: Order, keeping: Keeping) -> bool:
    """Whether a caretaker may give the order: nobody leaves the kingdom's own provinces."""
    if order.path in PRODUCTION:
        return True
    if keeping == "production":
        return False
    if isinstance(order, Move):
        crown = mind.view.first(Crown, "player", mind.player)
        goal = mind.view.find(Holding, order.to.id)
        if crown is None or goal is None or not goal.knows("owner"):
            return False
        return goal.owner == crown.id
    return order.path in CARE
