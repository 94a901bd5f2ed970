"""Several realms as one plan: each laid by its own settings and streams, then joined by gates.

How a single realm is laid stands in the package itself. Adding a realm leaves the first as it was
without it, but for the gates that lead there. Sources: cohorts.world.hex-distance,
cohorts.movement.gates.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import accumulate
from typing import Any, Final, TypeVar, cast

from engine.dice import Dice, Streams, shuffled
from engine.hexes import Grid, Hex
from engine.module.schema import Module, ModuleFaction
from engine.packs.cohorts.content import AlternateRealm, Content
from engine.packs.cohorts.content.drawing import FIRST
from engine.packs.cohorts.content.realms import LIKE_WORLD, started_in
from engine.packs.cohorts.mapgen.drawn import DrawnRealm
from engine.packs.cohorts.mapgen.plan import ProvincePlan, WorldPlan
from engine.packs.cohorts.mapgen.wilds import strewn

_EVEN_SHARE: Final = 3
"""Gates from where players start lie in the most even part of the land: one part of this number."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RealmSite:
    """Where a realm is laid: its grid, the content as it holds there, and who starts in it."""

    grid: Grid
    content: Content
    factions: Mapping[str, ModuleFaction]
    cities: bool = True
    """Whether the generator founds cities in addition to the drawn ones."""


Lay = Callable[[RealmSite, Streams, Sequence[WorldPlan]], WorldPlan]
"""Lays a realm beside those that are laid already."""


def lay_realms(module: Module, first: RealmSite, lay: Lay, streams: Streams) -> WorldPlan:
    """The realm of the map and all others of the module, as one plan with gates between them."""
    content, realms = first.content, first.content.alternate_realms
    here = started_in(realms, module.factions)
    sites = {FIRST: replace(first, factions={key: module.factions[key] for key in here})}
    for key, realm in realms.items():
        starting = {each: module.factions[each] for each in realm.starts}
        site = RealmSite(realm.grid, _content_of(content, realm), starting, realm.land.cities)
        sites[key] = site
    plans: list[WorldPlan] = []
    for key, site in sites.items():
        plans.append(lay(site, streams if key == FIRST else _Apart(streams, key), plans))
    names = (module.extent.name, *(realm.name for realm in realms.values()))
    joined = _joined(plans, names)
    gates = _drawn_gates(sites)
    for number, (key, realm) in enumerate(realms.items(), start=1):
        dice = streams.stream(f"realm:{key}", "gates between realms")
        gates = {**_gates_between(joined, number, realm.gates, gates, content, dice), **gates}
    index = joined.grid.index
    provinces = list(joined.provinces)
    for at, to in gates.items():
        provinces[index(at)] = replace(provinces[index(at)], gate=to)
    return replace(joined, provinces=tuple(provinces))


@dataclass(frozen=True, slots=True)
class _Apart:
    """The streams of a realm: others than those of the first realm for the same purposes."""

    streams: Streams
    key: str

    def stream(self, actor: str, purpose: str) -> Dice:
        """See `Streams.stream`."""
        return self.streams.stream(f"realm:{self.key}/{actor}", purpose)


def _content_of(content: Content, realm: AlternateRealm) -> Content:
    """The module's content as it holds for the land of a realm."""
    land = realm.land
    world = {name: value for name in LIKE_WORLD if (value := getattr(land, name)) is not None}
    deposits = world.pop("deposits_percent", None)
    changes: dict[str, Any] = {
        "world": content.world.model_copy(update=world),
        "drawing": realm.drawing,
    }
    if deposits:
        changes["seeding"] = content.seeding.model_copy(update={"deposits_percent": deposits})
    if land.terrains:
        # Without a climate the generator does not paint it.
        changes["terrains"] = {
            key: each if key in land.terrains else each.model_copy(update={"climate": None})
            for key, each in content.terrains.items()
        }
    if land.hot_spots:
        changes["hot_spots"] = {key: content.hot_spots[key] for key in land.hot_spots}
    return content.model_copy(update=changes)


# ---------------------------------------------------------------- joining


