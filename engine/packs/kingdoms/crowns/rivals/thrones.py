"""How a computer king takes a throne: race and alignment are drawn, the points follow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.dice import Dice
from engine.packs import Rules
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.heroes import new_name
from engine.packs.kingdoms.crowns.joining import Join
from engine.packs.kingdoms.crowns.kings import Choices, learnable, raisable
from engine.packs.kingdoms.pieces.abilities import Ability
from engine.world import World

_FIRST: Final[tuple[Ability, ...]] = ("TA", "ME", "MA", "DR", "EX", "NA", "SP", "AR")
"""What a King should be able to, the most useful first; cheap abilities go first."""
_WAR: Final = 3
"""As many of these come before what comes easily to an alignment."""
_IDLE: Final[tuple[Ability, ...]] = ("TH", "IL")
"""What computer kings have no use for, however easily it comes to them."""
_TEMPER: Final = "Brave"


def throne(rules: Rules, world: World, faction: str, name: str, dice: Dice) -> Join:
    """Take a kingdom with a King of a drawn race and alignment."""
    content = rules.module.content(RulerContent)
    race = dice.pick(tuple(content.races()))
    alignment = content.alignments[dice.pick(tuple(content.alignments))]
    own: tuple[Ability, ...] = (*alignment.doubles, *((alignment.gift,) if alignment.gift else ()))
    choices = Choices(
        race=race,
        alignment=alignment.key,
        king=new_name(world, content, race, dice),
        temper=_TEMPER,
    )
    useful: list[Ability] = [each for each in own if each not in _IDLE]
    order: tuple[Ability, ...] = tuple(dict.fromkeys((*_FIRST[:_WAR], *useful, *_FIRST)))
    return Join(faction=faction, name=name, design=_schooled(content, choices, order))


def _schooled(content: RulerContent, choices: Choices, order: Sequence[Ability]) -> Choices:
    """A King with all points and levels spread, the first in the order the highest."""
    for ability in _turns(order):
        if ability in raisable(content, choices):
            points = {**choices.points, ability: choices.points.get(ability, 0) + 1}
            choices = choices.model_copy(update={"points": points})
    for ability in _turns(order):
        if ability in learnable(content, choices):
            skill = {**choices.skill, ability: choices.skill.get(ability, 0) + 1}
            choices = choices.model_copy(update={"skill": skill})
    return choices


def _turns(order: Sequence[Ability]) -> Iterator[Ability]:
    """Every ability thrice, two more of the first few before the next comes up."""
    for start in range(0, len(order), 3):
        for _ in range(3):
            yield from order[start : start + 3]
