"""What a designer has drawn of a world, as the generator works with it: by index, as plan pieces.

Where nothing is drawn everything here is empty. The shapes of a drawing and what can be wrong with
it are in `content.drawing`; nothing is generated here.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.hexes import Grid, Hex
from engine.module.names import display_of
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.drawing import (
    OPEN,
    STEPS,
    Drawing,
    DrawnCity,
    DrawnGate,
    DrawnHotSpot,
    DrawnWay,
    Layer,
    Spot,
)
from engine.packs.cohorts.mapgen.borders import Group
from engine.packs.cohorts.mapgen.plan import (
    BarrierPlan,
    CityPlan,
    GuildPlan,
    HotSpotPlan,
    LinkPlan,
    RegionPlan,
    TowerPlan,
    UnitPlan,
    VillagePlan,
)


class DrawnRealm:
    """The drawing of a realm on its grid; without `cities` only the drawn ones are founded."""

    def __init__(self, content: Content, grid: Grid, *, cities: bool = True) -> None:
        self._content, self._grid = content, grid
        self._drawing = content.drawing or Drawing()
        self._more_cities = cities
        self.cities: list[DrawnCity] = list(self._drawing.cities.values())
        self.painted: dict[int, str] = {}
        """The drawn terrains by index."""
        for y, row in enumerate(self._drawing.cells):
            for x, letters in enumerate(row):
                if letters != OPEN:
                    self.painted[y * grid.width + x] = self._drawing.legend[letters]
        self.land = {i: not content.terrains[key].is_water for i, key in self.painted.items()}
        """What is land and what is sea, by index: as painted, and land under cities."""
        for city in self.cities:
            for spot in (city.at, *(village.at for village in city.villages or ())):
                self.land.setdefault(self.at(spot), True)

    def open(self, layer: Layer) -> bool:
        """Whether the generator is to make some of these."""
        return self._drawing.open(layer) and (layer != "cities" or self._more_cities)

    def at(self, spot: Spot) -> int:
        """The index of a province."""
        return self._grid.index(Hex(*spot))

    def heights(self) -> dict[int, int]:
        """How high the drawn land lies, 0 to 100, where its terrain tells."""
        terrains = self._content.terrains
        climates = {index: terrains[key].climate for index, key in self.painted.items()}
        return {i: each.height for i, each in climates.items() if each and self.land[i]}

    # ------------------------------------------------------------------ on the land

    def deposits(self) -> dict[int, list[str]]:
        """All deposits of the provinces whose deposits are drawn."""
        return {self.at(each.at): list(each.resources) for each in self._drawing.deposits}

    def rivers(self) -> list[LinkPlan]:
        """Rivers, each link once."""
        return self._links(self._drawing.rivers, turned=False)

    def roads(self) -> list[LinkPlan]:
        """Roads, each link once and told from the end from where it leads east."""
        return self._links(self._drawing.roads, turned=True)

    def barriers(self) -> list[BarrierPlan]:
        """Natural barriers."""
        return [
            BarrierPlan(Hex(*each.at), STEPS.index(each.side), each.modes, each.one_way)
            for each in self._drawing.barriers
        ]

    def caches(self) -> dict[int, tuple[tuple[str, int], ...]]:
        """What lies hidden, by index."""
        return {self.at(each.at): tuple(each.items.items()) for each in self._drawing.caches}

    def gates(self) -> dict[int, int]:
        """Where gates within the realm lead, by index; of two in a province the last counts."""
        gates: dict[int, int] = {}
        for gate in self._drawing.gates:
            if gate.realm:
                continue
            gates[self.at(gate.at)] = self.at(gate.to)
            if gate.both_ways:
                gates[self.at(gate.to)] = self.at(gate.at)
        return gates

    def far_gates(self) -> list[DrawnGate]:
        """The gates of which the far end's realm is named."""
        return [gate for gate in self._drawing.gates if gate.realm]

    def level_limits(self) -> dict[int, int]:
        """The highest encounter levels let in, by index."""
        return {self.at(each.at): each.level for each in self._drawing.level_limits}

    def pvp_free(self) -> dict[int, None]:
        """The provinces where players may not fight each other."""
        return {self.at(spot): None for spot in self._drawing.pvp_free}

    def hot_spots(self) -> list[HotSpotPlan]:
        """Hot spots, in their order."""
        return [self._hot_spot(each) for each in self._drawing.hot_spots]

    def regions(self) -> list[RegionPlan]:
        """Named stretches of land or sea."""
        return [
            RegionPlan(each.name, tuple(Hex(*spot) for spot in each.provinces))
            for each in self._drawing.regions
        ]

    # ------------------------------------------------------------------ realms

    def territories(self) -> list[Group]:
        """Territories by the places of their cities, which come first among all."""
        places = {key: place for place, key in enumerate(self._drawing.cities)}
        return [
            Group(
                tuple(places[city] for city in each.cities),
                places[each.capital or each.cities[0]],
                each.name,
            )
            for each in self._drawing.territories.values()
        ]

    def kingdoms(self) -> list[Group]:
        """Kingdoms by the places of their territories."""
        places = {key: place for place, key in enumerate(self._drawing.territories)}
        cities = {key: place for place, key in enumerate(self._drawing.cities)}
        lands = self.territories()
        return [
            Group(
                tuple(places[land] for land in each.territories),
                cities[each.capital]
                if each.capital
                else lands[places[each.territories[0]]].capital,
                each.name,
            )
            for each in self._drawing.kingdoms.values()
        ]

    # ------------------------------------------------------------------ cities

    def city(self, place: int, begun: CityPlan) -> CityPlan:
        """A city as it begins in its place, with what is drawn of it otherwise, if it is drawn."""
        if place >= len(self.cities):
            return begun
        drawn = self.cities[place]
        towers = (TowerPlan(Hex(*each.at), each.type, each.level) for each in drawn.towers)
        plan = replace(begun, name=drawn.name, towers=tuple(towers))
        if drawn.population is not None:
            plan = replace(plan, population=tuple(drawn.population.items()))
        if drawn.improvements is not None:
            plan = replace(plan, improvements=tuple(drawn.improvements.items()))
        if drawn.recruits is not None:
            plan = replace(plan, recruits=tuple(drawn.recruits.items()))
        if drawn.items is not None:
            plan = replace(plan, items=tuple(drawn.items.items()))
        if drawn.fortification is not None:
            plan = replace(plan, fortification=drawn.fortification)
        if drawn.villages is not None:
            villages = (VillagePlan(Hex(*each.at), each.level) for each in drawn.villages)
            plan = replace(plan, villages=tuple(villages))
        if drawn.guilds is not None:
            plan = replace(plan, guilds=tuple(self._guilds(drawn)))
        if drawn.garrison is not None:
            plan = replace(
                plan,
                garrison=tuple(
                    UnitPlan(
                        each.name,
                        each.race,
                        each.soldiers,
                        each.level,
                        tuple(each.arms.worn().items()),
                    )
                    for each in drawn.garrison
                ),
            )
        return plan

    def barony_name(self, place: int) -> str:
        """What the barony of a city is called; empty if that is not drawn."""
        return (self.cities[place].barony or "") if place < len(self.cities) else ""

    def _guilds(self, drawn: DrawnCity) -> Sequence[GuildPlan]:
        deities = next(iter(self._content.deities), "")
        return [
            GuildPlan(
                each.type,
                each.name or self._content.guilds[each.type].name,
                each.level,
                (each.deity or deities) if each.type == "church" else "",
                each.spells,
            )
            for each in drawn.guilds or ()
        ]

    def _hot_spot(self, drawn: DrawnHotSpot) -> HotSpotPlan:
        at = Hex(*drawn.at)
        kind = self._content.hot_spots[drawn.type] if drawn.type else None
        begun = (
            HotSpotPlan.of(at, kind)
            if kind
            else HotSpotPlan(at, "", display_of(drawn.name or ""), drawn.icon or "", "")
        )
        said = {
            name: value
            for name in ("name", "icon", "text", "quests", "hidden", "uses")
            if (value := getattr(drawn, name)) is not None
        }
        return replace(begun, **said)

    def _links(self, ways: Sequence[DrawnWay], *, turned: bool) -> list[LinkPlan]:
        links: dict[tuple[Hex, int], LinkPlan] = {}
        for way in ways:
            here = Hex(*way.start)
            for step in way.steps:
                direction = STEPS.index(step)
                there = self._grid.neighbour(here, direction)
                if there is None:
                    raise ValueError(f"a way leads off the map at {tuple(here)}")
                link = LinkPlan(here, direction, way.level)
                if turned and direction >= 3:
                    link = LinkPlan(there, direction - 3, way.level)
                links[link.at, link.direction] = link
                here = there
        return list(links.values())