def _joined(plans: Sequence[WorldPlan], names: tuple[str, ...]) -> WorldPlan:
    """The plans of single realms as one, everything numbered on from realm to realm."""
    first, *others = [plan.grid for plan in plans]
    moved = [_moved(plan, number) for number, plan in enumerate(plans)]
    baronies, territories, regions = (
        (0, *accumulate(len(getattr(plan, name)) for plan in plans))
        for name in ("baronies", "territories", "regions")
    )
    return WorldPlan(
        grid=Grid(first.width, first.height, first.wraps, tuple(others)),
        provinces=tuple(
            _renumbered(each, baronies[n], regions[n])
            for n, plan in enumerate(moved)
            for each in plan.provinces
        ),
        rivers=_chained(plan.rivers for plan in moved),
        roads=_chained(plan.roads for plan in moved),
        barriers=_chained(plan.barriers for plan in moved),
        baronies=_chained(plan.baronies for plan in moved),
        territories=tuple(
            replace(
                each,
                baronies=tuple(place + baronies[n] for place in each.baronies),
                capital=each.capital + baronies[n],
            )
            for n, plan in enumerate(moved)
            for each in plan.territories
        ),
        kingdoms=tuple(
            replace(
                each,
                territories=tuple(place + territories[n] for place in each.territories),
                capital=each.capital + baronies[n],
            )
            for n, plan in enumerate(moved)
            for each in plan.kingdoms
        ),
        regions=_chained(plan.regions for plan in moved),
        hot_spots=_chained(plan.hot_spots for plan in moved),
        realms=names,
    )


def _chained(parts: Any) -> tuple[Any, ...]:
    return tuple(each for part in parts for each in part)


def _renumbered(province: ProvincePlan, baronies: int, regions: int) -> ProvincePlan:
    return replace(
        province,
        barony=None if province.barony is None else province.barony + baronies,
        region=None if province.region is None else province.region + regions,
    )


def _moved(value: T, realm: int) -> T:
    """The same plan with all its places in the realm of that number."""
    found: Any = value
    if isinstance(value, Hex):
        found = value._replace(realm=realm)
    elif isinstance(value, tuple):
        found = tuple(_moved(each, realm) for each in cast("tuple[object, ...]", value))
    elif is_dataclass(value) and not isinstance(value, Grid | type):
        parts = {field.name: _moved(getattr(value, field.name), realm) for field in fields(value)}
        found = replace(value, **parts)
    return found


# ---------------------------------------------------------------- gates


def _drawn_gates(sites: Mapping[str, RealmSite]) -> dict[Hex, Hex]:
    """The gates that are drawn from one realm to another."""
    numbers = {key: number for number, key in enumerate(sites)}
    gates: dict[Hex, Hex] = {}
    for key, site in sites.items():
        for gate in DrawnRealm(site.content, site.grid).far_gates():
            at, to = Hex(*gate.at, numbers[key]), Hex(*gate.to, numbers[gate.realm])
            gates[at] = to
            if gate.both_ways:
                gates[to] = at
    return gates


def _gates_between(
    plan: WorldPlan,
    realm: int,
    pairs: int,
    known: Mapping[Hex, Hex],
    content: Content,
    dice: Dice,
) -> dict[Hex, Hex]:
    """That many pairs of gates between the first realm and another, as far as there is room.

    They lie far from each other, and as near to one faction's cities as to another's.
    """
    ends: list[list[Hex]] = []
    for number in (0, realm):
        free = [plan.grid.index(at) for at in _even(plan, number, known, content)]
        found = strewn(plan.grid, shuffled(dice, free), pairs)
        ends.append([plan.grid.at(index) for index in found])
    gates: dict[Hex, Hex] = {}
    for one, other in zip(*ends, strict=False):
        gates[one], gates[other] = other, one
    return gates


def _even(plan: WorldPlan, realm: int, known: Mapping[Hex, Hex], content: Content) -> list[Hex]:
    """Land of a realm in the wild, outside starting baronies, that lies most alike for all."""
    homes: dict[str, list[Hex]] = {}
    held: dict[Hex, None] = {}
    for barony in plan.baronies:
        city = barony.city
        held[city.at] = None
        if city.faction:
            held.update(dict.fromkeys(barony.provinces))
            homes.setdefault(city.faction, []).append(city.at)
    free = [
        each.at
        for each in plan.provinces
        if each.at.realm == realm
        and not content.terrains[each.terrain].is_water
        and each.gate is None
        and not each.level_limit
        and each.at not in held
        and each.at not in known
    ]
    here = [cities for cities in homes.values() if any(at.realm == realm for at in cities)]
    if not here:
        return free

    def uneven(at: Hex) -> int:
        nearest = [min(plan.grid.distance(at, city) for city in cities) for cities in here]
        return max(nearest) - min(nearest)

    free.sort(key=uneven)
    return free[: max(1, len(free) // _EVEN_SHARE)]
