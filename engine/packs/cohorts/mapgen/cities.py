"""The cities of a new world: where players start, and the wild cities of all other baronies.

Starting places are on one mainland where it is large enough, spread apart, with land and food
alike; players of one faction start near each other and far from the others.
"""

from collections.abc import Mapping, Sequence

from engine.dice import Dice, Streams, shuffled
from engine.hexes import Grid
from engine.module.schema import Faction
from engine.packs.cohorts.content import Content, Race, Realm
from engine.packs.cohorts.mapgen.deposits import FOOD, TIMBER_OR_STONE, Ground, even_out, provide
from engine.packs.cohorts.mapgen.graph import parts
from engine.packs.cohorts.mapgen.naming import Namer
from engine.packs.cohorts.mapgen.plan import CityPlan, Counts, VillagePlan
from engine.packs.cohorts.mapgen.realms import Barony

_CITIES_WITHOUT_LIMIT = 4  # starting cities of a faction that takes any number of players
_MATES_APART = 4  # hexes, at least, between starting cities of one faction
_STARTING_FOOD = 2  # food deposits in the barony of each starting city
_HOME_RADIUS = 4  # hexes around a seat that count when a faction chooses its land
_OWN_POPULATION = 80  # percent of a wild city that are of its main race


class NoRoomError(ValueError):
    """The map has fewer baronies than the players need starting cities."""


def check_room(factions: Mapping[str, Faction], baronies: Sequence[Barony]) -> None:
    """NoRoomError if there are fewer baronies than starting cities."""
    wanted = sum(_seats(factions).values())
    if wanted > len(baronies):
        raise NoRoomError(
            f"the map has {len(baronies)} baronies, but {wanted} starting cities are needed"
        )


def seat_factions(
    ground: Ground,
    baronies: Sequence[Barony],
    factions: Mapping[str, Faction],
    realms: Mapping[str, Realm],
    streams: Streams,
) -> dict[int, str]:
    """Which baronies are starting places, and of which faction."""
    dice, seats = streams.stream("world", "starting places"), _seats(factions)
    candidates = _candidates(ground, baronies, sum(seats.values()))
    homes = _spread(ground.grid, baronies, candidates, len(factions), dice)
    placed: dict[int, str] = {}
    for key in shuffled(dice, factions):
        home = max(homes, key=lambda place: (_liking(ground, baronies[place], realms[key]), -place))
        homes.remove(home)
        placed[home] = key
    for key, home in [(key, home) for home, key in placed.items()]:
        for _ in range(seats[key] - 1):
            placed[_mate(ground.grid, baronies, candidates, placed, home)] = key
    return dict(sorted(placed.items()))


def starting_city(
    ground: Ground, content: Content, barony: Barony, faction: str, name: str, streams: Streams
) -> CityPlan:
    """The city that a player of the faction starts in (``cohorts.world.starter-city``)."""
    rules, realm, hexes = content.starting_city, content.realms[faction], ground.grid.hexes()
    dice = streams.stream(f"barony:{barony.capital}", "starting city")
    ground.deposits[barony.capital] = list(rules.capital_deposits)
    villages: dict[int, int] = {}
    for village in rules.villages:
        place = provide(ground, barony, village.on, dice)
        villages[place] = max(village.level, villages.get(place, 0))
    even_out(ground, barony, FOOD, _STARTING_FOOD, dice)
    own = rules.population * rules.home_race_percent // 100
    return CityPlan(
        name=name,
        at=hexes[barony.capital],
        population=_shares(realm.home_race, own, realm.second_race, rules.population - own),
        faction=faction,
        improvements=tuple(rules.improvements.items()),
        villages=tuple(VillagePlan(hexes[i], level) for i, level in sorted(villages.items())),
        recruits=((realm.home_race, rules.recruits_of_home_race),),
        items=tuple(rules.items.items()),
        fortification=rules.fortification_level,
    )


