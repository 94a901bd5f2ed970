"""Moves: a character and all led armies go to an adjacent province.

Sources: kingdoms.action.move, kingdoms.action.move-naval.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Final

from pydantic import Field

from engine.events import Event, Level
from engine.facts import facts
from engine.orders import Ref, Refusal
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.crowns.experience import attempted
from engine.packs.kingdoms.crowns.provinces import adjacent
from engine.packs.kingdoms.crowns.ventures.acting import (
    NEXT_TO,
    Venture,
    phase_now,
    tell,
    with_doings,
)
from engine.packs.kingdoms.crowns.ventures.forces import lead_of, led, marchers, way
from engine.packs.kingdoms.crowns.ventures.foreseen import foresee_battle
from engine.packs.kingdoms.crowns.ventures.marching import Bar, Way, barred, costs, spent
from engine.packs.kingdoms.pieces.records import Army, Holding, Ruler
from engine.packs.kingdoms.pieces.timing import parts_of
from engine.state import State

NAVAL: Final = "kingdoms.action.move-naval"

_SAYS: Final[Mapping[Bar, tuple[str, str, str]]] = {
    "sea": (
        NAVAL,
        "Land armies cannot enter the sea without a Fleet.",
        "Pick up a Fleet for each three of them, or leave them behind.",
    ),
    "harbour": (
        NAVAL,
        "Fleets and Whales go by sea, and into a harbour from the sea alone.",
        "Leave them behind, or take a way over the sea.",
    ),
    "parted": (
        "kingdoms.spell.part-sea",
        "Nobody crosses the edge of a parted sea but those who fly.",
        "Go by land, or wait until the sea has closed.",
    ),
    "flooded": (
        "kingdoms.spell.flood-province",
        "A flood holds all land armies up until the turn ends.",
        "Leave them behind, or go next turn.",
    ),
    "berths": (
        NAVAL,
        "There are more land armies than berths on the Fleets.",
        "Pick up another Fleet, or leave armies behind.",
    ),
    "stranded": (
        "kingdoms.spell.part-sea",
        "Land armies stand in the sea without a Fleet, and cannot move.",
        "Part the sea again.",
    ),
    "moves": (
        "kingdoms.action.move",
        "Some armies of the force have no moves left this turn: {}.",
        "Leave them behind, or move next turn. What was raised this turn cannot move in it.",
    ),
}


@facts
class RulerMoved(Event):
    """A character moved to another province with all led armies."""

    kind = "kingdoms-moved"

    ruler: int
    name: str
    start: int
    goal: int
    phase: int
    armies: Annotated[tuple[int, ...], Level.OWN]


def refused_way(state: State, ruler: Ruler, goal: Holding, rule: str) -> Iterator[Refusal]:
    """Why a character with all armies cannot go to an adjacent province."""
    world = state.world
    if goal.id not in adjacent(world, ruler.holding):
        yield Refusal(
            "out_of_range",
            rule,
            f"That province is not next to where {ruler.name} is.",
            "Choose one of the six around.",
        )
        return
    armies = led(world, ruler)
    if not armies:
        return
    step = way(state, ruler.crown, world.get(Holding, ruler.holding), goal)
    figures = state.module.content(ArmyContent).columns
    force, lead = marchers(state, armies), lead_of(state, ruler)
    bar = barred(figures, force, step, lead)
    if bar:
        because, says, instead = _SAYS[bar]
        tired = [each.type.name for each in force if spent(figures, each, step, lead)]
        yield Refusal("unable", because, says.format(", ".join(dict.fromkeys(tired))), instead)


def go(state: State, ruler: Ruler, goal: Holding) -> None:
    """Bring a character and its force to a province; each army pays for it.

    Characters without an army may meet somebody there by chance (kingdoms.encounter.random-chance).
    """
    world = state.world
    armies = led(world, ruler)
    step = way(state, ruler.crown, world.get(Holding, ruler.holding), goal)
    if armies:
        for army, marcher in zip(armies, marchers(state, armies), strict=True):
            moves = army.moves + costs(marcher, step)
            world.put(army.replace(holding=goal.id, moves=moves, came=ruler.holding))
    world.put(with_doings(ruler, moved=not armies).replace(holding=goal.id))
    moved = RulerMoved(
        ruler=ruler.id,
        name=ruler.name,
        start=ruler.holding,
        goal=goal.id,
        phase=phase_now(state),
        armies=tuple(army.id for army in armies),
    )
    tell(state, ruler, moved)
    if armies:
        attempted(state, ruler.id, lesson_of_way(state, armies, step))


def lesson_of_way(state: State, armies: Sequence[Army], step: Way) -> str:
    """What moving armies may teach who leads them (kingdoms.experience.action-table)."""
    types = state.module.content(ArmyContent).army_types
    sailed = any(types[army.type].sails or types[army.type].swims for army in armies)
    return "Move by sea with fleets" if step.by_sea and sailed else "Move on land with armies"


class Move(Venture):
    """Go to the next province, with all the armies of the character."""

    path = ("character", "move")
    rule = "kingdoms.action.move"
    work = "move"
    phases = parts_of("move")
    in_coma = True

    to: Annotated[Ref, NEXT_TO] = Field(description="A province next to the character")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        goal = state.the(Holding, self.to)
        yield from refused_way(state, self.actor(state), goal, self.rule)

    def act(self, state: State) -> None:
        go(state, self.actor(state), state.the(Holding, self.to))
        foresee_battle(state, self.character.id)
