"""A map that a designer draws: a grid of letters (`drawing.map`) and tables of what stands on it.

What is not drawn is generated: a hex marked `?`, a table that is missing, a field of a city that is
left out. Of a table that is there the generator makes more only if `more` names it. These are the
shapes and what is wrong with them; `mapgen.drawn` reads a sound drawing.
"""

import operator
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from engine.hexes import Grid, Hex
from engine.module.art import Icon
from engine.module.names import closest
from engine.module.sections import Data, KeyOf, Named, Path, Table
from engine.packs.cohorts.content.cities import Level, Positive, TowerType
from engine.packs.cohorts.content.items import GoodsKey, ImprovementKey
from engine.packs.cohorts.content.land import MODES, Mode, ResourceKey, Terrain, TerrainKey
from engine.packs.cohorts.content.peoples import DeityKey, GuildKind, RaceKey, SpellKey
from engine.packs.cohorts.content.wilds import Arms, HotSpotKey, TaskKey

FIRST: Final = "map"
"""How gates name the realm that is laid by `[map]`."""
OPEN: Final = "?"
"""A hex that the generator paints."""

Layer = Literal[
    "cities",
    "deposits",
    "rivers",
    "roads",
    "barriers",
    "gates",
    "hot_spots",
    "caches",
    "level_limits",
    "pvp_free",
]
Spot = tuple[Annotated[int, Field(ge=0)], Annotated[int, Field(ge=0)]]
"""A province by its column and row, both from 0."""
Step = Literal["ne", "e", "se", "sw", "w", "nw"]
STEPS: Final[tuple[Step, ...]] = ("ne", "e", "se", "sw", "w", "nw")
"""The directions in the order of `engine.hexes`."""
Faults = Iterator[tuple[Path, str]]


def _is_short(letters: str) -> str:
    if not 1 <= len(letters) <= 2 or letters.split() != [letters] or letters == OPEN:
        raise ValueError(f"'{letters}' is not one or two letters, or it is '{OPEN}'")
    return letters


Letters = Annotated[str, AfterValidator(_is_short)]


class DrawnVillage(Data):
    """A village of a drawn city."""

    at: Spot
    level: Level = 1


class DrawnTower(Data):
    """A tower or castle of a drawn city's barony."""

    at: Spot
    type: TowerType
    level: Level = 1

    @model_validator(mode="after")
    def _castles_do_not_grow(self) -> Self:
        if self.type == "castle" and self.level > 1:
            raise ValueError("a castle has one level")
        return self


class DrawnGuild(Data):
    """A guild of a drawn city; a church has a deity, the first of the module if none is named.

    `spells` are what stands in the book of a mage guild.
    """

    type: GuildKind
    level: Annotated[int, Field(ge=1, le=35)] = 1
    name: str = ""
    deity: DeityKey | None = None
    spells: tuple[SpellKey, ...] = ()


class DrawnUnit(Data):
    """A unit of a drawn city's garrison."""

    name: Annotated[str, Field(min_length=1, max_length=32)]
    race: RaceKey
    soldiers: Positive
    level: Annotated[int, Field(ge=1, le=35)] = 1
    arms: Arms = Arms()


class DrawnCity(Named):
    """A city and its barony.

    A city of a `faction` is one where its players may start. `provinces` are those of the
    barony, the city's own included or not; without any the generator draws its borders. What is
    left out begins as the module says of starting and wild cities.
    """

    at: Spot
    barony: str | None = None
    provinces: tuple[Spot, ...] = ()
    faction: Annotated[str, KeyOf(("factions",))] | None = None
    population: Mapping[RaceKey, Positive] | None = None
    improvements: Mapping[ImprovementKey, Level] | None = None
    recruits: Mapping[RaceKey, Positive] | None = None
    items: Mapping[GoodsKey, Positive] | None = None
    fortification: Annotated[int, Field(ge=0, le=4)] | None = None
    villages: tuple[DrawnVillage, ...] | None = None
    towers: tuple[DrawnTower, ...] = ()
    guilds: tuple[DrawnGuild, ...] | None = None
    garrison: tuple[DrawnUnit, ...] | None = None


class DrawnTerritory(Named):
    """A territory: the keys of its cities, the first its capital if none is named."""

    cities: Annotated[tuple[str, ...], Field(min_length=1)]
    capital: str | None = None


