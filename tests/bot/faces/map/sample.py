"""Charts to try the pictures on: invented worlds from noise, six realms, every state of fog.

The worlds follow no rules; they only hold everything that a map can show.
"""

import functools
from itertools import pairwise
from typing import Any

from bot.faces.cohorts.looks import badge_of_class, looks_of, samples_of
from bot.faces.cohorts.map.chart import TERMS
from bot.faces.map.chart import (
    Cell,
    Chart,
    Link,
    RecentBattle,
    Resource,
    Route,
    Settlement,
    SettlementKind,
    Site,
    Stack,
    Tower,
    Water,
)
from bot.faces.paint.palette import FactionLook
from data import FOLDER
from engine.hexes import Grid, Hex
from engine.module import load
from engine.packs.cohorts.content import Content

FACTIONS = (
    FactionLook("ashmark", "Ashmark", 1),
    FactionLook("corvine", "Corvine League", 2),
    FactionLook("elderwood", "Elderwood", 3),
    FactionLook("salt", "Salt Ports", 4),
    FactionLook("sunward", "Sunward Throne", 5),
    FactionLook("hornhelm", "Hornhelm Clans", 6),
)
NAMES = (
    "Harrowford", "Mirefall", "Aldermere", "Sønderby", "Ýrsa Keep", "Oakhollow", "Dûn Arrach",
    "Thörnmark", "Grimsel", "Ravensgate", "Lysfjord", "Cælisse", "Saltmarsh", "Vårdhal",
    "Tarn Uldun", "Brightwater", "Kestrel Point", "Emberly", "Stonewick", "Corbéa", "Queensbarrow",
)  # fmt: skip
FOODS = (
    ("wheat", "food"),
    ("sheep", "food"),
    ("iron", "resource"),
    ("oak", "resource"),
    ("stone", "resource"),
    ("lavender", "flora"),
    ("palfrey", "herd"),
    ("gold", "resource"),
)

CONTENT = load("cohorts", [FOLDER / "modules"]).content(Content)
LOOKS = looks_of(CONTENT)


def deposit(x: int, y: int, name: str, category: str, **more: Any) -> Resource:
    """A deposit as the shipped module draws it; of another resource, as one of its class."""
    badge = LOOKS.badges.get(name) or badge_of_class(category)
    return Resource(x, y, name, category, badge=badge, **more)


@functools.cache
def scramble(*numbers: int) -> float:
    """A number from 0 to below 1, always the same for the same numbers."""
    mixed = 0x811C9DC5
    for number in numbers:
        mixed = ((mixed ^ (number & 0xFFFFFFFF)) * 0x01000193) & 0xFFFFFFFF
        mixed ^= mixed >> 15
        mixed = (mixed * 0x2C1B3C6D) & 0xFFFFFFFF
        mixed ^= mixed >> 12
    return mixed / 2**32


