"""What battles and blessings have made of a unit, and the strength and hits it brings to a fight.

Only the lasting state; what a battle does to a unit while it goes on stands in `duel`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal

from engine.facts import Facts, facts
from engine.modifiers import Modifier, Statistic, statistic

Affliction = Literal["curse", "poison", "disease", "paralysis"]
AFFLICTIONS: Final[tuple[Affliction, ...]] = ("curse", "poison", "disease", "paralysis")
"""The pre-combat abilities in the order they are resolved (warlords.precombat.order)."""

HIGHEST_STORED: Final = 9  # warlords.precombat.curse-strength
_POISON_LOSS: Final = 2  # warlords.precombat.poison


@facts
class Condition(Facts):
    """The state of a unit or hero between battles (warlords.unit.attributes).

    Source: warlords.precombat.lasting.
    """

    blessed: bool = False
    medals: int = 0
    """0 to 4."""
    points: int = 0
    """Towards the next medal (warlords.aftermath.medals)."""
    poisoned: bool = False
    diseased: bool = False
    paralysed: bool = False
    drained: bool = False
    weakened: bool = False
    """Of a unit of natural strength 9: cursed out of a blessing."""


HEALTHY: Final = Condition()


_BLESSING: Final = (
    Modifier("strength", "add", Fraction(1), "Blessed", "warlords.strength.stored"),
    Modifier("strength", "most", Fraction(HIGHEST_STORED), "At most", "warlords.strength.stored"),
)
_WEAKNESS: Final = (
    Modifier("strength", "add", Fraction(-1), "Weakened", "warlords.precombat.curse-strength"),
)
_POISON: Final = (
    Modifier("strength", "add", Fraction(-_POISON_LOSS), "Poison", "warlords.precombat.poison"),
    Modifier("strength", "least", Fraction(1), "At least", "warlords.precombat.poison"),
)
_DISEASE: Final = Modifier("hits", "add", Fraction(-1), "Disease", "warlords.hits.stored")
_DRAINED: Final = Modifier("hits", "add", Fraction(-1), "Lifedrain", "warlords.hits.stored")
_FEWEST: Final = Modifier("hits", "least", Fraction(1), "At least", "warlords.hits.stored")


def strength_brought(natural: int | Statistic, condition: Condition) -> Statistic:
    """What a unit of this natural strength brings to a battle, 1 to 9, line by line.

    Source: warlords.strength.stored.
    """
    mood = _BLESSING if condition.blessed else _WEAKNESS if condition.weakened else ()
    strength = statistic("strength", natural, mood)
    return statistic("strength", strength, _POISON) if condition.poisoned else strength


def hits_brought(natural: int | Statistic, condition: Condition) -> Statistic:
    """The hits a unit brings to a battle, at least 1, line by line (warlords.hits.stored)."""
    changes = (_DISEASE,) if condition.diseased else ()
    if condition.drained:
        changes = (*changes, _DRAINED)
    return statistic("hits", natural, (*changes, _FEWEST))


def stored_strength(natural: int, condition: Condition) -> int:
    """What a unit of this natural strength brings to a battle, 1 to 9."""
    if not (condition.blessed or condition.weakened or condition.poisoned):  # asked in every duel
        return natural
    return int(strength_brought(natural, condition).value)


def stored_hits(natural: int, condition: Condition) -> int:
    """The hits a unit brings to a battle, at least 1."""
    if not (condition.diseased or condition.drained):
        return max(1, natural)
    return int(hits_brought(natural, condition).value)


def bless(condition: Condition) -> Condition:
    """Bless a unit; one blessing clears every affliction (warlords.blessing.effect)."""
    if condition.blessed:
        return condition
    return Condition(blessed=True, medals=condition.medals, points=condition.points)


def drain(condition: Condition) -> Condition:
    """What lifedrain leaves of a unit that it has struck and that survived (warlords.lifedrain)."""
    return condition if condition.blessed else condition.replace(drained=True)


def open_to(
    affliction: Affliction, condition: Condition, natural_strength: int, natural_hits: int
) -> bool:
    """Whether there is anything for an affliction to do to a unit in this condition.

    Sources: warlords.precombat.curse, warlords.precombat.blessed-immune, warlords.precombat.once,
    warlords.precombat.floor-immune.
    """
    if affliction == "curse":
        return condition.blessed or condition.medals > 0
    if condition.blessed:
        return False
    if affliction == "poison":
        return not condition.poisoned and stored_strength(natural_strength, condition) > 1
    if affliction == "disease":
        return not condition.diseased and stored_hits(natural_hits, condition) > 1
    return not condition.paralysed


def struck(affliction: Affliction, condition: Condition, natural_strength: int) -> Condition:
    """The condition of a unit that an affliction has struck; a curse without a hold does nothing.

    Sources: warlords.precombat.curse, warlords.precombat.curse-strength,
    warlords.precombat.curse-no-debt, warlords.precombat.disease.
    """
    if affliction == "poison":
        return condition.replace(poisoned=True)
    if affliction == "disease":
        return condition.replace(diseased=True)
    if affliction == "paralysis":
        return condition.replace(paralysed=True)
    fallen = condition.blessed and natural_strength == HIGHEST_STORED
    return condition.replace(
        blessed=False, medals=0, points=0, weakened=condition.weakened or fallen
    )


def rewarded(condition: Condition, points: int, thresholds: tuple[int, ...]) -> Condition:
    """The condition with further medal points, and with a medal if they reach the next one.

    At most one medal a battle; `thresholds` are the points for the first, second ... medal.
    Source: warlords.aftermath.medals.
    """
    have = condition.points + points
    medals = condition.medals
    if medals < len(thresholds) and have >= thresholds[medals]:
        medals += 1
    return condition.replace(points=have, medals=medals)
