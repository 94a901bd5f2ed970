"""How the land is parted: baronies with their capitals, territories and kingdoms of baronies."""

from collections.abc import Sequence

from engine.hexes import Grid
from engine.packs.cohorts.content import WorldRules
from engine.packs.cohorts.mapgen.borders import BaronyBorders, Group
from engine.packs.cohorts.mapgen.capitals import seat_capitals
from engine.packs.cohorts.mapgen.drawn import DrawnRealm
from engine.packs.lands.graph import Graph, cut, parts


def part_baronies(
    grid: Grid, land: Sequence[bool], rules: WorldRules, drawn: DrawnRealm
) -> list[BaronyBorders]:
    """Every land province in exactly one barony, each connected (`cohorts.world.starter-world`).

    Those of drawn cities come first. A piece of land too small for a barony takes the sea provinces
    next to it in; between drawn baronies what is still too small stays wild.
    """
    known = _drawn_baronies(grid, land, rules, drawn)
    if not drawn.open("cities"):
        return known
    taken = {index: None for barony in known for index in barony.provinces}
    adjacency, size = grid.adjacency(), rules.barony_provinces
    pieces: list[list[int]] = []
    # Rims leave pieces smaller than those cut inland, so that these must be a little larger.
    inland = (size.typical + size.max) // 2
    free = [index for index in range(len(grid)) if land[index] and index not in taken]
    for part in parts(adjacency, free):
        pieces += cut(adjacency, part, size.min, inland, size.max)
    pieces.sort()
    for piece in pieces:
        for here in piece:
            if len(piece) >= size.min:
                break
            for there in adjacency[here]:
                if there >= 0 and not land[there] and there not in taken and len(piece) < size.min:
                    taken[there] = None
                    piece.append(there)
    if known:
        pieces = [piece for piece in pieces if len(piece) >= size.min]
    seats = [barony.capital for barony in known]
    capitals = seat_capitals(grid, land, pieces, rules, seats)
    return known + [
        BaronyBorders(tuple(sorted(piece)), capital)
        for piece, capital in zip(pieces, capitals, strict=True)
    ]


def _drawn_baronies(
    grid: Grid, land: Sequence[bool], rules: WorldRules, drawn: DrawnRealm
) -> list[BaronyBorders]:
    """The baronies of drawn cities, in their order.

    Those without drawn borders take free land around them, turn by turn, up to the typical size.
    """
    adjacency = grid.adjacency()
    seats = [drawn.at(city.at) for city in drawn.cities]
    lands = [
        dict.fromkeys([seat, *map(drawn.at, city.provinces)])
        for seat, city in zip(seats, drawn.cities, strict=True)
    ]
    taken = {index: None for each in lands for index in each}
    growing = [each for each, city in zip(lands, drawn.cities, strict=True) if not city.provinces]
    for _ in range(rules.barony_provinces.typical - 1):
        for each in growing:
            near = (there for here in each for there in adjacency[here])
            found = next((i for i in near if i >= 0 and land[i] and i not in taken), None)
            if found is not None:
                each[found] = taken[found] = None
    return [
        BaronyBorders(tuple(sorted(each)), seat) for each, seat in zip(lands, seats, strict=True)
    ]


def part_territories(
    grid: Grid, baronies: Sequence[BaronyBorders], rules: WorldRules
) -> list[Group]:
    """Territories of neighbouring baronies, the most central barony's city the capital."""
    span = rules.territory_baronies
    capitals = [barony.capital for barony in baronies]
    graph = _neighbours(grid, [barony.provinces for barony in baronies])
    typical = (span.min + span.max) // 2
    if not baronies:
        return []
    pieces = sorted(cut(graph, range(len(baronies)), span.min, typical, span.max))
    return [Group(tuple(piece), _middle(grid, piece, capitals)) for piece in pieces]


def part_kingdoms(
    grid: Grid, baronies: Sequence[BaronyBorders], territories: Sequence[Group], rules: WorldRules
) -> list[Group]:
    """Kingdoms of neighbouring territories; one of the territory capitals is the capital."""
    span = rules.kingdom_territories
    lands = [
        tuple(index for member in group.members for index in baronies[member].provinces)
        for group in territories
    ]
    seats = [baronies[group.capital].capital for group in territories]
    graph = _neighbours(grid, lands)
    typical = (span.min + span.max) // 2
    if not territories:
        return []
    pieces = sorted(cut(graph, range(len(territories)), span.min, typical, span.max))
    return [
        Group(tuple(piece), territories[_middle(grid, piece, seats)].capital) for piece in pieces
    ]


def _neighbours(grid: Grid, lands: Sequence[Sequence[int]]) -> Graph:
    """Which lands lie next to which, by place in the list; all hang together.

    By land where there is a way by land, across the sea between coasts that face each other.
    """
    owner = [-1] * len(grid)
    for place, land in enumerate(lands):
        for index in land:
            owner[index] = place
    by_land = _borders(grid, owner, len(lands))
    island = [0] * len(lands)
    for number, part in enumerate(parts(by_land, range(len(lands)))):
        for place in part:
            island[place] = number
    adjacency = grid.adjacency()
    waiting = [index for index in range(len(grid)) if owner[index] >= 0]
    for here in waiting:
        for there in adjacency[here]:
            if there >= 0 and owner[there] < 0:
                owner[there] = owner[here]
                waiting.append(there)
    by_sea = _borders(grid, owner, len(lands))
    return [
        by_land[place] + [other for other in by_sea[place] if island[other] != island[place]]
        for place in range(len(lands))
    ]


def _borders(grid: Grid, owner: Sequence[int], number: int) -> list[list[int]]:
    """Which of that many owners of provinces border on which; -1 owns nothing."""
    adjacency = grid.adjacency()
    borders: list[dict[int, None]] = [{} for _ in range(number)]
    for here, place in enumerate(owner):
        for there in adjacency[here] if place >= 0 else ():
            if there >= 0 and owner[there] not in (-1, place):
                borders[place][owner[there]] = None
    return [sorted(others) for others in borders]


def _middle(grid: Grid, members: Sequence[int], seats: Sequence[int]) -> int:
    """The member whose seat is nearest to all the others'."""
    hexes = grid.hexes()
    return min(
        members,
        key=lambda place: (
            sum(grid.distance(hexes[seats[place]], hexes[seats[other]]) for other in members),
            place,
        ),
    )
