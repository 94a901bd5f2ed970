"""What a card is worth beside others, and which of them a city trains.

Modules price cards in recruits by what they bring to a battle (warlords.roster.units). Of one type
too many are worth less: what beats one beats them all. What helps a whole stack counts but once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final

from engine.module.natures import USUAL
from engine.packs.cohorts.cities.training import waiting_in
from engine.packs.cohorts.pieces.records import City, Stack, Unit
from engine.packs.cohorts.rivals.cities import Work
from engine.packs.cohorts.rivals.naming import unit_name
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.warlords.battle.bonuses import CATEGORIES
from engine.packs.warlords.content import UnitType, WarContent
from engine.packs.warlords.pieces import troop_of
from engine.packs.warlords.training import TrainTroops, lacking
from engine.rivals import Reason

SHARED: Final = (*CATEGORIES, "group_warding", "curse", "poison", "disease", "paralysis")
"""The abilities that count for a whole stack."""
_ALIKE: Final = 0.8
"""What the next unit of a type is worth beside one that is there already."""
_FIRST: Final = 1.3
"""How much more the first helper of a whole stack is worth to it."""
_TRIED: Final = 3
"""As many cards are thought of for each race."""
_BARE: Final = 30
"""How much more soldiers are worth to a city that has none."""
_NEW: Final = 4
"""How much more the first units of a player are worth."""
_FEW: Final = 3


def worth_beside(card: UnitType, others: Sequence[UnitType]) -> float:
    """What a card is worth in a stack with others, in recruits."""
    alike = sum(other.key == card.key for other in others)
    worth = card.recruits * _ALIKE**alike
    new = any(
        each in card.abilities and not any(each in other.abilities for other in others)
        for each in SHARED
    )
    return worth * (_FIRST if new else 1)


def soldiers(realm: RivalView, city: City) -> Iterator[Work]:
    """Units from the recruits that wait, of the cards that bring most to the stack there."""
    rules = realm.mind.rules.module.content(WarContent)
    units = sum(1 for _ in realm.world.by(Unit, "player", realm.player))
    there = comrades(realm, city, rules)
    cards = [
        card
        for card in rules.unit_types.values()
        if card.train and not card.bodies and not lacking(realm.world, realm.content, card, city)
    ]
    for race, waiting in waiting_in(realm.state, city)[:2]:
        found: list[tuple[float, UnitType, int]] = []
        for card in cards:
            number = min(rules.warlords.trained_at_once, waiting // card.recruits)
            together, others = 0.0, list(there)
            for _ in range(number):
                together += worth_beside(card, others)
                others.append(card)
            if together:
                # A stack holds few units, so that dear ones bring it further.
                found.append((together * sqrt(card.recruits), card, number))
        found.sort(key=lambda each: (-each[0], each[1].key))
        for place, (_, card, number) in enumerate(found[:_TRIED]):
            more = 3 * bool(realm.sighted) + _NEW * (units < _FEW) - place
            if not realm.garrison(city) and city.actions > 1:
                more += _BARE
            yield Work(
                (realm.worth(TrainTroops) + more) * (1 + realm.wants("war")) / (1 + USUAL),
                TrainTroops,
                Reason("recruits", (city.place,)),
                {
                    "type": card.key,
                    "race": race.key,
                    "quantity": number,
                    "name": unit_name(realm, city, card.name),
                },
            )


def comrades(realm: RivalView, city: City, rules: WarContent) -> list[UnitType]:
    """The cards of those with whom new units of a city will march: those of one stack.

    If there are more, all stacks are thought to be mixed alike.
    """
    stacks = [each.place for each in realm.stacks() if each.province == city.province]
    holders = (city.place, *stacks)
    types = Counter[str]()
    for unit in realm.units():
        if unit.holder in holders:
            types[troop_of(rules, unit).type] += 1
    found = [rules.unit_types[key] for key in types.elements() if key in rules.unit_types]
    stacks = -(-len(found) // (rules.warlords.stack_limit - 1))
    return found[:: max(1, stacks)]


def card_of(rules: WarContent, unit: Unit) -> UnitType | None:
    """The card of a unit, if it has one."""
    return rules.unit_types.get(troop_of(rules, unit).type)


def hosts_of(realm: RivalView) -> Iterator[tuple[Stack, list[Unit]]]:
    """The player's stacks that have soldiers, with these."""
    for stack in realm.stacks():
        units = [each for each in realm.fighters(stack) if isinstance(each, Unit)]
        if units:
            yield stack, units
