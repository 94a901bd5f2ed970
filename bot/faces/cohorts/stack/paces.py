"""How fast a stack goes, and what slows it: a box for each way in which it moves."""

from __future__ import annotations

from collections.abc import Iterator

from bot.faces.cards.card import Box, Row, known_rows
from bot.faces.cohorts.rows import shares_of
from bot.faces.words.figures import amount, figure
from bot.faces.words.text import number
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import race_of_recruits
from engine.packs.cohorts.content.land import MODES
from engine.packs.cohorts.movement import routes
from engine.packs.cohorts.movement.rates import Mover, Pace
from engine.packs.cohorts.movement.stamina import Stamina, shown
from engine.packs.cohorts.pieces.records import Stack
from engine.packs.cohorts.things.item_names import item_name
from engine.state import State
from engine.world import World


def ways_of(state: State, stack: Stack) -> list[Stamina]:
    """How it moves in each way that somebody in it can use."""
    every = (Stamina.of(state, stack, mode) for mode in MODES)
    return [each for each in every if each.pace.movers or each.rate]


def pace_box(content: Content, state: State, stack: Stack, way: Stamina, most: int) -> Box:
    """Points left, why it is so slow, and who moves how fast, the slowest first."""
    reached = len(routes.reach(state, stack, way.pace.mode)) - 1
    rows = tuple(_rows(content, state.world, way))
    note = f"{number(reached, 'province')} in reach"
    return Box(f"By {way.pace.mode}", rows, note, wide=True, tab="Movement", most=most)


def _rows(content: Content, view: World, way: Stamina) -> Iterator[Row]:
    pace, rate, left = way.pace, shown(way.pace.rate), shown(way.points)
    share = float(left / rate) if rate else 0.0
    yield Row("Points left", f"{amount(left)} of {amount(rate)}", share=share, tone="gold")
    yield Row(_why(content, view, pace), tone="faint")
    everyone = [*pace.movers, *((pace.pool,) if pace.pool else ())]
    for mover in sorted(everyone, key=lambda each: each.rate):
        yield _mover(content, view, mover)
    if hold := pace.hold:
        yield Row(
            "Aboard",
            f"troops {amount(hold.troop_load)} of {amount(hold.troop_capacity)}, "
            f"cargo {amount(hold.cargo_load)} of {amount(hold.cargo_capacity)}",
        )
    changes = [f"{family} {by:+d}%" for family, by in pace.terrain_percent.items() if by]
    if changes:
        yield from known_rows([("Cost of entering", ", ".join(changes).replace("-", "−"))])


def _mover(content: Content, view: World, mover: Mover) -> Row:
    name = _name(content, view, mover)
    slower = (("Overburden", f"−{mover.penalty}%"),) if mover.penalty else ()
    rate = figure(name, mover.normal, "Base", mover.rate, slower)
    load = f"bears {amount(mover.load)} of {amount(mover.capacity)}"
    bears = load if mover.load or mover.capacity else ""
    return Row(name, rate.value, "; ".join(filter(None, (shares_of(rate), bears))))


def _name(content: Content, view: World, mover: Mover) -> str:
    if race_of_recruits(mover.name) in content.races:
        return item_name(content, view, mover.name)
    return "What the stack carries" if mover.name == "possessions" else mover.name


def _why(content: Content, view: World, pace: Pace) -> str:
    slowest = pace.slowest
    if pace.hold and not pace.hold.holds:
        return "More is aboard than its ships can hold."
    if slowest is None:
        return "Nothing in it moves so."
    name = _name(content, view, slowest)
    if slowest.rate > pace.rate:
        return "Nothing carries a ship that cannot move so."
    if slowest.penalty:
        load = amount(slowest.load)
        if slowest.overburden is None:
            return f"Nothing in it carries its goods, bodies and captives ({load} in weight)."
        return f"{name} is slowest: loaded with {load}, able to bear {amount(slowest.capacity)}."
    return f"{name} is slowest." if len(pace.movers) > 1 or pace.pool else f"{name} sets the pace."
