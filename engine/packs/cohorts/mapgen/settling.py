"""Who settles where: deposits in the land, a city in every barony, and fair starts for all.

The parts stand in `deposits`, `cities`, `garrisons` and `fairness`; this puts them together.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from engine.dice import Streams
from engine.hexes import Grid
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.mapgen.apart import RealmSite
from engine.packs.cohorts.mapgen.borders import BaronyBorders
from engine.packs.cohorts.mapgen.cities import seat_factions, starting_city, wild_city
from engine.packs.cohorts.mapgen.deposits import DepositGround, lay_deposits, new_ground
from engine.packs.cohorts.mapgen.drawn import DrawnRealm
from engine.packs.cohorts.mapgen.fairness import LandShare, even_starts, lay_near
from engine.packs.cohorts.mapgen.garrisons import guard
from engine.packs.cohorts.mapgen.plan import CityPlan
from engine.packs.lands.graph import steps_from
from engine.packs.lands.naming import Namer

_TRIES = 12  # at starting places, before the fairest is taken


def settle(
    site: RealmSite,
    drawn: DrawnRealm,
    painted: Sequence[str],
    land: Sequence[bool],
    baronies: Sequence[BaronyBorders],
    streams: Streams,
    *,
    taken: Sequence[str],
    others: Sequence[LandShare],
) -> tuple[DepositGround, list[CityPlan]]:
    """The land with its deposits, and the city of every barony, in their order.

    Where the starts cannot be made fair, among each other and beside those of the `others`, other
    places are tried; the fairest try counts. Names that are `taken` no city gets.
    """
    content, grid = site.content, site.grid
    tries: list[tuple[Fraction, DepositGround, list[CityPlan]]] = []
    for _ in range(_TRIES):
        ground = _ground(content, drawn, grid, painted, land)
        lay_deposits(ground, streams)
        seats = seat_factions(ground, baronies, site.factions, drawn, streams)
        cities = _found_cities(ground, baronies, seats, drawn, streams, taken)
        lay_near(ground, [baronies[place] for place in seats], streams)
        left = even_starts(ground, baronies, seats, streams, others)
        tries.append((left, ground, cities))
        if left <= content.world.fairness.percent:
            break
    _, ground, cities = min(tries, key=lambda each: each[0])
    return ground, cities


def _ground(
    content: Content, drawn: DrawnRealm, grid: Grid, painted: Sequence[str], land: Sequence[bool]
) -> DepositGround:
    """The land before any deposit is laid but those that are drawn."""
    ground = new_ground(grid, content, list(painted), land)
    ground.kept.update(dict.fromkeys(drawn.painted))
    for index, deposits in drawn.deposits().items():
        ground.deposits[index] = deposits
        ground.fixed[index] = None
    if not drawn.open("deposits"):
        ground.fixed.update(dict.fromkeys(range(len(grid))))
    return ground


def _found_cities(
    ground: DepositGround,
    baronies: Sequence[BaronyBorders],
    seats: Mapping[int, str],
    drawn: DrawnRealm,
    streams: Streams,
    taken: Sequence[str],
) -> list[CityPlan]:
    """The city of every barony, in their order; names in the factions' lists come first."""
    content = ground.content
    far = steps_from(ground.grid, [baronies[place].capital for place in seats])
    namer = Namer(streams.stream("world", "names of cities"), content.names.qualifiers)
    for name in (*taken, *(city.name for city in drawn.cities)):
        namer.take(name)
    listed = {
        key: [name for name in realm.cities if namer.take(name)]
        for key, realm in content.realms.items()
    }
    founded: list[CityPlan] = []
    for place, barony in enumerate(baronies):
        faction = seats.get(place)
        if faction is None:
            city = drawn.city(place, wild_city(ground, content, barony, namer, streams))
            city = drawn.city(place, guard(content, city, far[barony.capital], streams))
        else:
            race = content.realms[faction].home_race
            unused = listed[faction]
            name = unused.pop(0) if unused else namer.draw(content.names.cities[race])
            begun = starting_city(ground, content, barony, faction, name, streams)
            city = drawn.city(place, begun)
        founded.append(city)
    return founded
