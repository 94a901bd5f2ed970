"""What a unit is worth in a battle: combat strength, wards, wings and shots, worked out once.

They hold to the end, even when who gave them dies (warlords.bonus.fixed).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from engine.facts import Tagged
from engine.modifiers import Modifier, Statistic, statistic
from engine.packs.warlords.battle.cards import Company, Field, FighterCard, SideName
from engine.packs.warlords.battle.condition import (
    HIGHEST_STORED,
    Condition,
    stored_hits,
    strength_brought,
)
from engine.packs.warlords.battle.happenings import LinedUp, Totals

BRACKETS: Final = (("leadership", "chaos"), ("morale", "fear"), ("fortification", "siege"))
"""What helps a side, and the part of the enemy's that is set against it
(warlords.bonus.formula)."""
CATEGORIES: Final = tuple(each for bracket in BRACKETS for each in bracket)
HIGHEST: Final = 15  # warlords.bonus.final-cap
SLAYER: Final = "slayer_"
_ARROWPROOF_HITS: Final = 4  # warlords.missile.immunity
UNIT, SPELL, ITEM = "unit", "spell", "item"
"""Of these the best of each counts, together."""


def _bounds(target: str, rule: str, most: int, least: int | None = None) -> tuple[Modifier, ...]:
    """Between what a value is cut."""
    above = Modifier(target, "most", Fraction(most), "At most", rule)
    if least is None:
        return (above,)
    return above, Modifier(target, "least", Fraction(least), "At least", rule)


_CATEGORY_CAP: Final = {
    each: _bounds(each, "warlords.bonus.category-cap", 5) for each in CATEGORIES
}
_BRACKET: Final = _bounds("bracket", "warlords.bonus.formula", 5, -1)
_BONUS: Final = _bounds("bonus", "warlords.bonus.formula", 5, -3)
_GROUP_WARDING: Final = _bounds("warding", "warlords.warding.total", 3)
_STORED: Final = _bounds("strength", "warlords.bonus.order", HIGHEST_STORED)
_WITH_BONUS: Final = _bounds("strength", "warlords.bonus.clamp", 14, 1)
_FINAL: Final = _bounds("strength", "warlords.bonus.final-cap", HIGHEST, 1)
_NONE: Final = statistic("", 0, ())


@dataclass(frozen=True, slots=True)
class Gifts:
    """What the units, spells and items of a company give to all of it, by ability."""

    all: Mapping[str, Sequence[Modifier]]
    spells: Mapping[str, Sequence[Modifier]]

    @classmethod
    def of(cls, company: Company) -> Gifts:
        """Those of a company (warlords.bonus.category)."""
        every: dict[str, list[Modifier]] = {}
        spells: dict[str, list[Modifier]] = {}
        for fighter in company.fighters:
            for ability, value in fighter.abilities.items():
                by = _best(ability, value, fighter.name or fighter.type, UNIT)
                every.setdefault(ability, []).append(by)
            for effect in fighter.items:
                for ability in effect:
                    every.setdefault(ability, []).extend(_worn((("", effect),), ability))
        for spell in company.spells:
            for ability, value in spell.effect.items():
                by = _best(ability, value, spell.name, SPELL)
                spells.setdefault(ability, []).append(by)
                every.setdefault(ability, []).append(by)
        return cls(every, spells)


def _best(ability: str, value: int, source: str, group: str) -> Modifier:
    return Modifier(
        ability, "highest", Fraction(value), source, "warlords.bonus.category", {}, group
    )


def _worn(items: Iterable[tuple[str, Mapping[str, int]]], ability: str) -> Iterator[Modifier]:
    """What items give to an ability, each with its name where that is known."""
    for name, effect in items:
        if ability in effect:
            yield _best(ability, effect[ability], name or "Item", ITEM)


def shared(gifts: Gifts, ability: str) -> Statistic:
    """What all of a company have of an ability: best unit, best spell and best item together.

    Sources: warlords.bonus.category, warlords.slayer.stack.
    """
    changes = gifts.all.get(ability)
    return statistic(ability, 0, changes) if changes else _NONE


def category(gifts: Gifts, name: str, fortification: int = 0) -> Statistic:
    """A total in one of the six categories, at most 5; `fortification` is the place's.

    Sources: warlords.bonus.category, warlords.bonus.category-cap.
    """
    changes = [*gifts.all.get(name, ())]
    if fortification and name == "fortification":
        changes.append(Modifier(name, "add", Fraction(fortification), "Walls"))
    return statistic(name, 0, [*changes, *_CATEGORY_CAP[name]]) if changes else _NONE


def bonus(
    own: Mapping[str, Statistic], enemy: Mapping[str, Statistic]
) -> tuple[tuple[Statistic, ...], Statistic]:
    """The three brackets of a side, and its bonus from -3 to 5 (warlords.bonus.formula)."""
    brackets: list[Statistic] = []
    changes: list[Modifier] = []
    for help_, harm in BRACKETS:
        against = Modifier("bracket", "add", -enemy[harm].value, f"Enemy {harm}")
        found = statistic("bracket", own[help_].value, (against, *_BRACKET))
        brackets.append(found)
        changes.append(Modifier("bonus", "add", found.value, help_.capitalize()))
    return tuple(brackets), statistic("bonus", 0, (*changes, *_BONUS))


def personal(
    gifts: Gifts,
    fighter: FighterCard,
    ability: str,
    worn: Iterable[tuple[str, Mapping[str, int]]] | None = None,
) -> Statistic:
    """A unit's own total: its card, the best spell on its stack, its best item.

    `worn` are its items with their names, where these are known. Source: warlords.special.total.
    """
    items = [("", each) for each in fighter.items] if worn is None else worn
    changes = [*gifts.spells.get(ability, ()), *_worn(items, ability)]
    own = fighter.own(ability)
    if not changes and not own:
        return _NONE
    card = Modifier(ability, "add", Fraction(own), fighter.type, "warlords.special.total")
    return statistic(ability, 0, [card, *changes])


def group_warding(company: Company, gifts: Gifts) -> Statistic:
    """The warding that all of a company have (warlords.warding.total)."""
    ability = "group_warding"
    found = [each._replace(target="warding") for each in gifts.spells.get(ability, ())]
    for number, fighter in enumerate(company.fighters):
        if own := fighter.own(ability):
            found.append(Modifier("warding", "add", Fraction(own), fighter.name or fighter.type))
        found.extend(
            each._replace(target="warding", group=f"{ITEM} {number}")
            for each in _worn([("", item) for item in fighter.items], ability)
        )
    return statistic("warding", 0, [*found, *_GROUP_WARDING]) if found else _NONE


def flies(fighter: FighterCard, *, lifted: bool) -> bool:
    """Whether a unit flies in a battle, by itself or with its whole company (warlords.flight)."""
    return lifted or fighter.own("flying") > 0 or fighter.worn("flying") > 0


def lifted(company: Company) -> bool:
    """Whether all units of a company fly, by a spell or by one of them (warlords.flight)."""
    return company.cast("flying") > 0 or any(
        each.own("group_flight") or each.worn("group_flight") for each in company.fighters
    )


@dataclass(frozen=True, slots=True)
class DuelUnit:
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
    slayer: Mapping[str, int] = field(hash=False)
    """By kind, the whole company's."""

    def slays(self, kinds: tuple[str, ...]) -> int:
        """The plus against a unit of these kinds: the best that fits (warlords.slayer.roll)."""
        return max((self.slayer.get(kind, 0) for kind in kinds), default=0)


