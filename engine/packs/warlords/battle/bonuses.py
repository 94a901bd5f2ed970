"""What a unit is worth in a battle: combat strength, wards, wings and shots, worked out once.

They hold to the end, even when who gave them dies (warlords.bonus.fixed).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.facts import Tagged
from engine.packs.warlords.battle.cards import Company, Field, Fighter, SideName
from engine.packs.warlords.battle.condition import (
    HIGHEST_STORED,
    Condition,
    stored_hits,
    stored_strength,
)
from engine.packs.warlords.battle.happenings import Standing, Totals

BRACKETS: Final = (("leadership", "chaos"), ("morale", "fear"), ("fortification", "siege"))
"""What helps a side, and what of the enemy's is set against it (warlords.bonus.formula)."""
CATEGORIES: Final = tuple(each for bracket in BRACKETS for each in bracket)
HIGHEST: Final = 15  # warlords.bonus.final-cap
SLAYER: Final = "slayer_"
_HIGHEST_CATEGORY: Final = 5  # warlords.bonus.category-cap
_BRACKET: Final = (-1, 5)
_BONUS: Final = (-3, 5)
_WITH_BONUS: Final = (1, 14)  # warlords.bonus.clamp
_GROUP_WARDING: Final = 3  # warlords.warding.total
_ARROWPROOF_HITS: Final = 4  # warlords.missile.immunity


def _within(value: int, bounds: tuple[int, int]) -> int:
    return max(bounds[0], min(bounds[1], value))


def shared(company: Company, ability: str) -> int:
    """What all of a company have of an ability: best unit, best spell and best item together.

    Sources: warlords.bonus.category, warlords.slayer.stack.
    """
    unit = max((fighter.own(ability) for fighter in company.fighters), default=0)
    item = max((fighter.worn(ability) for fighter in company.fighters), default=0)
    return unit + company.cast(ability) + item


def category(company: Company, name: str, fortification: int = 0) -> int:
    """A total in one of the six categories, at most 5; `fortification` is the place's.

    Sources: warlords.bonus.category, warlords.bonus.category-cap.
    """
    place = fortification if name == "fortification" else 0
    return min(_HIGHEST_CATEGORY, shared(company, name) + place)


def bonus(own: Mapping[str, int], enemy: Mapping[str, int]) -> tuple[tuple[int, int, int], int]:
    """The three brackets of a side, and its bonus from -3 to 5 (warlords.bonus.formula)."""
    one, two, three = (_within(own[help_] - enemy[harm], _BRACKET) for help_, harm in BRACKETS)
    return (one, two, three), _within(one + two + three, _BONUS)


def personal(company: Company, fighter: Fighter, ability: str) -> int:
    """A unit's own total: its card, the best spell on its stack, its best item.

    Source: warlords.special.total.
    """
    return fighter.own(ability) + company.cast(ability) + fighter.worn(ability)


def group_warding(company: Company) -> int:
    """The warding that all of a company have (warlords.warding.total)."""
    values = company.cast("group_warding")
    for fighter in company.fighters:
        values += fighter.own("group_warding") + fighter.worn("group_warding")
    return min(_GROUP_WARDING, values)


def flies(company: Company, fighter: Fighter) -> bool:
    """Whether a unit flies in a battle (warlords.flight)."""
    alone = fighter.own("flying") or fighter.worn("flying") or company.cast("flying")
    return alone > 0 or any(
        each.own("group_flight") or each.worn("group_flight") for each in company.fighters
    )


@dataclass(frozen=True, slots=True)
class Stance:
    """A unit as it enters the duels."""

    strength: int
    hits: int
    """Left to it."""
    medals: int
    acid: int
    lightning: int
    assassination: int
    shots: int
    trample: int
    warding: int
    flying: bool
    arrowproof: bool
    drains: bool
    kinds: tuple[str, ...]
    slayer: Mapping[str, int]
    """By kind, the whole company's."""

    def slays(self, kinds: tuple[str, ...]) -> int:
        """The plus against a unit of these kinds: the best that fits (warlords.slayer.roll)."""
        return max((self.slayer.get(kind, 0) for kind in kinds), default=0)