class DrawnKingdom(Named):
    """A kingdom: the keys of its territories; its capital city is by default the first's."""

    territories: Annotated[tuple[str, ...], Field(min_length=1)]
    capital: str | None = None


class DrawnRegion(Data):
    """A named stretch of land or sea."""

    name: Annotated[str, Field(min_length=1)]
    provinces: Annotated[tuple[Spot, ...], Field(min_length=1)]


class DrawnDeposits(Data):
    """The deposits of a province, all of them; none is possible too."""

    at: Spot
    resources: tuple[ResourceKey, ...]


class DrawnWay(Data):
    """A river or road from a province step by step; a river in the direction of its flow."""

    start: Spot
    steps: Annotated[tuple[Step, ...], Field(min_length=1)]
    level: Level = 1


class DrawnBarrier(Data):
    """A natural barrier on a side of a province (`cohorts.world.barriers`).

    It stops who goes by one of the `modes`, either way; if it is `one_way`, only on the way out
    of the province over that side.
    """

    at: Spot
    side: Step
    one_way: Annotated[bool, Field(exclude_if=operator.not_)] = False
    modes: Annotated[tuple[Mode, ...], Field(min_length=1, exclude_if=MODES.__eq__)] = MODES


class DrawnGate(Data):
    """A gate to another province, and with `both_ways` one back (`cohorts.movement.gates`).

    That province lies in the `realm` of that key, `FIRST` for the one of `[map]`; in the same
    realm if none is named.
    """

    at: Spot
    to: Spot
    both_ways: bool = False
    realm: Annotated[str, Field(exclude_if=operator.not_)] = ""


class DrawnHotSpot(Data):
    """A hot spot: of a kind of the module, with what is said differently here, or all its own."""

    at: Spot
    type: HotSpotKey | None = None
    name: str | None = None
    icon: Icon | None = None
    text: str | None = None
    quests: tuple[TaskKey, ...] | None = None
    hidden: bool | None = None
    uses: Positive | None = None


class DrawnCache(Data):
    """What lies hidden in a province."""

    at: Spot
    items: Annotated[Mapping[GoodsKey, Positive], Field(min_length=1)]


class DrawnLimit(Data):
    """The highest encounter level that a province lets in."""

    at: Spot
    level: Positive


class Drawing(Data):
    """The drawn parts of a world; `rows` are the lines of `drawing.map`.

    Each row holds the letters of its hexes from the west, parted by blanks; odd rows lie half a hex
    further east (`cohorts.world.hex-directions`), and blanks before the first do not count.
    """

    rows: tuple[str, ...] = ()
    legend: Mapping[Letters, TerrainKey] = {}
    more: tuple[Layer, ...] = ()
    cities: Table[DrawnCity] = Field(default_factory=dict[str, DrawnCity])
    territories: Table[DrawnTerritory] = Field(default_factory=dict[str, DrawnTerritory])
    kingdoms: Table[DrawnKingdom] = Field(default_factory=dict[str, DrawnKingdom])
    regions: tuple[DrawnRegion, ...] = ()
    deposits: tuple[DrawnDeposits, ...] = ()
    rivers: tuple[DrawnWay, ...] = ()
    roads: tuple[DrawnWay, ...] = ()
    barriers: tuple[DrawnBarrier, ...] = ()
    gates: tuple[DrawnGate, ...] = ()
    hot_spots: tuple[DrawnHotSpot, ...] = ()
    caches: tuple[DrawnCache, ...] = ()
    level_limits: tuple[DrawnLimit, ...] = ()
    pvp_free: tuple[Spot, ...] = ()

    @cached_property
    def cells(self) -> tuple[tuple[str, ...], ...]:
        """The letters of every hex, row by row; blank lines at the end do not count."""
        rows = [tuple(row.split()) for row in self.rows]
        while rows and not rows[-1]:
            rows.pop()
        return tuple(rows)

    def open(self, layer: Layer) -> bool:
        """Whether the generator is to make some of these."""
        return layer in self.more or not getattr(self, layer)


# ---------------------------------------------------------------- what is wrong with a drawing


