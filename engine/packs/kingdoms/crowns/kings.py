"""A King made by points: what a player may choose, what is left, and what is wrong with a choice.

Whether a King is legal is said by `king_faults` alone, so that a form and the order that joins can
never judge differently. Raising only what `raisable` and `learnable` name ends with a legal King.
Source: kingdoms.setup.kingdom-choices.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Final, NamedTuple

from pydantic import Field

from engine.module.sections import Data
from engine.names import Label
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.pieces.abilities import (
    ABILITIES,
    HIGHEST,
    NAMES,
    Ability,
    Levels,
    level_in,
    levels_of,
    with_level,
)
from engine.packs.kingdoms.pieces.records import Race

RULE: Final = "kingdoms.setup.kingdom-choices"

Points = Mapping[Ability, Annotated[int, Field(ge=0)]]


class Choices(Data):
    """A player's choices for the kingdom and its King."""

    race: Race
    alignment: str
    king: Label
    temper: str
    points: Points = Field(default={}, validate_default=True)
    """Of aptitude, by ability, before those of the alignment are doubled."""
    skill: Points = Field(default={}, validate_default=True)


class ChoiceFault(NamedTuple):
    """What is wrong with choices: which of them, and how, in words that end a sentence."""

    about: str
    says: str


def king_faults(content: RulerContent, choices: Choices) -> Iterator[ChoiceFault]:
    """Everything that keeps such a King from ruling; nothing if allowed."""
    rules = content.kings
    if choices.alignment not in content.alignments:
        yield ChoiceFault("The alignment", f"must be one of {', '.join(content.alignments)}")
        return
    if choices.race not in content.peoples:
        yield ChoiceFault("The race", f"must be one of {', '.join(content.peoples)}")
    tempers = [row.temper for row in content.heroes.tempers]
    if choices.temper not in tempers:
        yield ChoiceFault("The temper", f"must be one of {', '.join(tempers)}")
    for ability, points in choices.points.items():
        if points > rules.aptitude_most:
            yield ChoiceFault(
                NAMES[ability], f"has {points} points; {rules.aptitude_most} are the most"
            )
    if (spent := sum(choices.points.values())) > rules.aptitude_points:
        yield ChoiceFault("The aptitudes", f"take {spent} points of {rules.aptitude_points}")
    aptitude = aptitude_of(content, choices)
    for ability, level in choices.skill.items():
        most = min(level_in(aptitude, ability), rules.skill_most)
        if level > most:
            yield ChoiceFault(f"The skill in {NAMES[ability]}", f"is {level}; {most} is the most")
    if (learned := sum(choices.skill.values())) > rules.skill_levels:
        yield ChoiceFault("The skills", f"take {learned} levels of {rules.skill_levels}")


def aptitude_of(content: RulerContent, choices: Choices) -> Levels:
    """The King's aptitudes, those of the alignment doubled, before its gift."""
    return content.doubled(choices.alignment, levels_of(choices.points))


def levels_of_king(content: RulerContent, choices: Choices) -> tuple[Levels, Levels]:
    """The King's aptitude and skill, with the gift of the alignment."""
    aptitude, skill = aptitude_of(content, choices), levels_of(choices.skill)
    gift = content.alignments[choices.alignment].gift
    if gift:
        level = min(HIGHEST, level_in(skill, gift) + 1)
        skill = with_level(skill, gift, level)
        aptitude = with_level(aptitude, gift, max(level, level_in(aptitude, gift)))
    return aptitude, skill


def points_left(content: RulerContent, choices: Choices) -> int:
    """Points of aptitude that may still be spread."""
    return content.kings.aptitude_points - sum(choices.points.values())


def levels_left(content: RulerContent, choices: Choices) -> int:
    """Skill levels that may still be spread."""
    return content.kings.skill_levels - sum(choices.skill.values())


def raisable(content: RulerContent, choices: Choices) -> tuple[Ability, ...]:
    """The abilities that may have another point of aptitude."""
    if points_left(content, choices) <= 0:
        return ()
    most = content.kings.aptitude_most
    return tuple(ability for ability in ABILITIES if choices.points.get(ability, 0) < most)


def learnable(content: RulerContent, choices: Choices) -> tuple[Ability, ...]:
    """The abilities that may have another level of skill."""
    if levels_left(content, choices) <= 0:
        return ()
    aptitude, most = aptitude_of(content, choices), content.kings.skill_most
    return tuple(
        ability
        for ability in ABILITIES
        if choices.skill.get(ability, 0) < min(level_in(aptitude, ability), most)
    )


def fitted(content: RulerContent, choices: Choices) -> Choices:
    """The choices with no more skill than they allow, as after an aptitude or alignment changed."""
    aptitude, most = aptitude_of(content, choices), content.kings.skill_most
    kept = {
        ability: min(level, level_in(aptitude, ability), most)
        for ability, level in choices.skill.items()
    }
    return choices.model_copy(update={"skill": {a: level for a, level in kept.items() if level}})
