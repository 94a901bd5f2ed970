"""What the map generator hands over: a whole new world as plain frozen data.

It holds no rules and no records of a campaign; who founds a campaign makes its world of it.
"""

from dataclasses import dataclass
from typing import Self

from engine.hexes import Grid, Hex
from engine.packs.cohorts.content.cities import TowerType
from engine.packs.cohorts.content.land import MODES, Mode
from engine.packs.cohorts.content.peoples import GuildKind
from engine.packs.cohorts.content.wilds import HotSpotKind

Counts = tuple[tuple[str, int], ...]
"""How many of what, as pairs of key and number."""


@dataclass(frozen=True, slots=True)
class ProvincePlan:
    """A province. `height` is 0 for the lowest land (and all sea) to 100 for the highest peak.

    `barony` and `region` are places in the plan's lists, None if it is in none. A `gate`
    leads to that province; a `level_limit` of 0 is none.
    """

    at: Hex
    terrain: str
    height: int
    resources: tuple[str, ...] = ()
    barony: int | None = None
    region: int | None = None
    cache: Counts = ()
    gate: Hex | None = None
    level_limit: int = 0
    pvp_free: bool = False


@dataclass(frozen=True, slots=True)
class LinkPlan:
    """A river or road between a province and its neighbour in a direction, of level 1 to 4.

    A river's direction is the one in which it flows.
    """

    at: Hex
    direction: int
    level: int


@dataclass(frozen=True, slots=True)
class BarrierPlan:
    """A natural barrier between a province and its neighbour in a direction.

    It stops who goes by one of the modes, both ways or only in that direction.
    """

    at: Hex
    direction: int
    modes: tuple[Mode, ...] = MODES
    one_way: bool = False


@dataclass(frozen=True, slots=True)
class VillagePlan:
    """A village of level 1 to 4."""

    at: Hex
    level: int


@dataclass(frozen=True, slots=True)
class UnitPlan:
    """A unit of soldiers of a garrison; `worn` is what each has, by place."""

    name: str
    race: str
    soldiers: int
    level: int
    worn: tuple[tuple[str, str], ...] = ()
    slot: int = 0
    """Where it stands in battle; 0 for the usual slot of a new unit."""


@dataclass(frozen=True, slots=True)
class TowerPlan:
    """A tower in a city's barony."""

    at: Hex
    type: TowerType
    level: int


@dataclass(frozen=True, slots=True)
class GuildPlan:
    """A guild of a city: a church with its `deity`, a mage guild with the spells of its book."""

    type: GuildKind
    name: str
    level: int
    deity: str = ""
    spells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HotSpotPlan:
    """A hot spot; `type` is its kind in the module, empty for a unique one.

    `uses` None is without limit.
    """

    at: Hex
    type: str
    name: str
    icon: str
    text: str
    quests: tuple[str, ...] = ()
    hidden: bool = False
    uses: int | None = None

    @classmethod
    def of(cls, at: Hex, kind: HotSpotKind) -> Self:
        """A hot spot as its kind says."""
        return cls(
            at, kind.key, kind.name, kind.icon, kind.text, kind.quests, kind.hidden, kind.uses
        )


@dataclass(frozen=True, slots=True)
class CityPlan:
    """A city; `faction` is whose players may start in it, None for a wild city.

    `fortification` is the level in its own province, 0 for none.
    """

    name: str
    at: Hex
    population: Counts
    faction: str | None = None
    improvements: Counts = ()
    villages: tuple[VillagePlan, ...] = ()
    recruits: Counts = ()
    items: Counts = ()
    fortification: int = 0
    towers: tuple[TowerPlan, ...] = ()
    guilds: tuple[GuildPlan, ...] = ()
    garrison: tuple[UnitPlan, ...] = ()


@dataclass(frozen=True, slots=True)
class BaronyPlan:
    """A barony: its city and all its provinces, in the order of their index."""

    name: str
    city: CityPlan
    provinces: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class TerritoryPlan:
    """A territory: its baronies and the one whose city is its capital, as places in the list."""

    name: str
    baronies: tuple[int, ...]
    capital: int


@dataclass(frozen=True, slots=True)
class KingdomPlan:
    """A kingdom: its territories, and the barony whose city is its capital."""

    name: str
    territories: tuple[int, ...]
    capital: int


@dataclass(frozen=True, slots=True)
class RegionPlan:
    """A named stretch of land or sea.

    Source: cohorts.world.regions.
    """

    name: str
    provinces: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class WorldPlan:
    """A new world; `provinces` are row by row from the north-west, as `Grid` numbers them.

    `realms` names those of the grid, if there are several.
    """

    grid: Grid
    provinces: tuple[ProvincePlan, ...]
    rivers: tuple[LinkPlan, ...]
    roads: tuple[LinkPlan, ...]
    barriers: tuple[BarrierPlan, ...]
    baronies: tuple[BaronyPlan, ...]
    territories: tuple[TerritoryPlan, ...]
    kingdoms: tuple[KingdomPlan, ...]
    regions: tuple[RegionPlan, ...]
    hot_spots: tuple[HotSpotPlan, ...]
    realms: tuple[str, ...] = ()

    def province(self, at: Hex) -> ProvincePlan:
        """The province at a location; `OffMapError` if there is none."""
        return self.provinces[self.grid.index(at)]
