"""What knights, rangers, berserkers and masters of weapons gain by their skill.

As modifiers of ratings; which weapon is used is for the battle to say. Sources:
cohorts.skill.knight, cohorts.skill.ranger, cohorts.skill.berserker, cohorts.skill.weaponmaster.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from engine.modifiers import Modifier
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.items import WeaponClass, words_for
from engine.packs.cohorts.content.peoples import Attribute
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.worth.bonuses import attribute, skill_level
from engine.packs.cohorts.worth.levels import heroic_level
from engine.world import World

_AVERAGE = 10  # an attribute that gives nothing
_RATE_PERCENT = 3  # a ranger's level, cohorts.skill.ranger
_CHARISMA_PERCENT = 10  # a berserker's point of CHA, cohorts.skill.berserker
_SCHOOL_PERCENT = 15  # a level in the weapon's school, cohorts.skill.weaponmaster


def fighting_style(world: World, content: Content, character: Character) -> Iterator[Modifier]:
    """What the skills of knight, ranger and berserker give, whatever weapon is used."""

    def above(key: Attribute) -> Fraction:
        return max(Fraction(0), attribute(world, content, character, key).value - _AVERAGE)

    knight = skill_level(world, content, character, "knight")
    if knight:
        rule = "cohorts.skill.knight"
        wit = attribute(world, content, character, "INT").value
        yield Modifier("AF", "percent", Fraction(knight * knight, 2), "Knight", rule)
        yield Modifier("AF", "percent", knight * wit, "Knight's intelligence", rule)
        yield Modifier("DF", "add", above("INT"), "Knight", rule)
    ranger = skill_level(world, content, character, "ranger")
    if ranger:
        yield ranging(ranger)
        amount = heroic_level(ranger) ** 2 + above("WIS")
        yield Modifier("MAR", "add", amount, "Ranger", "cohorts.skill.ranger")
    berserker = skill_level(world, content, character, "berserker")
    if berserker:
        rule = "cohorts.skill.berserker"
        charisma = attribute(world, content, character, "CHA").value
        yield Modifier("AF", "percent", Fraction(berserker**2), "Berserker", rule)
        amount = _CHARISMA_PERCENT * charisma
        yield Modifier("AF", "percent", amount, "Berserker's charisma", rule)
        amount = heroic_level(berserker) ** 2 + above("CHA")
        yield Modifier("SAR", "add", amount, "Berserker", rule)


def ranging(level: int) -> Modifier:
    """What a ranger's level gives to the rate it moves at (cohorts.skill.ranger)."""
    amount = Fraction(_RATE_PERCENT * level)
    return Modifier("rate", "percent", amount, f"Ranger {level}", "cohorts.skill.ranger")


@dataclass(frozen=True, slots=True)
class School:
    """The skill that serves a weapon, and what it gives."""

    skill: str
    level: int
    specialist_percent: Fraction
    """The further AF bonus by two attributes (cohorts.skill.weapon-specialists)."""

    @property
    def af_percent(self) -> Fraction:
        """The whole AF bonus in percent."""
        return _SCHOOL_PERCENT * self.level + self.specialist_percent

    @property
    def power(self) -> int:
        """The POW bonus: the square of the heroic level."""
        return heroic_level(self.level) ** 2


def school_of(
    world: World, content: Content, character: Character, classes: Iterable[WeaponClass]
) -> School | None:
    """The best of the schools that a weapon belongs to, None if the character has none of them.

    Of equal levels the one with the larger specialist bonus. Source: cohorts.skill.weaponmaster.
    """
    best: School | None = None
    for key in dict.fromkeys(word for each in classes for word in words_for(each)):
        if key not in content.skills:
            continue
        level = skill_level(world, content, character, key)
        pair = content.skills[key].specialist
        values = [attribute(world, content, character, a).value for a in pair]
        average = sum(values, Fraction(0)) / len(values) if values else Fraction(0)
        school = School(key, level, heroic_level(level) * average)
        rank = (school.level, school.specialist_percent)
        if level and (best is None or rank > (best.level, best.specialist_percent)):
            best = school
    return best
