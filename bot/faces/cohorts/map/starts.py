"""From a world that nobody has entered to the map on which a newcomer chooses where to begin.

Each free starting city is a number in its home barony; of the faction that was chosen it also shows
what its players would know if they began there. Nobody learns more here than the choice needs
(cohorts.setup.starting-city, cohorts.knowledge.view).
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.faces.cohorts.looks import looks_of
from bot.faces.cohorts.map.chart import TERMS, factions_of
from bot.faces.join_forms import Start
from bot.faces.map.chart import Cell, Chart, Settlement
from engine.campaign import Faction
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import City, Map, Province
from engine.packs.cohorts.setup.joining import starting_knowledge
from engine.world import World


def starts_realm(world: World, found: Sequence[Start]) -> int:
    """The realm in which most of them lie."""
    grid = world.get(Map, 1).grid
    realms = [grid.at(world.get(City, start.place).province - 1).realm for start in found]
    return max(sorted(dict.fromkeys(realms)), key=realms.count, default=0)


def starts_chart(rules: Rules, world: World, found: Sequence[Start], chosen: int = 0) -> Chart:
    """The chart of starting cities in the realm that has most of them.

    `chosen` is the faction whose land and names it shows.
    """
    atlas, realm = world.get(Map, 1), starts_realm(world, found)
    size = atlas.grid.realms[realm]
    content = rules.module.content(Content)
    keys = {each.id: each.key for each in world.all(Faction)}
    cells: dict[int, Cell] = {}
    settlements: list[Settlement] = []
    for start in found:
        city = world.get(City, start.place)
        home = [province.id for province in world.by(Province, "barony", city.barony)]
        shown = starting_knowledge(world, city) if start.faction == chosen else home
        for id in (*shown, *home):
            if atlas.grid.at(id - 1).realm != realm:
                continue
            province = world.get(Province, id)
            owner = keys[start.faction] if province.barony == city.barony else None
            if owner is None and id in cells:
                continue
            cells[id] = Cell(
                province.x,
                province.y,
                province.terrain,
                owner=owner,
                barony=province.barony or None,
            )
        if atlas.grid.at(city.province - 1).realm != realm:
            continue
        spot = world.get(Province, city.province)
        label = f"{start.number} {city.name}" if start.faction == chosen else str(start.number)
        settlements.append(Settlement(spot.x, spot.y, "city", label, keys[start.faction]))
    return Chart(
        size.width,
        size.height,
        tuple(cells.values()),
        wrap=size.wraps,
        realm=atlas.realms[realm].name if len(atlas.realms) > 1 else "",
        factions=tuple(factions_of(world)),
        own=keys.get(chosen),
        settlements=tuple(settlements),
        lands=tuple(looks_of(content).lands.values()),
        title="Where to begin",
        subtitle=world.get(Faction, chosen).name if chosen else "",
        terms=TERMS,
    )