@dataclass(frozen=True, slots=True)
class Array:
    """A company with everything that its units share."""

    company: Company
    gifts: Gifts
    totals: Mapping[str, Statistic]
    brackets: tuple[Statistic, ...]
    bonus: Statistic
    terrains: tuple[str, ...]
    warding: Statistic
    slayer: Mapping[str, int]
    side: Modifier
    """The bonus as it changes a unit's strength."""
    types: Mapping[str, int]
    """How many there are of each type (warlords.bonus.banding)."""
    lifted: bool
    """Whether all its units fly."""
    banding: int
    """The most strength that banding adds (warlords.bonus.banding-most)."""

    def strength(self, fighter: FighterCard, condition: Condition) -> Statistic:
        """A unit's combat strength, 1 to 15 (warlords.bonus.order).

        Sources: warlords.terrain.bonus, warlords.bonus.item-strength.
        """
        ground = [
            Modifier("strength", "add", Fraction(fighter.terrain[each]), each.capitalize())
            for each in self.terrains
            if each in fighter.terrain
        ]
        found = strength_brought(fighter.strength, condition)
        if ground:  # what is brought is within the cut already
            found = statistic("strength", found, (*ground, *_STORED))
        side = (self.side, *_WITH_BONUS) if self.side.amount else _WITH_BONUS
        found = statistic("strength", found, side)
        more = [
            Modifier("strength", "add", Fraction(item["strength"]), "Item")
            for item in fighter.items
            if "strength" in item
        ]
        if band := fighter.own("banding") + fighter.worn("banding"):
            others = Fraction(min(self.banding, band * (self.types[fighter.type] - 1)))
            banding = Modifier("strength", "add", others, "Banding", "warlords.bonus.banding")
            more.insert(0, banding)
        # What the clamp has left is within the last cut already.
        return statistic("strength", found, (*more, *_FINAL)) if more else found

    def full_hits(self, fighter: FighterCard, condition: Condition) -> int:
        """A unit's hits with spells and items, before any are lost (warlords.hits.stored)."""
        gained = self.company.cast("hits") + fighter.worn("hits")
        return stored_hits(fighter.hits, condition) + gained

    def stance(self, fighter: FighterCard, condition: Condition | None = None) -> DuelUnit:
        """A unit as it enters the duels in this condition, by default its own."""
        now = condition or fighter.condition
        full, flying = self.full_hits(fighter, now), flies(fighter, lifted=self.lifted)

        def total(ability: str) -> int:
            return int(personal(self.gifts, fighter, ability).value)

        return DuelUnit(
            strength=int(self.strength(fighter, now).value),
            hits=max(1, full - fighter.lost),
            medals=now.medals,
            acid=total("acid"),
            lightning=total("lightning"),
            assassination=total("assassination"),
            shots=total("missile"),
            trample=total("trample"),
            warding=int(self.warding.value) + fighter.own("warding") + fighter.worn("warding"),
            flying=flying,
            arrowproof=full >= _ARROWPROOF_HITS and not flying,
            drains=fighter.own("lifedrain") + fighter.worn("lifedrain") > 0,
            kinds=fighter.kinds,
            slayer=self.slayer,
        )


