"""Founding a campaign: from the generator's plan to the records of a new world.

The map and its cities are there from the start; players take their places later (`joining`).
"""

from __future__ import annotations

import datetime as dt
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from engine.campaign import Faction, Now, Player
from engine.dice import Streams
from engine.hexes import Grid, Hex
from engine.packs import Rules
from engine.packs.cohorts.cities.acting import actions_of
from engine.packs.cohorts.cities.villages import village_name
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import recruits_item
from engine.packs.cohorts.diplomacy import wars
from engine.packs.cohorts.mapgen import (
    BaronyPlan,
    BarrierPlan,
    GuildPlan,
    ProvincePlan,
    UnitPlan,
    WorldPlan,
    generate,
)
from engine.packs.cohorts.movement.steps import natural_barrier
from engine.packs.cohorts.pieces.guilds import most_mana
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.links import Link, link_id
from engine.packs.cohorts.pieces.ownership import Relation
from engine.packs.cohorts.pieces.possessions import give
from engine.packs.cohorts.pieces.records import (
    Character,
    City,
    Guild,
    Map,
    Possession,
    Province,
    Realm,
    Tower,
    Unit,
    Village,
)
from engine.packs.cohorts.pieces.territories import Barony, Kingdom, Territory
from engine.packs.cohorts.setup import joining
from engine.state import State
from engine.world import Place, World


def hide(world: World, dice: Streams, things: Sequence[str], percent: int, purpose: str) -> None:
    """Put one of these things into each cache of the land, with that chance."""
    caches = dict.fromkeys(
        each.holder for each in world.all(Possession) if each.holder.kind == Province.kind
    )
    for cache in caches:
        stream = dice.stream(f"province:{cache.id}", purpose)
        if things and stream.whole(100, chance=percent) <= percent:
            give(world, cache, stream.pick(things), 1)


class JoinArmed(joining.Join):
    """Take a place in a faction, with a city, a ready-made party and the first troops."""

    def perform(self, state: State) -> None:
        super().perform(state)
        made = state.made_by(state.player)[state.order]
        player = state.world.get(Player, made.id)
        for city in state.world.all(City):
            baron = state.world.find(Character, city.baron)
            if baron and baron.player == player.id:
                self.arm(state, city, player)

    @staticmethod
    @abstractmethod
    def arm(state: State, city: City, player: Player) -> None:
        """Post a player's first troops and things in the city."""


_HEIGHTS = 10  # the plan counts heights to 100, the records to 1000


def found(rules: Rules, dice: Streams, settings: Mapping[str, int]) -> World:
    """The world of a new campaign, before its first tick.

    `settings` may give the map's `width` and `height` in provinces in place of the module's
    (cohorts.world.starter-world).

    Raises:
        ValueError: there is no room on such a map for the module's factions, or the module's map is
            drawn and has another size.
    """
    module = rules.module
    width = settings.get("width", module.extent.width)
    height = settings.get("height", module.extent.height)
    plan = generate(module, width, height, dice)
    world = World(rules.records)
    world.put(Now(id=1, tick=0, turn=1, month=1, date=dt.date.min))
    world.put(Map(id=1, width=width, height=height, realms=_realms(plan)))
    for faction in module.factions.values():
        world.add(
            Faction,
            key=faction.key,
            name=faction.name,
            colour=faction.colour,
            emblem=faction.emblem,
        )
    _lay_land(world, plan)
    _draw_links(world, plan)
    _part_realms(world, plan)
    factions = {faction.key: faction.id for faction in world.all(Faction)}
    _relate(world, module.content(Content), factions)
    for id, barony in enumerate(plan.baronies, 1):
        _found_barony(world, module.content(Content), plan.grid, id, barony, factions)
    _set_hot_spots(world, plan)
    return world


def _realms(plan: WorldPlan) -> tuple[Realm, ...]:
    """All realms, unless there is but one that wraps."""
    grids = plan.grid.realms
    if len(grids) == 1 and plan.grid.wraps:
        return ()
    names = plan.realms or ("",)
    return tuple(
        Realm(name=name, width=grid.width, height=grid.height, wraps=grid.wraps)
        for name, grid in zip(names, grids, strict=True)
    )


def _relate(world: World, content: Content, factions: Mapping[str, int]) -> None:
    """The relations that the module sets; all others are neutral (cohorts.diplomacy.relations)."""
    for standing in content.diplomacy.relations:
        one, other = sorted(factions[key] for key in standing.between)
        world.add(Relation, one=one, other=other, relation=standing.relation)
        if standing.relation == "at_war":
            wars.begin(world, one, other, world.get(Now, 1).turn)


def _lay_land(world: World, plan: WorldPlan) -> None:
    fortified = {barony.city.at: barony.city.fortification for barony in plan.baronies}
    for id, province in enumerate(plan.provinces, 1):
        world.put(_province(plan, id, province, fortified.get(province.at, 0)))
        _stock(world, Place("province", id), province.cache)


