"""Who settles where: deposits in the land, a city in every barony, and fair starts for all.

The parts stand in `deposits`, `cities`, `garrisons` and `fairness`; this puts them together.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import cycle

from engine.dice import Dice, Streams
from engine.hexes import Grid
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.peoples import GuildKind
from engine.packs.cohorts.content.wilds import WildCities
from engine.packs.cohorts.mapgen.apart import RealmSite
from engine.packs.cohorts.mapgen.borders import BaronyBorders
from engine.packs.cohorts.mapgen.cities import seat_factions, starting_city, wild_city
from engine.packs.cohorts.mapgen.deposits import DepositGround, lay_deposits, new_ground
from engine.packs.cohorts.mapgen.drawn import DrawnRealm
from engine.packs.cohorts.mapgen.fairness import LandShare, even_starts, lay_near
from engine.packs.cohorts.mapgen.plan import CityPlan, GuildPlan, UnitPlan
from engine.packs.lands.graph import steps_from
from engine.packs.lands.naming import Namer


def guard(content: Content, city: CityPlan, far: int, streams: Streams) -> CityPlan:
    """A wild city with its garrison, walls and guild; `far` hexes from a starting city."""
    dice, rules = streams.stream(f"hex:{city.at.x},{city.at.y}", "garrison"), content.wild_cities
    level = min(rules.level.max, rules.level.min + far // rules.hexes_per_level)
    return replace(
        city,
        garrison=tuple(_units(rules, city, level, dice)),
        fortification=_walls(rules, dice),
        guilds=tuple(_guilds(content, city, dice)),
    )


def _units(rules: WildCities, city: CityPlan, level: int, dice: Dice) -> Iterator[UnitPlan]:
    """Units of the city's peoples, by their shares."""
    used: dict[str, int] = {}
    slots = cycle(rules.slots or (0,))
    for race, people in city.population:
        soldiers = people * rules.soldiers_per_thousand // 1000
        units = -(-soldiers // rules.unit_soldiers)
        for place in range(units):
            troop = dice.pick(rules.troops)
            number = used[troop.name] = used.get(troop.name, 0) + 1
            name = f"{city.name} {troop.name}" + (f" {number}" if number > 1 else "")
            # What does not divide evenly goes to the first units.
            share = soldiers // units + (place < soldiers % units)
            worn = tuple(troop.arms.worn().items())
            yield UnitPlan(name, race, share, level, worn, next(slots))


def _walls(rules: WildCities, dice: Dice) -> int:
    roll = dice.whole(100)
    for level, percent in enumerate(rules.fortified_percent):
        roll -= percent
        if roll <= 0:
            return level
    raise AssertionError("the chances add up to 100")


def _guilds(content: Content, city: CityPlan, dice: Dice) -> Iterator[GuildPlan]:
    """Now and then one guild, of a kind that the city has people enough for."""
    rules = content.wild_cities
    people = sum(number for _, number in city.population)
    kinds: list[GuildKind] = [
        key for key in rules.guilds if people >= content.guilds[key].least_people
    ]
    if kinds and dice.whole(100) <= rules.guild_percent:
        kind, span = dice.pick(kinds), rules.guild_level
        level = span.min + dice.whole(span.max - span.min + 1) - 1
        deity = dice.pick(list(content.deities)) if kind == "church" else ""
        yield GuildPlan(kind, content.guilds[kind].name, level, deity)


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
