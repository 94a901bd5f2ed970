"""What the faction has come to know since the turn before this one began."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from bot.faces.agenda import AgendaEntry, Desk, Line
from bot.faces.cohorts.agenda.own import spot
from bot.faces.leads import Lead, label
from bot.faces.words.text import escaped
from engine.campaign import Faction
from engine.labels import Labels
from engine.orders import Ref
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.ownership import faction_of, relation
from engine.packs.cohorts.pieces.records import City, Stack
from engine.world import Place, World

MOST: Final = 10
"""Lines; what comes after them is counted."""
_STANDS: Final = {"allied": "allied to you", "at_war": "at war with you", "neutral": "neutral"}


def noted(view: World, faction: int) -> Iterator[Place]:
    """Places of note, cities, others' stacks, and the factions that these are of."""
    for thing in (*view.all(HotSpot), *view.all(City), *_others(view, faction)):
        if thing.knows("name"):
            yield thing.place
        if isinstance(thing, Stack):
            yield Place(Faction.kind, faction_of(view, thing))


def lines(desk: Desk) -> Iterator[Line]:
    """A line for each, factions before what is theirs."""
    if desk.earlier is None:
        return
    fresh = dict.fromkeys(each for each in noted(desk.view, desk.faction))
    new = [place for place in fresh if place not in desk.earlier]
    told = [place for place in sorted(new, key=_order) if _has_line(desk.view, place)]
    yield from (partial(_entry, desk, place) for place in told[:MOST])
    if len(told) > MOST:
        yield lambda: AgendaEntry(text=f"… and {len(told) - MOST} more; `/map` shows them")


def _has_line(view: World, place: Place) -> bool:
    """Whether a new thing is told of; of a stack without a name its faction is."""
    thing = view.at(place)
    return thing is not None and thing.knows("name")


def _others(view: World, faction: int) -> Iterator[Stack]:
    return (stack for stack in view.all(Stack) if faction_of(view, stack) != faction)


def _order(place: Place) -> tuple[int, int]:
    return (Faction.kind, HotSpot.kind, City.kind, Stack.kind).index(place.kind), place.id


def _entry(desk: Desk, place: Place) -> AgendaEntry | None:
    """What is told of a new thing."""
    view = desk.view
    thing = view.at(place)
    if isinstance(thing, Faction):
        stands = _STANDS[relation(view, desk.faction, thing.id)]
        return AgendaEntry(text=f"People of **{escaped(thing.name)}** met: they are {stands}")
    if isinstance(thing, HotSpot):
        where = spot(desk, thing.province)
        return AgendaEntry(
            text=f"Place of note: **{escaped(thing.name)}** at {where}",
            leads=(Lead(label=label(f"{thing.name}: quests"), panel=("quests", "")),),
        )
    if isinstance(thing, City):
        where = spot(desk, thing.province)
        return AgendaEntry(
            text=f"City: **{escaped(thing.name)}** at {where}",
            leads=(_look(view, thing, "city"),),
        )
    if isinstance(thing, Stack):
        side = view.find(Faction, faction_of(view, thing))
        whose = f" of {escaped(side.name)}" if side else ""
        where = spot(desk, thing.province)
        return AgendaEntry(
            text=f"Stack: **{escaped(thing.name)}**{whose} at {where}",
            leads=(_look(view, thing, "stack"),),
        )
    return None


def _look(view: World, thing: City | Stack, panel: str) -> Lead:
    about = Labels(view).of(Ref(*thing.place), (thing.kind,))
    return Lead(label=label(f"Look at {thing.name}"), panel=(panel, about))
