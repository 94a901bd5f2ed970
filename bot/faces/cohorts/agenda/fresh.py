"""What the faction has come to know since the turn before this one began."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.agenda import Desk, Entry
from bot.faces.cohorts.agenda.own import label, spot
from bot.faces.leads import Lead
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


def entries(desk: Desk) -> Iterator[Entry]:
    """A line for each, factions before what is theirs."""
    if desk.earlier is None:
        return
    fresh = dict.fromkeys(each for each in noted(desk.view, desk.faction))
    new = [place for place in fresh if place not in desk.earlier]
    made = [entry for place in sorted(new, key=_order) if (entry := _entry(desk, place))]
    yield from made[:MOST]
    if len(made) > MOST:
        yield Entry(text=f"… and {len(made) - MOST} more; `/map` shows them")


def _others(view: World, faction: int) -> Iterator[Stack]:
    return (stack for stack in view.all(Stack) if faction_of(view, stack) != faction)


def _order(place: Place) -> tuple[int, int]:
    return (Faction.kind, HotSpot.kind, City.kind, Stack.kind).index(place.kind), place.id


def _entry(desk: Desk, place: Place) -> Entry | None:
    """What is told of a new thing; None for one that has no line of its own."""
    view = desk.view
    thing = view.at(place)
    if isinstance(thing, Faction):
        stands = _STANDS[relation(view, desk.faction, thing.id)]
        return Entry(text=f"People of **{escaped(thing.name)}** met: they are {stands}")
    if isinstance(thing, HotSpot):
        where = spot(desk, thing.province)
        return Entry(
            text=f"Place of note: **{escaped(thing.name)}** at {where}",
            leads=(Lead(label=label(f"{thing.name}: quests"), panel=("quests", "")),),
        )
    if isinstance(thing, City):
        where = spot(desk, thing.province)
        return Entry(
            text=f"City: **{escaped(thing.name)}** at {where}",
            leads=(_look(view, thing, "city"),),
        )
    if isinstance(thing, Stack) and thing.knows("name"):
        side = view.find(Faction, faction_of(view, thing))
        whose = f" of {escaped(side.name)}" if side else ""
        where = spot(desk, thing.province)
        return Entry(
            text=f"Stack: **{escaped(thing.name)}**{whose} at {where}",
            leads=(_look(view, thing, "stack"),),
        )
    return None


def _look(view: World, thing: City | Stack, panel: str) -> Lead:
    about = Labels(view).of(Ref(*thing.place), (thing.kind,))
    return Lead(label=label(f"Look at {thing.name}"), panel=(panel, about))
