"""A statistic of a piece: its base with all that changes it, as battles and cards add it up."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from engine.modifiers import Modifier, Situation, Statistic, statistic
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.worth.bonuses import modifiers
from engine.world import World


def ask(
    world: World,
    content: Content,
    piece: Character | Unit,
    target: str,
    base: Fraction | int,
    situation: Situation | None = None,
    more: Iterable[Modifier] = (),
) -> Statistic:
    """A statistic line by line, with `more` from the situation."""
    return statistic(target, base, (*modifiers(world, content, piece), *more), situation)
