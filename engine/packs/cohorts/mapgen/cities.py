"""The cities of a new world: where players start, and the wild cities of all other baronies.

Starting places are on one mainland where it is large enough, spread apart, with land and food
alike; players of one faction start near each other and far from the others.
"""

from collections.abc import Mapping, Sequence

from engine.dice import Dice, Streams, shuffled
from engine.hexes import Grid
from engine.module.schema import ModuleFaction
from engine.packs.cohorts.content import Content, Race, StartingRealm
from engine.packs.cohorts.mapgen.borders import BaronyBorders
from engine.packs.cohorts.mapgen.deposits import FOOD, TIMBER_OR_STONE, DepositGround, provide
from engine.packs.cohorts.mapgen.drawn import DrawnRealm
from engine.packs.cohorts.mapgen.plan import CityPlan, Counts, VillagePlan
from engine.packs.lands.graph import parts
from engine.packs.lands.naming import Namer

_MATES_APART = 4  # hexes, at least, between starting cities of one faction
_FAR = 6  # hexes from which on another faction's starting city counts as no nearer
_HOME_RADIUS = 4  # hexes around a seat that count when a faction chooses its land
_OWN_POPULATION = 80  # percent of a wild city that are of its main race


class NoRoomError(ValueError):
    """The map has fewer baronies than the players need starting cities."""


def check_room(factions: Mapping[str, ModuleFaction], baronies: Sequence[BaronyBorders]) -> None:
    """Check that every starting city can have a separate barony.

    Raises:
        NoRoomError: there are fewer baronies than starting cities.
    """
    wanted = sum(faction.seats for faction in factions.values())
    if wanted > len(baronies):
        raise NoRoomError(
            f"the map has {len(baronies)} baronies, but {wanted} starting cities are needed"
        )


def seat_factions(
    ground: DepositGround,
    baronies: Sequence[BaronyBorders],
    factions: Mapping[str, ModuleFaction],
    drawn: DrawnRealm,
    streams: Streams,
) -> dict[int, str]:
    """Which baronies are starting places, and of which faction; those drawn as such are."""
    dice, realms = streams.stream("world", "starting places"), ground.content.realms
    placed = {n: city.faction for n, city in enumerate(drawn.cities) if city.faction}
    missing = {key: faction.seats for key, faction in factions.items()}
    for key in placed.values():
        missing[key] -= 1
    wanted = sum(max(0, number) for number in missing.values())
    if not wanted or not drawn.open("cities"):
        return placed
    free = range(len(drawn.cities), len(baronies))
    candidates = _candidates(ground, baronies, free, wanted)
    homeless = [key for key in factions if key not in placed.values()]
    homes = _spread(ground.grid, baronies, candidates, len(homeless), list(placed), dice)
    for key in shuffled(dice, homeless):
        home = max(homes, key=lambda place: (_liking(ground, baronies[place], realms[key]), -place))
        homes.remove(home)
        placed[home] = key
        missing[key] -= 1
    for key in dict.fromkeys(placed.values()):
        _place_mates(ground.grid, baronies, (candidates, free), placed, key, missing[key])
    return dict(sorted(placed.items()))


def starting_city(
    ground: DepositGround,
    content: Content,
    barony: BaronyBorders,
    faction: str,
    name: str,
    streams: Streams,
) -> CityPlan:
    """The city that a player of the faction starts in (`cohorts.world.starter-city`)."""
    rules, realm, hexes = content.starting_city, content.realms[faction], ground.grid.hexes()
    dice = streams.stream(f"barony:{barony.capital}", "starting city")
    if ground.is_open(barony.capital):
        ground.deposits[barony.capital] = list(rules.capital_deposits)
        ground.fixed[barony.capital] = None
    villages: dict[int, int] = {}
    for village in rules.villages:
        place = provide(ground, barony, village.on, dice)
        if place not in (None, barony.capital):
            villages[place] = max(village.level, villages.get(place, 0))
    people = realm.population or rules.population
    recruits = rules.recruits_of_home_race if realm.recruits is None else realm.recruits
    own = people * rules.home_race_percent // 100
    return CityPlan(
        name=name,
        at=hexes[barony.capital],
        population=_shares(realm.home_race, own, realm.second_race, people - own),
        faction=faction,
        improvements=tuple(rules.improvements.items()),
        villages=tuple(VillagePlan(hexes[i], level) for i, level in sorted(villages.items())),
        recruits=((realm.home_race, recruits),),
        items=tuple(rules.items.items()),
        fortification=rules.fortification_level,
    )


def wild_city(
    ground: DepositGround, content: Content, barony: BaronyBorders, namer: Namer, streams: Streams
) -> CityPlan:
    """A city that nobody controls: a people at home in its land, with a village on its food."""
    dice, hexes = streams.stream(f"barony:{barony.capital}", "wild city"), ground.grid.hexes()
    food = provide(ground, barony, FOOD, dice)
    provide(ground, barony, TIMBER_OR_STONE, dice)
    span = content.world.wild_city_population
    people = span.min + dice.whole(span.max - span.min + 1) - 1
    families = [content.terrains[ground.painted[i]].family for i in barony.provinces]
    settled = [race for race in content.races.values() if race.key in content.names.cities]
    first = _at_home(settled, families, dice)
    second = _at_home([race for race in settled if race is not first], families, dice)
    own = people * _OWN_POPULATION // 100
    return CityPlan(
        name=namer.draw(content.names.cities[first.key]),
        at=hexes[barony.capital],
        population=_shares(first.key, own, second.key, people - own),
        villages=() if food in (None, barony.capital) else (VillagePlan(hexes[food], 1),),
    )


