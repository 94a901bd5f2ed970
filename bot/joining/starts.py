"""Where a player may begin, as the face of the campaign's system tells and draws it.

This reads the truth, since a faction without players knows nothing yet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bot import faces
from bot.faces.join_forms import Start, Starts
from bot.faces.paint.picture import Picture
from bot.jobs.opened import rules_at, world_at
from engine.campaign import Faction as Side
from engine.campaign import Player
from engine.module.schema import ModuleFaction
from engine.packs import Rules
from engine.world import World


@dataclass(frozen=True, slots=True)
class FreePlaces:
    """Where one may begin, with the map that shows it."""

    starts: tuple[Start, ...]
    seated: Mapping[str, tuple[str, ...]]
    """The names of those who play, by faction."""
    picture: Picture | None
    left: Mapping[str, int | None] = field(default_factory=dict[str, int | None])
    """How many more can begin, by faction; None for any number."""

    def most(self, faction: ModuleFaction) -> int | None:
        """How many can play for a faction of the module in all: its seats that there are."""
        left, seated = self.left.get(faction.key), len(self.seated.get(faction.key, ()))
        there = None if left is None else seated + left
        return min((each for each in (there, faction.players) if each is not None), default=None)


def free_starts(path: Path, campaign: int, tick: int, starts: Starts, faction: int) -> list[Start]:
    """The starting places of the faction that nobody has after the tick."""
    rules, world = rules_at(path, campaign, tick), world_at(path, campaign, tick)
    return list(starts.free(rules, world, faction))


def starting_places(
    path: Path, campaign: int, tick: int, starts: Starts | None, chosen: int, only: int
) -> FreePlaces:
    """The free starting places with their map, if the system has any, and who plays.

    Before a faction is `chosen` (0) it tells of all. `only` is the one faction that may be told of,
    0 if all may.
    """
    rules, world = rules_at(path, campaign, tick), world_at(path, campaign, tick)
    seated = {
        each.key: tuple(p.name for p in world.by(Player, "faction", each.id) if p.active)
        for each in world.all(Side)
    }
    left = _left(rules, world)
    if starts is None:
        return FreePlaces((), seated, None, left)
    found = [each for each in starts.free(rules, world, only) if chosen in (0, each.faction)]
    drawn = starts.draw(rules, world, found, chosen) if starts.draw else None
    return FreePlaces(tuple(found), seated, drawn, left)


def seats_there(path: Path, campaign: int, tick: int) -> dict[str, int | None]:
    """How many seats each faction has in the world, by its key: taken ones and free places."""
    rules, world = rules_at(path, campaign, tick), world_at(path, campaign, tick)
    taken = {each.key: len(list(world.by(Player, "faction", each.id))) for each in world.all(Side)}
    return {
        key: None if more is None else taken[key] + more
        for key, more in _left(rules, world).items()
    }


def _left(rules: Rules, world: World) -> dict[str, int | None]:
    seat = faces.of(rules).seat
    return {each.key: seat.left(world, each.id) if seat else None for each in world.all(Side)}
