"""The maps of what an own stack can reach."""

from __future__ import annotations

from dataclasses import replace

from bot.faces.cohorts.stack.facts import StackFacts, reach
from bot.faces.panels import Further, Look, Sight
from bot.faces.words.figures import amount
from engine.packs.cohorts.content.land import Mode
from engine.packs.cohorts.movement.stamina import shown
from engine.packs.cohorts.pieces.records import Map, Stack


def reaches(id: int, facts: StackFacts) -> tuple[Further, ...]:
    """One for each way in which the stack moves."""
    paces = facts.inside.paces if facts.inside else ()
    return tuple(
        Further(f"Reach by {pace.mode}", reach_map, (id, pace.mode)) for pace in paces if pace.rate
    )


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
