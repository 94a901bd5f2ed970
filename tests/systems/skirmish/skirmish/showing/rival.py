"""A computer player of a skirmish: it drills, and goes for the nearest of another school."""

from __future__ import annotations

from engine.hexes import Grid
from engine.orders import Queued, Ref
from engine.packs import Rules
from engine.world import World
from skirmish.rules.content import Content
from skirmish.rules.records import Arena, Fighter, school_of
from skirmish.rules.stepping import WAYS, Drill, Step


def orders_for(rules: Rules, view: World, player: int) -> tuple[Queued, ...]:
    """What a computer player does this turn, from what its school knows."""
    found: list[Queued] = []
    most = rules.module.content(Content).bouts.drill
    for fighter in view.by(Fighter, "player", player):
        if not fighter.spot:
            continue
        ref = Ref("fighter", fighter.id)
        if fighter.drilled < most:
            found.append(Queued("k1", Drill(fighter=ref)))
        way = _towards(view, fighter)
        if way is not None:
            found.append(Queued("k2", Step(fighter=ref, way=WAYS[way])))
    return tuple(found)


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
