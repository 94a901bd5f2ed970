"""The chances of covert missions, in percent, from levels alone, and how far a mission reaches.

Pure arithmetic, the same on the truth and on a faction's view. What defends a target is in
`defense`, what a mission does in `mission`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, get_args

from engine.packs.cohorts.content import Content, CovertRules
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.worth.bonuses import skill_level
from engine.packs.cohorts.worth.chances import held
from engine.packs.cohorts.worth.levels import heroic_level
from engine.world import World

Craft = Literal["spy", "thief", "assassin"]
CRAFTS: Final[tuple[Craft, ...]] = get_args(Craft)
"""The covert skills; stealth is none of them (cohorts.covert.range)."""


@dataclass(frozen=True, slots=True)
class MissionOdds:
    """How a mission may end, in percent."""

    success: int
    """The chance that it succeeds, 0 to 100 (cohorts.covert.success-chance)."""
    escape: int
    """The chance to get away if it fails, 0 to 100 (cohorts.covert.escape-chance)."""

    @property
    def capture(self) -> Fraction:
        """The chance to be captured, not rounded (cohorts.covert.risk-limit)."""
        return Fraction((100 - self.success) * (100 - self.escape), 100)


def odds_of(
    figures: CovertRules, skill: int, stealth: int, defense: int, favour: int = 0
) -> MissionOdds:
    """The chances of a mission by effective skill and stealth against a defense.

    `favour` is in percent points for success and escape alike, below 0 if it hinders. Sources:
    cohorts.covert.success-chance, cohorts.covert.escape-chance.
    """
    by_skill = figures.percent_per_heroic_level * heroic_level(skill)
    return MissionOdds(
        success=held(figures.base_percent + by_skill - defense + favour),
        escape=held(figures.escape_percent + stealth - defense + favour),
    )


def best_craft(world: World, content: Content, character: Character) -> tuple[Craft, int]:
    """The highest covert skill of a character with its effective level; of equals the first.

    Source: cohorts.skill.covert.
    """
    levels = {craft: skill_level(world, content, character, craft) for craft in CRAFTS}
    best = max(CRAFTS, key=lambda craft: levels[craft])
    return best, levels[best]


def reach(world: World, content: Content, character: Character) -> int:
    """How many provinces away the missions of a character may be aimed (cohorts.covert.range)."""
    _, level = best_craft(world, content, character)
    return content.covert.range_per_heroic_level * heroic_level(level)
