"""The world of a skirmish: the arena, its places, and who stands on them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from engine.campaign import Faction, Now, Player
from engine.dice import Streams
from engine.facts import facts
from engine.hexes import Grid, grid_of
from engine.packs import Rules
from engine.world import Record, World


@facts
class Arena(Record):
    """The whole of the sand; there is one, with id 1."""

    kind = "arena"

    width: int
    height: int

    @property
    def grid(self) -> Grid:
        """Its hexes; it has walls on all sides (skirmish.arena.sand)."""
        return grid_of((self.width, self.height, False))


@facts
class Spot(Record):
    """A place on the sand; its id is the hex's number, from 1."""

    kind = "spot"

    x: int
    y: int
    blood: int
    """How many wounds were struck here."""


@facts
class Fighter(Record):
    """A fighter of a school."""

    kind = "fighter"
    indexes = ("player", "spot")

    name: str
    player: int
    style: str
    spot: int
    """Where it stands; 0 once it was carried off."""
    drilled: int
    """What drill adds to its throws; the school's own secret (skirmish.knowledge.view)."""
    wounds: int
    wins: int


def found(rules: Rules, dice: Streams, settings: Mapping[str, int]) -> World:
    """The empty arena, of the module's size or the one asked for, with its schools."""
    module = rules.module
    width = settings.get("width", module.extent.width)
    height = settings.get("height", module.extent.height)
    world = World(rules.records)
    world.put(Now(id=1, tick=0, turn=1, month=1, date=dt.date.min))
    arena = Arena(id=1, width=width, height=height)
    world.put(arena)
    for hex in arena.grid:
        world.add(Spot, x=hex.x, y=hex.y, blood=0)
    for school in module.factions.values():
        world.add(
            Faction,
            key=school.key,
            name=school.name,
            colour=school.colour,
            emblem=school.emblem,
        )
    return world


def school_of(world: World, fighter: Fighter) -> int:
    """The faction of a fighter."""
    return world.get(Player, fighter.player).faction
