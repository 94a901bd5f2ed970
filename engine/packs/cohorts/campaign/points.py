"""How the factions stand: by the points that a module gives for what their players hold.

Source: cohorts.campaign.points.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.campaign import Faction, Player
from engine.ending import Standing, Tally, ranked
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import cities_of, city_of
from engine.packs.cohorts.pieces.people import head_count
from engine.packs.cohorts.pieces.positions import position_of
from engine.packs.cohorts.pieces.records import Character, City, Guild, Province, Tower
from engine.packs.cohorts.pieces.territories import Kingdom, Territory
from engine.world import Place, World

_THOUSAND = 1000


def standing(rules: Rules, world: World) -> tuple[Standing, ...]:
    """The factions that have players, the one with the most points first; needs the truth.

    Where points are equal more cities decide, then more people (cohorts.campaign.end).
    """
    return ranked(_sides(rules, world))


def _sides(
    rules: Rules, world: World
) -> Iterator[tuple[Place, tuple[Tally, ...], tuple[int, int]]]:
    worth = rules.module.content(Content).winning.points
    thrones = [each.capital for each in world.all(Kingdom)]
    seats = [each.capital for each in world.all(Territory)]
    castles = _castles(world)
    for faction in world.all(Faction):
        players = list(world.by(Player, "faction", faction.id))
        if not players:
            continue
        cities = cities_of(world, faction.id)
        held = {city.id for city in cities}
        people = sum(map(head_count, cities))
        counted = (
            ("cities", len(cities), worth.city),
            ("territory capitals", sum(seat in held for seat in seats), worth.territory_capital),
            ("kingdom capitals", sum(seat in held for seat in thrones), worth.kingdom_capital),
            ("thousand people", people // _THOUSAND, worth.people),
            ("guild levels", sum(_guild_levels(world, city) for city in cities), worth.guild_level),
            ("castles", sum(castles.get(id, 0) for id in held), worth.castle),
            ("titles", sum(_titles(world, player) for player in players), worth.title),
            ("quests", sum(position_of(world, each.id).tasks for each in players), worth.task),
        )
        made_of = tuple(
            Tally(what=what, count=count, points=count * each)
            for what, count, each in counted
            if each
        )
        yield faction.place, made_of, (len(cities), people)


def _castles(world: World) -> dict[int, int]:
    """How many castles the barony of each city has, by the city's id."""
    found: dict[int, int] = {}
    for tower in world.all(Tower):
        city = city_of(world, world.get(Province, tower.province).barony)
        if tower.type == "castle" and city:
            found[city.id] = found.get(city.id, 0) + 1
    return found


def _guild_levels(world: World, city: City) -> int:
    return sum(guild.level for guild in world.by(Guild, "city", city.id))


def _titles(world: World, player: Player) -> int:
    """Of each living holder each title once."""
    bearers = world.by(Character, "player", player.id)
    return sum(len(each.titles) for each in bearers if not each.dead)
