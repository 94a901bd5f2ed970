"""Where heroes without a King stand at the start: as many, as near and of one mind, for each home.

Source: kingdoms.setup.treasury-and-heroes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.dice import Streams
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.heroes import drawn_hero, enter
from engine.packs.kingdoms.crowns.homes import dry_land, reached
from engine.packs.kingdoms.pieces.chance import picked, step_stream
from engine.packs.kingdoms.pieces.records import Crown, Holding, Lands
from engine.world import World

_NEAR: Final = (2, 3)
"""Provinces over land from a home at which its heroes stand; what is nearer is the kingdom's."""


def reach_of(world: World, home: int) -> tuple[int, ...]:
    """A home and every province adjacent to it, in order of id."""
    around = world.get(Lands, 1).grid.adjacency()[home - 1]
    return tuple(sorted([home, *(there + 1 for there in around if there >= 0)]))


def wild_land(world: World, armies: ArmyContent) -> Iterator[Holding]:
    """The land that no kingdom owns, nor will own as soon as its player comes, by id."""
    vacant = (crown.home for crown in world.all(Crown) if not crown.player)
    kept = {id: None for home in vacant for id in reach_of(world, home)}
    for holding in world.all(Holding):
        if not (holding.owner or holding.id in kept or armies.grounds[holding.terrain].sea):
            yield holding


def strew_heroes(world: World, content: RulerContent, armies: ArmyContent, dice: Streams) -> None:
    """The unemployed heroes of the start, round by round, one near each home.

    Those of a round are of one alignment and as far from the home that they are near to.
    """
    crowns = list(world.all(Crown))
    wild = [holding.id for holding in wild_land(world, armies)]
    grid, land = world.get(Lands, 1).grid, dry_land(world, armies)
    ways = {crown.home: reached(grid, land, crown.home) for crown in crowns}
    number, left = 0, list[str]()
    for round in range(content.start.unemployed if wild else 0):
        drawn = step_stream(dice, 0, "turn", round, "unemployed")
        left = left or list(content.heroes.alignments)
        alignment = picked(drawn, left)
        left.remove(alignment)
        steps = picked(drawn, _NEAR)
        for crown in crowns:
            number += 1
            drawn = step_stream(dice, 0, "hero", number, "unemployed")
            holding = picked(drawn, _places(wild, ways, crown.home, steps))
            hero = drawn_hero(content, drawn, alignment=alignment)
            name = step_stream(dice, 0, "hero", number, "name")
            enter(world, content, hero, name, holding=holding)


def _places(
    wild: Sequence[int], ways: Mapping[int, Mapping[int, int]], home: int, steps: int
) -> Sequence[int]:
    """Where a hero may stand who should be near a home, if possible out of reach of the rest."""
    near = [id for id in wild if id in ways[home]]
    own = [id for id in near if not any(id in ways[other] for other in ways if other != home)]
    own = own or near
    return [id for id in own if ways[home][id] == steps] or own or wild
