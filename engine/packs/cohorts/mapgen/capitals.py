"""Where in each barony its capital stands: in the middle, but not too near to another capital.

With capitals three hexes apart and baronies of about seven provinces there is hardly room for all,
so they are moved until they fit. How the land is parted is in `realms`.
"""

from collections.abc import Sequence
from itertools import chain, combinations

from engine.hexes import Grid
from engine.packs.cohorts.content import WorldRules
from engine.packs.lands.graph import is_connected

_MOVES = 60  # that a capital may make on average, before those still too near are left so


def seat_capitals(
    grid: Grid,
    land: Sequence[bool],
    pieces: list[list[int]],
    rules: WorldRules,
    others: Sequence[int],
) -> list[int]:
    """For each piece of land its capital's province (`cohorts.world.starter-world`).

    All begin in the middle; those too near to each other move to where they crowd least, and a
    place that was crowded before counts as more so, until there is room for all or the moves are
    spent. For it a piece may take a province over from its neighbour, in `pieces` itself. The
    `others` are capitals that stand already.
    """
    seating = _Seating(grid, land, pieces, rules, others)
    moves = _MOVES * len(pieces)
    while moves > 0:
        crowded = seating.crowded()
        if not crowded:
            break
        for place in crowded:
            if seating.is_crowded(place):
                seating.move(place)
        moves -= len(crowded)
    return seating.capitals


class _Seating:
    """The capitals as they stand, and how many of them are near to each province."""

    def __init__(
        self,
        grid: Grid,
        land: Sequence[bool],
        pieces: list[list[int]],
        rules: WorldRules,
        others: Sequence[int],
    ) -> None:
        self._grid, self._land, self._pieces, self._rules = grid, land, pieces, rules
        self._owner = {index: place for place, piece in enumerate(pieces) for index in piece}
        self._near = [0] * len(grid)
        self._penalty = [0] * len(grid)
        self._around: dict[int, dict[int, None]] = {}
        """By each capital that stood somewhere, what is too near to it for another."""
        self._central = [self._by_middle(piece) for piece in pieces]
        self.capitals = [ways[0] for ways in self._central]
        for capital in (*self.capitals, *others):
            for index in self._too_near(capital):
                self._near[index] += 1

    def crowded(self) -> list[int]:
        """The pieces to whose capital another is too near."""
        near = self._near
        # Near to a capital is always itself.
        return [place for place, capital in enumerate(self.capitals) if near[capital] > 1]

    def is_crowded(self, place: int) -> bool:
        """Whether another capital is too near to that of this piece."""
        return self._near[self.capitals[place]] > 1

    def move(self, place: int) -> None:
        """Move the capital of a piece to where it crowds least."""
        near, penalty, own = self._near, self._penalty, self._too_near(self.capitals[place])
        penalty[self.capitals[place]] += 1
        ways = self._central[place]
        # How many other capitals are too near, and how often it was too many before.
        costs = [near[way] - (way in own) + penalty[way] for way in ways]
        best = ways[costs.index(min(costs))]
        if near[best] - (best in own):
            taken = self._take(place)
            best = best if taken is None else taken
        if best != self.capitals[place]:
            self.capitals[place] = best
            for index in own:
                near[index] -= 1
            for index in self._too_near(best):
                near[index] += 1

    def _too_near(self, capital: int) -> dict[int, None]:
        """What is too near to a capital for another."""
        found = self._around.get(capital)
        if found is None:
            apart = self._rules.capitals_at_least_apart
            near = self._grid.indexes_within(self._grid.hexes()[capital], apart - 1)
            found = self._around[capital] = dict.fromkeys(near)
        return found

    def _take(self, place: int) -> int | None:
        """A free province next to the piece, taken over from a neighbour that can spare it."""
        size, adjacency = self._rules.barony_provinces, self._grid.adjacency()
        piece = self._pieces[place]
        if len(piece) >= size.max:
            return None
        near, own = self._near, self._too_near(self.capitals[place])
        beside = dict.fromkeys(chain.from_iterable([adjacency[here] for here in piece]))
        for index in sorted([each for each in beside if near[each] == (each in own)]):
            giver = self._owner.get(index, place)
            if giver == place or not self._land[index] or self.capitals[giver] == index:
                continue
            if len(self._pieces[giver]) <= size.min:
                continue
            rest = [other for other in self._pieces[giver] if other != index]
            if is_connected(adjacency, rest):
                self._pieces[giver] = rest
                piece.append(index)
                self._owner[index] = place
                for changed in (giver, place):
                    self._central[changed] = self._by_middle(self._pieces[changed])
                return index
        return None

    def _by_middle(self, piece: Sequence[int]) -> list[int]:
        """The land provinces of a piece, those nearest to all others first."""
        hexes, distance = self._grid.hexes(), self._grid.distance
        dry = [index for index in piece if self._land[index]]
        reach = dict.fromkeys(piece, 0)
        for one, other in combinations(piece, 2):
            between = distance(hexes[one], hexes[other])
            reach[one] += between
            reach[other] += between
        return sorted(dry, key=lambda index: (reach[index], index))