def drawing_faults(
    drawing: Drawing,
    grid: Grid,
    terrains: Mapping[str, Terrain],
    seats: Mapping[str, int],
    realms: Mapping[str, Grid],
) -> Faults:
    """What does not fit the map, its terrains or the factions; `seats` is the cities they need.

    The `realms` are those where gates may lead. Each fault with the path from the drawing's
    table.
    """
    yield from _grid_faults(drawing, grid)
    for path, spot in _spots(drawing):
        if spot not in grid:
            size = f"{grid.width} by {grid.height}"
            yield path, f"names province {list(spot)}, but the map is {size}"
    yield from _gate_faults(drawing, grid, realms)
    yield from _city_faults(drawing, grid, terrains, seats)
    yield from _realm_faults(drawing)
    for name in ("rivers", "roads"):
        for place, way in enumerate(getattr(drawing, name)):
            if way.start in grid and _leaves(grid, way):
                yield (name, place, "steps"), "leads off the map"
    for place, barrier in enumerate(drawing.barriers):
        at = Hex(*barrier.at)
        if at in grid and grid.neighbour(at, STEPS.index(barrier.side)) is None:
            yield ("barriers", place, "side"), "has no province beyond it"
    for place, spot in enumerate(drawing.hot_spots):
        if spot.type is None and not (spot.name and spot.icon):
            yield ("hot_spots", place), "needs a type, or a name and an icon of its own"
    capitals = [city.at for city in drawing.cities.values()]
    for place, limit in enumerate(drawing.level_limits):
        if limit.at in capitals:
            message = "is a city's province, which can have no limit"
            yield ("level_limits", place, "at"), f"{message} (cohorts.world.level-restriction)"


def _gate_faults(drawing: Drawing, grid: Grid, realms: Mapping[str, Grid]) -> Faults:
    for place, gate in enumerate(drawing.gates):
        there = realms.get(gate.realm) if gate.realm else grid
        if there is None:
            known = ", ".join(f"'{key}'" for key in realms)
            message = f"names realm '{gate.realm}', which is none of {known}"
            near = closest(gate.realm, realms)
            yield ("gates", place, "realm"), message + (f"; did you mean '{near}'?" if near else "")
        elif gate.to not in there:
            where = f"realm '{gate.realm}'" if gate.realm else "the map"
            size = f"{there.width} by {there.height}"
            yield ("gates", place, "to"), f"names province {list(gate.to)}, but {where} is {size}"


def _grid_faults(drawing: Drawing, grid: Grid) -> Faults:
    width, height = grid.width, grid.height
    if drawing.legend and not drawing.rows:
        yield ("legend",), "names terrains of a map that is not here: its rows go into drawing.map"
    if drawing.rows and len(drawing.cells) != height:
        yield ("rows",), f"has {len(drawing.cells)} rows, but [map] says {height}"
    for y, row in enumerate(drawing.cells):
        if len(row) != width:
            yield ("rows", y), f"row {y} has {len(row)} hexes, but [map] says {width}"
        for x, letters in enumerate(row):
            if letters != OPEN and letters not in drawing.legend:
                yield ("rows", y), f"column {x} has '{letters}', which is not in the legend"


def _spots(drawing: Drawing) -> Iterator[tuple[Path, Spot]]:
    """Every province that the tables name, with its path."""
    for key, city in drawing.cities.items():
        yield ("cities", key, "at"), city.at
        for spot in city.provinces:
            yield ("cities", key, "provinces"), spot
        for village in city.villages or ():
            yield ("cities", key, "villages"), village.at
        for tower in city.towers:
            yield ("cities", key, "towers"), tower.at
    for place, region in enumerate(drawing.regions):
        for spot in region.provinces:
            yield ("regions", place, "provinces"), spot
    for name in ("deposits", "barriers", "gates", "hot_spots", "caches", "level_limits"):
        for place, each in enumerate(getattr(drawing, name)):
            yield (name, place, "at"), each.at
    for name in ("rivers", "roads"):
        for place, way in enumerate(getattr(drawing, name)):
            yield (name, place, "start"), way.start
    for spot in drawing.pvp_free:
        yield ("pvp_free",), spot


