"""What a kingdom could grow by: land that nobody owns, and heroes whom nobody employs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from bot.faces.agenda import AgendaEntry, Desk, Line
from bot.faces.kingdoms.agenda.own import (
    bare,
    called,
    crown_of,
    days,
    hired,
    ref,
    to_order,
    to_panel,
)
from bot.faces.kingdoms.agenda.time import fits, holding_of
from bot.faces.kingdoms.days import DayFacts
from bot.faces.kingdoms.hiring import terms_told
from bot.faces.kingdoms.leading import to_odds
from bot.faces.leads import Lead, label
from bot.faces.words.text import escaped, number
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.provinces import adjacent, distance, ground_of
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.crowns.ventures.recruiting import would_serve
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, Ruler

NEAR: Final = 3
"""Provinces within which something is in reach."""
MOST: Final = 4
"""Lines of a kind."""


def lines(desk: Desk) -> Iterator[Line]:
    """A line for each leader who could take land, then for each hero to be hired, nearest first."""
    crown = crown_of(desk)
    if crown is None:
        return
    yield from (partial(_land, desk, day) for day in days(desk)[:MOST])
    content = desk.rules.module.content(RulerContent)
    heroes = [
        each
        for each in desk.view.all(Ruler)
        if each.knows("holding") and would_serve(content, crown, each)
    ]
    taken = hired(desk)
    found = [(_away(desk, each), each.id) for each in heroes if each.id not in taken]
    for away, id in sorted(each for each in found if each[0] <= NEAR)[:MOST]:
        yield partial(_hero, desk, crown, id, away)


def _away(desk: Desk, hero: Ruler) -> int:
    """Provinces to the nearest character who has time left."""
    steps = [distance(desk.view, day.ruler.holding, hero.holding) for day in days(desk) if day.able]
    return min(steps, default=NEAR + 1)


# ---------------------------------------------------------------- land


def _land(desk: Desk, day: DayFacts) -> AgendaEntry | None:
    """The nearest land without an owner, for who leads armies that may march."""
    if not day.able or day.ruler.coma or not _marches(desk, day.ruler):
        return None
    here = holding_of(desk, day.ruler)
    free = sorted((distance(desk.view, here, each.id), each.id) for each in _ownerless(desk))
    if not free or free[0][0] > NEAR:
        return None
    names, ruler = called(desk), day.ruler
    nearest = [id for away, id in free if away == free[0][0]][:MOST]
    spots = " or ".join(names.holding(id) for id in nearest[:2])
    steps = number(free[0][0], "province")
    goal = desk.view.get(Holding, nearest[0])
    leads = (
        *(lead for id in nearest for lead in _towards(desk, day, id)),
        *to_odds(desk.view, desk.faction, goal, "who is there", armed=True),
    )
    return AgendaEntry(
        text=f"**{escaped(ruler.name)}** could take {spots}, which nobody owns, {steps} away: "
        "march in, and beat the militia",
        leads=tuple(dict.fromkeys(leads)),
    )


def _ownerless(desk: Desk) -> Iterator[Holding]:
    """Land that is known to have no owner."""
    content = desk.rules.module.content(ArmyContent)
    for holding in desk.view.all(Holding):
        free = holding.knows("owner") and not holding.owner
        if free and not ground_of(content, holding).sea:
            yield holding


def _marches(desk: Desk, ruler: Ruler) -> bool:
    """Whether the ruler leads only land armies after the draft."""
    led = any(True for _ in desk.state.world.by(Army, "leader", ruler.id))
    return led and not _sails(desk, ruler)


def _sails(desk: Desk, ruler: Ruler) -> bool:
    """Whether the ruler would lead ships, which cannot go by land."""
    types = desk.rules.module.content(ArmyContent).army_types
    return any(types[army.type].sails for army in desk.state.world.by(Army, "leader", ruler.id))


# ---------------------------------------------------------------- heroes


def _hero(desk: Desk, crown: Crown, id: int, away: int) -> AgendaEntry:
    hero, names = desk.view.get(Ruler, id), called(desk)
    told = f"**{names.ruler(id)}**, whom nobody employs, is at {names.holding(hero.holding)}"
    near = [
        day for day in days(desk) if distance(desk.view, day.ruler.holding, hero.holding) == away
    ]
    free = [day for day in near if away and not _sails(desk, day.ruler)]
    leads = [lead for day in free for lead in _towards(desk, day, hero.holding)]
    how = (
        f"{number(away, 'province')} away: go there, and hire"
        if away
        else "to be hired on the spot"
    )
    return AgendaEntry(
        text=f"{told}, {how} ({terms_told(desk.rules.module, crown, hero)})",
        leads=(*leads, to_panel(desk, "character", hero, f"Look at {hero.name}")),
    )


def _towards(desk: Desk, day: DayFacts, goal: int) -> Iterator[Lead]:
    """The next step towards a province from where the draft leads somebody."""
    here = holding_of(desk, day.ruler)
    content = desk.rules.module.content(ArmyContent)
    steps = [
        (distance(desk.view, there, goal), there)
        for there in adjacent(desk.view, here)
        if not ground_of(content, desk.view.get(Holding, there)).sea
    ]
    if here != goal and steps and day.able and fits(desk, day, Move):
        there = desk.view.get(Holding, min(steps)[1])
        says = label(f"{day.ruler.name}: move to {bare(desk).holding(there.id)}")
        yield to_order(Move, says, character=ref(day.ruler), to=ref(there))
