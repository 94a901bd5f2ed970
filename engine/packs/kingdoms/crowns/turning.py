"""The turn of Kingdoms as a list: what is free, then six phases of many steps.

Sources: kingdoms.turn.start-steps, kingdoms.turn.phase-steps. What is done in a step stands in the
file of its subject; here is only when.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from engine.orders import Queued, Refusal, Refused
from engine.packs import Part, Step, Together
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.order import (
    character_rank,
    draw_order,
    in_character_order,
    kingdom_rank,
)
from engine.packs.kingdoms.crowns.ventures.acting import Venture
from engine.packs.kingdoms.pieces.records import Army, Course, Crown, Ruler
from engine.packs.kingdoms.pieces.timing import (
    OVERDUE,
    PHASES,
    WORKS,
    Free,
    Work,
    part_of,
    spans,
)
from engine.state import State
from engine.turn import Declared

_TITLES: Final[Mapping[Work, str]] = {
    "leave": "Leave",
    "pick-up": "Pick Up",
    "cast": "Cast",
    "move": "Move",
    "pursue": "Pursue",
    "trail": "Trail",
    "recruit": "Recruit",
    "hire": "Hire",
    "spy": "Spy",
    "explore": "Explore",
    "search": "Search",
    "practice": "Practice",
    "wait": "Wait",
}
_FREE: Final[Mapping[Free, str]] = {
    "break": "Break Treaty",
    "treat": "Treat",
    "free": "Free orders",
}


def timetable(state: State, player: int, orders: Sequence[Queued]) -> Mapping[str, str]:
    """In which part of the turn each action takes effect: each character's go one behind another.

    Source: kingdoms.turn.phases.
    """
    actions = state.module.content(VentureContent)
    plans: dict[str, list[tuple[str, Venture]]] = {}
    for queued in orders:
        if isinstance(queued.order, Venture):
            plan = plans.setdefault(str(queued.order.character), [])
            plan.append((queued.key, queued.order))
    times: dict[str, str] = {}
    for plan in plans.values():
        taken = spans(type(order).length(actions) for _, order in plan)
        for (key, order), span in zip(plan, taken, strict=True):
            when = span.first if order.from_first else span.last
            times[key] = part_of(order.work, when) if span.valid else OVERDUE
    return times


def of_character(state: State, declared: Declared) -> tuple[int, int, bool, int]:
    """Character order (kingdoms.turn.start-steps)."""
    assert isinstance(declared.order, Venture)
    ruler = state.world.get(Ruler, declared.order.character.id)
    return character_rank(state.world, ruler)


def of_kingdom(state: State, declared: Declared) -> tuple[int, int]:
    """Kingdom order (kingdoms.turn.start-steps)."""
    crown = state.world.first(Crown, "player", declared.player)
    return kingdom_rank(state.world, crown.id if crown else 0)


def too_late(state: State, declared: Sequence[Declared]) -> None:
    """Refuse the actions that would end after the last phase (kingdoms.turn.phases)."""
    for each in declared:
        with each.attempt():
            raise Refused(
                Refusal(
                    "not_allowed",
                    "kingdoms.turn.phases",
                    f"It would end after phase {PHASES}, and a turn has no more.",
                    "Take something out of the character's turn.",
                )
            )


def begin_phase(state: State, phase: int) -> None:
    """Note that a phase begins, in which nobody has moved yet."""
    world = state.world
    world.put(world.get(Course, 1).replace(phase=phase))
    for army in list(world.all(Army)):
        if army.came:
            world.put(army.replace(came=0))
    for ruler in in_character_order(world):
        if ruler.doings.moved:
            world.put(ruler.replace(doings=ruler.doings.replace(moved=False)))


def end_phase(state: State) -> None:
    """Note where everybody was in the phase, and with which armies (sightings)."""
    world = state.world
    for ruler in in_character_order(world):
        doings = ruler.doings
        path = (*doings.path, ruler.holding)
        armies = tuple(sorted(army.type for army in world.by(Army, "leader", ruler.id)))
        doings = doings.replace(path=path, led=(*doings.led, armies))
        world.put(ruler.replace(doings=doings))


def end_run(state: State) -> None:
    """Note that the last phase is over."""
    world = state.world
    world.put(world.get(Course, 1).replace(phase=PHASES + 1))


def turn_of(steps: Mapping[str, Sequence[Step]]) -> tuple[Part, ...]:
    """The whole turn; `steps` are what the rules do by themselves behind the work they name.

    Such as the battles behind `trail`; their names get the number of the phase.
    """
    return tuple(_turn(steps))


def _turn(steps: Mapping[str, Sequence[Step]]) -> Iterator[Part]:
    yield Step("kingdom-order", "The order of kingdoms is drawn", draw_order)
    for free, title in _FREE.items():
        yield Together(free, title, rank=of_kingdom, when="before phase 1")
    for phase in range(1, PHASES + 1):
        yield Step(f"begin-{phase}", f"Phase {phase} begins", partial(begin_phase, phase=phase))
        for work in WORKS:
            yield Together(
                part_of(work, phase),
                f"{_TITLES[work]} in phase {phase}",
                rank=of_character,
                when=f"in phase {phase}",
            )
            for step in steps.get(work, ()):
                yield Step(f"{step.name}-{phase}", f"{step.title} in phase {phase}", step.run)
        yield Step(f"end-{phase}", f"Phase {phase} ends", end_phase)
    yield Together(
        OVERDUE, "Too late", settle=too_late, rank=of_character, when="after the last phase"
    )
    yield Step("end-run", "The phases are over", end_run)
