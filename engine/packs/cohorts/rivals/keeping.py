"""What a caretaker may give in Cohorts: production, care for people, and marches at home."""

from __future__ import annotations

from typing import Final

from engine.campaign import Player
from engine.orders import Order
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.ownership import cities_of
from engine.packs.cohorts.pieces.records import Province
from engine.rivals import Keeping, Mind

PRODUCTION: Final = frozenset(
    {
        *(("city", each) for each in (
            "attract", "build-castle", "build-guard-tower", "build-guild", "build-improvement",
            "build-road", "build-walls", "build-watch-tower", "build-wizard-tower", "conscript",
            "construct-village", "improve-guild", "improve-village", "make", "relocate-village",
            "train",
        )),
        *(("craft", each) for each in (
            "enchant", "gather-flora", "item", "potion", "research-recipe", "scroll",
        )),
        *(("guild", each) for each in (
            "create-unique", "enchant", "heal", "improve-self", "learn-spell", "make-antidote",
            "make-draughts", "make-potion", "research-item", "research-spell", "train-character",
            "train-units",
        )),
        *(("production", each) for each in ("send-items", "send-reinforcements", "send-unit")),
    }
)  # fmt: skip
"""The orders of cities, guilds and workshops."""
CARE: Final = frozenset(
    {
        *(("character", each) for each in (
            "drink", "field-train", "learn-from", "learn-from-guild", "practice-skill", "recruit",
            "research-spell", "take-a-break",
        )),
        ("covert", "escape"),
        ("covert", "guard"),
        ("equip", "character"),
        ("equip", "unit"),
        *(("set", each) for each in ("combat-spell", "directive", "slot", "talents")),
        ("spend", "attribute-points"),
        ("spend", "skill-points"),
        *(("stack", each) for each in ("activate", "deactivate", "rest", "training-camp")),
        *(("transfer", each) for each in ("all", "character", "items", "unit")),
        ("unit", "bury"),
        ("war", "defend"),
    }
)  # fmt: skip
"""What looks after people and stacks, and keeps garrisons ready; nothing of it is against
anybody, or changes how factions stand to each other."""


def keeps(mind: Mind, order: Order, keeping: Keeping) -> bool:
    """Whether a caretaker may give the order: no attack, no war, no peace, no secret act.

    Stacks march only within the baronies of the faction's own cities, so that none meets anybody
    abroad.
    """
    if order.path in PRODUCTION:
        return True
    if keeping == "production":
        return False
    if isinstance(order, Move):
        return not order.allow_war and _at_home(mind, order.destination.id)
    return order.path in CARE


def _at_home(mind: Mind, province: int) -> bool:
    land = mind.view.find(Province, province)
    faction = mind.view.get(Player, mind.player).faction
    return land is not None and any(
        city.barony == land.barony for city in cities_of(mind.view, faction)
    )
