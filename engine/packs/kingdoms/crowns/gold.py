"""What things cost and bring: taxes, pay, recruiting and hiring, in gold and in percent.

Figures alone, without a world. Sources: kingdoms.economy.*, kingdoms.alignment.reduction-use,
kingdoms.alignment.divine-pays-as-good.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.packs.kingdoms.content.armies import ArmyContent, ArmyType, Ground
from engine.packs.kingdoms.content.rulers import Gold, RulerContent
from engine.packs.kingdoms.pieces.abilities import Levels

_WHOLE = 100


def up(number: int, parts: int) -> int:
    """A number divided, rounded up."""
    return -(-number // parts)


# ---------------------------------------------------------------- what comes in


def taxes(
    tax: int,
    bless_percent: int,
    *,
    blessed: bool = False,
    quake: bool = False,
    raided: bool = False,
) -> int:
    """What a province pays at a turn end (kingdoms.economy.income)."""
    if quake:
        return 0
    paid = tax * (_WHOLE + bless_percent) // _WHOLE if blessed else tax
    return paid // 2 if raided else paid


# ---------------------------------------------------------------- what goes out


def army_pay(types: Iterable[ArmyType]) -> int:
    """What armies cost each turn (kingdoms.economy.army-pay)."""
    return sum(type.pay for type in types)


def base_pay(content: Gold, skill: Levels | Sequence[int]) -> int:
    """A hero's base pay by skill (kingdoms.economy.hero-pay)."""
    return 1 + up(sum(skill), content.pay_levels)


def hero_pay(content: RulerContent, king: str, hero: str, base: int) -> int:
    """A hero's pay each turn under a King, by both alignments (kingdoms.economy.hero-pay)."""
    steps, reduction = content.hiring_steps(king, hero)
    return up(base * (_WHOLE + reduction * steps), _WHOLE)


@dataclass(frozen=True, slots=True)
class Settled:
    """Which claims were paid, by their places, and what is left in the treasury."""

    paid: tuple[int, ...]
    unpaid: tuple[int, ...]
    treasury: int


def settled(treasury: int, claims: Sequence[int]) -> Settled:
    """Pay claims in their order, each in full or not at all (kingdoms.economy.unpaid)."""
    paid: list[int] = []
    unpaid: list[int] = []
    for place, claim in enumerate(claims):
        if claim <= treasury:
            treasury -= claim
            paid.append(place)
        else:
            unpaid.append(place)
    return Settled(tuple(paid), tuple(unpaid), treasury)


# ---------------------------------------------------------------- recruiting


def recruit_cost(content: Gold, type: ArmyType) -> int:
    """What recruiting an army costs (kingdoms.economy.recruit-cost)."""
    return content.recruit_pays * type.pay


def recruits(content: Gold, tax: int) -> int:
    """How many armies a province gives in a turn (kingdoms.economy.recruit-places)."""
    return max(1, tax // content.recruit_tax)


def raised_in(type: ArmyType, ground: Ground, *, coastal: bool = False) -> bool:
    """Whether armies of the type are recruited there (kingdoms.economy.recruit-places)."""
    return ground.key in type.raised or (type.coast and coastal and not ground.sea)


def recruit_chance(
    content: Gold, armies: ArmyContent, type: ArmyType, druid: int, *, sure: bool = False
) -> int:
    """The chance to recruit an army, in percent (kingdoms.economy.recruit-chance).

    `sure` is whether a feature there makes it certain (kingdoms.feature.benefits).
    """
    if type.race is None or sure:
        return _WHOLE
    over = druid - armies.army_races[type.race].druid
    return max(0, min(_WHOLE, content.foreign + content.foreign_by_level * over))


# ---------------------------------------------------------------- hiring


def may_hire(content: RulerContent, king: str, hero: str) -> bool:
    """Whether a King's people can hire a hero at all (kingdoms.economy.hiring)."""
    return content.hiring_steps(king, hero)[0] <= content.gold.hire_steps


def hire_chance(content: RulerContent, king: str, hero: str, druid: int) -> int:
    """The chance that a hero takes service, in percent (kingdoms.economy.hiring)."""
    steps, reduction = content.hiring_steps(king, hero)
    chance = content.gold.hire - reduction * steps + content.gold.hire_by_druid * druid
    return max(0, min(_WHOLE, chance))


def hire_fee(content: RulerContent, pay: int) -> int:
    """What is paid at once to a hero whose pay is such (kingdoms.economy.hiring)."""
    return content.gold.hire_pays * pay
