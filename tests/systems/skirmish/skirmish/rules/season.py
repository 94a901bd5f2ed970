"""When a season on the sand is over, and how the schools stand."""

from __future__ import annotations

from typing import Final

from engine.campaign import Faction
from engine.ending import Ending, Standing, Tally, ranked
from engine.packs import Rules
from engine.state import State
from engine.world import World
from skirmish.rules.content import Content
from skirmish.rules.records import Fighter, school_of

AWARDS: Final = "enough_duels_won"
"""The reason of the end: a school has won as many duels as the season asks for."""
_DUEL: Final = 2  # points of a duel won
_UPRIGHT: Final = 1  # and of a fighter who stands on the sand


def standing(rules: Rules, world: World) -> tuple[Standing, ...]:
    """How the schools stand (skirmish.season.standing)."""

    def counted(school: Faction) -> tuple[Tally, ...]:
        own = _fighters(world, school)
        wins, upright = sum(each.wins for each in own), sum(1 for each in own if each.spot)
        return (
            Tally(what="duels_won", count=wins, points=wins * _DUEL),
            Tally(what="on_the_sand", count=upright, points=upright * _UPRIGHT),
        )

    return ranked((school.place, counted(school), ()) for school in world.all(Faction))


def ending(state: State, _produced: bool) -> Ending | None:
    """Over once a school has won enough duels (skirmish.season.laurels)."""
    wanted = state.module.content(Content).bouts.laurels
    victors = tuple(
        school.place
        for school in state.world.all(Faction)
        if sum(each.wins for each in _fighters(state.world, school)) >= wanted
    )
    return Ending(reason=AWARDS, victors=victors) if victors else None


def _fighters(world: World, school: Faction) -> list[Fighter]:
    return [each for each in world.all(Fighter) if school_of(world, each) == school.id]
