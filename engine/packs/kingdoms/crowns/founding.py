"""Founding a campaign of Kingdoms: the land, its militia, and the heroes whom nobody employs.

The kingdoms' homes are set apart from the start; players take them later (`joining`).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.campaign import Faction, Now
from engine.dice import Dice, Streams
from engine.hexes import Grid
from engine.module import Module
from engine.packs import Rules
from engine.packs.kingdoms.bouts.making import full_hits
from engine.packs.kingdoms.bouts.sites import hoard
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.content.rulers import RulerContent, Start
from engine.packs.kingdoms.crowns.homes import FAIR, Homes, choose_homes
from engine.packs.kingdoms.crowns.strewing import strew_heroes
from engine.packs.kingdoms.pieces.chance import picked, step_stream, succeeds
from engine.packs.kingdoms.pieces.records import (
    Army,
    Course,
    Crown,
    Holding,
    Lands,
    MagicItem,
    Region,
    Site,
)
from engine.packs.lands.climate import Climate, make_weather, paint
from engine.packs.lands.regions import name_regions
from engine.packs.lands.relief import Shape, raise_land
from engine.world import World


@dataclass(frozen=True, slots=True)
class Painted:
    """A ground as the generator asks for it."""

    family: str
    is_water: bool
    climate: Climate | None


@dataclass(frozen=True, slots=True)
class LandPlan:
    """The land by index: its grounds, heights and regions (None for none)."""

    grid: Grid
    grounds: tuple[str, ...]
    heights: tuple[int, ...]
    regions: tuple[int | None, ...]
    names: tuple[str, ...]


def lay(module: Module, grid: Grid, streams: Streams) -> LandPlan:
    """New land."""
    content, grounds = module.content(RulerContent), module.content(ArmyContent).grounds
    laying = content.laying
    painted_as = {
        key: Painted(
            family="sea" if ground.sea else key,
            is_water=ground.sea,
            climate=laying.climates.get(key),
        )
        for key, ground in grounds.items()
    }
    shape = Shape(land_percent=laying.land_percent, least_island=laying.least_island)
    relief = raise_land(grid, shape, streams)
    painted = paint(grid, relief, make_weather(grid, relief, streams), painted_as, streams)
    families = {painted_as[key].family: names for key, names in laying.regions.items()}
    regions = name_regions(grid, painted, painted_as, families, laying.qualifiers, streams)
    in_region = {hex: place for place, (_, hexes) in enumerate(regions) for hex in hexes}
    return LandPlan(
        grid=grid,
        grounds=tuple(painted),
        heights=tuple(relief.height),
        regions=tuple(in_region.get(hex) for hex in grid),
        names=tuple(name for name, _ in regions),
    )


def features_of(start: Start, dice: Dice, *, sea: bool) -> int:
    """How many features a province has (kingdoms.setup.features, kingdoms.map.sea-features)."""
    if sea:
        return int(succeeds(dice, start.sea_features))
    return picked(dice, start.land_features)


def fill(world: World, module: Module, streams: Streams) -> None:
    """Put features into all provinces, then the artifacts into their hoards."""
    start = module.content(RulerContent).start
    grounds = module.content(ArmyContent).grounds
    content = module.content(EncounterContent)
    for holding in list(world.all(Holding)):
        dice = step_stream(streams, 0, Holding.kind, holding.id, "features")
        for _ in range(features_of(start, dice, sea=grounds[holding.terrain].sea)):
            _place(world, content, holding, dice)
    artifacts = [each.key for each in content.artifacts.values() if each.unique]
    _hide_artifacts(
        world, content, start, artifacts, step_stream(streams, 0, "turn", 0, "artifacts")
    )


def _place(world: World, content: EncounterContent, holding: Holding, dice: Dice) -> None:
    """One feature: type, place, guardian, its hit points, then its hoard."""
    kinds = [kind for kind in content.sites.values() if holding.terrain in kind.grounds]
    if not kinds:
        return
    kind = picked(dice, kinds)
    spot = dice.whole(100)
    being = picked(dice, kind.guardians) if kind.guardians else ""
    full = full_hits(content.beings[being], dice) if being else 0
    found = hoard(content, kind, dice, guarded=bool(being))
    site = world.add(
        Site,
        holding=holding.id,
        feature=kind.key,
        spot=spot,
        being=being,
        hit_points=full,
        full=full,
        gold=found.gold,
    )
    for item, carried in found.items:
        world.add(MagicItem, item=item, holder=site.place, carried=carried)


def _hide_artifacts(
    world: World, content: EncounterContent, start: Start, artifacts: list[str], dice: Dice
) -> None:
    """Each artifact into the hoard of a different feature, best guarded ones first."""
    taken: dict[int, None] = {}

    def left(fits: Callable[[Site], bool]) -> list[Site]:
        return [site for site in world.all(Site) if site.id not in taken and fits(site)]

    def dangerous(site: Site) -> bool:
        return bool(site.being) and content.beings[site.being].hits >= start.artifact_guard

    for artifact in artifacts:
        sites = left(dangerous) or left(lambda site: bool(site.being)) or left(lambda _: True)
        if not sites:
            return
        site = picked(dice, sites)
        taken[site.id] = None
        world.add(MagicItem, item=artifact, holder=site.place)


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
