"""Features: what their hoards hold, whom their guardians raid, and what a Search is worth.

Figures and draws over what is given; where features lie and who knows them is the game's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.dice import Dice
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.content.sites import ONCE, SEARCHED, Benefit, SiteKind
from engine.packs.kingdoms.pieces.chance import picked, succeeds, thrown

_GOLD_DIE = 10  # kingdoms.feature.hoards
_HELD = 3  # kingdoms.feature.raids
_LESSON = 25  # kingdoms.feature.benefits
_GRAVES = 3


@dataclass(frozen=True, slots=True)
class Found:
    """A hoard: gold, and items by key, each with whether the guardian carries it."""

    gold: int
    items: tuple[tuple[str, bool], ...] = ()


def hoard(content: EncounterContent, kind: SiteKind, dice: Dice, *, guarded: bool) -> Found:
    """Draw what a feature holds (kingdoms.feature.hoards)."""
    if kind.hoard is None:
        return Found(0)
    table = content.hoards[kind.hoard]
    gold = thrown(dice, table.gold, _GOLD_DIE)
    items: list[tuple[str, bool]] = []
    for chance in table.items:
        if succeeds(dice, chance):
            item = picked(dice, content.items).key
            items.append((item, guarded and succeeds(dice, content.meetings.carried)))
    return Found(gold, tuple(items))


@dataclass(frozen=True, slots=True)
class Prey:
    """A province that a guardian may raid: its own, or an adjacent land province."""

    holding: int
    owned: bool = True
    armies: int = 0
    truce: bool = False
    """Whether its kingdom has a truce with the guardian."""
    hidden: bool = False
    """Whether its kingdom hides the feature (kingdoms.spell.hide-feature)."""


def raided(percent: int, near: Iterable[Prey], dice: Dice) -> int:
    """The province that a guardian raids at a turn end; 0 for none (kingdoms.feature.raids)."""
    if not succeeds(dice, percent):
        return 0
    open_to = [
        each.holding
        for each in near
        if each.owned and each.armies < _HELD and not (each.truce or each.hidden)
    ]
    return picked(dice, sorted(open_to)) if open_to else 0


def breaks_truce(plan: Sequence[str]) -> bool:
    """Whether a Search by such a plan ends a truce with the guardian.

    Source: kingdoms.feature.stopped-raids.
    """
    return any(entry not in {"TA", "ST", "FL"} for entry in plan)


# ---------------------------------------------------------------- what features give


def tax_bonus(kind: SiteKind, *, guarded: bool, discovered: bool) -> int:
    """By how much a province's tax base is higher for its owner (kingdoms.feature.benefits)."""
    return kind.tax if discovered and not guarded else 0


def gained(kind: SiteKind, *, guarded: bool, searched: bool) -> Benefit | None:
    """The benefit that a Search gains now; None for none.

    `searched`, whether one was gained by a Search before (kingdoms.feature.benefits).
    """
    benefit = kind.benefit
    if guarded or benefit is None or benefit not in SEARCHED:
        return None
    return None if searched and benefit in ONCE else benefit


def taught(skill: int, aptitude: int, dice: Dice, *, before: bool) -> bool:
    """Whether a grove raises the Druid skill of a searcher, for once in the game.

    Source: kingdoms.feature.benefits.
    """
    return not before and skill < aptitude and succeeds(dice, _LESSON)


def graves(dice: Dice) -> int:
    """How many graves an ancient battlefield gives (kingdoms.feature.benefits)."""
    return dice.whole(_GRAVES)


# ---------------------------------------------------------------- chance meetings


def meeting_chance(percent: int, action: str, *, leads: bool, at_home: bool) -> int:
    """The percent chance of a random encounter by an action, on a ground of that chance.

    Source: kingdoms.encounter.random-chance.
    """
    if action not in _STIRRING or (leads and action in _MARCHING):
        return 0
    return percent // 2 if at_home else percent


_MARCHING = ("Move", "Pursue")
_STIRRING = (*_MARCHING, "Trail", "Explore", "Search")