def _candidates(
    ground: DepositGround, baronies: Sequence[BaronyBorders], free: Sequence[int], wanted: int
) -> list[int]:
    """Those of the free baronies that may be starting places: on the mainland, land around alike.

    If one land does not suffice, coastal ones of all lands are preferred, whom ships can reach.
    """
    lands = parts(ground.grid.adjacency(), [i for i, dry in enumerate(ground.land) if dry])
    largest = dict.fromkeys(max(lands, key=lambda part: (len(part), -part[0])))
    mainland = [place for place in free if baronies[place].capital in largest]
    if len(mainland) < wanted:
        ports = [place for place in free if ground.is_coastal(baronies[place].capital)]
        mainland = ports if len(ports) >= wanted else list(free)
    land = {place: _land_around(ground, baronies[place]) for place in mainland}
    typical = sorted(land.values())[len(land) // 2]
    alike = sorted(mainland, key=lambda place: (abs(land[place] - typical), place))
    return sorted(alike[: max(wanted, len(alike) * 2 // 3)])


def _land_around(ground: DepositGround, barony: BaronyBorders) -> int:
    around = ground.grid.indexes_within(ground.grid.hexes()[barony.capital], _HOME_RADIUS)
    return sum([ground.land[index] for index in around])


def _spread(
    grid: Grid,
    baronies: Sequence[BaronyBorders],
    candidates: Sequence[int],
    number: int,
    taken: Sequence[int],
    dice: Dice,
) -> list[int]:
    """That many of the candidates, each the farthest from those taken and those before it."""
    chosen: list[int] = []
    if number and not taken:
        chosen.append(dice.pick(candidates))
    while len(chosen) < number:
        others = [*taken, *chosen]
        free = [place for place in candidates if place not in others]
        chosen.append(max(free, key=lambda place: (_gap(grid, baronies, place, others), -place)))
    if not chosen or taken:
        return chosen
    # The first was drawn, not chosen: it moves to where it is farthest from the others.
    others = chosen[1:]
    free = [place for place in candidates if place not in others]
    return [max(free, key=lambda place: (_gap(grid, baronies, place, others), -place)), *others]


def _gap(grid: Grid, baronies: Sequence[BaronyBorders], place: int, others: Sequence[int]) -> int:
    """The distance from a barony's capital to the nearest of the others'."""
    hexes = grid.hexes()
    here = hexes[baronies[place].capital]
    return min(
        (grid.distance(here, hexes[baronies[other].capital]) for other in others),
        default=len(hexes),
    )


def _place_mates(
    grid: Grid,
    baronies: Sequence[BaronyBorders],
    pools: Sequence[Sequence[int]],
    placed: dict[int, str],
    key: str,
    number: int,
) -> None:
    """Place that many more starts of a faction: near its others, but far from all other factions.

    Each in the first pool, or if none is left there in the next, which holds it whole.
    """
    mates = [place for place, faction in placed.items() if faction == key]
    rivals = [place for place, faction in placed.items() if faction != key]
    near = {place: _gap(grid, baronies, place, mates) for place in pools[-1]}
    far = {place: min(_gap(grid, baronies, place, rivals), _FAR) for place in pools[-1]}

    def worth(place: int) -> tuple[int, int, int]:
        crowding = max(0, _MATES_APART - near[place])
        return (-5 * crowding, far[place] - near[place], -place)

    hexes, distance = grid.hexes(), grid.distance
    for _ in range(number):
        open_ = ([place for place in pool if place not in placed] for pool in pools)
        best = max(next(filter(None, open_)), key=worth)
        placed[best] = key
        there = hexes[baronies[best].capital]
        for place, gap in near.items():
            near[place] = min(gap, distance(there, hexes[baronies[place].capital]))


def _liking(ground: DepositGround, barony: BaronyBorders, realm: StartingRealm) -> int:
    """How many of the provinces around a capital are of the families that a faction likes."""
    terrains = ground.content.terrains
    around = ground.grid.indexes_within(ground.grid.hexes()[barony.capital], _HOME_RADIUS)
    return sum([terrains[ground.painted[index]].family in realm.lands for index in around])


def _at_home(races: Sequence[Race], families: Sequence[str], dice: Dice) -> Race:
    """One of the races, the likelier the more of the land is like its home."""
    weights = [1 + 3 * sum(family in race.homes for family in families) for race in races]
    roll = dice.whole(sum(weights))
    for race, weight in zip(races, weights, strict=True):
        roll -= weight
        if roll <= 0:
            return race
    raise AssertionError("the roll is at most the sum of the weights")


def _shares(first: str, most: int, second: str, rest: int) -> Counts:
    if first == second:
        return ((first, most + rest),)
    return ((first, most), (second, rest)) if rest else ((first, most),)
