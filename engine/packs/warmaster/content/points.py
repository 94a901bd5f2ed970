"""Armies bought by points: what they cost, and what an army list allows (warmaster.army.points)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.packs.warmaster.content.items import MagicItem
from engine.packs.warmaster.content.lists import ArmyList, Role

_THOUSAND: Final = 1000


@dataclass(frozen=True, slots=True)
class BoughtUnit:
    """A unit of an army of points."""

    type: str
    """The key of its type in the army list."""
    attached: bool = False
    item: str = ""


@dataclass(frozen=True, slots=True)
class BoughtCharacter:
    """A character of an army of points."""

    role: Role
    item: str = ""


class Breach(NamedTuple):
    """What an army has too much of, or too little."""

    what: str
    """`points`, a role, or the key of a unit type."""
    found: int
    least: int
    most: int | None


def unit_price(army_list: ArmyList, items: Mapping[str, MagicItem], unit: BoughtUnit) -> int:
    """The points of a unit with its attached stand and its item (warmaster.item.points)."""
    kind = army_list.units[unit.type]
    price = kind.points
    if unit.attached and kind.attached:
        price += kind.attached.points
    if unit.item:
        price += items[unit.item].cost_for(kind.kind, kind.armour, kind.hits) or 0
    return price


def character_price(
    army_list: ArmyList, items: Mapping[str, MagicItem], character: BoughtCharacter
) -> int:
    """The points of a character with its item."""
    price = army_list.characters[character.role].points
    if character.item:
        price += items[character.item].cost_for_role(character.role) or 0
    return price


def price(
    army_list: ArmyList,
    items: Mapping[str, MagicItem],
    units: Sequence[BoughtUnit],
    characters: Sequence[BoughtCharacter],
) -> int:
    """The points of a whole army."""
    troops = sum(unit_price(army_list, items, unit) for unit in units)
    return troops + sum(character_price(army_list, items, each) for each in characters)


def thousands(points: int) -> int:
    """The full thousands of points agreed, at least 1."""
    return max(1, points // _THOUSAND)


def most_of(points: int, role: Role) -> int:
    """How many characters of a role an army may have; of Wizards and Runesmiths together."""
    return {"general": 1, "hero": 2 * thousands(points)}.get(role, thousands(points))


def breaches(
    agreed: int,
    spent: int,
    roles: Mapping[Role, int],
    army_list: ArmyList | None = None,
    units: Mapping[str, int] | None = None,
) -> Iterator[Breach]:
    """What an army of so many points agreed may not have; nothing if it is allowed.

    `roles` and `units` are how many it has of each. Without a list its units are not looked at.
    """
    full = thousands(agreed)
    mages = roles.get("wizard", 0) + roles.get("runesmith", 0)
    mage: Role = "runesmith" if roles.get("runesmith") else "wizard"
    counted = (
        Breach("points", spent, 0, agreed),
        Breach("general", roles.get("general", 0), 1, most_of(agreed, "general")),
        Breach("hero", roles.get("hero", 0), 0, most_of(agreed, "hero")),
        Breach(mage, mages, 0, most_of(agreed, mage)),
    )
    of_types: Counter[str] = Counter(units or {})
    types = army_list.units.values() if army_list else ()
    every = [
        *counted,
        *(
            Breach(
                kind.key,
                of_types[kind.key],
                kind.least * full,
                kind.most * full if kind.most else None,
            )
            for kind in types
        ),
    ]
    for each in every:
        if each.found < each.least or (each.most is not None and each.found > each.most):
            yield each
