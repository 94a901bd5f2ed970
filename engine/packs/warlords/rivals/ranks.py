"""Who stands where in a stack, and who is blessed before it fights.

Those in front fight first, and one falls after the other: chaff stands before foot, foot before
shooters, the heavy behind them, and last those whose mere presence helps the whole stack.
"""

from __future__ import annotations

from typing import Final

from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.rivals.desk import Desk, ref
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.cohorts.stacks.battle_slots import AssignBattleSlot
from engine.packs.cohorts.worth.levels import counts
from engine.packs.warlords.blessing import SeekBlessing, temple_at
from engine.packs.warlords.content import UnitType, WarContent
from engine.packs.warlords.pieces import condition_of
from engine.packs.warlords.rivals.worth import SHARED, card_of, hosts_of
from engine.rivals import Reason

CHAFF, FOOT, SHOOTERS, HEAVY, PRESENCE = 1, 2, 3, 4, 5
"""The battle slots by arm; heroes stand behind all of them."""
_SHOOTS: Final = 2
"""Number of shots from which a unit is a shooter."""
_HEAVY: Final = 5
"""From such a level on a unit is heavy."""
_FAITHLESS: Final = 3
"""Number of unblessed units below which they go on without."""


def slot_of(card: UnitType) -> int:
    """The battle slot in which a unit of a card stands."""
    if any(card.abilities.get(each) for each in SHARED if each != "fortification"):
        return PRESENCE
    if card.abilities.get("missile", 0) >= _SHOOTS:
        return SHOOTERS
    if card.level >= _HEAVY:
        return HEAVY
    return CHAFF if card.level <= 1 else FOOT


def in_line(realm: RivalView, desk: Desk) -> None:
    """Have everybody stand by arm; who plays badly does not think of it."""
    if realm.skill.counts_heads:
        return
    rules = realm.mind.rules.module.content(WarContent)
    for unit in realm.units():
        card = card_of(rules, unit)
        if card and unit.slot and unit.slot != slot_of(card):
            values = {"piece": ref(unit), "slot": slot_of(card)}
            desk.give(AssignBattleSlot, Reason("arm", (unit.place,)), values)


def blessings_sought(realm: RivalView, desk: Desk) -> None:
    """Have hosts that stand at a temple seek its blessing."""
    rules = realm.mind.rules.module.content(WarContent)
    for stack, _ in hosts_of(realm):
        if temple_at(realm.state, stack) is None:
            continue
        there = [each for each in pieces_in(realm.world, stack.place) if counts(each)]
        bare = [each for each in there if not condition_of(rules, each).blessed]
        if len(bare) >= _FAITHLESS:
            values = {"stack": ref(stack)}
            desk.give(SeekBlessing, Reason("temple", (stack.place,)), values)
