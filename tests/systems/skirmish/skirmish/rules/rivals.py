"""A computer player of a skirmish: it drills, and goes for the nearest of another school."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.dice import Dice
from engine.hexes import Grid
from engine.orders import Ref
from engine.packs import Rules
from engine.rivals import Intent, Mind, Play, Reason
from engine.world import World
from skirmish.rules.content import Content
from skirmish.rules.joining import Enter
from skirmish.rules.records import Arena, Fighter, school_of
from skirmish.rules.stepping import WAYS, Drill, Step


def wanted(mind: Mind) -> Iterator[Intent]:
    """What a computer player wants this turn, from what its school knows."""
    most = mind.rules.module.content(Content).bouts.drill
    for fighter in mind.view.by(Fighter, "player", mind.player):
        if not fighter.spot:
            continue
        ref = Ref("fighter", fighter.id)
        if fighter.drilled < most:
            yield Intent(Drill(fighter=ref), Reason("drill"))
        way = _towards(mind.view, fighter)
        if way is not None:
            yield Intent(Step(fighter=ref, way=WAYS[way]), Reason("nearest_foe"))


def enter(rules: Rules, world: World, school: str, name: str, dice: Dice) -> Enter:
    """Take a place in a school with a style that is drawn."""
    return Enter(
        faction=school, name=name, style=dice.pick(tuple(rules.module.content(Content).styles))
    )


PLAY: Final = Play(think=wanted, join=enter)


def _towards(view: World, fighter: Fighter) -> int | None:
    """The way to the nearest fighter of another school; None if there is nobody."""
    grid: Grid = view.get(Arena, 1).grid
    school = school_of(view, fighter)
    foes = [each for each in view.all(Fighter) if each.spot and school_of(view, each) != school]
    if not foes:
        return None
    here = grid.at(fighter.spot - 1)
    goal = min((grid.at(foe.spot - 1) for foe in foes), key=lambda hex: grid.distance(here, hex))
    steps = [
        (grid.distance(hex, goal), way)
        for way, hex in enumerate(grid.neighbours(here))
        if hex is not None
    ]
    return min(steps)[1]
