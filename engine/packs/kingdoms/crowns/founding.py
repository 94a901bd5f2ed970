"""Founding a campaign of Kingdoms: the land, its militia, and the heroes whom nobody employs.

The kingdoms' homes are set apart from the start; players take them later (`joining`).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Final

from engine.campaign import Faction, Now
from engine.dice import Streams
from engine.hexes import Grid
from engine.packs import Rules
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.filling import fill
from engine.packs.kingdoms.crowns.homes import FAIR, Homes, choose_homes
from engine.packs.kingdoms.crowns.land import LandPlan, lay
from engine.packs.kingdoms.crowns.strewing import strew_heroes
from engine.packs.kingdoms.pieces.chance import step_stream
from engine.packs.kingdoms.pieces.records import Army, Course, Crown, Holding, Lands, Region
from engine.world import World

_LAID: Final = 1_200
"""Provinces that are laid in all, as long as no homes on them are fair."""


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
    world, homes = _fair_land(rules, grid, len(seats), dice)
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
    strew_heroes(world, rulers, armies, dice)
    return world


def _fair_land(rules: Rules, grid: Grid, seats: int, dice: Streams) -> tuple[World, Sequence[int]]:
    """Land with its contents, and the homes on it (kingdoms.setup.start-provinces)."""
    content, armies = rules.module.content(RulerContent), rules.module.content(ArmyContent)
    best: tuple[Homes, World] | None = None
    for _ in range(max(1, _LAID // len(grid))):
        world = _land(rules, grid, dice)
        homes = choose_homes(world, armies, seats, content.start.homes_apart, dice)
        if best is None or homes.unevenness < best[0].unevenness:
            best = homes, world
        if homes.unevenness <= FAIR:
            break
    assert best
    return best[1], best[0].provinces


def _land(rules: Rules, grid: Grid, dice: Streams) -> World:
    """New land with its militia and features, without kingdoms."""
    module, world = rules.module, World(rules.records)
    plan = lay(module, grid, dice)
    world.put(Now(id=1, tick=0, turn=1, month=1, date=dt.date.min))
    world.put(Lands(id=1, width=grid.width, height=grid.height, wraps=grid.wraps))
    world.put(Course(id=1, phase=0, order=()))
    for name in plan.names:
        world.add(Region, name=name)
    _settle(world, module.content(RulerContent), module.content(ArmyContent), plan, dice)
    fill(world, module, dice)
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
    world: World, content: RulerContent, armies: ArmyContent, plan: LandPlan, dice: Streams
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