@dataclass(frozen=True, slots=True)
class Array:
    """A company with everything that its units share."""

    company: Company
    totals: Mapping[str, int]
    brackets: tuple[int, int, int]
    bonus: int
    terrains: tuple[str, ...]
    warding: int
    slayer: Mapping[str, int]
    types: Mapping[str, int]
    """How many there are of each type (warlords.bonus.banding)."""

    def strength(self, fighter: Fighter, condition: Condition) -> int:
        """A unit's combat strength, 1 to 15 (warlords.bonus.order)."""
        strength = stored_strength(fighter.strength, condition)
        for terrain in self.terrains:
            strength += fighter.terrain.get(terrain, 0)
        strength = _within(min(HIGHEST_STORED, strength) + self.bonus, _WITH_BONUS)
        band = fighter.own("banding") + fighter.worn("banding")
        strength += band * (self.types[fighter.type] - 1)
        for item in fighter.items:
            strength += item.get("strength", 0)
        return _within(strength, (1, HIGHEST))

    def full_hits(self, fighter: Fighter, condition: Condition) -> int:
        """A unit's hits with spells and items, before any are lost (warlords.hits.stored)."""
        gained = self.company.cast("hits") + fighter.worn("hits")
        return stored_hits(fighter.hits, condition) + gained

    def stance(self, fighter: Fighter, condition: Condition | None = None) -> Stance:
        """A unit as it enters the duels in this condition, by default its own."""
        now = condition or fighter.condition
        full, flying = self.full_hits(fighter, now), flies(self.company, fighter)

        def total(ability: str) -> int:
            return personal(self.company, fighter, ability)

        return Stance(
            strength=self.strength(fighter, now),
            hits=max(1, full - fighter.lost),
            medals=now.medals,
            acid=total("acid"),
            lightning=total("lightning"),
            assassination=total("assassination"),
            shots=total("missile"),
            trample=total("trample"),
            warding=self.warding + fighter.own("warding") + fighter.worn("warding"),
            flying=flying,
            arrowproof=full >= _ARROWPROOF_HITS and not flying,
            drains=fighter.own("lifedrain") + fighter.worn("lifedrain") > 0,
            kinds=fighter.kinds,
            slayer=self.slayer,
        )


def arrays(field: Field, attacker: Company, defender: Company) -> tuple[Array, Array]:
    """Both companies with what their units share (warlords.battle.sequence)."""
    totals = (
        {name: category(attacker, name) for name in CATEGORIES},
        {name: category(defender, name, field.fortification) for name in CATEGORIES},
    )
    one, other = totals
    return _array(field, attacker, one, other), _array(field, defender, other, one)


def _array(
    field: Field, company: Company, own: Mapping[str, int], enemy: Mapping[str, int]
) -> Array:
    brackets, plus = bonus(own, enemy)
    types: dict[str, int] = {}
    kinds: dict[str, None] = {}
    for fighter in company.fighters:
        types[fighter.type] = types.get(fighter.type, 0) + 1
        for effect in (fighter.abilities, *fighter.items):
            kinds.update(dict.fromkeys(name for name in effect if name.startswith(SLAYER)))
    for spell in company.spells:
        kinds.update(dict.fromkeys(name for name in spell.effect if name.startswith(SLAYER)))
    return Array(
        company=company,
        totals=own,
        brackets=brackets,
        bonus=plus,
        terrains=field.terrains,
        warding=group_warding(company),
        slayer={kind.removeprefix(SLAYER): shared(company, kind) for kind in kinds},
        types=types,
    )


def told(side: SideName, array: Array, log: list[Tagged]) -> tuple[Stance, ...]:
    """Note a company's totals and units, and give the units as they enter the duels."""
    log.append(
        Totals(side=side, totals=dict(array.totals), brackets=array.brackets, bonus=array.bonus)
    )
    stances = tuple(array.stance(fighter) for fighter in array.company.fighters)
    for fighter, stance in zip(array.company.fighters, stances, strict=True):
        log.append(
            Standing(
                side=side,
                piece=fighter.piece,
                strength=stance.strength,
                hits=stance.hits,
                shots=stance.shots,
                flying=stance.flying,
                warding=stance.warding,
            )
        )
    return stances
