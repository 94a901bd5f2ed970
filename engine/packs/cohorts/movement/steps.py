"""What a step from one province to the next costs a stack, and what bars it.

Costs are whole hundredths of a movement point, in which every cost of the ledger is exact. How far
a stack gets stands in `movement`, which way it goes in `routes`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from engine.hexes import opposite
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.land import MODES, Mode
from engine.packs.cohorts.movement.rates import Pace
from engine.packs.cohorts.pieces.links import Link, link_id
from engine.packs.cohorts.pieces.ownership import faction_of, relation
from engine.packs.cohorts.pieces.records import City, Map, Province
from engine.world import World

POINT: Final = 100
"""How many units of cost are a movement point."""

# The bits of `Link.barrier` (cohorts.world.barriers). A natural one bars both ways in all modes, or
# it has a bit for each way and mode that it bars, from `_PARTLY` on. A magic one bars the way into
# one side: into the province whose direction 0 to 2 the link is, or into the other.
NATURAL: Final = 1
MAGIC_HERE: Final = 2
MAGIC_THERE: Final = 4
_PARTLY: Final = 8


def points(cost: int) -> Fraction:
    """A cost in movement points."""
    return Fraction(cost, POINT)


def blocked(barrier: int, direction: int, mode: Mode) -> bool:
    """Whether a link's barrier stops a step in that direction and mode (cohorts.world.barriers)."""
    magic = MAGIC_THERE if direction < 3 else MAGIC_HERE
    return bool(barrier & (NATURAL | magic | _part(direction, mode)))


def natural_barrier(direction: int, modes: Iterable[Mode] = MODES, *, one_way: bool = False) -> int:
    """The bits of a natural barrier on a province's side in that direction.

    It stops who goes by these modes; if it is `one_way`, only on the way out over that side.
    """
    ways = (direction,) if one_way else (direction, opposite(direction))
    bits = [_part(way, mode) for way in ways for mode in dict.fromkeys(modes)]
    return NATURAL if len(bits) == 2 * len(MODES) else sum(bits)


def barred_modes(barrier: int, direction: int) -> tuple[Mode, ...]:
    """The modes in which a natural barrier stops a step in that direction."""
    if barrier & NATURAL:
        return MODES
    return tuple(mode for mode in MODES if barrier & _part(direction, mode))


def _part(direction: int, mode: Mode) -> int:
    return _PARTLY << MODES.index(mode) + len(MODES) * (direction >= 3)


def magic_barrier(side: int) -> int:
    """The bit of a magic barrier that bars entry into a province over one of its sides."""
    return MAGIC_HERE if side < 3 else MAGIC_THERE


@dataclass(frozen=True, slots=True)
class Gait:
    """What matters of a stack for the cost of its steps; made once for an order."""

    mode: Mode
    ships: bool
    faction: int
    level: int
    """Its encounter level (cohorts.world.level-restriction)."""
    base: dict[str, int]
    """The cost of entering each terrain; 0 where this mode cannot."""
    percent: dict[str, int]
    """What the stack's members change of it, with 100 for all of it."""
    roads: tuple[int, ...]
    rivers: tuple[int, ...]
    """By level from 0: on land percents, on water what following the river costs (0: it cannot)."""
    least_percent: int
    harbor: int
    gate: int
    unknown: str
    """The terrain that provinces never seen count as (cohorts.movement.pathfinding)."""

    @classmethod
    def of(cls, content: Content, pace: Pace, faction: int, level: int) -> Gait:
        """The gait of a stack at that pace."""
        rules, mode = content.movement, pace.mode
        base: dict[str, int] = {}
        percent: dict[str, int] = {}
        for terrain in content.terrains.values():
            base[terrain.key] = POINT * (getattr(terrain, mode) or 0)
            percent[terrain.key] = 100 + pace.terrain_percent.get(terrain.family, 0)
        roads = rivers = (0, 0, 0, 0, 0)
        if mode == "land":
            roads = (0, *(road.land_percent for road in content.roads))
            rivers = (0, *(river.land_percent for river in content.rivers))
        elif mode == "water":
            fits = [river.ships or not pace.ships for river in content.rivers]
            costs = [river.water_cost for river in content.rivers]
            rivers = (0, *(POINT * cost * fit for cost, fit in zip(costs, fits, strict=True)))
        return cls(
            mode,
            pace.ships,
            faction,
            level,
            base,
            percent,
            roads,
            rivers,
            rules.least_cost_percent,
            POINT * rules.harbor_cost,
            POINT * rules.gate_cost,
            rules.unknown_water if pace.ships else rules.unknown_land,
        )

    @property
    def least(self) -> int:
        """A cost that no step of this stack goes below."""
        costs = [cost for cost in self.base.values() if cost]
        if self.mode == "land":
            gain = min(min(self.percent.values()) + min(self.roads), 100)
            return min(costs) * max(gain, self.least_percent) // 100
        return min([*costs, self.harbor, *(cost for cost in self.rivers if cost)])

    def step(self, terrain: str, link: Link | None = None) -> int:
        """What the step into a terrain over a link costs, harbors aside; 0 if it cannot be taken.

        Sources: cohorts.movement.step-cost, cohorts.world.rivers-by-water.
        """
        base = self.base[terrain]
        if self.mode == "air" or (self.mode == "water" and base):
            return base
        river = self.rivers[link.river] if link else 0
        if self.mode == "water":
            return river
        percent = self.percent[terrain] + (self.roads[link.road] if link else 0) + river
        return base * max(percent, self.least_percent) // 100

    def into(self, world: World, left: Province, entered: Province, link: Link | None) -> int:
        """What the step from one province into the next costs; 0 if the mode cannot take it."""
        cost = self.step(entered.terrain, link)
        ashore = self.base[left.terrain] and not self.base[entered.terrain]
        if self.mode == "water" and ashore and self.harbors(world, entered.id):
            # From the sea into a harbor (cohorts.movement.water-access).
            return min(cost or self.harbor, self.harbor)
        return cost

    def harbors(self, world: World, province: int) -> bool:
        """Whether a city there takes in the stack's ships and swimmers, or is open to attack."""
        city = world.first(City, "province", province)
        if city is None or not city.knows("baron"):
            return False
        stands = relation(world, faction_of(world, city), self.faction)
        return stands in ("allied", "at_war")

    def can_stay(self, world: World, province: Province) -> bool:
        """Whether it can stand where a gate leads (cohorts.movement.gates)."""
        if self.ships:
            return bool(
                self.base[province.terrain]
                or self.harbors(world, province.id)
                or any(self.rivers[link.river] for link in links_of(world, province.id))
            )
        return bool(self.base[province.terrain]) or self.mode == "water"


def link_between(world: World, province: int, direction: int) -> Link | None:
    """The barrier or road on a province's side, or None."""
    return world.find(Link, link_id(world.get(Map, 1).grid, province, direction))


def links_of(world: World, province: int) -> list[Link]:
    """The barriers and roads on all of a province's sides."""
    found = (link_between(world, province, direction) for direction in range(6))
    return [link for link in found if link]


def is_coastal(world: World, content: Content, province: Province) -> bool:
    """Whether a province is land with the sea next to it (cohorts.world.coastal-province)."""
    if content.terrains[province.terrain].is_water:
        return False
    around = world.get(Map, 1).grid.adjacency()[province.id - 1]
    near = (world.find(Province, index + 1) for index in around if index >= 0)
    return any(content.terrains[each.terrain].is_water for each in near if each)