def _city_faults(
    drawing: Drawing, grid: Grid, terrains: Mapping[str, Terrain], seats: Mapping[str, int]
) -> Faults:
    owners: dict[Spot, str] = {}
    for key, city in drawing.cities.items():
        for spot in dict.fromkeys((city.at, *city.provinces)):
            other = owners.setdefault(spot, key)
            if other != key:
                message = f"province {list(spot)} belongs to '{other}' already"
                yield ("cities", key, "provinces" if spot != city.at else "at"), message
    for key, city in drawing.cities.items():
        own = (city.at, *city.provinces)
        wet = [spot for spot in (city.at,) if _is_water(drawing, grid, terrains, spot)]
        if wet:
            yield ("cities", key, "at"), "lies in the sea"
        for village in city.villages or ():
            if _is_water(drawing, grid, terrains, village.at):
                yield ("cities", key, "villages"), f"has one in the sea at {list(village.at)}"
            elif village.at == city.at:
                yield ("cities", key, "villages"), "has one in the city's own province"
            elif city.provinces and village.at not in own:
                message = f"has one at {list(village.at)}, which is not in the barony"
                yield ("cities", key, "villages"), message
        yield from _tower_faults(drawing, grid, terrains, key, city)
        yield from _guild_faults(key, city)
    for faction, needed in seats.items():
        drawn = sum(city.faction == faction for city in drawing.cities.values())
        if drawn < needed and not drawing.open("cities"):
            message = (
                f"gives faction '{faction}' {drawn} of its {needed} starting cities; draw them"
            )
            yield ("cities",), f'{message}, or let more = ["cities"] add them'


def _guild_faults(key: str, city: DrawnCity) -> Faults:
    for place, guild in enumerate(city.guilds or ()):
        if guild.spells and guild.type != "mage":
            path: Path = ("cities", key, "guilds", place, "spells")
            yield path, f"are those of a {guild.type}; only mage guilds have a spell book"


def _tower_faults(
    drawing: Drawing, grid: Grid, terrains: Mapping[str, Terrain], key: str, city: DrawnCity
) -> Faults:
    path: Path = ("cities", key, "towers")
    for tower in city.towers:
        if _is_water(drawing, grid, terrains, tower.at):
            yield path, f"has one in the sea at {list(tower.at)}"
        elif tower.at not in (city.at, *city.provinces):
            yield path, f"has one at {list(tower.at)}, which is not in the barony"
        elif sum(each.at == tower.at for each in city.towers) > 1:
            yield path, f"has two at {list(tower.at)} (cohorts.improvement.placement)"


def _realm_faults(drawing: Drawing) -> Faults:
    if drawing.kingdoms and not drawing.territories:
        yield ("kingdoms",), "needs territories to be drawn too"
    seen: dict[str, str] = {}
    for key, territory in drawing.territories.items():
        path: Path = ("territories", key)
        yield from _unknown((*path, "cities"), territory.cities, drawing.cities, "cities")
        yield from _twice((*path, "cities"), territory.cities, key, seen)
        if territory.capital is not None and territory.capital not in territory.cities:
            yield (*path, "capital"), f"'{territory.capital}' is none of its cities"
    seen = {}
    for key, kingdom in drawing.kingdoms.items():
        path = ("kingdoms", key)
        held = kingdom.territories
        yield from _unknown((*path, "territories"), held, drawing.territories, "territories")
        yield from _twice((*path, "territories"), held, key, seen)
        lands = [drawing.territories[each] for each in held if each in drawing.territories]
        cities = [city for land in lands for city in land.cities]
        if kingdom.capital is not None and kingdom.capital not in cities:
            yield (*path, "capital"), f"'{kingdom.capital}' is none of its cities"


def _unknown(path: Path, names: Iterable[str], known: Iterable[str], table: str) -> Faults:
    held = list(known)
    for name in names:
        if name not in held:
            near = closest(name, held)
            hint = f"; did you mean '{near}'?" if near else ""
            yield path, f"names '{name}', which is not among the drawing's {table}{hint}"


def _twice(path: Path, names: Iterable[str], key: str, seen: dict[str, str]) -> Faults:
    for name in names:
        other = seen.setdefault(name, key)
        if other != key:
            yield path, f"names '{name}', which belongs to '{other}' already"


def _is_water(drawing: Drawing, grid: Grid, terrains: Mapping[str, Terrain], spot: Spot) -> bool:
    """Whether a province is drawn as water; what the generator paints there is not known yet."""
    x, y = spot
    if spot not in grid or y >= len(drawing.cells) or x >= len(drawing.cells[y]):
        return False
    terrain = terrains.get(drawing.legend.get(drawing.cells[y][x], ""))
    return terrain is not None and terrain.is_water


def _leaves(grid: Grid, way: DrawnWay) -> bool:
    here: Hex | None = Hex(*way.start)
    for step in way.steps:
        here = grid.neighbour(here, STEPS.index(step)) if here else None
    return here is None
