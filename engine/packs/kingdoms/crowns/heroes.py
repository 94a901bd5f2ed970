"""How a hero is made, and the limits of a body."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.dice import Dice
from engine.module.names import key_of
from engine.names import NAME_LENGTH
from engine.packs.kingdoms.content.rulers import HeroRules, RulerContent
from engine.packs.kingdoms.pieces.abilities import (
    ABILITIES,
    NOTHING,
    Ability,
    Levels,
    level_in,
    with_level,
)
from engine.packs.kingdoms.pieces.chance import picked, ranged
from engine.packs.kingdoms.pieces.records import Race, Rank, Ruler
from engine.packs.lands.naming import Namer
from engine.world import World

_TEMPERS: Final = 10


@dataclass(frozen=True, slots=True)
class Hero:
    """A hero as drawn, before name and place are given."""

    race: Race
    alignment: str
    temper: str
    refusal: int
    aptitude: Levels
    skill: Levels


def drawn_hero(
    content: RulerContent, dice: Dice, *, race: Race | None = None, alignment: str = ""
) -> Hero:
    """A hero of a race and alignment, or of any (kingdoms.setup.hero-generation)."""
    rules = content.heroes
    race = race or picked(dice, tuple(content.races()))
    alignment = alignment or picked(dice, rules.alignments)
    temper, refusal = drawn_temper(rules, dice)
    aptitude = content.doubled(alignment, drawn_points(rules, dice))
    return Hero(race, alignment, temper, refusal, aptitude, drawn_skill(rules, aptitude, dice))


def drawn_temper(rules: HeroRules, dice: Dice) -> tuple[str, int]:
    """A temper, and the refusal in percent that goes with it."""
    drawn = dice.whole(_TEMPERS)
    for row in rules.tempers:
        drawn -= row.of_ten
        if drawn <= 0:
            return row.temper, ranged(dice, *row.refusal)
    raise AssertionError("the tempers are ten")


def drawn_points(rules: HeroRules, dice: Dice) -> Levels:
    """Points of aptitude over the abilities; one that has no room is drawn again."""
    points = NOTHING
    for _ in range(rules.aptitude_points):
        ability = dice_ability(dice)
        while level_in(points, ability) >= rules.aptitude_most:
            ability = dice_ability(dice)
        points = with_level(points, ability, level_in(points, ability) + 1)
    return points


def dice_ability(dice: Dice) -> Ability:
    """Any ability, in their order."""
    return ABILITIES[dice.whole(len(ABILITIES)) - 1]


def drawn_skill(rules: HeroRules, aptitude: Levels, dice: Dice) -> Levels:
    """Levels of skill, each in an ability that has room for it; fewer if none has."""
    skill = NOTHING
    for _ in range(rules.skill_levels):
        open_to: list[Ability] = [
            ability
            for ability in ABILITIES
            if level_in(skill, ability) < min(level_in(aptitude, ability), rules.skill_most)
        ]
        if not open_to:
            break
        ability = picked(dice, open_to)
        skill = with_level(skill, ability, level_in(skill, ability) + 1)
    return skill


def most_hit_points(content: RulerContent, rank: Rank, skill: Levels) -> int:
    """The hit points of a body without items and inventions (kingdoms.character.hit-points)."""
    rules = content.bodies
    return (
        rules.hit_points
        + rules.by_melee * level_in(skill, "ME")
        + (rules.royal if rank != "hero" else 0)
    )


def enter(
    world: World, content: RulerContent, hero: Hero, dice: Dice, *, holding: int, crown: int = 0
) -> Ruler:
    """Put a hero into the world, under a name that nobody has.

    The dice are those of the name alone.
    """
    return world.add(
        Ruler,
        name=new_name(world, content, hero.race, dice),
        rank="hero",
        crown=crown,
        race=hero.race,
        alignment=hero.alignment,
        temper=hero.temper,
        refusal=hero.refusal,
        aptitude=hero.aptitude,
        skill=hero.skill,
        hit_points=most_hit_points(content, "hero", hero.skill),
        holding=holding,
    )


def new_name(world: World, content: RulerContent, race: Race, dice: Dice) -> str:
    """A name of that race that no character has, alive or dead."""
    taken = {key_of(each.name): None for each in world.all(Ruler)}
    namer = Namer(dice, content.laying.qualifiers, taken)
    return namer.draw(content.peoples[race].names)[:NAME_LENGTH]
