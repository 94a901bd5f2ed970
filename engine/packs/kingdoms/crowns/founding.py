"""Founding a campaign of Kingdoms: the land, its militia, and the heroes whom nobody employs.

The kingdoms' homes are set apart from the start; players take them later (`joining`).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping

from engine.campaign import Faction, Now
from engine.dice import Streams
from engine.hexes import Grid
from engine.packs import Rules
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.filling import fill
from engine.packs.kingdoms.crowns.heroes import drawn_hero, enter
from engine.packs.kingdoms.crowns.homes import choose_homes
from engine.packs.kingdoms.crowns.land import Plan, lay
from engine.packs.kingdoms.pieces.chance import picked, step_stream
from engine.packs.kingdoms.pieces.records import Army, Course, Crown, Holding, Lands, Region
from engine.world import World


def found(rules: Rules, dice: Streams, settings: Mapping[str, int]) -> World:
    """The world of a new campaign, before its first tick.

    `settings` may give the map's `width` and `height` in provinces in place of the module's.

    Raises:
        ValueError: the map is too small for its kingdoms.
    """
    module = rules.module
    width = settings.get("width", module.extent.width)
    height = settings.get("height", module.extent.height)
    grid = Grid(width, height, module.extent.wraps)
    seats = [faction for faction in module.factions.values() for _ in range(faction.seats)]
    plan = lay(module, grid, dice)
    world = World(rules.records)
    world.put(Now(id=1, tick=0, turn=1, month=1, date=dt.date.min))
    world.put(Lands(id=1, width=width, height=height, wraps=grid.wraps))
    world.put(Course(id=1, phase=0, order=()))
    for name in plan.names:
        world.add(Region, name=name)
    _settle(world, module.content(RulerContent), module.content(ArmyContent), plan, dice)
    fill(world, module, dice)
    for faction in module.factions.values():
        world.add(
            Faction,
            key=faction.key,
            name=faction.name,
            colour=faction.colour,
            emblem=faction.emblem,
        )
    factions = {faction.key: faction.id for faction in world.all(Faction)}
    rulers, armies = module.content(RulerContent), module.content(ArmyContent)
    race = next(rulers.races())
    homes = choose_homes(world, armies, len(seats), rulers.start.homes_apart, dice)
    for seat, home in zip(seats, homes, strict=True):
        world.add(
            Crown,
            name=seat.name,
            faction=factions[seat.key],
            player=0,
            race=race,
            alignment="Neutral",
            home=home,
            treasury=0,
        )
    _strew_heroes(world, rulers, armies, dice)
    return world


def tax_base(average: int, drawn: int) -> int:
    """A province's tax base, from its ground's average and d(3) (kingdoms.map.tax-base)."""
    return average + drawn - 2


def militia_of(content: RulerContent, ground: str, tax: int, *, sea: bool) -> tuple[int, str]:
    """How many armies of militia an independent province has, and of which race.

    Source: kingdoms.map.independent-provinces.
    """
    armies = 0 if sea else -(-tax // content.start.militia_per)
    return armies, content.militia_race(ground)


def _settle(
    world: World, content: RulerContent, armies: ArmyContent, plan: Plan, dice: Streams
) -> None:
    """The provinces with their tax bases and militia."""
    for index, hex in enumerate(plan.grid):
        terrain, region = plan.grounds[index], plan.regions[index]
        ground = armies.grounds[terrain]
        drawn = step_stream(dice, 0, "province", index + 1, "tax").whole(3)
        holding = world.add(
            Holding,
            x=hex.x,
            y=hex.y,
            terrain=terrain,
            height=plan.heights[index],
            region=0 if region is None else region + 1,
            tax=tax_base(ground.tax, drawn),
        )
        muster_militia(world, content, armies, holding)


def muster_militia(
    world: World, content: RulerContent, armies: ArmyContent, holding: Holding
) -> None:
    """Put the militia into a province (kingdoms.map.independent-provinces)."""
    ground = armies.grounds[holding.terrain]
    number, race = militia_of(content, holding.terrain, holding.tax, sea=ground.sea)
    for _ in range(number):
        world.add(
            Army,
            type=content.start.garrison,
            race=race,
            quality=content.start.militia_quality,
            crown=0,
            holding=holding.id,
            militia=True,
        )


def reach_of(world: World, home: int) -> tuple[int, ...]:
    """A home and every province adjacent to it, in order of id."""
    around = world.get(Lands, 1).grid.adjacency()[home - 1]
    return tuple(sorted([home, *(there + 1 for there in around if there >= 0)]))


def wild_land(world: World, armies: ArmyContent) -> Iterator[Holding]:
    """The land that no kingdom owns, nor will own as soon as its player comes, by id."""
    vacant = (crown.home for crown in world.all(Crown) if not crown.player)
    kept = {id: None for home in vacant for id in reach_of(world, home)}
    for holding in world.all(Holding):
        if not (holding.owner or holding.id in kept or armies.grounds[holding.terrain].sea):
            yield holding


def _strew_heroes(world: World, content: RulerContent, armies: ArmyContent, dice: Streams) -> None:
    """The unemployed heroes of the start (kingdoms.setup.treasury-and-heroes)."""
    land = list(wild_land(world, armies))
    for number in range(1, content.start.unemployed * world.count(Crown) + 1):
        if not land:
            break
        drawn = step_stream(dice, 0, "hero", number, "unemployed")
        holding = picked(drawn, land)
        name = step_stream(dice, 0, "hero", number, "name")
        enter(world, content, drawn_hero(content, drawn), name, holding=holding.id)
