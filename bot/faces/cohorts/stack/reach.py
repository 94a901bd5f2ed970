"""The maps of what an own stack can reach."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from bot.faces.choices.asking import planning
from bot.faces.cohorts.stack.paces import ways_of
from bot.faces.panels import Further, Look, Sight
from bot.faces.words.figures import Figure, amount, figure
from bot.faces.words.known import as_known
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.land import MODES, Mode
from engine.packs.cohorts.movement import routes
from engine.packs.cohorts.movement.rates import by_itself
from engine.packs.cohorts.movement.stamina import Stamina, shown
from engine.packs.cohorts.pieces.records import Map, Piece, Stack
from engine.world import World


def reaches(rules: Rules, view: World, stack: Stack) -> tuple[Further, ...]:
    """One for each way in which an own stack moves."""
    ways = as_known(lambda: ways_of(planning(rules, view, stack.player), stack), ())
    modes = (way.pace.mode for way in ways if way.pace.rate)
    return tuple(Further(f"Reach by {mode}", reach_map, (stack.id, mode)) for mode in modes)


def reach(
    rules: Rules, view: World, stack: Stack, mode: Mode, turns: int = 1
) -> tuple[Stamina, dict[int, tuple[int, Fraction]]]:
    """How an own stack moves, and the provinces in its reach.

    Each with the turn in which it arrives, this one being 1, and the points left there.
    """
    state = planning(rules, view, stack.player)
    return Stamina.of(state, stack, mode), routes.by_turn(state, stack, mode, turns)


def reach_map(look: Look, id: int, mode: Mode) -> Sight:
    """The map around an own stack, with what it can reach in a mode."""
    from bot.faces.cohorts.map.chart import chart_of
    from bot.faces.cohorts.map.strides import BY_TURN, TURNS, frame, strides
    from bot.faces.map.chart import Focus
    from bot.faces.map.picture import draw_map

    rules, view = look.rules, look.view
    stack = view.get(Stack, id)
    centre = view.get(Map, 1).grid.at(stack.province - 1)
    stamina, reached = reach(rules, view, stack, mode, TURNS)
    made = strides(view, reached)
    chart = replace(
        chart_of(rules, view, look.faction, realm=centre.realm),
        strides=tuple(made),
        steps=BY_TURN,
        steps_are="Reached",
        title=f"{stack.name} by {mode}",
        subtitle=f"{amount(shown(stamina.points))} of {amount(shown(stamina.rate))} points left",
    )
    part = frame(view, centre, made)
    focus = Focus("window", (centre.x, centre.y), frame=part, legend="factions")
    return Sight(draw_map(chart, focus))


def travel(view: World, content: Content, piece: Piece) -> tuple[Figure, ...]:
    """The rate of a piece in each mode in which it goes by itself."""
    return tuple(_rates(view, content, piece))


def _rates(view: World, content: Content, piece: Piece) -> Iterator[Figure]:
    for mode in MODES:
        mover = by_itself(view, content, piece, mode)
        if mover:
            slower = (("Overburden", f"−{mover.penalty}%"),) if mover.penalty else ()
            yield figure(f"By {mode}", mover.normal, "Base", mover.rate, slower)
