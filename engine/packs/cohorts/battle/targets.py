"""Whom a unit attacks: the nearest enemies of the kind it seeks, and which of equally near ones.

Sources: cohorts.battle.target-choice, cohorts.battle.directives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from engine.packs.cohorts.battle import values
from engine.packs.cohorts.battle.fight import Fight
from engine.packs.cohorts.battle.fighter import Fighter
from engine.packs.cohorts.battle.formulas import settled
from engine.packs.cohorts.battle.slots import DISTANCE

"""What a player may prefer among equally near enemies."""


class HexTarget(NamedTuple):
    """A hex and whom an attack strikes there, in roster order."""

    hex: int
    struck: list[Fighter]


def sought(fight: Fight, one: Fighter, immune_to: str = "") -> HexTarget | None:
    """Whom a unit attacks with a weapon or special attack; None if there is nobody.

    In its own hex it must fight those who stand there, its own kind before the other; else it seeks
    its own kind at any distance, and the other kind only when its own is gone. Those immune to the
    type of the attack are passed over.

    Sources: cohorts.battle.characters-first, cohorts.battle.military-first.
    """
    spot, kind = one.hex, one.character
    foes, alike = fight.fighting[1 - one.side], fight.kin[1 - one.side][kind]
    if fight.rules.heroes_led and fight.kin[1 - one.side][True]:
        foes = [each for each in foes if not led(fight, each)]
        alike = [each for each in foes if each.character == kind]
    if immune_to:
        foes = [each for each in foes if immune_to not in each.unit.immune]
        alike = [each for each in foes if each.character == kind]
    here = [each for each in foes if each.hex == spot]
    if here:
        return HexTarget(spot, [each for each in here if each.character == kind] or here)
    found = alike or foes
    return nearest(fight, one, found) if found else None


def led(fight: Fight, one: Fighter) -> bool:
    """Whether a character leads from among soldiers, so that weapons pass it over.

    Those are units of its side that fight in its slot or in one next to it. Source:
    cohorts.battle.led-heroes.
    """
    if not one.character:
        return False
    row = DISTANCE[one.hex]
    return any(row[each.hex] <= 1 for each in fight.kin[one.side][False])


def nearest(
    fight: Fight, one: Fighter, wanted: Iterable[Fighter], *, directed: bool = True
) -> HexTarget:
    """The nearest hex that holds some of these, and those of them who are there.

    Of equally near hexes the directive decides if they are enemies, then chance.
    """
    row = DISTANCE[one.hex]
    least = len(DISTANCE)
    there: dict[int, list[Fighter]] = {}
    for each in wanted:
        away = row[each.hex]
        if away < least:
            least = away
            there = {each.hex: [each]}
        elif away > least:
            continue
        elif each.hex in there:
            there[each.hex].append(each)
        else:
            there[each.hex] = [each]
    if len(there) == 1:
        return HexTarget(*there.popitem())
    hexes = sorted(there)
    if directed and one.unit.directive:
        hexes = preferred(fight, one.unit.directive, {hex_: there[hex_] for hex_ in hexes})
    hex_ = fight.chance.pick(hexes, "target", one.number)
    return HexTarget(hex_, there[hex_])


def preferred(fight: Fight, directive: str, hexes: dict[int, list[Fighter]]) -> list[int]:
    """The hexes that a directive likes best, in hex order; several if they are equal.

    The average of the rating is weighted by soldiers. Source: cohorts.battle.directives.
    """
    end, _, rating = directive.partition(" ")
    averages = {hex_: average(fight, rating, there) for hex_, there in hexes.items()}
    best = (max if end == "highest" else min)(averages.values())
    return [hex_ for hex_, value in averages.items() if value == best]


def average(fight: Fight, rating: str, units: Iterable[Fighter]) -> float:
    """The average of a rating over units, weighted by soldiers."""
    of = _RATING[rating]
    added = weights = 0.0
    for one in units:
        added += one.soldiers * of(fight, one)
        weights += one.soldiers
    return settled(added / weights)


_RATING: Final[dict[str, Callable[[Fight, Fighter], float]]] = {
    "HP": lambda _, one: one.current_hp,
    "AF": values.af,
    "RES": values.res,
    "POW": values.power,
    "DF": values.df,
}
