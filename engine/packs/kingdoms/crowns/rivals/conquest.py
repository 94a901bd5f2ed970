"""What generals go for: weakly held land, enemies when the odds are good, and land in danger."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from engine.orders import Ref
from engine.packs.kingdoms.crowns.exploring import percent_of
from engine.packs.kingdoms.crowns.provinces import holds
from engine.packs.kingdoms.crowns.rivals.errands import Errand
from engine.packs.kingdoms.crowns.rivals.hands import Hand
from engine.packs.kingdoms.crowns.rivals.realm import KingsView
from engine.packs.kingdoms.crowns.rivals.reckoning import SURE, chance_to_take
from engine.packs.kingdoms.crowns.rivals.wars import war_of
from engine.packs.kingdoms.crowns.ventures.working import Explore, Wait
from engine.packs.kingdoms.pieces.records import Holding
from engine.rivals import Reason

_PAYS_FOR: Final = 8
"""Turns for which land is thought to pay, at most."""
_WON_BACK: Final = 4
"""Turns for which foreign land is expected to pay, for those who come again for it."""
_AT_THE_END: Final = 3
"""As many turns' pay land is worth at the end, for the office that goes by it."""
_ROYAL: Final = 10
"""By so much better must the odds be where a King would go himself."""


def conquests(hand: Hand) -> Iterator[Errand]:
    """Land to be taken: what is in reach today for its worth, what is further on for a part."""
    if not hand.force:
        return
    realm = hand.realm
    today = hand.ways(today=True)
    for goal, way in hand.ways().items():
        if not way or not _wanted(hand, goal):
            continue
        foes = realm.foes(goal)
        chance = chance_to_take(realm, hand.force, goal, hand.worn)
        if chance < _dared(hand, foes.crown):
            continue
        worth = _worth(realm, goal, foes.crown) * chance / 100
        place = realm.view.get(Holding, goal).place
        if goal in today and len(today[goal]) <= hand.time:
            reason = Reason("weakly_held" if foes.number else "undefended", (place,), chance)
            yield Errand(f"take {goal}", today[goal], 0, worth, reason, _wears(foes.number))
        else:
            reason = Reason("march", (place,), len(way))
            # What cannot be reached today is worth a part of it, for it takes days.
            yield Errand(f"take {goal}", way, 0, worth / 2, reason)


def _wanted(hand: Hand, goal: int) -> bool:
    """Whether the force could hold land that is not the kingdom's, nor a partner's."""
    realm = hand.realm
    if goal in realm.land or realm.friendly(realm.owner(goal)):
        return False
    sea, types = realm.sea(goal), realm.armies.army_types
    return any(holds(types[army.type], sea=sea) for army in hand.force)


def _dared(hand: Hand, crown: int) -> int:
    """The chance below which a character is not sent."""
    nature = hand.realm.mind.nature
    # An enemy strikes back, and armies that are lost win nothing any more.
    least = 85 - 2 * nature.wants("war") if crown else 80 - 2 * nature.wants("land")
    return least + _ROYAL * hand.ruler.royal


def _worth(realm: KingsView, goal: int, crown: int) -> float:
    """What land brings as long as the game lasts, as far as this king cares for land and war."""
    nature = realm.mind.nature
    war = war_of(realm)
    hunted = war is not None and war.prey == crown
    lasts = _PAYS_FOR if hunted or not crown else _WON_BACK
    brings = (realm.tax(goal) + 1) * max(_AT_THE_END, min(realm.turns_left, lasts))
    cares = nature.wants("war") if crown and not hunted else nature.wants("land") + 2
    border = sum(1 for there in realm.near(goal) if there in realm.land)
    return brings * cares / 5 * (1 + border / 6)


def _wears(foes: int) -> Callable[[Hand], None]:
    """A battle, which may cost some of the armies."""

    def fight(hand: Hand) -> None:
        hand.worn += (foes + 2) // 3
        hand.goal = hand.goal or hand.at

    return fight


def defences(hand: Hand) -> Iterator[Errand]:
    """Own land in danger, where a force would stand in the way."""
    if not hand.force or hand.sails:
        return
    realm = hand.realm
    for goal, way in hand.ways().items():
        danger = realm.threats.get(goal, 0)
        if danger:
            reason = Reason("threatened", (realm.view.get(Holding, goal).place,), danger)
            worth = realm.tax(goal) * min(danger, 3) * (2 + (goal == realm.crown.home))
            yield Errand(f"guard {goal}", way, 1, worth, reason, _stand_guard)


def _stand_guard(hand: Hand) -> None:
    """Spend the day where needed; look around meanwhile, if there is anything to see."""
    realm = hand.realm
    here = realm.view.get(Holding, hand.at)
    reason = Reason("threatened", (here.place,), realm.threats.get(hand.at, 0))
    known = percent_of(realm.view, realm.crown.id, hand.at) == SURE
    stays = Wait if known else Explore
    while hand.time >= hand.length(stays):
        hand.act(stays(character=hand.ref), reason)
    hand.time = 0


def homewards(hand: Hand) -> Iterator[Errand]:
    """The nearest own land where armies are to be had, for a force that is good for nothing."""
    if not hand.force or hand.at in hand.realm.land:
        return
    for goal, way in hand.ways().items():
        if goal in hand.realm.land and way:
            reason = Reason("home", (Ref(Holding.kind, goal).place,))
            yield Errand("", way, 0, 1, reason)
