"""What a battle teaches: experience for those who lived, and the morale that lasts.

Plain figures in and out; who gets them is written by `aftermath`. Sources:
cohorts.battle.experience, cohorts.xp.conquest, cohorts.xp.distribution, cohorts.xp.lost-battle,
cohorts.morale.after-battle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from engine.numbers import Exact, exact
from engine.packs.cohorts.battle.formulas import settled
from engine.packs.cohorts.content.battle import BattleRules
from engine.packs.cohorts.content.cities import Experience
from engine.packs.cohorts.worth.experience import apportioned

_WHOLE = 100  # percent
_PART = 4  # of the XP to the next level, cohorts.xp.conquest
_ALMOST_DEAD = Fraction(9999, 100)  # cohorts.battle.wounds


@dataclass(frozen=True, slots=True)
class Sharer:
    """A unit that gets a share of the experience."""

    character: bool
    level: int
    """Its encounter level."""
    soldiers: int
    dealt: float
    """HP points that it took from enemies."""


def conquest(figures: Experience, level: int) -> int:
    """The XP for beating an enemy of that encounter level; nothing for level 0.

    Sources: cohorts.xp.conquest, cohorts.battle.lessons.
    """
    if level <= 0:
        return 0
    return ceil(Fraction(figures.gap(level) * figures.battle_percent, _PART * _WHOLE))


def defeat(conquered: int, present: int, killed: int) -> int:
    """The XP of the beaten, of those that conquest would have brought, for whom they killed.

    Source: cohorts.xp.lost-battle.
    """
    return conquered * killed // present if present else 0


def killed(soldiers: int, gained: float, *, dead: bool, character: bool) -> int:
    """How many of a unit's soldiers a battle has killed, by the wounds that it gained.

    Source: cohorts.battle.experience.
    """
    if dead:
        return soldiers
    return 0 if character else floor(settled(soldiers * max(0.0, gained) / 100))


def shares(figures: Experience, xp: int, sharers: Sequence[Sharer]) -> list[int]:
    """XP of a battle divided: by level among all, then the units' part by the damage they dealt.

    If no unit dealt any it is divided by soldiers. Where characters get a percentage first, levels
    divide that among them, and the units have the rest. Sources: cohorts.xp.distribution,
    cohorts.battle.lessons.
    """
    if not sharers:
        return []
    claims = [figures.needed_for(max(1, each.level)) for each in sharers]
    units = [n for n, each in enumerate(sharers) if not each.character]
    heroes = [n for n, each in enumerate(sharers) if each.character]
    first = apportioned(xp, claims)
    if figures.heroes_percent and units and heroes:
        theirs = xp * figures.heroes_percent // _WHOLE
        for of, among in ((theirs, heroes), (xp - theirs, units)):
            for n, share in zip(among, apportioned(of, [claims[n] for n in among]), strict=True):
                first[n] = share
    if not units:
        return first
    weights: list[Exact] = [exact(settled(sharers[n].dealt)) for n in units]
    if not any(weights):
        weights = [sharers[n].soldiers for n in units]
    pool = sum(first[n] for n in units)
    for n, share in zip(units, apportioned(pool, weights), strict=True):
        first[n] = share
    return first


# ---------------------------------------------------------------- what is stored


def stored(value: float | Fraction) -> Exact:
    """A figure as it outlasts the battle: 2 decimals, half up (cohorts.battle.wounds)."""
    return _plain(Fraction(floor(exact(settled(float(value))) * 100 + Fraction(1, 2)), 100))


def stored_wounds(wounds: float) -> Exact:
    """The wounds of a unit that lives, always less than would kill it."""
    return min(stored(wounds), _ALMOST_DEAD)


def morale_after(
    rules: BattleRules, morale: Exact, *, won: bool, losing_hp: float, winning_hp: float
) -> Exact:
    """Lasting morale after a battle, from the current HP of both armies at its start.

    The limits cap the change alone. Source: cohorts.morale.after-battle.
    """
    if not won:
        after = Fraction(morale) * (100 - rules.lost_percent) / 100
        limit = min(Fraction(morale), Fraction(rules.lost_least))
        return stored(max(after, limit))
    ratio = exact(settled(losing_hp)) / exact(settled(winning_hp)) if winning_hp else Fraction(0)
    after = Fraction(morale) * (1 + rules.won_percent * ratio / 100)
    limit = max(Fraction(morale), Fraction(rules.won_most))
    return stored(min(after, limit))


def _plain(value: Fraction) -> Exact:
    return value.numerator if value.denominator == 1 else value
