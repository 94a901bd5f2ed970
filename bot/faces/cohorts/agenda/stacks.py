"""Stacks with people that stand where the turn began, and what lies within their reach."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bot.faces.agenda import AgendaEntry, Desk, Line
from bot.faces.cohorts.agenda.own import label, ref, spot, stacks_of, to_all, to_order
from bot.faces.cohorts.agenda.taste import FAR
from bot.faces.cohorts.stack.putting_down import PutDown
from bot.faces.leads import Lead
from bot.faces.words.text import escaped, number
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.records import Map, Province, Stack
from engine.packs.cohorts.stacks.burdens import stuck
from engine.world import World


def lines(desk: Desk) -> Iterator[Line]:
    """A line for each that has neither moved nor acted."""
    return (partial(_entry, desk, stack) for stack in stacks_of(desk))


def _entry(desk: Desk, stack: Stack) -> AgendaEntry | None:
    world = desk.state.world
    if stack.used or stack.acted or next(iter(pieces_in(world, stack.place)), None) is None:
        return None
    if stuck(desk.state, stack):
        return _burdened(desk, stack)
    goals: list[str] = []
    leads: list[Lead] = []
    note = note_near(world, stack.province)
    if note:
        away, near = note
        goals.append(f"{escaped(near.name)}, {number(away, 'province')} off")
        leads.append(_to(desk, stack, near.province, f"{near.name} {spot(desk, near.province)}"))
    unknown = unexplored(desk, stack.province)
    if unknown:
        away, edge = unknown
        goals.append(f"unknown land, {number(away, 'province')} off")
        leads.append(_to(desk, stack, edge, f"the unknown by {spot(desk, edge)}"))
    where = f" → {' · '.join(goals)}" if goals else ""
    return AgendaEntry(
        text=f"**{escaped(stack.name)}** at {spot(desk, stack.province)}{where}",
        leads=(*leads, to_all(desk, stack, stack.name)),
    )


def _burdened(desk: Desk, stack: Stack) -> AgendaEntry:
    """A stack that stands still until it puts something down."""
    says = label(f"{stack.name}: put down what it cannot carry")
    given = (("stack", ref(desk, stack)),)
    return AgendaEntry(
        text=f"**{escaped(stack.name)}** at {spot(desk, stack.province)} cannot move: "
        "nothing in it carries all that lies in it",
        leads=(
            Lead(label=says, recipe=PutDown.name, given=given),
            to_all(desk, stack, stack.name),
        ),
        unused=f"{stack.name} cannot move",
    )


def _to(desk: Desk, stack: Stack, province: int, goal: str) -> Lead:
    says = label(f"{stack.name}: to {goal}")
    return to_order(Move, says, stack=ref(desk, stack), destination=f"province:{province}")


def note_near(world: World, province: int) -> tuple[int, HotSpot] | None:
    """The nearest place of note that is known, but not in the province, with how far it is."""
    grid = world.get(Map, 1).grid
    here = grid.at(province - 1)
    spots = (
        (grid.distance(here, grid.at(spot.province - 1)), spot.id, spot)
        for spot in world.all(HotSpot)
        if spot.province != province
    )
    away, _, found = min(spots, default=(FAR + 1, 0, None), key=lambda each: each[:2])
    return (away, found) if found and away <= FAR else None


def unexplored(desk: Desk, province: int) -> tuple[int, int] | None:
    """The nearest known land beside which something is unknown, with how far it is."""
    view, terrains = desk.view, desk.rules.module.content(Content).terrains
    grid = view.get(Map, 1).grid
    here = grid.at(province - 1)
    around = grid.adjacency()
    nearest: tuple[int, int] | None = None
    for index in grid.indexes_within(here, FAR):
        land = view.find(Province, index + 1)
        if land is None or land.id == province or terrains[land.terrain].is_water:
            continue
        if any(n >= 0 and view.find(Province, n + 1) is None for n in around[index]):
            found = grid.distance(here, grid.at(index)), land.id
            nearest = min(nearest or found, found)
    return nearest