def _province(plan: WorldPlan, id: int, province: ProvincePlan, fortification: int) -> Province:
    region = "" if province.region is None else plan.regions[province.region].name
    return Province(
        id=id,
        x=province.at.x,
        y=province.at.y,
        terrain=province.terrain,
        height=province.height * _HEIGHTS,
        barony=0 if province.barony is None else province.barony + 1,
        region=region,
        deposits=province.resources,
        fortification=fortification,
        gate=plan.grid.index(province.gate) + 1 if province.gate else 0,
        level_limit=province.level_limit,
        pvp_free=province.pvp_free,
        realm=plan.realms[province.at.realm] if plan.realms else "",
    )


def _draw_links(world: World, plan: WorldPlan) -> None:
    for kind, links in (("river", plan.rivers), ("road", plan.roads)):
        for link in links:
            _set_link(world, plan.grid, link.at, link.direction, kind, link.level)
    for barrier in plan.barriers:
        _set_barrier(world, plan.grid, barrier)


def _set_link(world: World, grid: Grid, at: Hex, direction: int, kind: str, level: int) -> None:
    id = link_id(grid, grid.index(at) + 1, direction)
    link = world.find(Link, id) or Link(id=id, river=0, road=0, barrier=0)
    world.put(link.replace(**{kind: level}))


def _set_barrier(world: World, grid: Grid, plan: BarrierPlan) -> None:
    """A natural barrier, in addition to any already there."""
    id = link_id(grid, grid.index(plan.at) + 1, plan.direction)
    link = world.find(Link, id) or Link(id=id, river=0, road=0, barrier=0)
    bits = natural_barrier(plan.direction, plan.modes, one_way=plan.one_way)
    world.put(link.replace(barrier=link.barrier | bits))


def _part_realms(world: World, plan: WorldPlan) -> None:
    """Baronies, territories and kingdoms; a city has its barony's id."""
    kingdom_of = {t: n for n, k in enumerate(plan.kingdoms, 1) for t in k.territories}
    territory_of = {b: n for n, t in enumerate(plan.territories, 1) for b in t.baronies}
    for kingdom in plan.kingdoms:
        world.add(Kingdom, name=kingdom.name, capital=kingdom.capital + 1)
    for place, territory in enumerate(plan.territories):
        world.add(
            Territory,
            name=territory.name,
            kingdom=kingdom_of.get(place, 0),
            capital=territory.capital + 1,
        )
    for place, barony in enumerate(plan.baronies):
        world.add(Barony, name=barony.name, territory=territory_of.get(place, 0))


def _found_barony(
    world: World,
    content: Content,
    grid: Grid,
    id: int,
    barony: BaronyPlan,
    factions: Mapping[str, int],
) -> None:
    plan = barony.city
    population = dict(sorted(plan.population))
    city = world.add(
        City,
        name=plan.name,
        province=grid.index(plan.at) + 1,
        barony=id,
        baron=0,
        faction=factions[plan.faction] if plan.faction else 0,
        population=population,
        slaves={},
        improvements=dict(sorted(plan.improvements)),
        actions=actions_of(content.cities, sum(population.values())),
        besieged=False,
        message="",
    )
    _stock(world, city.place, ((recruits_item(race), count) for race, count in plan.recruits))
    _stock(world, city.place, plan.items)
    for village in plan.villages:
        province = grid.index(village.at) + 1
        name = village_name(content, population, province)
        world.add(Village, name=name, province=province, level=village.level, changed=0)
    for tower in plan.towers:
        province = grid.index(tower.at) + 1
        world.add(Tower, type=tower.type, province=province, level=tower.level, changed=0)
    for guild in plan.guilds:
        _found_guild(world, content, city, guild)
    for unit in plan.garrison:
        _post_unit(world, content, city, unit)


def _found_guild(world: World, content: Content, city: City, plan: GuildPlan) -> None:
    """A guild that has long been there: with its action and all its mana."""
    world.add(
        Guild,
        city=city.id,
        type=plan.type,
        name=plan.name,
        level=plan.level,
        actions=content.guild_rules.actions,
        mana=most_mana(content, plan.type, plan.level),
        deity=plan.deity,
        spells=plan.spells,
        upgraded=0,
        barred=False,
    )


def _post_unit(world: World, content: Content, city: City, plan: UnitPlan) -> None:
    """A unit of a garrison; it is nobody's until a player commands the city."""
    world.add(
        Unit,
        name=plan.name,
        player=0,
        holder=city.place,
        used=Fraction(0),
        acted=False,
        message="",
        race=plan.race,
        arm="soldier",
        type="soldiers",
        soldiers=plan.soldiers,
        level=plan.level,
        xp=content.experience.needed_for(plan.level),
        talents=(),
        equipment=dict(sorted(plan.worn)),
        slot=plan.slot or content.training.battle_slot,
        wounds=0,
        morale=content.training.morale,
        statuses={},
        ext=None,
    )


def _set_hot_spots(world: World, plan: WorldPlan) -> None:
    for spot in plan.hot_spots:
        world.add(
            HotSpot,
            province=plan.grid.index(spot.at) + 1,
            type=spot.type,
            name=spot.name,
            icon=spot.icon,
            text=spot.text,
            quests=spot.quests,
            hidden=spot.hidden,
            uses=spot.uses or 0,
        )


def _stock(world: World, holder: Place, items: Iterable[tuple[str, int]]) -> None:
    for item, count in items:
        give(world, holder, item, count)