def smooth(x: float, y: float, cell: float, columns: int, salt: int) -> float:
    """Noise that changes slowly and wraps in x after `columns` of its cells."""
    left, top = int(x // cell), int(y // cell)
    across, down = x / cell - left, y / cell - top
    across, down = across * across * (3 - 2 * across), down * down * (3 - 2 * down)

    def corner(i: int, j: int) -> float:
        return scramble((left + i) % columns, top + j, salt)

    upper = corner(0, 0) * (1 - across) + corner(1, 0) * across
    lower = corner(0, 1) * (1 - across) + corner(1, 1) * across
    return upper * (1 - down) + lower * down


class World:
    """An invented world, before anyone's knowledge of it is taken."""

    def __init__(self, width: int, height: int, salt: int) -> None:
        self.grid, self.salt = Grid(width, height), salt
        self.heights = {hex_: self._height(hex_) for hex_ in self.grid}
        self.terrain = {hex_: self._terrain(hex_) for hex_ in self.grid}
        self.land = [hex_ for hex_ in self.grid if not self.is_sea(hex_)]
        self.settlements: list[Settlement] = []
        self.owners: dict[Hex, str] = {}
        self.baronies: dict[Hex, int] = {}
        self.links: list[Link] = []
        self._settle()
        self._connect()

    def is_sea(self, hex_: Hex) -> bool:
        return self.terrain[hex_][0] == "sea"

    def _height(self, hex_: Hex) -> float:
        width, height = self.grid.width, self.grid.height
        x = hex_.x + 0.5 * (hex_.y & 1)
        total = 0.0
        for part, share in ((4, 0.55), (8, 0.30), (16, 0.15)):
            total += share * smooth(x, hex_.y, width / part, part, self.salt + part)
        off_x = abs(x / width - 0.6) * 2
        off_x = min(off_x, 2 - off_x)
        off_y = abs(hex_.y / height - 0.5) * 2
        return total + 0.29 - 0.60 * off_x**2.2 - 0.26 * off_y**4

    def _terrain(self, hex_: Hex) -> tuple[str, str]:
        height = self.heights[hex_]
        columns = max(3, self.grid.width // 4)
        wet = smooth(hex_.x, hex_.y, self.grid.width / columns, columns, self.salt + 77)
        odd = scramble(*hex_.spot, self.salt)
        if height < 0.50:
            return "sea", "shoals" if height > 0.45 else "sea" if height > 0.24 else "ocean"
        if height > 0.95:
            return "mountains", "crags" if odd < 0.3 else "plateaus" if odd > 0.9 else "mountains"
        if height > 0.86:
            return "grassland", "hills"
        if wet < 0.28:
            return "desert", ("desert", "arid", "badlands")[int(odd * 3)]
        if wet < 0.52:
            return "grassland", "hills" if odd < 0.25 else "moors" if odd > 0.9 else "grassland"
        if wet < 0.80:
            return "forest", ("forest", "heavy_forest", "ancient_forest")[int(odd * 2.5)]
        return "swamp", ("swamp", "fen", "marsh")[int(odd * 3)]

    def _settle(self) -> None:
        """Capitals far apart, then lesser places around, each with its barony."""
        area = len(self.land)
        apart = max(3, int((area / 7) ** 0.5))
        homes = sorted(self.land, key=lambda each: scramble(*each.spot, self.salt + 5))
        capitals: list[Hex] = []
        for hex_ in homes:
            if len(capitals) < 6 and all(self.grid.distance(hex_, c) >= apart for c in capitals):
                capitals.append(hex_)
        ranks: tuple[SettlementKind, ...] = (
            "burgh", "village", "city", "village", "town", "village",
        )  # fmt: skip
        places: dict[Hex, tuple[int, SettlementKind]] = {
            hex_: (number, "capital") for number, hex_ in enumerate(capitals)
        }
        most = 5 + area // 200  # places of one realm
        held = [1] * len(capitals)
        for hex_ in homes:
            owner = min(range(len(capitals)), key=lambda n: self.grid.distance(hex_, capitals[n]))
            near = self.grid.distance(hex_, capitals[owner])
            gap = min(self.grid.distance(hex_, each) for each in places)
            if gap >= max(2, apart // 2) and near <= 1.3 * apart and held[owner] < most:
                places[hex_] = (owner, ranks[(held[owner] + owner) % len(ranks)])
                held[owner] += 1
        wide = max(1, apart // 4)
        for number, (hex_, (owner, rank)) in enumerate(places.items()):
            name = NAMES[number % len(NAMES)]
            if number >= len(NAMES):
                name = ("North ", "Low ", "New ")[number // len(NAMES) % 3] + name
            key = FACTIONS[owner].key
            self.settlements.append(Settlement(*hex_.spot, rank, name, key))
            reach = 0 if rank == "village" else wide + (rank == "capital")
            for near in self.grid.within(hex_, reach + (reach > 2) * 3):
                rough = smooth(near.x, near.y, 4, self.grid.width // 4, self.salt + 55)
                if reach > 2 and self.grid.distance(hex_, near) > reach * (0.3 + 1.2 * rough):
                    continue
                if near not in self.owners and (near in places or not self.is_sea(near)):
                    self.owners[near] = FACTIONS[places.get(near, (owner, rank))[0]].key
                    self.baronies[near] = number

    def _connect(self) -> None:
        """Rivers downhill to the sea and roads between neighbours of one realm."""
        drawn: set[tuple[Hex, int]] = set()
        springs = sorted(self.land, key=lambda each: -self.heights[each])[: len(self.land) // 2]
        for hex_ in springs[:: max(3, len(springs) // 12)]:
            level, here = 1, hex_
            for _ in range(14):
                around = enumerate(self.grid.neighbours(here))
                ways = [(self.heights[each], way, each) for way, each in around if each]
                _, way, there = min(ways)
                if (there, (way + 3) % 6) in drawn or (here, way) in drawn:
                    break
                drawn.add((here, way))
                self.links.append(Link(*here.spot, way, "river", min(4, 1 + level // 3)))
                if self.is_sea(there):
                    break
                here, level = there, level + 1
        for place in self.settlements:
            here = Hex(place.x, place.y)
            others = [Hex(o.x, o.y) for o in self.settlements if o.owner == place.owner]
            near = sorted((self.grid.distance(here, each), each) for each in others)[1:3]
            for distance, there in near:
                way_there = self.grid.line(here, there)
                if distance > 7 or any(self.is_sea(each) for each in way_there):
                    continue
                level = 1 if place.kind == "village" else 2 + (place.kind == "capital")
                for a, b in pairwise(way_there):
                    way = self.grid.direction_between(a, b)
                    if way is not None and (a, way + 10) not in drawn:
                        drawn |= {(a, way + 10), (b, (way + 3) % 6 + 10)}
                        self.links.append(Link(*a.spot, way, "road", level))


def sample_chart(width: int = 24, height: int = 18, salt: int = 9) -> Chart:
    """What House Ashmark knows of an invented world of that size (each side at least 4)."""
    world = World(width, height, salt)
    grid = world.grid
    own = [Hex(s.x, s.y) for s in world.settlements if s.owner == "ashmark"]
    sight = 3 if width < 40 else 9
    ages: dict[Hex, int] = {}
    for hex_ in grid:
        away = min((grid.distance(hex_, each) for each in own), default=99)
        patch = smooth(hex_.x, hex_.y, width / 4, 4, salt + 31)
        if away <= sight:
            ages[hex_] = 0
        elif away < sight * 3 + patch * (width * 0.36 if width < 40 else 48) - (
            5 if world.is_sea(hex_) else 0
        ):
            ages[hex_] = 2 if away < sight + 3 else 5 if patch > 0.5 else 9
    cells = tuple(
        Cell(
            hex_.x,
            hex_.y,
            world.terrain[hex_][1],
            height=min(1.0, max(0.0, (world.heights[hex_] - 0.4) * 2)),
            age=age,
            owner=world.owners.get(hex_),
            barony=world.baronies.get(hex_),
        )
        for hex_, age in ages.items()
    )
    settlements = tuple(s for s in world.settlements if Hex(s.x, s.y) in ages)
    taken = {(s.x, s.y) for s in settlements}
    free = [hex_ for hex_ in world.land if hex_ in ages and hex_ not in taken]
    picks = sorted(free, key=lambda each: scramble(*each.spot, salt + 13))
    watch = ("watch", "guard", "wizard", "castle")
    towers = tuple(
        Tower(*hex_.spot, watch[number % 4], world.owners[hex_])
        for number, hex_ in enumerate(each for each in picks if each in world.owners)
        if number < len(free) // 30
    )
    taken |= {(tower.x, tower.y) for tower in towers}
    open_ = [hex_ for hex_ in picks if hex_ not in taken]
    stacks = [
        Stack(
            *hex_.spot,
            ("Sea Levy", "Iron Guard", "Scouts", "Wardens", "Lord Aldric")[number % 5],
            world.owners.get(hex_) or FACTIONS[number % 6].key,
            3 + int(scramble(*hex_.spot) * 40),
            age=ages[hex_],
        )
        for number, hex_ in enumerate(open_[: 12 if width < 40 else 40])
    ]
    coast = [hex_ for hex_ in ages if world.is_sea(hex_) and not ages[hex_]]
    for number, hex_ in enumerate(sorted(coast, key=lambda each: scramble(*each.spot, 8))[:3]):
        stacks.append(
            Stack(*hex_.spot, "Fleet", FACTIONS[(0, 3, 0)[number]].key, 2 + number, fleet=True)
        )
    stacks += [Stack(*own[0].spot, "Household", "ashmark", 34)] if own else []
    route = _route(grid, world, own[0]) if own else None
    deep = [hex_ for hex_ in ages if world.terrain[hex_][1] == "ocean" and ages[hex_]]
    some = deep[:: max(7, len(deep) // 40)]
    middle = sorted(deep, key=lambda each: sum(grid.distance(each, other) for other in some))
    resources = tuple(
        deposit(*hex_.spot, *FOODS[int(scramble(*hex_.spot, 21) * len(FOODS))])
        for hex_ in free
        if scramble(*hex_.spot, 20) < 0.3
    )
    barriers = tuple(Link(*hex_.spot, 1, "barrier") for hex_ in open_[20:23])
    return Chart(
        width,
        height,
        cells,
        factions=FACTIONS,
        own="ashmark",
        links=(*world.links, *barriers),
        settlements=settlements,
        towers=towers,
        stacks=tuple(stacks),
        battles=tuple(RecentBattle(*hex_.spot) for hex_ in open_[14:15]),
        sites=tuple(
            Site(*hex_.spot, kind)
            for hex_, kind in zip(open_[16:18], ("gate", "hot-spot"), strict=False)
        ),
        resources=resources,
        routes=(route,) if route else (),
        waters=(Water(*middle[0].spot, "Gulf of Tides"),) if middle else (),
        title="House Ashmark",
        subtitle="13 Harvestmoon, year 412",
        turn=14,
        lands=tuple(LOOKS.lands.values()),
        samples=samples_of(CONTENT),
        terms=TERMS,
    )


def _route(grid: Grid, world: World, start: Hex) -> Route | None:
    ends = [hex_ for hex_ in grid.ring(start, min(6, grid.width // 4)) if not world.is_sea(hex_)]
    for goal in ends:
        way = grid.line(start, goal)
        if not any(world.is_sea(hex_) for hex_ in way):
            return Route(tuple((h.x, h.y) for h in way), tuple(range(2, len(way) - 1, 2)))
    return None