def arrays(field: Field, attacker: Company, defender: Company) -> tuple[Array, Array]:
    """Both companies with what their units share (warlords.battle.sequence)."""
    ours, theirs = Gifts.of(attacker), Gifts.of(defender)
    one = {name: category(ours, name) for name in CATEGORIES}
    other = {name: category(theirs, name, field.fortification) for name in CATEGORIES}
    return (
        _array(field, attacker, ours, (one, other)),
        _array(field, defender, theirs, (other, one)),
    )


def _array(
    field: Field,
    company: Company,
    gifts: Gifts,
    totals: tuple[Mapping[str, Statistic], Mapping[str, Statistic]],
) -> Array:
    """Of a company, with its own totals and the enemy's."""
    brackets, plus = bonus(*totals)
    types: dict[str, int] = {}
    for fighter in company.fighters:
        types[fighter.type] = types.get(fighter.type, 0) + 1
    slayer = (name for name in gifts.all if name.startswith(SLAYER))
    return Array(
        company=company,
        gifts=gifts,
        totals=totals[0],
        brackets=brackets,
        bonus=plus,
        terrains=field.terrains,
        warding=group_warding(company, gifts),
        slayer={name.removeprefix(SLAYER): int(shared(gifts, name).value) for name in slayer},
        side=Modifier("strength", "add", plus.value, "Side", "warlords.bonus.order"),
        types=types,
        lifted=lifted(company),
        banding=field.banding,
    )


def told(side: SideName, array: Array, log: list[Tagged]) -> tuple[DuelUnit, ...]:
    """Note a company's totals and units, and give the units as they enter the duels."""
    one, two, three = (int(each.value) for each in array.brackets)
    log.append(
        Totals(
            side=side,
            totals={name: int(each.value) for name, each in array.totals.items()},
            brackets=(one, two, three),
            bonus=int(array.bonus.value),
        )
    )
    stances = tuple(array.stance(fighter) for fighter in array.company.fighters)
    for fighter, stance in zip(array.company.fighters, stances, strict=True):
        log.append(
            LinedUp(
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
