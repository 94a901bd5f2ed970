"""What the kingdom has come to know since the turn before this one began."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from bot.faces.agenda import AgendaEntry, Desk, Line
from bot.faces.kingdoms.agenda.own import bare, called, to_panel
from engine.packs.kingdoms.pieces.records import Crown, Ruler, Site
from engine.world import Place, World

MOST: Final = 8
"""Lines; what comes after them is counted."""


def noted(view: World, faction: int) -> Iterator[Place]:
    """Features that it has discovered, and foreign characters that it knows where to find."""
    own = {crown.id for crown in view.by(Crown, "faction", faction)}
    yield from (site.place for site in view.all(Site))
    for ruler in view.all(Ruler):
        if ruler.crown not in own and ruler.knows("holding") and ruler.alive:
            yield ruler.place


def lines(desk: Desk) -> Iterator[Line]:
    """A line for each, features before characters."""
    if desk.earlier is None:
        return
    new = [place for place in noted(desk.view, desk.faction) if place not in desk.earlier]
    yield from (partial(_entry, desk, place) for place in new[:MOST])
    if len(new) > MOST:
        yield lambda: AgendaEntry(text=f"… and {len(new) - MOST} more; `/map` shows them")


def _entry(desk: Desk, place: Place) -> AgendaEntry | None:
    names, thing = called(desk), desk.view.at(place)
    if isinstance(thing, Site):
        look = to_panel(desk, "feature", thing, f"Look at {bare(desk).site(thing.id)}")
        return AgendaEntry(text=f"Feature: {names.site(thing.id)}", leads=(look,))
    if isinstance(thing, Ruler):
        of = f" of {names.crown(thing.crown)}" if thing.crown else ", a hero without a King,"
        where = names.holding(thing.holding)
        return AgendaEntry(
            text=f"Seen: **{names.ruler(thing.id)}**{of} at {where}",
            leads=(to_panel(desk, "character", thing, f"Look at {thing.name}"),),
        )
    return None
