"""Armies of points as somebody might buy them, for battles that nobody plays (`duels`)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Final

from engine.dice import Dice
from engine.packs.warmaster.battle.deployment import MOST_UNITS
from engine.packs.warmaster.content import ArmyList
from engine.packs.warmaster.content.lists import Role
from engine.packs.warmaster.content.points import limits
from engine.packs.warmaster.pitched.records import BoughtArmy, Enlisted, Officer

_TO_UNITS: Final = Fraction(3, 5)
"""The least share of the points that is not spent on characters."""
_LIKING: Final = 20
"""How much more one type may be liked than another, at most."""


def enlisted(own: ArmyList, points: int, dice: Dice) -> BoughtArmy:
    """An army that the list allows, without items: led, with mages, and units by fancy.

    It has a General, mages and Heroes as long as they cost no more than two fifths of the points,
    the least number of every type, and then whatever the dice like until no more can be paid
    (warmaster.army.points).
    """
    mage: Role = "wizard" if "wizard" in own.characters else "runesmith"
    roles: list[Role] = ["general"]
    left, allowed = points - own.characters["general"].points, limits(points, own)
    for role in (mage, "hero"):
        price = own.characters[role].points
        for _ in range(allowed[role][1] or 0):
            if left - price < _TO_UNITS * points:
                break
            roles.append(role)
            left -= price
    liked = {key: dice.whole(_LIKING) for key in own.units}
    types = [key for key in own.units for _ in range(allowed[key][0])]
    left -= sum(own.units[key].points for key in types)
    counts = Counter(types)
    while len(types) < MOST_UNITS:
        open_ = [
            key
            for key, kind in own.units.items()
            if kind.points <= left and counts[key] < (allowed[key][1] or MOST_UNITS)
        ]
        if not open_:
            break
        chosen = _by_liking(open_, liked, dice)
        types.append(chosen)
        counts[chosen] += 1
        left -= own.units[chosen].points
    order = list(own.units)
    return BoughtArmy(
        id=0,
        player=0,
        name=own.name,
        list=own.key,
        points=points,
        units=tuple(Enlisted(type=key) for key in sorted(types, key=order.index)),
        officers=tuple(Officer(role=role) for role in roles),
    )


def _by_liking(keys: list[str], liked: dict[str, int], dice: Dice) -> str:
    drawn = dice.whole(sum(liked[key] for key in keys))
    for key in keys:
        drawn -= liked[key]
        if drawn <= 0:
            return key
    raise AssertionError("a draw is of the sum of what is drawn from")
