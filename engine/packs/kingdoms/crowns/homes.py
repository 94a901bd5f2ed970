"""Where kingdoms begin: homes far from each other, on land that offers all of them as much.

What counts is the truth, so homes are chosen when everything else is on the land. Source:
kingdoms.setup.start-provinces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.dice import Streams
from engine.hexes import Grid
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.pieces.records import Holding, Lands, Site
from engine.world import World

_STARTS: Final = 40
"""Sets of homes that are drawn, each improved as long as moving one home helps."""
FAIR: Final = 1.0
"""Homes whose unevenness is no more are fair."""
_NARROWER: Final = 2
"""How much nearer homes may come to each other for it, in provinces."""
_SOON, _LATER = 2, 3
"""Provinces over land within which a kingdom grows soon, and later."""

Offers = tuple[int, int, int, int, int]
"""What a home offers: taxes at the start, soon and later, features and land within reach."""
_MAY_DIFFER: Final = (5, 7, 10, 10, 10)
"""The part of the mean that each may differ from it: a tenth of what is within reach."""


@dataclass(frozen=True, slots=True)
class Homes:
    """Home provinces, and how much what they offer differs."""

    provinces: tuple[int, ...]
    unevenness: float
    """Of what is offered least evenly: 1 is what it may differ from the mean at most."""


def choose_homes(
    world: World, content: ArmyContent, seats: int, apart: int, streams: Streams
) -> Homes:
    """The home provinces of a number of kingdoms, at least that far apart.

    Sets of homes are drawn, far from each other, and each is made as even as it gets; the first
    that is fair is taken, else the one whose homes differ least.

    Raises: ValueError: there is no room for that many (kingdoms.setup.start-provinces).
    """
    grid = world.get(Lands, 1).grid
    offers = _offers(world, content)
    order = sorted(offers, key=lambda id: (-offers[id][1], id))
    dice = streams.stream("world", "homes")
    best: Homes | None = None
    for share in (2, 1):  # of rich land, and only then of any
        among = sorted(order[: len(order) // share])
        for _ in range(_STARTS if among else 0):
            homes = _spread(grid, among, seats, dice.pick(among))
            if len(homes) < seats or _nearest(grid, homes) < apart:
                continue
            homes = _evened(grid, offers, homes, apart)
            chosen = Homes(tuple(homes), _unevenness([offers[id] for id in homes]))
            if best is None or chosen.unevenness < best.unevenness:
                best = chosen
            if best.unevenness <= FAIR:
                return best
        if best:
            return best
    raise ValueError(
        f"there is no room for {seats} homes at least {apart} provinces apart on a map of "
        f"{grid.width} by {grid.height}: make it larger"
    )


# ---------------------------------------------------------------- where homes may be


def _spread(grid: Grid, among: Sequence[int], number: int, first: int) -> list[int]:
    """A number of these provinces, each as far as possible from those before it."""
    chosen = [first]
    far = {id: _distance(grid, id, first) for id in among}
    while len(chosen) < min(number, len(among)):
        best = max(among, key=lambda id: (far[id], -id))
        chosen.append(best)
        for id in among:
            far[id] = min(far[id], _distance(grid, id, best))
    return chosen


def _evened(
    grid: Grid, offers: Mapping[int, Offers], homes: Sequence[int], apart: int
) -> list[int]:
    """Homes moved one by one to where they offer more nearly what the others do."""
    homes = list(homes)
    room = max(apart, _nearest(grid, homes) - _NARROWER)
    best, moved = float("inf"), True
    while moved:
        moved = False
        for place in range(len(homes)):
            others = [*homes[:place], *homes[place + 1 :]]
            sums = _sums([offers[id] for id in others])
            for id, offer in offers.items():
                uneven = _uneven(sums, offer, len(homes))
                if uneven < best and all(_distance(grid, id, o) >= room for o in others):
                    best, homes[place], moved = uneven, id, True
    return homes


def _nearest(grid: Grid, homes: Sequence[int]) -> int:
    """The least distance between two homes; the map's size if there is but one."""
    pairs = ((one, other) for place, one in enumerate(homes) for other in homes[:place])
    return min((_distance(grid, one, other) for one, other in pairs), default=len(grid))


def _distance(grid: Grid, one: int, other: int) -> int:
    return grid.distance(grid.at(one - 1), grid.at(other - 1))


# ---------------------------------------------------------------- what a home offers


def _offers(world: World, content: ArmyContent) -> dict[int, Offers]:
    """What each land province would offer as a home."""
    grid = world.get(Lands, 1).grid
    land = dry_land(world, content)
    tax = {holding.id: holding.tax for holding in world.all(Holding)}
    sites = dict.fromkeys(tax, 0)
    for site in world.all(Site):
        sites[site.holding] += 1
    found: dict[int, Offers] = {}
    for home in land:
        within = reached(grid, land, home)
        soon = [id for id, steps in within.items() if steps <= _SOON]
        start = [home, *(index + 1 for index in grid.adjacency()[home - 1] if index >= 0)]
        found[home] = (
            sum(tax[id] for id in start),
            sum(tax[id] for id in soon),
            sum(tax[id] for id in within),
            sum(sites[id] for id in within),
            len(within),
        )
    return found


def dry_land(world: World, content: ArmyContent) -> dict[int, None]:
    """All provinces that are not Sea, by id."""
    return {h.id: None for h in world.all(Holding) if not content.grounds[h.terrain].sea}


def reached(grid: Grid, land: Mapping[int, None], home: int) -> dict[int, int]:
    """The land that is reached over land from a home, with how far away it is."""
    found, waiting = {home: 0}, [home]
    for here in waiting:
        if found[here] < _LATER:
            for index in grid.adjacency()[here - 1]:
                if index >= 0 and index + 1 in land and index + 1 not in found:
                    found[index + 1] = found[here] + 1
                    waiting.append(index + 1)
    return found


Sums = tuple[tuple[int, int, int, int], ...]
"""Of each thing offered the sum over homes, and those of its second, third and fourth powers."""


def _sums(homes: Sequence[Offers]) -> Sums:
    columns = zip(*homes, strict=True)
    return tuple(_powers(column) for column in columns)


def _powers(column: Sequence[int]) -> tuple[int, int, int, int]:
    first, second, third, fourth = (sum([each**power for each in column]) for power in (1, 2, 3, 4))
    return first, second, third, fourth


def _uneven(others: Sums, home: Offers, number: int) -> float:
    """How much a home and others differ, of that many in all.

    For each thing the fourth powers of what each home has more or less than the mean, in shares of
    what it may differ: so what differs most counts most.
    """
    uneven = 0.0
    for powers, offered, may in zip(others, home, _MAY_DIFFER, strict=True):
        first, second, third, fourth = powers
        square = offered * offered
        first += offered
        if first:
            # The sum of (number * each - first) ** 4 over all homes, divided by number.
            apart = (
                number**3 * (fourth + square * square)
                - 4 * number * number * first * (third + square * offered)
                + 6 * number * first * first * (second + square)
                - 3 * first**4
            )
            uneven += apart * may**4 / first**4
    return uneven


def _unevenness(homes: Sequence[Offers]) -> float:
    """How far what is least even is from its mean, as a part of what it may be."""
    worst = 0.0
    for column, may in zip(zip(*homes, strict=True), _MAY_DIFFER, strict=True):
        whole = sum(column)
        if whole:
            apart = max(abs(len(column) * each - whole) for each in column)
            worst = max(worst, apart * may / whole)
    return worst
