"""The maps that go with a faction's report. It draws nothing and imports nothing that draws."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.faces.cohorts.map.extent import known_part, own_places
from bot.faces.map.chart import OVERVIEW_FROM
from bot.faces.map.shown import MapShown, legend_in
from engine.packs import Rules
from engine.packs.cohorts.pieces.records import Map
from engine.world import Place, World

AROUND_HOME: Final = 6  # hexes


def report_maps(rules: Rules, view: World, faction: int, turn: int) -> tuple[MapShown, ...]:
    """What the faction knows, as large as it can be shown; nothing of a world without a map.

    While that lies close around an own place, just this part of the world; else the whole map, and
    of a wide world, where little shows, also what lies around home. Of several realms those are
    shown in which it has something of its own.
    """
    if view.at(Place(Map.kind, 1)) is None:
        return ()
    part = known_part(view, faction)
    if part:
        return (MapShown("factions", part.realm, part.centre, part.radius),)
    homes = own_places(view, faction)
    whole = MapShown(legend_in(turn))
    wholes = [replace(whole, realm=realm) for realm in dict.fromkeys(home.realm for home in homes)]
    if not homes or view.get(Map, 1).grid.realms[homes[0].realm].width <= OVERVIEW_FROM:
        return tuple(wholes) or (whole,)
    return (*wholes, MapShown("none", homes[0].realm, homes[0].spot, AROUND_HOME))
