"""Where kingdoms begin: homes far from each other, on land that offers all of them as much.

What counts is what there is in truth, so homes are chosen when everything else lies on the land.
Source: kingdoms.setup.start-provinces, which leaves the choice to the module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.dice import Streams
from engine.hexes import Grid
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.pieces.records import Holding, Lands, Site
from engine.world import World

_STARTS: Final = 40
"""So many sets of homes are drawn, and each bettered as long as moving one home helps."""
_NARROWER: Final = 2
"""So many provinces nearer than at first homes may come to each other for it."""
_SOON, _LATER = 2, 3
"""Provinces over land within which a kingdom grows soon, and later."""

Offers = tuple[int, int, int, int, int]
"""What a home offers: taxes at the start, soon and later, features and land within reach."""
_THINGS: Final = 5


def choose_homes(
    world: World, content: ArmyContent, seats: int, apart: int, streams: Streams
) -> list[int]:
    """The home provinces of so many kingdoms, at least so many provinces apart.

    Sets of homes are drawn, far from each other, and each is made as even as it gets; the one is
    taken whose homes differ least.

    Raises:
        ValueError: there is no room for so many (kingdoms.setup.start-provinces).
    """
    grid = world.get(Lands, 1).grid
    offers = _offers(world, content)
    order = sorted(offers, key=lambda id: (-offers[id][1], id))
    dice = streams.stream("world", "homes")
    best: tuple[float, list[int]] | None = None
    for share in (2, 1):  # of rich land, and only then of any
        among = sorted(order[: len(order) // share])
        for _ in range(_STARTS if among else 0):
            homes = _spread(grid, among, seats, dice.pick(among))
            if len(homes) < seats or _nearest(grid, homes) < apart:
                continue
            homes = _evened(grid, offers, homes, apart)
            fault = _difference([offers[id] for id in homes])
            if best is None or fault < best[0]:
                best = fault, homes
        if best:
            return best[1]
    raise ValueError(
        f"there is no room for {seats} homes at least {apart} provinces apart on a map of "
        f"{grid.width} by {grid.height}: make it larger"
    )


# ---------------------------------------------------------------- where homes may be


def _spread(grid: Grid, among: Sequence[int], number: int, first: int) -> list[int]:
    """So many of these provinces, each as far as can be from those before it."""
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
    land = {h.id: None for h in world.all(Holding) if not content.grounds[h.terrain].sea}
    tax = {holding.id: holding.tax for holding in world.all(Holding)}
    sites = dict.fromkeys(tax, 0)
    for site in world.all(Site):
        sites[site.holding] += 1
    found: dict[int, Offers] = {}
    for home in land:
        reached = _reached(grid, land, home)
        soon = [id for id, steps in reached.items() if steps <= _SOON]
        start = [home, *(index + 1 for index in grid.adjacency()[home - 1] if index >= 0)]
        found[home] = (
            sum(tax[id] for id in start),
            sum(tax[id] for id in soon),
            sum(tax[id] for id in reached),
            sum(sites[id] for id in reached),
            len(reached),
        )
    return found


def _reached(grid: Grid, land: Mapping[int, None], home: int) -> dict[int, int]:
    """The land that is reached over land from a home, with how far away it is."""
    found, waiting = {home: 0}, [home]
    for here in waiting:
        if found[here] < _LATER:
            for index in grid.adjacency()[here - 1]:
                if index >= 0 and index + 1 in land and index + 1 not in found:
                    found[index + 1] = found[here] + 1
                    waiting.append(index + 1)
    return found


Sums = tuple[tuple[int, int], ...]
"""Of each thing offered the sum over homes, and the sum of the squares."""


def _sums(homes: Sequence[Offers]) -> Sums:
    columns = [[home[thing] for home in homes] for thing in range(_THINGS)]
    return tuple((sum(each), sum([number * number for number in each])) for each in columns)


def _uneven(others: Sums, home: Offers, number: int) -> float:
    """How much a home and others differ, so many in all: the squares of what each has more or less.

    All in shares of the mean.
    """
    uneven = 0.0
    for (total, squares), offered in zip(others, home, strict=True):
        whole = total + offered
        if whole:
            uneven += number * (squares + offered * offered) / (whole * whole) - 1
    return uneven


def _difference(homes: Sequence[Offers]) -> float:
    """By what share of the least the best home is ahead, at its worst and all summed up."""
    ahead = [(max(each) - min(each)) / max(1, min(each)) for each in zip(*homes, strict=True)]
    return max(ahead) + sum(ahead) / len(ahead)