def wild_city(
    ground: Ground, content: Content, barony: Barony, namer: Namer, streams: Streams
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
        villages=(VillagePlan(hexes[food], 1),) if food != barony.capital else (),
    )


def _seats(factions: Mapping[str, Faction]) -> dict[str, int]:
    """How many starting cities each faction has."""
    return {key: faction.players or _CITIES_WITHOUT_LIMIT for key, faction in factions.items()}


def _candidates(ground: Ground, baronies: Sequence[Barony], wanted: int) -> list[int]:
    """The baronies that may be starting places: on the largest land, and alike in land around.

    If one land does not suffice, coastal ones of all lands are preferred, whom ships can reach.
    """
    lands = parts(ground.grid.adjacency(), [i for i, dry in enumerate(ground.land) if dry])
    largest = dict.fromkeys(max(lands, key=lambda part: (len(part), -part[0])))
    mainland = [place for place, each in enumerate(baronies) if each.capital in largest]
    if len(mainland) < wanted:
        ports = [p for p, each in enumerate(baronies) if ground.is_coastal(each.capital)]
        mainland = ports if len(ports) >= wanted else list(range(len(baronies)))
    land = {place: _land_around(ground, baronies[place]) for place in mainland}
    typical = sorted(land.values())[len(land) // 2]
    alike = sorted(mainland, key=lambda place: (abs(land[place] - typical), place))
    return sorted(alike[: max(wanted, len(alike) * 2 // 3)])


def _land_around(ground: Ground, barony: Barony) -> int:
    around = ground.grid.within(ground.grid.hexes()[barony.capital], _HOME_RADIUS)
    return sum(ground.land[ground.grid.index(hex_)] for hex_ in around)


def _spread(
    grid: Grid, baronies: Sequence[Barony], candidates: Sequence[int], number: int, dice: Dice
) -> list[int]:
    """That many of the candidates, each the farthest from those before it."""
    chosen = [dice.pick(candidates)]
    while len(chosen) < number:
        chosen.append(
            max(
                (place for place in candidates if place not in chosen),
                key=lambda place: (_gap(grid, baronies, place, chosen), -place),
            )
        )
    # The first was drawn, not chosen: it moves to where it is farthest from the others.
    others = chosen[1:]
    free = [place for place in candidates if place not in others]
    return [max(free, key=lambda place: (_gap(grid, baronies, place, others), -place)), *others]


def _gap(grid: Grid, baronies: Sequence[Barony], place: int, others: Sequence[int]) -> int:
    """The distance from a barony's capital to the nearest of the others'."""
    hexes = grid.hexes()
    here = hexes[baronies[place].capital]
    return min(
        (grid.distance(here, hexes[baronies[other].capital]) for other in others),
        default=len(hexes),
    )


def _mate(
    grid: Grid,
    baronies: Sequence[Barony],
    candidates: Sequence[int],
    placed: Mapping[int, str],
    home: int,
) -> int:
    """A further starting place of a faction: near its home, but far from all other factions."""
    mates = [place for place, key in placed.items() if key == placed[home]]
    rivals = [place for place, key in placed.items() if key != placed[home]]
    free = [place for place in candidates if place not in placed]
    free = free or [place for place in range(len(baronies)) if place not in placed]

    def worth(place: int) -> tuple[int, int, int]:
        near = _gap(grid, baronies, place, mates)
        crowding = max(0, _MATES_APART - near)
        return (-5 * crowding, min(_gap(grid, baronies, place, rivals), 6) - near, -place)

    return max(free, key=worth)


def _liking(ground: Ground, barony: Barony, realm: Realm) -> int:
    """How many of the provinces around a capital are of the families that a faction likes."""
    terrains = ground.content.terrains
    around = ground.grid.within(ground.grid.hexes()[barony.capital], _HOME_RADIUS)
    return sum(
        terrains[ground.painted[ground.grid.index(hex_)]].family in realm.lands for hex_ in around
    )


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
