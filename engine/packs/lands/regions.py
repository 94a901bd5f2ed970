"""Named stretches of land and sea: the forests, ranges, plains, wastes and gulfs of a world."""

from collections import deque
from collections.abc import Mapping, Sequence

from engine.dice import Streams
from engine.hexes import Grid, Hex
from engine.packs.lands.climate import ClimateTerrain
from engine.packs.lands.graph import parts
from engine.packs.lands.naming import Namer, Syllables

_LEAST = 6  # provinces; smaller stretches go without a name
_SEA = 120  # provinces of one named water, about


def name_regions(
    grid: Grid,
    painted: Sequence[str],
    grounds: Mapping[str, ClimateTerrain],
    names: Mapping[str, Syllables],
    qualifiers: Sequence[str],
    streams: Streams,
    taken: Sequence[str] = (),
) -> list[tuple[str, tuple[Hex, ...]]]:
    """Each connected stretch of one family that is large enough; large seas are parted.

    `names` are by family, `qualifiers` go before a name that is already taken. Names that are
    `taken` none gets.
    """
    dice = streams.stream("world", "names of regions")
    namer = Namer(dice, qualifiers)
    for name in taken:
        namer.take(name)
    hexes = grid.hexes()
    regions: list[tuple[str, tuple[Hex, ...]]] = []
    for family, syllables in names.items():
        members = [i for i in range(len(grid)) if grounds[painted[i]].family == family]
        for part in parts(grid.adjacency(), members):
            stretches = _parted(grid, part) if family == "sea" else [part]
            for stretch in stretches:
                if len(stretch) >= _LEAST:
                    name = namer.draw(syllables)
                    regions.append((name, tuple(hexes[index] for index in stretch)))
    return regions


def _parted(grid: Grid, part: Sequence[int]) -> list[list[int]]:
    """A sea in stretches of like size, around points that are evenly strewn over it."""
    stretches: dict[int, list[int]] = {}
    owner: dict[int, int] = dict.fromkeys(part, -1)
    number = max(1, len(part) // _SEA)
    waiting: deque[int] = deque()
    for place in range(number):
        seed = part[(2 * place + 1) * len(part) // (2 * number)]
        owner[seed] = seed
        stretches[seed] = []
        waiting.append(seed)
    adjacency = grid.adjacency()
    while waiting:
        here = waiting.popleft()
        stretches[owner[here]].append(here)
        for there in adjacency[here]:
            if owner.get(there, 0) < 0:
                owner[there] = owner[here]
                waiting.append(there)
    return [sorted(stretch) for stretch in stretches.values()]
