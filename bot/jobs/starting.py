"""Where a player may begin: the free starting cities, as words and as a picture; and coats of arms.

This reads the truth, since a faction without players knows nothing yet; it tells no more than whom
the rules offer a choice may know (cohorts.setup.starting-city).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from bot import faces
from bot.faces.map.chart import OVERVIEW_FROM, Focus
from bot.faces.paint.picture import Picture
from bot.jobs.opened import rules_at, world_at
from engine.campaign import Faction, Player
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.people import head_count
from engine.packs.cohorts.pieces.records import City, Province
from engine.packs.cohorts.setup.joining import free_cities
from engine.world import World

LONGEST_ALT = 1024  # Discord


@dataclass(frozen=True, slots=True)
class Start:
    """A free starting city."""

    number: int
    """As it stands on the map."""
    city: int
    faction: int
    name: str
    people: int
    land: tuple[str, ...]
    """The families of terrain around it, the most frequent first."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where one may begin, with the map that shows it."""

    starts: tuple[Start, ...]
    seated: Mapping[str, tuple[str, ...]]
    """The names of those who play, by faction."""
    picture: Picture


def starting_cities(path: Path, campaign: int, tick: int, faction: int) -> list[tuple[int, str]]:
    """The id and name of each starting city of the faction that nobody has after the tick."""
    return [(city.id, city.name) for city in free_cities(world_at(path, campaign, tick), faction)]


def starting_places(path: Path, campaign: int, tick: int, chosen: int, only: int) -> Places:
    """The free starting cities and their map.

    Before a faction is `chosen` (0) it shows where cities lie and whose they are, then the land and
    the names of that faction alone. `only` is the one faction that may be told of, 0 if all may.
    """
    # Only workers pay for what draws; the event loop imports this module to name the job.
    from bot.faces.cohorts.map.starts import starts_chart
    from bot.faces.map.picture import draw_map

    rules, world = rules_at(path, campaign, tick), world_at(path, campaign, tick)
    found = [each for each in starts(rules, world, only) if chosen in (0, each.faction)]
    chart = starts_chart(rules, world, found, chosen)
    focus = Focus(
        "overview" if chart.width > OVERVIEW_FROM else "whole",
        layer=faces.of(rules).layer("political" if chosen else "ownership"),
        legend="factions",
    )
    picture = draw_map(chart, focus)
    sides = {each.id: each.name for each in world.all(Faction)}
    listed = "; ".join(
        f"{each.number} {each.name}" if chosen else f"{each.number} of {sides[each.faction]}"
        for each in found
    )
    whose = f" of {sides[chosen]}" if chosen else ""
    alt = f"A map with the free starting cities{whose}, numbered: {listed or 'none'}."
    picture = replace(picture, alt=alt[:LONGEST_ALT], filename="starts.png")
    seated = {
        each.key: tuple(p.name for p in world.by(Player, "faction", each.id) if p.active)
        for each in world.all(Faction)
    }
    return Places(tuple(found), seated, picture)


def starts(rules: Rules, world: World, only: int = 0) -> list[Start]:
    """Every free starting city, or those of one faction, numbered in order."""
    sides = [each.id for each in world.all(Faction) if only in (0, each.id)]
    cities = [city for side in sides for city in free_cities(world, side)]
    return [
        Start(
            number,
            city.id,
            city.faction,
            city.name,
            head_count(city),
            tuple(_land(rules, world, city)),
        )
        for number, city in enumerate(cities, 1)
    ]


def _land(rules: Rules, world: World, city: City) -> Iterator[str]:
    content = rules.module.content(Content)
    home = world.by(Province, "barony", city.barony)
    families = [content.terrains[each.terrain].family for each in home]
    yield from sorted(dict.fromkeys(families), key=lambda each: -families.count(each))


def draw_arms(body: str) -> Picture:
    """The picture of a coat of arms, from its JSON."""
    from bot.faces.arms import picture as arms
    from bot.faces.arms.coat import Arms

    return arms.draw_arms(Arms.model_validate_json(body))
