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


def limits(agreed: int, army_list: ArmyList | None = None) -> dict[str, tuple[int, int | None]]:
    """The least and the most of each role and unit type in an army of that many points agreed.

    Wizards and Runesmiths count together. Without a list there are the roles alone.
    """
    thousands = max(1, agreed // _THOUSAND)
    found: dict[str, tuple[int, int | None]] = {
        "general": (1, 1),
        "hero": (0, 2 * thousands),
        "wizard": (0, thousands),
        "runesmith": (0, thousands),
    }
    for kind in army_list.units.values() if army_list else ():
        most = kind.most * thousands if kind.most else None
        found[kind.key] = kind.least * thousands, most
    return found


def breaches(
    agreed: int,
    spent: int,
    roles: Mapping[Role, int],
    army_list: ArmyList | None = None,
    units: Mapping[str, int] | None = None,
) -> Iterator[Breach]:
    """What an army of that many points agreed may not have; nothing if it is allowed.

    `roles` and `units` are how many it has of each. Without a list its units are not looked at.
    """
    found = Counter[str]({**roles, **(units or {})})
    mages = roles.get("wizard", 0) + roles.get("runesmith", 0)
    counted_by = "runesmith" if roles.get("runesmith") else "wizard"
    every = [Breach("points", spent, 0, agreed)]
    for what, (least, most) in limits(agreed, army_list).items():
        if what in ("wizard", "runesmith"):
            if what == counted_by:
                every.append(Breach(what, mages, least, most))
        else:
            every.append(Breach(what, found[what], least, most))
    for each in every:
        if each.found < each.least or (each.most is not None and each.found > each.most):
            yield each
