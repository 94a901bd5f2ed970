"""Stacks with people that stand where the turn began, and what lies within their reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from bot.faces.agenda import AgendaEntry, Desk, Line
from bot.faces.cohorts.agenda.advised import Advised, advised, idea
from bot.faces.cohorts.agenda.own import Idea, ref, spot, stacks_of, to_all, to_order
from bot.faces.cohorts.agenda.taste import FAR
from bot.faces.cohorts.stack.idling import GiveIdleWork
from bot.faces.cohorts.stack.putting_down import PutDown
from bot.faces.leads import Lead, label
from bot.faces.words.text import escaped, number
from engine.orders import Ref
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.land import MODES
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.movement.rates import pace
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.records import Map, Province, Stack
from engine.packs.cohorts.stacks.burdens import stuck
from engine.suggesting import refusal_of
from engine.world import World


def lines(desk: Desk) -> Iterator[Line]:
    """What all who are idle could do at once, then a line for each that has not moved or acted."""
    yield partial(_idle, desk)
    best = advised(desk)
    yield from (partial(_entry, desk, best, stack) for stack in stacks_of(desk))


def _idle(desk: Desk) -> AgendaEntry | None:
    """How many stacks and characters could rest or train, if two or more could."""
    work = _recipe(desk)
    orders = list(work.work(desk.state)) if work else []
    if len(orders) < 2:
        return None
    counts = Counter("stack" if order.path[0] == "stack" else "character" for order in orders)
    who = " and ".join(number(count, kind) for kind, count in counts.items())
    lead = Lead(label="All idle: rest or train", emoji="💤", recipe=GiveIdleWork.name, button=True)
    return AgendaEntry(text=f"**All idle:** {who} could rest or train", leads=(lead,))


def _recipe(desk: Desk) -> type[GiveIdleWork] | None:
    found = desk.faces.recipes.get(GiveIdleWork.name)
    return found if found and issubclass(found, GiveIdleWork) else None


def _entry(desk: Desk, best: Advised, stack: Stack) -> AgendaEntry | None:
    world = desk.state.world
    if stack.used or stack.acted or next(iter(pieces_in(world, stack.place)), None) is None:
        return None
    if stuck(desk.state, stack):
        return _burdened(desk, stack)
    moves = any(pace(desk.state, stack, mode).rate for mode in MODES)
    found: dict[str, Idea] = {}
    for each in _goals(desk, best, stack, moves=moves):
        found.setdefault(each.lead.label, each)
    where = f" → {' · '.join(each.words for each in found.values())}" if found else ""
    where += "" if moves else " (it cannot move)"
    return AgendaEntry(
        text=f"**{escaped(stack.name)}** at {spot(desk, stack.province)}{where}",
        leads=(*(each.lead for each in found.values()), to_all(desk, stack, stack.name)),
    )


def _goals(desk: Desk, best: Advised, stack: Stack, *, moves: bool) -> Iterator[Idea]:
    """What a computer player would do, rest or a camp, a place of note, unknown land."""
    yield from best.get(stack.place, ())
    work = _recipe(desk)
    if work and (order := work.of_stack(desk.state, stack)):
        yield idea(desk, order, stack)
    if moves and (note := note_near(desk.state.world, stack.province)):
        away, near = note
        goal = f"{near.name} {spot(desk, near.province)}"
        words = f"{escaped(near.name)}, {number(away, 'province')} off"
        yield from _to(desk, stack, near.province, goal, words)
    if moves and (unknown := unexplored(desk, stack.province)):
        away, edge = unknown
        goal, words = f"the unknown by {spot(desk, edge)}", number(away, "province")
        yield from _to(desk, stack, edge, goal, f"unknown land, {words} off")


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


def _to(desk: Desk, stack: Stack, province: int, goal: str, words: str) -> Iterator[Idea]:
    """A march to a province, unless it is known that the stack may not enter it."""
    march = Move(stack=Ref(*stack.place), destination=Ref(Province.kind, province))
    if refusal_of(desk.state, march) is None:
        says, there = label(f"{stack.name}: to {goal}"), f"{Province.kind}:{province}"
        yield Idea(words, to_order(Move, says, stack=ref(desk, stack), destination=there))


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
