"""Training units for XP: the roll that guilds and characters with troop training make.

Who may train whom stands with their orders. Source: cohorts.unit.training-roll.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.content import Content, Drill
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.worth.experience import earn
from engine.packs.cohorts.worth.levels import encounter_level
from engine.state import State
from engine.world import Place


@facts
class UnitDrilled(Event):
    """A character or military unit was trained (cohorts.unit.training-roll)."""

    trainer: str
    """The name of the guild or character."""
    unit: Place
    name: str
    roll: int
    total: int
    xp: int
    """Gained, or below 0 lost."""


@dataclass(frozen=True, slots=True)
class DrillResult:
    """What a roll comes to."""

    total: int
    xp: int


def bonus(figures: Drill, trainer: int, target: int, targets: int = 1) -> int:
    """What is added to a roll: the difference of levels, less for further targets.

    `target` is the encounter level of who is trained. Source: cohorts.skill.troop-training.
    """
    return trainer - target + figures.per_further_target * (targets - 1)


def result(figures: Drill, roll: int, bonus: int, gap: int) -> DrillResult:
    """What a roll gives. `gap` is the XP that lie between the target's own level and the next.

    Gains and losses are rounded down.
    """
    total = roll + bonus
    percent = figures.percent(roll, total)
    share = gap * abs(percent) // 100
    return DrillResult(total, share if percent > 0 else -share)


def train(
    state: State, trainer: Place, name: str, level: int, targets: Sequence[Character | Unit]
) -> None:
    """Have a trainer of that level and name train all these, and tell those who own them."""
    content = state.module.content(Content)
    figures = content.drill
    dice = state.stream(f"{trainer.kind}:{trainer.id}", "train")
    for unit in targets:
        roll = dice.whole(figures.sides)
        plus = bonus(figures, level, encounter_level(unit), len(targets))
        got = result(figures, roll, plus, content.experience.gap(unit.level))
        earned = earn(state, unit, got.xp)
        event = UnitDrilled(
            trainer=name,
            unit=unit.place,
            name=unit.name,
            roll=roll,
            total=got.total,
            xp=earned.xp - unit.xp,
        )
        state.emit(event, own=(faction_of(state.world, unit),))
